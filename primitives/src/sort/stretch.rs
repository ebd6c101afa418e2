//! Says along which lines of the mesh a sort uses links, step by step.

use super::{Exchanges, Phase};
use meshcast_engine::Lines;

/// Consecutive steps of a sort that use links along the same lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// None where steps use links along rows and along columns, as those along a snake do.
    pub(crate) lines: Option<Lines>,
    pub(crate) steps: u64,
}

impl Stretch {
    /// Whether no step of this one can be made together with one of `other`.
    pub(crate) fn clashes(self, other: Self) -> bool {
        self.lines.is_none() || other.lines.is_none() || self.lines == other.lines
    }

    /// The same for lists of `depth` packets, on the mesh with rows and columns in each other's place if it is `transposed`.
    pub(crate) fn of_lists(self, depth: usize, transposed: bool) -> Self {
        let lines = match self.lines {
            Some(Lines::Rows) if transposed => Some(Lines::Columns),
            Some(Lines::Columns) if transposed => Some(Lines::Rows),
            lines => lines,
        };
        Self { lines, steps: depth as u64 * self.steps }
    }

    /// Those of a route along rows.
    pub(super) fn of_route(steps: usize) -> Self {
        Self { lines: Some(Lines::Rows), steps: steps as u64 }
    }

    pub(super) fn of_exchanges(exchanges: Exchanges) -> Self {
        let lines = match exchanges {
            Exchanges::Rows { .. } => Some(Lines::Rows),
            Exchanges::Columns { .. } => Some(Lines::Columns),
            Exchanges::Snake { .. } => None,
        };
        Self { lines, steps: exchanges.steps() as u64 }
    }

    pub(super) fn of_phase(phase: &Phase) -> Self {
        match phase {
            Phase::Route(route) => Self::of_route(route.steps()),
            Phase::Exchanges(exchanges) => Self::of_exchanges(*exchanges),
        }
    }
}

/// Puts together those that follow each other along the same lines, and leaves out those without steps.
pub(super) fn joined(stretches: impl IntoIterator<Item = Stretch>) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    for stretch in stretches.into_iter().filter(|stretch| stretch.steps > 0) {
        match all.last_mut().filter(|last| last.lines == stretch.lines) {
            Some(last) => last.steps += stretch.steps,
            None => all.push(stretch),
        }
    }
    all
}

/// The steps of all.
pub(crate) fn total(stretches: &[Stretch]) -> u64 {
    stretches.iter().map(|stretch| stretch.steps).sum()
}
