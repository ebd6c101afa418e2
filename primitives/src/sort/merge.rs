//! Merges a rectangle of sorted blocks.

use std::collections::BTreeSet;

use super::deal::{Deal, Turn};
use super::merge_tail::Level;
use super::shearsort::Finish;
use super::{Exchanges, Hop};

/// Element columns up to which plans are compared by what every permutation takes: those of the largest square machine, one packet a
/// node.
pub(super) const LONGEST_ROW: usize = 1 << 13;

/// Element columns of a block up to which that is so on longer rows, too.
const LONGEST_BLOCK: usize = 1 << 8;

/// Element columns up to which the steps of a permutation are counted once it is chosen. The table of a longer
/// [`LineRoute`](super::LineRoute) has more than 2^32 entries.
const LONGEST_ROUTE: usize = 1 << 17;

/// A merge of `down` × `across` sorted blocks into one, done everywhere on the mesh at once.
///
/// # Idea
/// Blocks in even block rows have their rows ascending, those in odd block rows descending; all are sorted from the top
/// row down. One fixed permutation of every row deals the places of each block over all columns: place y of row r of block (i, c)
/// goes to column across·g(y) + ((c ± r) mod across), + for even i and − for odd i, g the digit reversal of y along
/// the chain of slice widths. After that all columns, and all slices of each width of the chain, hold nearly the same
/// number of ones: differences are at most D = down·across/2. A column sort leaves at most D dirty rows, which the tail sorts
/// over ever wider slices.
///
/// # Proof of the difference
/// Number the ones of a block in the order in which they appear as its number of ones grows: from the last row up, in each
/// row from the high end. In an even block row that order visits the columns by falling r, so the residues mod `across` fall
/// by one from row to row, cyclically, and within a row y falls. Each row visits every column of its residue once: the
/// order is a cyclic sequence of all columns, repeated. In an odd block row the residues rise and so does y: the same
/// sequence backwards. Pair block (i, c), i even, with the block (i+1, c') whose sequence starts where that of (i, c) ends; c → c'
/// is a bijection. A prefix of a sequence and a suffix of it add up to column counts that differ by at most one, and full
/// turns add the same to all. There are down·across/2 pairs. For slices, replace columns by slices: g deals consecutive y in
/// turn over the slices of the widest level, then over the next, so the slices too are visited in a repeated cyclic order.
///
/// Where the last slice of a level is narrower, it is left out of some turns, spread evenly over all. `merge_tail.rs` has the proof of how
/// far slices then differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Blocks one above another, even.
    pub down: usize,
    /// Blocks side by side.
    pub across: usize,
    /// Rows of a block before the merge.
    pub block_height: usize,
    /// Columns of a block before the merge.
    pub block_width: usize,
    /// Whether the blocks come sorted along their snake, so that the permutation must turn half of the rows round.
    pub from_snake: bool,
    /// Slice widths of the tail, each a multiple of the one before, but for the last, which is the width of the merged block. Where that
    /// is the width of the mesh, and `across` is 1, it may be any width: the last slice of a level is narrower then.
    pub slices: Vec<usize>,
}

impl Merge {
    /// Rows of a merged block.
    pub fn height(&self) -> usize {
        self.down * self.block_height
    }

    /// Columns of a merged block.
    pub fn width(&self) -> usize {
        self.across * self.block_width
    }

    /// The bound D on the differences of the numbers of ones in columns and slices.
    pub fn difference(&self) -> usize {
        self.down * self.across / 2
    }

    /// Whether a row permutation is needed at all: blocks one above another keep their columns if the tail has no narrow slices.
    pub fn permutes(&self) -> bool {
        self.across > 1 || self.slices.len() > 1 || (self.from_snake && self.block_width > 1)
    }

    /// The column, inside its merged block, where the element of `row` and column `column` of that block goes; rows
    /// are those of the mesh.
    pub fn deal(&self, row: usize, column: usize) -> usize {
        Deal::new(self, self.turn(row)).target(column)
    }

