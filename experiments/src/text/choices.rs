//! What an algorithm chose and found out, in words.

use super::Page;
use super::numbers::{counted, grouped, significant};
use crate::parameters::{ANY_PERMUTATIONS, Chosen, RouteParameters};

/// What an algorithm chose for the message set.
pub(super) fn remark(chosen: &Chosen) -> String {
    match *chosen {
        Chosen::Nothing {} => String::new(),
        Chosen::Buffered { tiles, split, .. } => {
            let tiles = counted(tiles as u64, "tile");
            match split {
                Some(most) => {
                    format!("{tiles}, messages cut to {}", counted(most as u64, "destination"))
                }
                None => tiles,
            }
        }
        Chosen::Paper { fallback, instances, sets, phases, ref tiles, .. } => {
            let instances = instances.map(|instances| format!("r = {instances}"));
            let sets = (sets > 1).then(|| counted(sets as u64, "set"));
            let visits = (phases > 0).then(|| visits(tiles, phases));
            let whole = fallback.then(|| match phases {
                0 => "c > n/16: hamiltonian in its place".to_owned(),
                _ => "a guess above n/16: hamiltonian for the rest".to_owned(),
            });
            [instances, sets, visits, whole].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        Chosen::Tuned { phases, ref tiles, .. } => visits(tiles, phases),
        Chosen::Sweep { phases, ref bands, .. } => {
            let phases = counted(phases as u64, "phase");
            let bands = bands.first().map(|&bands| counted(bands as u64, "band"));
            bands.map_or_else(|| phases.clone(), |bands| format!("{phases}, {bands}"))
        }
        Chosen::DeterministicPaper { fallback: true, phases: 0, .. } => {
            "c > n/16: hamiltonian in its place".to_owned()
        }
        Chosen::DeterministicPaper {
            instances,
            alpha,
            classes,
            phases,
            fallback,
            ref tiles,
            ..
        } => {
            let classes = match classes {
                1 => "1 class".to_owned(),
                _ => format!("{} classes", grouped(classes as u64)),
            };
            let whole =
                if fallback { ", a guess above n/16: hamiltonian for the rest" } else { "" };
            format!(
                "r = {instances}, alpha = {alpha}, {classes} of up to {}{whole}",
                visits(tiles, phases)
            )
        }
        Chosen::Rounds { rounds, schedule, ref tiles, .. } => {
            let rounds = counted(rounds as u64, "round");
            let tiles = tiles.first().map(|(down, across)| (down * across) as u64);
            let tiles =
                tiles.map_or_else(String::new, |tiles| format!(", {}", counted(tiles, "tile")));
            format!("{rounds}{tiles}, {schedule}")
        }
        Chosen::Unicast { rounds, .. } => counted(rounds as u64, "round"),
    }
}

/// The tiles of the first of some phases.
fn visits(tiles: &[(usize, usize)], phases: usize) -> String {
    let phases = counted(phases as u64, "phase");
    match tiles.first() {
        Some((down, across)) => format!("{phases}, {}", counted((down * across) as u64, "tile")),
        None => phases,
    }
}

/// The lines on what was chosen, found out and given.
pub(super) fn choices(page: &mut Page, name: &str, parameters: &RouteParameters) {
    let remark = remark(&parameters.chosen);
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
    if let Some((left @ [_, ..], what)) = parameters.chosen.leftovers() {
        page.line("left over", &format!("{} {what}", list(left.iter().map(|&left| left.into()))));
    }
    replicas(page, &parameters.chosen);
    if let Some(duplicates) = parameters.duplicates {
        page.line("duplicates", &format!("{} deliveries made again", grouped(duplicates as u64)));
    }
    if let Some(words) = parameters.stored_words {
        page.line("stored", &format!("{} a node", counted(words as u64, "word")));
    }
    if let Chosen::Rounds { guaranteed_rounds, guaranteed_for, permutations, .. } =
        parameters.chosen
    {
        page.line("permutations", &format!("{} in use", grouped(permutations as u64)));
        let guarantee = match (guaranteed_rounds.zip(guaranteed_for), parameters) {
            (Some((rounds, ANY_PERMUTATIONS)), _) => {
                format!("{} for {ANY_PERMUTATIONS}", counted(rounds, "round"))
            }
            (Some((rounds, _)), _) => {
                format!("{} for all but 2^-20 of the permutations", counted(rounds, "round"))
            }
            (None, RouteParameters { permutations_from_files: true, .. }) => {
                "none: the proof is for random permutations; nothing is known of those in files"
                    .to_owned()
            }
            (None, _) => "none: see docs/rounds.md for when there is one".to_owned(),
        };
        page.line("guarantee", &guarantee);
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
            let guesses = list(parameters.chosen.guesses().iter().map(|&guess| guess as u64));
            page.line("congestion", &format!("not known but {way}, guesses {guesses}"));
        }
    }
    if parameters.told_when_done {
        told(page, &[name.to_owned()]);
    }
}

/// The lines on what replicas are certain of, and came to.
fn replicas(page: &mut Page, chosen: &Chosen) {
    let &Chosen::DeterministicPaper {
        alpha_is,
        vacuous,
        ref alive,
        ref alive_at_most,
        ref lemma_4,
        ref groups_served_whole,
        in_range,
        phases: 1..,
        ..
    } = chosen
    else {
        return;
    };
    let source = match alpha_is {
        "given" => "as given",
        "certified" => "the least with which Lemma 4 is certain",
        _ => "by default, since nothing is certain",
    };
    page.line("alpha", source);
    if vacuous {
        page.line("expansion", "none: r > c, lambda constrains nothing");
    }
    let alive = list(alive.iter().map(|&alive| alive.into()));
    let bounds = alive_at_most.iter().zip(groups_served_whole).map(|bound| match bound {
        (_, true) => "0 since every group is served whole".to_owned(),
        (Some(most), false) => format!("{} by Lemma 4", grouped((*most).into())),
        (None, false) => "nothing is certain".to_owned(),
    });
    let bounds = bounds.collect::<Vec<_>>().join(", then ");
    page.line("alive", &format!("{alive} packets for a block at most; {bounds}"));
    let written: Vec<String> = lemma_4.iter().map(|&most| significant(most)).collect();
    page.line("lemma 4", &format!("c/(r b^(i-1)) = {} after phase i", written.join(", then ")));
    if !in_range {
        page.line("range", "c < log^4 n: outside that of Theorem 4");
    }
}

fn list(numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers.map(grouped).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(", then ") }
}

/// What it means that some algorithms were told when all was done.
pub(super) fn told(page: &mut Page, names: &[String]) {
    let are = if names.len() == 1 { "it is" } else { "they are" };
    page.line("told", &format!("a gift to {}: {are} told when all is done,", names.join(", ")));
    page.line("", "which no node can know; nothing is charged for it");
}
