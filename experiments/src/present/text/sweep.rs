//! Writes what a sweep did for people.

use super::Page;
use crate::readable::Printed;
use crate::readable::{Text, counted, grouped};
use crate::results::sweep::{MergeResult, SweepResult};
use crate::store::Repair;
use std::path::Path;

/// What was made and where it is.
pub(crate) fn sweep(result: &SweepResult, folder: &Path) -> Text {
    let mut page = Page::default();
    let SweepResult { runs, found, found_failed, done, refused, failed, .. } = *result;
    let (plan, title) = (Printed::of(&result.plan), Printed::of(&result.title));
    page.heading(&format!("{plan}: {title}"));
    page.gap();
    page.line("runs", &grouped(runs as u64));
    let of_them = |failed: usize| format!(", of which {} failed", grouped(failed as u64));
    let of_them = if found_failed > 0 { of_them(found_failed) } else { String::new() };
    page.line("made before", &format!("{}{of_them}", grouped(found as u64)));
    page.line("done now", &grouped(done as u64));
    page.line("refused", &grouped(refused as u64));
    page.line("failed", &grouped(failed as u64));
    if let Some(repair) = &result.repair {
        page.line("repaired", &repaired(repair));
    }
    page.line("results", &Printed::of(&folder.to_string_lossy()).to_string());
    page.seedless(result.version, result.commit);
    page.text
}

/// What became of a store that was to be repaired.
fn repaired(repair: &Repair) -> String {
    let Repair { dropped, unreadable, damaged, .. } = repair;
    let Some(damaged) = damaged else { return "nothing was wrong".to_owned() };
    let rest = if *unreadable { " and what could not be read" } else { "" };
    format!("{} dropped{rest}; the old file is {damaged}", counted(*dropped as u64, "row"))
}

/// What was put together.
pub(crate) fn merged(result: &MergeResult) -> String {
    let runs = counted(result.runs as u64, "run");
    let expanders = counted(result.expanders as u64, "expander");
    let loads = counted(result.loads as u64, "load");
    let prams = counted(result.prams as u64, "PRAM run");
    format!("{runs}, {expanders}, {loads} and {prams} in {}\n", Printed::of(&result.folder))
}
