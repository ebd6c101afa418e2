//! Plans the tail of a merge: from slices that hold almost equally many ones to the whole block.

use super::shearsort::{Finish, rows, shear};
use super::{Direction, Phase};

/// One level of the tail: slices of `narrow` columns, each sorted along its snake, become slices of `width`.
///
/// Any two of the narrow slices differ by at most `difference` = D ones, so the places where their ones begin, as positions
/// along a narrow snake, lie within D of each other: they span at most ⌈(D−1)/narrow⌉+1 rows, and only those rows of
/// the wide slice are dirty. Single columns, sorted from top to bottom, are slices with `narrow` = 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) narrow: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) difference: usize,
}

impl Level {
    /// Dirty rows of a wide slice.
    fn dirty(self) -> usize {
        (self.difference - 1).div_ceil(self.narrow) + 1
    }

    /// Phases of odd–even transposition that sort the rows along the snake, from either parity.
    ///
    /// A one that still has zeros ahead moves by the second phase unless ones hold it up, and a one held up stays one phase
    /// behind the one before it. So the last exchange comes no later than phase 1 + (zeros ahead of it) + (ones behind it)
    /// for some one that has zeros ahead. A row is made of k sorted runs 0…01…1 of W = `narrow` places, with a(1) … a(k)
    /// ones that differ by at most D; for a one in run i < k the sum is at most a(1)+…+a(i) + (W−a(i+1))+…+(W−a(k)). One pair
    /// a(i), W−a(i+1) adds up to at most W + min(D, W), the other k−2 terms to at most W each: (k−1)W + min(D, W) in all.
    fn run_phases(self) -> usize {
        self.width - self.narrow + self.difference.min(self.narrow)
    }

    /// The most zeros and ones out of place, A+B, once the rows are sorted along the snake and two rows are dirty.
    ///
    /// The snake then reads 0…0 1^A 0^B 1…1, with the ones of the upper row before the zeros of the lower. A slice whose ones
    /// begin x places before the lower row adds x to A, one whose ones begin y places after its start adds y to B; x+y ≤ D.
    /// With p slices of the first kind and k−p of the second, p·x + (k−p)·y is largest at (k−1)(D−1) + 1.
    fn disorder(self) -> usize {
        (self.width / self.narrow - 1) * (self.difference - 1) + 1
    }

    fn steps(self, finish: Finish) -> usize {
        self.phases(finish).iter().map(Phase::steps).sum()
    }

    /// The cheapest phases known.
    pub(super) fn phases(self, finish: Finish) -> Vec<Phase> {
        let Level { width, height, .. } = self;
        // Rows turned against their snake are not made of runs in their direction.
        let runs = self.run_phases();
        match (self.dirty(), finish) {
            (1, Finish::Snake) => vec![rows(width, runs, Direction::Alternate)],
            (1, Finish::Rows(direction)) => vec![rows(width, width, direction)],
            (2, Finish::Snake) if width % 2 == 0 => vec![
                rows(width, runs, Direction::Alternate),
                // The border 1|0 is at the turn between the rows, where the first step compares: A+B−1 phases, of which
                // every other one is a step.
                Phase::Snake { width, height, steps: self.disorder() / 2 },
            ],
            (2, Finish::Snake) => vec![
                rows(width, runs, Direction::Alternate),
                Phase::Columns { height, steps: 2 },
                // What is left is 1^(A−B) 0^B at the end of the upper row or 0^(B−A) 1^A at the end of the lower one, in the
                // row's direction: at most max(A, B) ≤ A+B−1 phases.
                rows(width, (self.disorder() - 1).min(width), Direction::Alternate),
            ],
            (dirty, finish) => shear(width, height, dirty, runs, finish),
        }
    }
}

/// The slice widths of a tail, each a multiple of the one before, and what its levels cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) widths: Vec<usize>,
    pub(super) steps: usize,
}

impl Chain {
    /// From single columns to the whole width in one level.
    pub(super) fn direct(width: usize, height: usize, difference: usize, finish: Finish) -> Self {
        if width == 1 {
            return Self { widths: Vec::new(), steps: 0 };
        }
        let steps = Level { narrow: 1, width, height, difference }.steps(finish);
        Self { widths: vec![width], steps }
    }

    /// The cheapest chain of multiples of `unit` that ends in `width`.
    pub(super) fn cheapest(
        width: usize,
        height: usize,
        unit: usize,
        difference: usize,
        finish: Finish,
    ) -> Self {
        let slices = (unit..=width).step_by(unit);
        let mut best: Vec<(usize, Self)> = Vec::new();
        for slice in slices.filter(|&slice| slice > 1 && width.is_multiple_of(slice)) {
            let finish = if slice == width { finish } else { Finish::Snake };
            let mut least = Self::direct(slice, height, difference, finish);
            for (narrow, chain) in best.iter().filter(|(narrow, _)| slice % narrow == 0) {
                let level = Level { narrow: *narrow, width: slice, height, difference };
                let steps = chain.steps + level.steps(finish);
                if steps < least.steps {
                    let mut widths = chain.widths.clone();
                    widths.push(slice);
                    least = Self { widths, steps };
                }
            }
            best.push((slice, least));
        }
        best.pop().map_or(Self { widths: Vec::new(), steps: 0 }, |(_, chain)| chain)
    }
}
