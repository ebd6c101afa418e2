//! Who is selected for which tile, and the marks that say so.

use super::Migration;
use crate::grid::{Axis, axes};
use crate::scan::{scan, scan_steps};
use meshcast_engine::{Machine, Node, Order, Shape, Tiling, Variable, Violation};

/// The mark of a tile for which the packet was selected in an earlier call of the visit.
const OLD: u32 = 1;
/// The mark of a tile for which the packet was selected in this call: this, plus its rank among those selected.
const FRESH: u32 = 2;

/// The first half of a t-migration on one grid of tiles. A packet's mark for a tile is the header word of its first
/// destination in that tile; 0 if it has not been selected in this visit.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    tiling: Tiling,
    rows: Axis,
    cols: Axis,
}

impl Selection {
    pub(super) fn new(shape: Shape, down: usize, across: usize) -> Self {
        let tiling = Tiling::grid(shape, down, across);
        let (rows, cols) = axes(&tiling);
        Self { tiling, rows, cols }
    }

    pub(super) fn shape(&self) -> Shape {
        self.tiling.shape()
    }

    /// The number t of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.tiling.tiles().len()
    }

    /// The steps of [`Selection::run`].
    pub(super) fn steps(&self) -> u64 {
        let scans = |waves| scan_steps(self.shape(), Order::RowMajor, waves);
        scans(self.tiles()) + scans(1) + 1
    }

    /// Takes all marks off.
    pub(super) fn begin(machine: &mut Machine) -> Result<(), Violation> {
        machine
            .annotate(Migration::MASTER, |_, words| (0..words.len()).for_each(|i| words.set(i, 0)))
    }

    /// Marks masters for tiles, at most as many for a tile as it has nodes, and puts one copy of each that got a mark
    /// into lane 0 of its node. Returns two sums over the masters up to each node's own, in row-major order: how many
    /// got marks, and how many marks they got.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<Variable<(u32, u32)>, Violation> {
        assert_eq!(machine.shape(), self.shape(), "the migration is for another shape");
        self.mark(machine)?;
        let mut sums = machine.variable(1, |node, _| {
            let marks = self.fresh(node, Migration::MASTER).count() as u32;
            (marks.min(1), marks)
        })?;
        scan(machine, &mut sums, Order::RowMajor, |before, here| {
            (before.0 + here.0, before.1 + here.1)
        })?;
        machine.step(|step| {
            step.copy(Migration::MASTER, 0, |node| {
                self.fresh(node, Migration::MASTER).next().is_some()
            })
        })?;
        Ok(sums)
    }

    /// Scan i numbers the masters that tile i wants and has not got yet; the first ones are marked.
    fn mark(&self, machine: &mut Machine) -> Result<(), Violation> {
        // For every tile, the number of the packet's first destination there, counted from 1; 0 if it has none.
        let mut firsts = machine.variable(self.tiles(), |_, _| 0u32)?;
        machine.compute(&mut firsts, |node, firsts| {
            for (i, &destination) in node.destinations(Migration::MASTER).iter().enumerate().rev() {
                if let Some(at) = node.locate(destination) {
                    firsts[self.tile_at(at)] = i as u32 + 1;
                }
            }
        })?;
        let mut ranks = machine.map(&firsts, |node, &first| {
            let marks = node.words(Migration::MASTER);
            u32::from(first > 0 && marks.get(first as usize - 1) == 0)
        })?;
        scan(machine, &mut ranks, Order::RowMajor, |before, here| before + here)?;
        machine.annotate(Migration::MASTER, |node, marks| {
            let tiles = self.tiling.tiles().iter().zip(node.own(&firsts)).zip(node.own(&ranks));
            for ((tile, &first), &rank) in tiles.filter(|&((_, &first), _)| first > 0) {
                let first = first as usize - 1;
                if marks.get(first) != 0 {
                    marks.set(first, OLD);
                } else if rank as usize <= tile.shape.nodes() {
                    marks.set(first, FRESH + rank - 1);
                }
            }
        })
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
    pub(super) fn segment(&self, node: &Node<'_>, lane: usize) -> std::ops::Range<u32> {
        let first = node.packet(lane).map_or(0, meshcast_engine::Packet::key);
        first..first + self.fresh(node, lane).count() as u32
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

    /// Makes the rank along the snake at which its segment begins the key of every copy in lane 0.
    pub(super) fn key_by_segment(
        &self,
        machine: &mut Machine,
        sums: &Variable<(u32, u32)>,
    ) -> Result<(), Violation> {
        machine.rekey(0, |node| {
            let (_, marks) = node.own(sums)[0];
            Some(marks - self.fresh(node, 0).count() as u32)
        })
    }
}