    /// What the permutation of a row depends on.
    fn turn(&self, row: usize) -> Turn {
        let descending = (row / self.block_height) % 2 == 1;
        let shift = row % self.block_height % self.across;
        Turn {
            mirrored: self.from_snake && (row % 2 == 1) != descending,
            shift: if descending { (self.across - shift) % self.across } else { shift },
        }
    }

    /// Rows after which [`Merge::deal`] repeats.
    pub(super) fn period(&self) -> usize {
        2 * self.block_height
    }

    /// The moves of `row` on a mesh of `columns` element columns folded from node `first` on.
    pub(super) fn hops(&self, row: usize, columns: usize, first: usize) -> Vec<Hop> {
        let node = |x: usize| (first + x / 2, x % 2);
        let target = |x: usize| x - x % self.width() + self.deal(row, x % self.width());
        (0..columns).map(|x| Hop { from: node(x), to: node(target(x)) }).collect()
    }

    /// Steps of the permutation on a mesh of so many element columns, wherever the merged block begins, if they are fewer than `limit`;
    /// otherwise some number from `limit` on up to which they have been counted. Wide blocks on long rows are taken for slower than
    /// they may be.
    pub(super) fn deal_steps_below(&self, limit: usize, columns: usize) -> Result<usize, usize> {
        // A block of odd width may begin in either lane.
        let lanes = if self.width().is_multiple_of(2) { 1 } else { 2 };
        let most = if columns > LONGEST_ROW && self.width() > LONGEST_BLOCK {
            self.most_deal_steps()
        } else {
            self.deal_steps(lanes, limit)
        };
        if most < limit { Ok(most) } else { Err(most) }
    }

    /// Steps of the permutation, wherever merged blocks do begin, or on rows that no machine has room to route, as many as those of the
    /// slowest.
    pub(super) fn deal_steps_on(&self, columns: usize) -> usize {
        if self.width() > LONGEST_ROUTE {
            return self.most_deal_steps();
        }
        let is_odd = !self.width().is_multiple_of(2);
        let lanes = if is_odd && self.width() < columns { 2 } else { 1 };
        self.deal_steps(lanes, usize::MAX)
    }

    /// Steps of the permutation for every kind of rows, if merged blocks begin in some of the first `lanes` lanes, or a number from
    /// `limit` on as soon as one is found.
    fn deal_steps(&self, lanes: usize, limit: usize) -> usize {
        if !self.permutes() {
            return 0;
        }
        let deals = self.turns().into_iter().map(|turn| Deal::new(self, turn));
        let kinds = deals.flat_map(|deal| (0..lanes).map(move |lane| (deal, lane)));
        kinds.fold(0, |most, (deal, lane)| deal.steps(lane, most, limit))
    }

    /// The steps of the slowest permutation of so many elements: as many as they span nodes.
    ///
    /// Of N nodes at most min(2(i + 1), 2(N − j)) elements go from nodes ≤ i to nodes ≥ j, so that the formula of
    /// [`LineRoute`](super::LineRoute) is at most min(i + j + 1, 2N − (i + j) − 1) ≤ N.
    fn most_deal_steps(&self) -> usize {
        if self.permutes() { self.width().div_ceil(2) } else { 0 }
    }

    /// All kinds of its rows.
    pub(super) fn turns(&self) -> BTreeSet<Turn> {
        // Residues and parities together repeat after 2·across rows of a block.
        let rows = 0..self.block_height.min(2 * self.across);
        let both = rows.flat_map(|row| [row, self.block_height + row]);
        both.map(|row| self.turn(row)).collect()
    }

    /// The phases of the tail, from sorted columns to blocks in the order `finish`.
    pub(super) fn tail(&self, finish: Finish) -> Vec<Exchanges> {
        let (height, difference) = (self.height(), self.difference());
        let mut phases = Vec::new();
        for level in Level::all(&self.slices, difference) {
            let finish = if level.width == self.width() { finish } else { Finish::Snake };
            phases.extend(level.phases(height, finish));
        }
        phases
    }
}
