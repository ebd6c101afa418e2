//! Merges a rectangle of sorted blocks.

use std::collections::BTreeSet;

use super::deal::{Deal, Turn};
use super::merge_tail::Level;
use super::shearsort::Finish;
use super::slices::Cut;
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
/// the chain of slices. After that all columns, and all slices of each level of the chain, hold nearly the same
/// number of ones: differences are at most D = ⌈down/2⌉·across. A column sort leaves at most D dirty rows, which the tail sorts
/// over ever wider slices.
///
/// # Proof of the difference
/// Number the ones of a block in the order in which they appear as its number of ones grows: from the last row up, in each
/// row from the high end. In an even block row that order visits the columns by falling r, so the residues mod `across` fall
/// by one from row to row, cyclically, and within a row y falls. Each row visits every column of its residue once: the
/// order is a cyclic sequence of all columns, repeated. In an odd block row the residues rise and so does y: the same
/// sequence backwards. Pair block (i, c), i even, with the block (i+1, c') whose turn through all columns starts where a full turn of
/// (i, c) ends; c → c' is a bijection. If a merged block begins with an odd block row, blocks pair in the other order. A prefix of a
/// sequence and a suffix of it add up to column counts that differ by at most one, and full turns add the same to all. There are
/// ⌊down/2⌋·across pairs; if `down` is odd, each of `across` blocks without a partner adds at most one, too. For slices,
/// replace columns by slices: g deals consecutive y in turn over the slices of the widest level, then over the next, so the slices too
/// are visited in a repeated cyclic order.
///
/// Where slices are of two widths, the wider ones get one place more. `merge_tail.rs` has the proof of how far two that lie in one slice
/// of the next level then differ; no others are compared.
///
/// # Where the last block is narrower
/// A width W with a large prime factor has no blocks of one width. Let the last of `across` blocks be narrower, by δ, than the others,
/// which have w columns. Take all columns in the cyclic order of g alone. The blocks of a block row, side by side, deal each of their
/// rows to the W places of that order from place S on, where S grows by w from row to row in even block rows, falls by w in odd ones, and
/// is the same in the bottom rows of both. So all blocks of a block row but the last again repeat the cyclic sequence; the last one skips
/// δ places of it after every row. Differences are at most D = down·(across + 1)/2.
///
/// *Proof.* For columns x and y let M be the largest lead of x over y in the ones of a block, over all numbers of ones. Blocks are
/// independent, so the difference is at most the sum of all M. It is enough to show that those of an even block row and of the odd one
/// below it add up to at most across + 1.
///
/// 1. A block other than the last has M at most 1 if it comes to x before y, else 0. Block c of the even block row comes down from a
///    place A, and block c + 1 of the odd one goes up from place A + 1, so that it comes to y first if the other one comes to x first.
///    For c < across − 2 neither is a last block, and they add up to at most 1: across − 2 in all.
/// 2. Block across − 2 of the even block row comes down from a place P and is paired with the last block below, which goes up from P + 1.
///    The last block of the even one comes down from a place Q and is paired with block 0 below, which goes up from Q + 1. Let e be 1 if
///    x comes before y down from P, else 0, and e' likewise for Q. The two other than last blocks add at most e + (1 − e'). The last
///    block of the odd block row comes to x before y if e = 0, that of the even one if e' = 1.
/// 3. Count the times of a last block along the whole sequence, skipped places included. It comes to x every W-th time, and W ≡ −δ modulo
///    w. So of the first J times that it comes to x it skips ⌊(β(x) + Jδ)/w⌋, where β(x) is w − δ − 1 less the first time, modulo w. If
///    it comes to x after y, the lead is at most ⌊(β(y) + Jδ)/w⌋ − ⌊(β(x) + Jδ)/w⌋ for some J, so that M is at most 1, and 0 unless
///    β(y) > β(x). If it comes to x first, the lead is at most that, or 1 + ⌊(β(y) + (J − 1)δ)/w⌋ − ⌊(β(x) + Jδ)/w⌋, so that M is at
///    most 2, and at most 1 unless β(y) > β(x) + δ.
/// 4. Let v be the first time of x in the odd block row; that in the even one is w − δ − 1 − v modulo W. If v < w − δ, x is in the first
///    row of both last blocks, and both β(x) add up to w − δ − 1; else they add up to w − 1. Unless that is so for x and not for y, both
///    β(y) add up to no more than both β(x), so that β(y) > β(x) cannot hold in both; the last blocks add at most (1 − e) + e' + 1, and
///    the four at most 3. If it is so for x and not for y, both last blocks come to x before y: e = 0, e' = 1. M = 2 for both would need
///    β(y) > β(x) + δ in both, and w − 1 > w − δ − 1 + 2δ is false; so the four add at most 0 + 3. With across − 2 that is across + 1. ∎
///
/// How far slices begin apart is counted for each merge (`unequal.rs`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Blocks one above another, an even number if the last block of a row is narrower.
    pub down: usize,
    /// Blocks side by side.
    pub across: usize,
    /// Columns of a merged block.
    pub width: usize,
    /// Rows of a block before the merge.
    pub block_height: usize,
    /// Columns of a block before the merge; where `across` times as many are more than `width`, the last block is narrower, and the
    /// merged block is as wide as the mesh.
    pub block_width: usize,
    /// Whether the blocks come sorted along their snake, so that the permutation must turn half of the rows round.
    pub from_snake: bool,
    /// Numbers of slices of a merged block in the levels of the tail, each a multiple of the next; the last is one; none for a single
    /// column. Their widths differ by at most one: by none unless the merged block is as wide as the mesh and `across` is 1 or the last
    /// block narrower.
    pub slices: Vec<usize>,
}

