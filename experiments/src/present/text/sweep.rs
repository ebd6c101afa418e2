//! Writes what a sweep did for people.

use super::Page;
use crate::readable::{Printed, Text, counted, grouped, shell_word};
use crate::results::sweep::{MergeResult, SlurmResult, SweepResult};
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

/// What was written for Slurm, and how to submit it.
pub(crate) fn slurm(result: &SlurmResult, folder: &Path) -> Text {
    let mut page = Page::default();
    let (plan, title) = (Printed::of(&result.plan), Printed::of(&result.title));
    let (runs, tasks) = (result.runs as u64, result.tasks.len() as u64);
    let asks = |memory_mib: u64, minutes: u64| {
        format!("{} MiB and {}", grouped(memory_mib), counted(minutes, "minute"))
    };
    page.heading(&format!("{plan}: {title}"));
    page.gap();
    page.line("runs", &format!("{} in {}", grouped(runs), counted(tasks, "task")));
    let processors = counted(result.threads as u64, "processor");
    let asked = asks(result.memory_mib, result.minutes);
    page.line("a task", &format!("asks for {processors}, {asked}"));
    let asked = asks(result.merge.memory_mib, result.merge.minutes);
    page.line("the merge", &format!("asks for 1 processor, {asked}"));
    let files = result.files.each_ref().map(|file| Printed::of(file).to_string());
    page.line("files", &files.join(", "));
    // Commands are to be copied: whole, and quoted so that they stay on their line.
    page.line("submit with", &result.submit);
    page.line("then", &format!("meshcast verify {}", shell_word(folder.as_os_str())));
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
