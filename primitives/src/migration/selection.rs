//! Who is selected for which tile, and the marks that say so.

use crate::grid::{Axis, axes};
use crate::scan::{scan, scan_steps};
use meshcast_engine::{Machine, Node, Order, Shape, Tiling, Variable, Violation};
use std::ops::Range;

/// The word of a destination that no copy has been sent to.
const OPEN: u32 = 0;
/// The word of a destination that a copy of an earlier run was for.
const SERVED: u32 = 1;
/// The word of a destination that a copy of this run is for, but not the first one in its tile.
const BESIDE: u32 = 2;
/// The word of the first such destination in its tile: this, plus the packet's rank among those selected for the tile.
const FRESH: u32 = 3;

/// Whether a copy of the packet in slot `lane`, made in the last run, is for its destination `index`.
pub(super) fn wanted(node: &Node<'_>, lane: usize, index: usize) -> bool {
    node.words(lane).get(index) >= BESIDE
}

/// Whether no copy has been sent to some destination of the packet in slot `lane`.
pub(super) fn is_open(node: &Node<'_>, lane: usize) -> bool {
    node.words(lane).iter().any(|word| word == OPEN)
}

/// The first half of a t-migration on one grid of tiles, whose marks are header words, one a destination.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    tiling: Tiling,
    rows: Axis,
    cols: Axis,
    /// The lanes of the masters.
    masters: Range<usize>,
}

impl Selection {
    pub(super) fn new(shape: Shape, (down, across): (usize, usize), masters: Range<usize>) -> Self {
        let tiling = Tiling::grid(shape, down, across);
        let (rows, cols) = axes(&tiling);
        Self { tiling, rows, cols, masters }
    }

    /// The lanes of the masters.
    pub(super) fn masters(&self) -> Range<usize> {
        self.masters.clone()
    }

    pub(super) fn shape(&self) -> Shape {
        self.tiling.shape()
    }