impl Merge {
    /// Rows of a merged block.
    pub fn height(&self) -> usize {
        self.down * self.block_height
    }

    /// Whether all blocks are of one width.
    pub fn is_even(&self) -> bool {
        self.across * self.block_width == self.width
    }

    /// The bound D on the differences of the numbers of ones in columns and, if blocks are of one width, in slices of one width.
    pub fn difference(&self) -> usize {
        let pairs = self.down.div_ceil(2) * self.across;
        if self.is_even() { pairs } else { pairs + self.down / 2 }
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
    pub(super) fn turn(&self, row: usize) -> Turn {
        let (height, width) = (self.block_height, self.width);
        let descending = (row / height) % 2 == 1;
        let (mirrored, row) = (self.from_snake && (row % 2 == 1) != descending, row % height);
        // Rows by which the sequence has gone on; where blocks are of one width, those of both kinds may begin anywhere.
        let rows = match (descending, self.is_even()) {
            (false, _) => row,
            (true, true) => width - row % width,
            (true, false) => 2 * (height - 1) - row,
        };
        Turn { mirrored, start: rows * self.block_width % width }
    }

    /// Rows after which [`Merge::deal`] repeats.
    pub(super) fn period(&self) -> usize {
        2 * self.block_height
    }

    /// The moves of `row` on a mesh of `columns` element columns folded from node `first` on.
    pub(super) fn hops(&self, row: usize, columns: usize, first: usize) -> Vec<Hop> {
        let node = |x: usize| (first + x / 2, x % 2);
        let target = |x: usize| x - x % self.width + self.deal(row, x % self.width);
        (0..columns).map(|x| Hop { from: node(x), to: node(target(x)) }).collect()
    }

    /// Steps of the permutation on a mesh of so many element columns, wherever the merged block begins, if they are fewer than `limit`;
    /// otherwise some number from `limit` on up to which they have been counted. Wide blocks on long rows are taken for slower than
    /// they may be.
    pub(super) fn deal_steps_below(&self, limit: usize, columns: usize) -> Result<usize, usize> {
        // A block of odd width may begin in either lane.
        let lanes = if self.width.is_multiple_of(2) { 1 } else { 2 };
        let most = if columns > LONGEST_ROW && self.width > LONGEST_BLOCK {
            self.most_deal_steps()
        } else {
            self.deal_steps(lanes, limit)
        };
        if most < limit { Ok(most) } else { Err(most) }
    }

    /// Steps of the permutation, wherever merged blocks do begin, or on rows that no machine has room to route, as many as those of the
    /// slowest.
    pub(super) fn deal_steps_on(&self, columns: usize) -> usize {
        if self.width > LONGEST_ROUTE {
            return self.most_deal_steps();
        }
        let is_odd = !self.width.is_multiple_of(2);
        let lanes = if is_odd && self.width < columns { 2 } else { 1 };
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
    pub(super) fn most_deal_steps(&self) -> usize {
        if self.permutes() { self.width.div_ceil(2) } else { 0 }
    }

    /// A lower bound on the steps of a permutation of `across` blocks of `block_height` rows side by side: half of the elements of a merged
    /// block cross its middle, at most two a step. Of blocks of a single row all may stay where they are.
    pub(super) fn steps_to_cross(across: usize, width: usize, block_height: usize) -> usize {
        if across > 1 && block_height > 1 { width / 4 } else { 0 }
    }

    /// A lower bound on the steps of the permutation: [`Merge::steps_to_cross`], or the nodes that one element passes.
    ///
    /// Take row 0 of the mesh, where place y is column y. Let g deal first to c slices, all places if the tail has one level. Place c − 1
    /// goes to the last of them, into its first column or beyond. Two columns share a node.
    pub(super) fn least_deal_steps(&self) -> usize {
        let residues = if self.is_even() { self.across } else { 1 };
        let places = self.width / residues;
        let count = self.slices.iter().rev().nth(1).map_or(places, |&count| count);
        let (from, to) = (count - 1, residues * Cut::new(places, count).start(count - 1));
        Self::steps_to_cross(self.across, self.width, self.block_height).max((to - from) / 2)
    }

    /// All kinds of its rows.
    pub(super) fn turns(&self) -> BTreeSet<Turn> {
        let rows = 0..self.block_height.min(self.kinds_at_most());
        let both = rows.flat_map(|row| [row, self.block_height + row]);
        both.map(|row| self.turn(row)).collect()
    }

    /// Rows of a block after which no new kind comes.
    pub(super) fn kinds_at_most(&self) -> usize {
        // Starts and parities together repeat.
        2 * if self.is_even() { self.across } else { self.width }
    }

    /// The phases of the tail, from sorted columns to blocks in the order `finish`.
    pub(super) fn tail(&self, finish: Finish) -> Vec<Exchanges> {
        let mut phases = Vec::new();
        for place in 0..self.slices.len() {
            let is_last = place + 1 == self.slices.len();
            let finish = if is_last { finish } else { Finish::Snake };
            self.level(place).phases(self.height(), finish, |phase| phases.push(phase));
        }
        phases
    }

    /// The level of the tail that ends in the slices in this place of [`Merge::slices`].
    pub(super) fn level(&self, place: usize) -> Level {
        if place == 0 || self.is_even() {
            return Level::at(self.width, &self.slices, place, self.difference());
        }
        let narrow = self.slices[place - 1];
        Level::new(Cut::new(self.width, self.slices[place]), narrow, self.apart(narrow))
    }
}
