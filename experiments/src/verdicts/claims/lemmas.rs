//! Phases and what they leave: Lemmas 3 and 4. Lemma 2 is about every block at the beginning of every phase, which rows do not hold.

use super::super::cells::Subject;
use super::every_run::{likely, of_every_run};
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;
use serde_json::Value;

/// The verdicts on the phases of the randomized algorithm.
pub(super) fn lemma_3(subject: &Subject) -> Vec<ClaimResult> {
    // Rows of a file may have no phases at all.
    let is_known = in_range(subject).any(|row| row.phases.is_some());
    let runs = || in_range(subject).filter(|_| is_known);
    vec![
        likely(
            subject,
            "number-of-phases",
            "at most K + 1 phases, K = ⌈log₁₆ ⌈c·log₂² n/n⌉⌉",
            runs(),
            too_many_phases,
        ),
        likely(
            subject,
            "lemma-3",
            "the first tour of the last phase makes all deliveries that remain",
            runs(),
            repeated_tour,
        ),
    ]
}

/// The verdict on the phases of the deterministic one.
pub(super) fn lemma_4(subject: &Subject) -> ClaimResult {
    of_every_run(
        subject,
        "lemma-4",
        "after phase i, at most c/(r·b^(i-1)) packets are alive for a block",
        in_range(subject).filter(|row| bounds(row).is_some_and(|bounds| !bounds.is_empty())),
        too_many_alive,
    )
}

/// The runs that the lemmas are about. Guesses at the congestion have phases of their own.
fn in_range<'a>(subject: &Subject<'a>) -> impl Iterator<Item = &'a RunRow> {
    let cells = subject.cells.iter().filter(|cell| cell.is_in_range());
    cells.flat_map(|cell| cell.runs.iter().copied()).filter(|row| row.knowledge == "known")
}

fn too_many_phases(row: &RunRow) -> Option<String> {
    let Some(phases) = row.phases else {
        return Some("no phases are stored".to_owned());
    };
    let most = most_phases(row.nodes, row.congestion?);
    (phases > most).then(|| format!("{phases} phases, expected at most {most}"))
}

/// K + 1.
fn most_phases(nodes: u64, congestion: u64) -> u64 {
    let log = (nodes as f64).log2();
    let share = (congestion as f64 * log * log / nodes as f64).ceil();
    // Of a whole number, in whole numbers: the least K with 16^K ≥ share.
    let reaches = |&k: &u16| 16f64.powi(i32::from(k)) >= share;
    1 + u64::from((0..16).find(reaches).unwrap_or(16))
}

fn repeated_tour(row: &RunRow) -> Option<String> {
    let Some(Value::Array(tours)) = row.parameter("tours") else {
        return Some("no tours are stored".to_owned());
    };
    let most = tours.iter().filter_map(Value::as_u64).max().unwrap_or(0);
    (most > 1).then(|| format!("{most} tours of a phase"))
}

/// What is alive after each phase and the most that there can be, where something is certain.
fn bounds(row: &RunRow) -> Option<Vec<(u64, u64)>> {
    let list = |name| match row.parameter(name) {
        Some(Value::Array(list)) => Some(list),
        _ => None,
    };
    let (alive, most) = (list("alive")?, list("alive_at_most")?);
    let pairs = alive.iter().zip(&most);
    Some(pairs.filter_map(|(alive, most)| Some((alive.as_u64()?, most.as_u64()?))).collect())
}

fn too_many_alive(row: &RunRow) -> Option<String> {
    let broken = bounds(row)?.into_iter().find(|(alive, most)| alive > most);
    broken
        .map(|(alive, most)| format!("{alive} packets alive for a block, expected at most {most}"))
}