    /// The number t of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.tiling.tiles().len()
    }

    /// The steps of [`Selection::run`] and a [`Selection::copy`] of every master.
    pub(super) fn steps(&self) -> u64 {
        let scans = |waves| scan_steps(self.shape(), Order::RowMajor, waves);
        scans(self.tiles()) + scans(1) + self.masters.len() as u64
    }

    /// Marks masters for tiles, at most as many for a tile as it has nodes. Returns two sums over the masters up to each
    /// node's own, in row-major order: how many got marks, and how many marks they got.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<Variable<(u32, u32)>, Violation> {
        assert_eq!(machine.shape(), self.shape(), "the migration is for another shape");
        self.mark(machine)?;
        let mut sums = machine.variable(1, |node, _| {
            let marks = self.masters().map(|lane| self.marks(node, lane));
            marks.fold((0, 0), |sums, marks| (sums.0 + marks.min(1), sums.1 + marks))
        })?;
        scan(machine, &mut sums, Order::RowMajor, |before, here| {
            (before.0 + here.0, before.1 + here.1)
        })?;
        Ok(sums)
    }

    /// Puts a copy of the master in `lane`, where it got a mark, into lane 0. Its key is the rank, along the snake, at
    /// which its segment begins.
    pub(super) fn copy(
        &self,
        machine: &mut Machine,
        lane: usize,
        sums: &Variable<(u32, u32)>,
    ) -> Result<(), Violation> {
        machine.step(|step| step.copy(lane, 0, |node| self.marks(node, lane) > 0))?;
        machine.rekey(0, |node| {
            let (_, marks) = node.own(sums)[0];
            let from_here = (lane..self.masters().end).map(|lane| self.marks(node, lane));
            Some(marks - from_here.sum::<u32>())
        })
    }

    /// Scan i numbers the masters that tile i wants; the first ones are marked. The masters of a node are numbered in
    /// the order of their lanes.
    fn mark(&self, machine: &mut Machine) -> Result<(), Violation> {
        let tiles = self.tiles();
        // For every master and tile, the number of the packet's first open destination there, counted from 1; 0 if it
        // has none.
        let mut firsts = machine.variable(self.masters.len() * tiles, |_, _| 0u32)?;
        machine.compute(&mut firsts, |node, firsts| {
            for (lane, firsts) in self.masters().zip(firsts.chunks_mut(tiles)) {
                let words = node.destinations(lane).iter().zip(node.words(lane).iter());
                for (number, (&destination, word)) in (1..).zip(words) {
                    let tile = node.locate(destination).map(|at| self.tile_at(at));
                    if let Some(tile) = tile.filter(|&tile| word == OPEN && firsts[tile] == 0) {
                        firsts[tile] = number;
                    }
                }
            }
        })?;
        // How many masters of a node, from number `from` on, a tile wants.
        let wanted = |node: &Node<'_>, from: usize, tile: usize| {
            let firsts = node.own(&firsts).chunks(tiles).skip(from);
            firsts.filter(|firsts| firsts[tile] > 0).count() as u32
        };
        let mut ranks = machine.variable(tiles, |node, tile| wanted(node, 0, tile))?;
        scan(machine, &mut ranks, Order::RowMajor, |before, here| before + here)?;
        for (master, lane) in self.masters().enumerate() {
            machine.annotate(lane, |node, words| {
                for (i, &destination) in node.destinations(lane).iter().enumerate() {
                    if words.get(i) != OPEN {
                        words.set(i, SERVED);
                    } else if let Some(at) = node.locate(destination) {
                        let tile = self.tile_at(at);
                        let first = node.own(&firsts)[master * tiles + tile];
                        let rank = node.own(&ranks)[tile] - wanted(node, master + 1, tile);
                        if rank as usize <= self.tiling.tiles()[tile].shape.nodes() {
                            let is_first = first == i as u32 + 1;
                            words.set(i, if is_first { FRESH + rank - 1 } else { BESIDE });
                        }
                    }
                }
            })?;
        }
        Ok(())
    }

    /// How many fresh marks the packet in slot `lane` has.
    fn marks(&self, node: &Node<'_>, lane: usize) -> u32 {
        self.fresh(node, lane).count() as u32
    }

    /// The fresh marks of the packet in slot `lane`: tile and rank.
    fn fresh<'n>(
        &'n self,
        node: &'n Node<'_>,
        lane: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'n {
        let marks = node.destinations(lane).iter().zip(node.words(lane).iter());
        marks.filter(|&(_, word)| word >= FRESH).filter_map(|(&destination, word)| {
            let tile = self.tile_at(node.locate(destination)?);
            Some((tile, (word - FRESH) as usize))
        })
    }

    /// The fresh mark that the copy in lane 0 stands for, given its place in its segment; its key is the rank, along the
    /// snake, of the first node of the segment.
    pub(super) fn own_mark(&self, node: &Node<'_>) -> Option<(usize, usize)> {
        let first = node.packet(0)?.key() as usize;
        let rank = Order::Snake.rank(self.shape(), node.row(), node.col());
        self.fresh(node, 0).nth(rank - first)
    }

    /// The segment of the copy in slot `lane`, whose key is where it begins.
    pub(super) fn segment(&self, node: &Node<'_>, lane: usize) -> Range<u32> {
        let first = node.packet(lane).map_or(0, meshcast_engine::Packet::key);
        first..first + self.marks(node, lane)
    }

    /// The node of rank `rank` in a tile.
    pub(super) fn node_of(&self, tile: usize, rank: usize) -> u32 {
        let tile = self.tiling.tiles()[tile];
        let (row, col) = tile.shape.position(rank);
        self.shape().index(tile.first_row + row, tile.first_col + col) as u32
    }

    pub(super) fn tile_at(&self, node: usize) -> usize {
        let (row, col) = self.shape().position(node);
        self.rows.place_at(row).part * self.cols.parts() + self.cols.place_at(col).part
    }
}
