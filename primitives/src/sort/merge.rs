//! Merges a rectangle of sorted blocks.

use std::collections::BTreeSet;
use std::ops::Range;

use super::merge_tail::Level;
use super::shearsort::Finish;
use super::slices::Slices;
use super::{Hop, LineRoute, Phase};

/// Element columns up to which every permutation is worked out: those of the largest square machine, one packet a node.
pub(super) const LONGEST_ROW: usize = 1 << 13;

/// Element columns of blocks on longer rows, of which formulas speak, up to which the steps of a permutation are still worked out.
const LONGEST_BLOCK: usize = 1 << 8;

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

/// The kinds of rows of a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    /// The row comes sorted against the direction the merge needs.
    mirrored: bool,
    /// Blocks by which the columns are dealt on.
    shift: usize,
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
        self.deal_by(self.turn(row), column, |place| self.spread(place))
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

    fn deal_by(&self, turn: Turn, column: usize, spread: impl Fn(usize) -> usize) -> usize {
        let (block, place) = (column / self.block_width, column % self.block_width);
        let place = if turn.mirrored { self.block_width - 1 - place } else { place };
        self.across * spread(place) + (block + turn.shift) % self.across
    }

    /// g: a place goes to the slices of the widest level in turn, and within its slice to those of the next level.
    fn spread(&self, place: usize) -> usize {
        let (mut place, mut first, mut wide) = (place, 0, self.block_width);
        for slice in self.slices.iter().rev().skip(1).map(|slice| slice / self.across) {
            let slices = Slices::new(wide, slice);
            let (turn, before) = slices.turn(place);
            first += turn * slice;
            (place, wide) = (before, slice.min(wide - turn * slice));
        }
        first + place
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
    /// otherwise some number from `limit` on up to which they have been counted.
    pub(super) fn deal_steps_below(&self, limit: usize, columns: usize) -> Result<usize, usize> {
        // A block of odd width may begin in either lane.
        let lanes = if self.width().is_multiple_of(2) { 0..1 } else { 0..2 };
        let mut most = 0;
        for steps in self.deals(lanes, columns) {
            most = steps.max(most);
            if most >= limit {
                return Err(most);
            }
        }
        Ok(most)
    }

    /// Steps of the permutation, wherever merged blocks do begin.
    pub(super) fn deal_steps_on(&self, columns: usize) -> usize {
        let is_odd = !self.width().is_multiple_of(2);
        let lanes = if is_odd && self.width() < columns { 0..2 } else { 0..1 };
        self.deals(lanes, columns).max().unwrap_or(0)
    }

    /// Steps of the permutation of every kind of rows, if merged blocks begin in some of the two lanes. Where that is not worked out, those
    /// of the slowest permutation: as many as the block spans nodes.
    ///
    /// Of N nodes at most min(2(i + 1), 2(N − j)) elements go from nodes ≤ i to nodes ≥ j, so that the formula of [`LineRoute`] is at
    /// most min(i + j + 1, 2N − (i + j) − 1) ≤ N.
    fn deals(&self, lanes: Range<usize>, columns: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        if !self.permutes() {
            Box::new(std::iter::empty())
        } else if self.is_worked_out(columns) {
            let hops = self.hops_of_blocks(lanes, self.turns());
            Box::new(hops.map(|hops| LineRoute::least_steps(&hops)))
        } else {
            Box::new(std::iter::once(self.width().div_ceil(2)))
        }
    }

    fn is_worked_out(&self, columns: usize) -> bool {
        columns <= LONGEST_ROW || self.width() <= LONGEST_BLOCK
    }

    /// A quick lower bound on the steps of the permutation: the farthest that some of its rows move an element, where that is worked out.
    pub(super) fn deal_distance(&self, columns: usize) -> usize {
        if !self.permutes() || !self.is_worked_out(columns) {
            return 0;
        }
        let turns = self.turns();
        let ends: BTreeSet<Turn> = turns.first().into_iter().chain(turns.last()).copied().collect();
        let hops = self.hops_of_blocks(0..1, ends).flatten();
        hops.map(|hop| hop.from.0.abs_diff(hop.to.0)).max().unwrap_or(0)
    }

    /// All kinds of its rows.
    fn turns(&self) -> BTreeSet<Turn> {
        // Residues and parities together repeat after 2·across rows of a block.
        let rows = 0..self.block_height.min(2 * self.across);
        let both = rows.flat_map(|row| [row, self.block_height + row]);
        both.map(|row| self.turn(row)).collect()
    }

    /// The moves of the elements of a merged block, for some kinds of rows and lanes that it may begin in.
    fn hops_of_blocks(
        &self,
        lanes: Range<usize>,
        turns: BTreeSet<Turn>,
    ) -> impl Iterator<Item = Vec<Hop>> {
        let spread: Vec<usize> = (0..self.block_width).map(|place| self.spread(place)).collect();
        let node = |x: usize| (x / 2, x % 2);
        let kinds = lanes.flat_map(move |start| {
            turns.iter().map(move |&turn| (start, turn)).collect::<Vec<(usize, Turn)>>()
        });
        kinds.map(move |(start, turn)| {
            let to = |x| self.deal_by(turn, x, |place| spread[place]);
            (0..self.width())
                .map(|x| Hop { from: node(start + x), to: node(start + to(x)) })
                .collect()
        })
    }

    /// The phases of the tail, from sorted columns to blocks in the order `finish`.
    pub(super) fn tail(&self, finish: Finish) -> Vec<Phase> {
        let (height, difference) = (self.height(), self.difference());
        let mut phases = Vec::new();
        for level in Level::all(&self.slices, height, difference) {
            let finish = if level.width == self.width() { finish } else { Finish::Snake };
            phases.extend(level.phases(finish));
        }
        phases
    }
}
