//! Judges the steps that a mesh takes for a step of a PRAM.

use super::super::cells::Subject;
use super::super::prams::{IDENTITY, PREFIX, PROGRAM};
use super::every_run::of_every_run;
use crate::catalogue::Claim;
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;
use std::collections::{BTreeMap, BTreeSet};

/// Whether it is a kind of PRAM.
pub(super) fn is_pram(subject: &Subject) -> bool {
    subject.name.starts_with(PREFIX)
}

/// What is claimed of a kind of PRAM. Cells that are not hashed may be in few tiles, so that rounds follow from the pattern.
pub(super) fn claimed(subject: &Subject) -> &'static [Claim] {
    let mut words = subject.label.split(' ');
    if words.any(|word| word.starts_with(PROGRAM)) {
        &[]
    } else if subject.label.contains(IDENTITY) {
        &[Claim::AnyPattern]
    } else {
        &[Claim::PramStepIsRoot, Claim::AnyPattern, Claim::BuffersAreConstantInNodes]
    }
}

/// The verdict on whether steps depend on what processors access: runs on as many nodes are compared, where there are several patterns.
pub(super) fn any_pattern(subject: &Subject) -> ClaimResult {
    let mut of_size: BTreeMap<u64, (BTreeSet<&str>, u64)> = BTreeMap::new();
    for (row, steps) in subject.done.iter().filter_map(|&row| Some((row, mapped_once(row)?))) {
        let (patterns, least) = of_size.entry(row.nodes).or_insert((BTreeSet::new(), steps));
        patterns.insert(&row.source);
        *least = steps.min(*least);
    }
    let compared = |row: &RunRow| {
        of_size.get(&row.nodes).filter(|(patterns, _)| patterns.len() > 1).map(|&(_, least)| least)
    };
    let runs = subject.done.iter().copied();
    let runs = runs.filter(|row| mapped_once(row).is_some() && compared(row).is_some());
    let says = "a step takes the same steps for every pattern of accesses, new hash keys aside";
    of_every_run(subject, "any-pattern", says, runs, |row| {
        let (steps, least) = (mapped_once(row)?, compared(row)?);
        (steps > least).then(|| format!("{steps} steps, another run takes {least}"))
    })
}

/// The steps of a run whose memory got no new hash keys.
fn mapped_once(row: &RunRow) -> Option<u64> {
    row.steps.filter(|_| row.parameter("rehashes") == Some(0.into()))
}
