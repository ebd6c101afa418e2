//! Writes what an algorithm chose and found out.

use super::Page;
use crate::catalogue::one_after_another;
use crate::readable::{counted, grouped};
use crate::results::RouteParameters;

/// The lines on what was chosen, found out and given.
pub(super) fn findings(page: &mut Page, name: &str, parameters: &RouteParameters) {
    let remark = parameters.found.remark();
    if !remark.is_empty() {
        page.line("plan", &remark);
    }
    if !parameters.not_used.is_empty() {
        let flags = parameters.not_used.join(", ");
        page.line("not used", &format!("{flags}: no difference on this message set"));
    }
    if parameters.adversary_knows_permutations == Some(false) {
        page.line("adversary", "chose against other permutations than those of this run");
    }
    if let Some((left @ [_, ..], what)) = parameters.found.leftovers() {
        let left = one_after_another(left.iter().map(|&left| left.into()));
        page.line("left over", &format!("{left} {what}"));
    }
    for (heading, line) in parameters.found.lines() {
        page.line(heading, &line);
    }
    if let Some(duplicates) = parameters.duplicates {
        page.line("duplicates", &format!("{} deliveries made again", grouped(duplicates as u64)));
    }
    if let Some(words) = parameters.stored_words {
        page.line("stored", &format!("{} a node", counted(words as u64, "word")));
    }
    if parameters.claims > 0 {
        let claims = counted(parameters.claims, "claim");
        page.line(
            "claims",
            &format!("{claims} of the program checked: what the guarantee supposes"),
        );
    }
    match parameters.congestion {
        None | Some("known") => {}
        Some(way) => {
            let guesses = parameters.found.guesses().iter().map(|&guess| guess as u64);
            let guesses = one_after_another(guesses);
            page.line("congestion", &format!("not known but {way}, guesses {guesses}"));
        }
    }
    if parameters.told_when_done {
        oracle(page, &[name.to_owned()]);
    }
}

/// The lines on algorithms that learnt for free that routing had finished.
pub(super) fn oracle(page: &mut Page, names: &[String]) {
    let learn = if names.len() == 1 { "learns" } else { "learn" };
    let names = names.join(", ");
    page.line(
        "oracle",
        &format!("{names} {learn} for free that routing has finished, which no node can know"),
    );
}
