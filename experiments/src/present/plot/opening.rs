//! Chooses the four figures that a report opens with: they answer for the theorems, all others go into detail.

use super::cells::Cell;
use super::figure::Figure;
use super::series::{Slice, Variable};
use super::{peaks, ratio};
use crate::results::limits::FormulaCurve;

/// What the opening figures follow, of uniform sets whose congestion nodes know.
#[derive(Debug)]
pub(crate) struct Opening {
    /// Along n, with the most cells.
    over_nodes: Option<Slice>,
    /// Along c, with the most cells.
    over_congestion: Option<Slice>,
    /// Along c, with the most cells whose peaks were measured.
    peaks: Option<Slice>,
}

impl Opening {
    /// Of these cells.
    pub(crate) fn of(cells: &[Cell]) -> Self {
        Self {
            over_nodes: fullest(cells, Variable::Nodes, |_| true),
            over_congestion: fullest(cells, Variable::Congestion, |_| true),
            peaks: fullest(cells, Variable::Congestion, |cell| !cell.peak_is_bound),
        }
    }

    /// The nodes and congestions of its ratios: where n grows, and where c grows.
    pub(crate) fn places(&self) -> [Vec<(u64, u64)>; 2] {
        [&self.over_nodes, &self.over_congestion]
            .map(|slice| slice.as_ref().map_or_else(Vec::new, Slice::places))
    }

    /// The figures of the slices, in order.
    pub(super) fn figures(&self, formulas: &[FormulaCurve]) -> Vec<Figure> {
        let ratios = [&self.over_nodes, &self.over_congestion].into_iter().flatten();
        let mut figures: Vec<Figure> = ratios.map(|slice| ratio::figure(slice, formulas)).collect();
        figures.extend(self.peaks.as_ref().map(peaks::figure));
        figures
    }
}

/// The uniform slice with the most cells that count; of several the one with the least fixed values along n, the greatest along c.
fn fullest(cells: &[Cell], along: Variable, counts: fn(&Cell) -> bool) -> Option<Slice> {
    let mut slices: Vec<Slice> =
        Slice::every(cells, along).into_iter().filter(Slice::is_uniform).collect();
    if along == Variable::Nodes {
        // The last of equals is taken.
        slices.reverse();
    }
    slices.into_iter().max_by_key(|slice| slice.count(counts))
}
