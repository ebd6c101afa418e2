//! Selects masters for every tile, and marks them.

use super::lanes::{CAPACITY, MASTER};
use super::wants::Wants;
use crate::grid::{Axis, axes};
use crate::scan::{scan, scan_steps, sum_counts};
use meshcast_engine::{HeaderWords, Machine, Node, Order, Shape, Tiling, Variable, Violation};
use std::ops::Range;

/// The word of a destination that no copy has been sent to.
pub(super) const OPEN: u32 = 0;
/// The word of a destination that a copy of an earlier run was for.
pub(super) const SERVED: u32 = 1;
/// The word of a destination that a copy of this run is for, but not the first one in its tile.
pub(super) const BESIDE: u32 = 2;
/// The word of the first such destination in its tile: this, plus the packet's rank among those selected for the tile.
pub(super) const FRESH: u32 = 3;

/// Whether a copy of the packet in slot `lane`, made in the last run, is for its destination `index`.
pub(super) fn wanted(node: &Node<'_>, lane: usize, index: usize) -> bool {
    node.words(lane).get(index) >= BESIDE
}

/// Whether no copy has been sent to some destination of the packet in slot `lane`.
pub(super) fn is_open(node: &Node<'_>, lane: usize) -> bool {
    node.words(lane).iter().any(|word| word == OPEN)
}

/// Whether the word is a mark: that of the first destination in a tile that the packet is selected for.
pub(super) fn is_fresh(word: u32) -> bool {
    word >= FRESH
}

/// The segment of the copy in slot `lane`, whose key is where it begins: a node for each of its marks.
pub(super) fn segment(node: &Node<'_>, lane: usize) -> std::ops::Range<u32> {
    let first = node.packet(lane).map_or(0, meshcast_engine::Packet::key);
    first..first + node.words(lane).iter().filter(|&word| is_fresh(word)).count() as u32
}

/// Makes the destinations that the last run has marked served ones.
pub(super) fn forget_marks(words: &mut HeaderWords<'_>) {
    words.replace(|word| (word > SERVED).then_some(SERVED));
}

/// The first half of a t-migration on one grid of tiles, whose marks are header words, one a destination.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    pub(super) tiling: Tiling,
    /// The first rows and columns, whose masters take part.
    pub(super) core: Shape,
    rows: Axis,
    cols: Axis,
    /// The lanes of the masters.
    masters: Range<usize>,
    /// Where the segments of masters lie: each in the part in which the master is.
    parts: Tiling,
    pub(super) part_rows: Axis,
    pub(super) part_cols: Axis,
    /// Destinations of a packet at most, if that is known.
    degree: usize,
    /// Whether copies are counted once it is known how many there are, so that no part makes too many.
    pub(super) is_exact: bool,
}

impl Selection {
    pub(super) fn new(
        shape: Shape,
        core: Shape,
        (down, across): (usize, usize),
        (parts_down, parts_across): (usize, usize),
    ) -> Self {
        let tiling = Tiling::grid(shape, down, across);
        let (rows, cols) = axes(&tiling);
        let parts = Tiling::grid(shape, parts_down, parts_across);
        let (part_rows, part_cols) = axes(&parts);
        Self {
            tiling,
            core,
            rows,
            cols,
            parts,
            part_rows,
            part_cols,
            masters: MASTER..CAPACITY,
            degree: usize::MAX,
            is_exact: false,
        }
    }

    /// The same for masters in one part whose copies are counted when they are marked.
    pub(super) fn exact(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// The same for masters in other lanes, at most one a lane and node.
    pub(super) fn of_masters(self, masters: Range<usize>) -> Self {
        Self { masters, ..self }
    }

    /// The same for packets with at most so many destinations.
    pub(super) fn of_degree(self, degree: usize) -> Self {
        Self { degree, ..self }
    }

    /// Tiles that may want one master.
    pub(super) fn tiles_of_a_master(&self) -> usize {
        self.tiles().min(self.degree)
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

    pub(super) fn parts(&self) -> &Tiling {
        &self.parts
    }

    /// The steps of [`Selection::mark`].
    pub(super) fn mark_steps(&self) -> u64 {
        scan_steps(self.shape(), Order::RowMajor, self.tiles())
    }

    /// The steps of [`Selection::mark_and_count`].
    pub(super) fn mark_and_count_steps(&self) -> u64 {
        if self.is_exact {
            return self.mark_steps() + scan_steps(self.shape(), Order::RowMajor, 1);
        }
        scan_steps(self.shape(), Order::RowMajor, self.tiles() + 2 * self.part_cols.parts())
    }

    /// Numbers the masters that each tile wants, those of a node in the order of their lanes, and marks the first ones,
    /// at most as many as it has nodes. A mark is what `mark` makes of a master's node and its number.
    pub(super) fn mark(
        &self,
        machine: &mut Machine,
        mark: impl Fn(&Node<'_>, u32) -> u32 + Sync,
    ) -> Result<(), Violation> {
        let wants = Wants::new(self);
        let mut registers = self.ask(machine, &wants)?;
        sum_counts(machine, &mut registers, self.tiles(), &wants)?;
        self.write(machine, (&wants, &registers), |_| true, mark)
    }

    /// [`Selection::mark`], but of the masters of a part in turn only as long as the numbers of tiles that want them
    /// add up to no more than the part has nodes. Two more scans for every column of parts count these, and the masters
    /// that any tile wants; at most one master a node. Returns the node at which, along the snake of the part, the
    /// segment of each master begins, and the master's own rank in the part.
    pub(super) fn mark_and_count(
        &self,
        machine: &mut Machine,
    ) -> Result<Variable<(u32, u32)>, Violation> {
        if self.is_exact {
            return self.mark_then_count(machine);
        }
        let wants = Wants::new(self);
        let mut registers = self.ask(machine, &wants)?;
        let waves = self.tiles() + 2 * self.part_cols.parts();
        sum_counts(machine, &mut registers, waves, &wants)?;
        let has_room = |node: &Node<'_>| {
            let part = self.parts.tiles()[self.part_at(node.index())];
            Wants::totals(node.own(&registers)).0 as usize <= part.shape.nodes()
        };
        self.write(machine, (&wants, &registers), has_room, |_, rank| rank)?;
        machine.variable(1, |node, _| {
            let own = node.own(&registers);
            let (copies, masters) = Wants::totals(own);
            (copies - wants.tiles_of(0, own), masters.saturating_sub(1))
        })
    }

    /// [`Selection::mark`], and then a scan over the numbers of marks, which cannot add up to more than there are nodes.
    fn mark_then_count(&self, machine: &mut Machine) -> Result<Variable<(u32, u32)>, Violation> {
        self.mark(machine, |_, rank| rank)?;
        let marks = |node: &Node<'_>| self.marks(node, self.masters());
        let mut sums = machine.variable(1, |node, _| (marks(node), marks(node).min(1)))?;
        scan(machine, &mut sums, Order::RowMajor, |(a, b), (c, d)| (a + c, b + d))?;
        machine.map(&sums, |node, &(copies, masters)| {
            (copies - marks(node), masters.saturating_sub(1))
        })
    }

    /// Registers in which every node has which tiles want its masters.
    fn ask(&self, machine: &mut Machine, wants: &Wants<'_>) -> Result<Variable<u64>, Violation> {
        assert_eq!(machine.shape(), self.shape(), "the migration is for another shape");
        let mut registers = machine.variable(wants.registers(), |_, _| 0)?;
        machine.compute(&mut registers, |node, own| {
            if node.row() >= self.core.rows() || node.col() >= self.core.cols() {
                return;
            }
            for (master, lane) in self.masters().enumerate() {
                let words = node.words(lane);
                let open = || node.destinations_here(lane).filter(|&(i, _)| words.get(i) == OPEN);
                wants.ask(master, own, || open().map(|(i, at)| (i, self.tile_at(at))));
            }
        })?;
        Ok(registers)
    }

    /// Writes the marks of the masters that are `eligible`: what `mark` makes of the node and the rank of each.
    fn write(
        &self,
        machine: &mut Machine,
        (wants, registers): (&Wants<'_>, &Variable<u64>),
        eligible: impl Fn(&Node<'_>) -> bool + Sync,
        mark: impl Fn(&Node<'_>, u32) -> u32 + Sync,
    ) -> Result<(), Violation> {
        for (master, lane) in self.masters().enumerate() {
            machine.annotate(lane, |node, words| {
                forget_marks(words);
                if !eligible(node) {
                    return;
                }
                for (i, at) in node.destinations_here(lane) {
                    if words.get(i) != OPEN {
                        continue;
                    }
                    let tile = self.tile_at(at);
                    // Nodes outside the core have asked nothing.
                    let Some(want) = wants.of(master, node.own(registers), tile) else { continue };
                    if want.rank as usize <= self.tiling.tiles()[tile].shape.nodes() {
                        let is_first = want.first as usize == i;
                        let mark =
                            if is_first { FRESH + mark(node, want.rank - 1) } else { BESIDE };
                        words.set(i, mark);
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Puts a copy of every master of lane `lane` that got a mark into lane 0 of its node: a step.
    pub(super) fn copy(&self, machine: &mut Machine, lane: usize) -> Result<(), Violation> {
        machine.step(|step| step.copy(lane, 0, |node| self.fresh(node, lane).next().is_some()))
    }

    /// The number of marks of a node's masters in `lanes`.
    pub(super) fn marks(&self, node: &Node<'_>, lanes: Range<usize>) -> u32 {
        lanes.map(|lane| self.fresh(node, lane).count() as u32).sum()
    }

    /// The fresh marks of the packet in slot `lane`: tile and rank.
    fn fresh<'n>(
        &'n self,
        node: &'n Node<'_>,
        lane: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'n {
        let words = node.words(lane);
        node.destinations_here(lane).filter_map(move |(i, at)| {
            let rank = words.get(i).checked_sub(FRESH)?;
            Some((self.tile_at(at), rank as usize))
        })
    }

    /// The fresh mark that the copy in lane 0 stands for, given its place in its segment; its key is the rank, along the
    /// snake of the part, of the first node of the segment.
    pub(super) fn own_mark(&self, node: &Node<'_>) -> Option<(usize, usize)> {
        let first = node.packet(0)?.key() as usize;
        let (row, col) = (self.part_rows.place_at(node.row()), self.part_cols.place_at(node.col()));
        let part = self.parts.tiles()[row.part * self.part_cols.parts() + col.part].shape;
        let rank = Order::Snake.rank(part, row.offset, col.offset);
        self.fresh(node, 0).nth(rank - first)
    }

    /// The node of rank `rank` in a tile.
    pub(super) fn node_of(&self, tile: usize, rank: usize) -> u32 {
        let tile = self.tiling.tiles()[tile];
        let (row, col) = tile.shape.position(rank);
        self.shape().index(tile.first_row + row, tile.first_col + col) as u32
    }

    /// The part of a node.
    pub(super) fn part_at(&self, node: usize) -> usize {
        let (row, col) = self.shape().position(node);
        let (row, col) = (self.part_rows.place_at(row), self.part_cols.place_at(col));
        row.part * self.part_cols.parts() + col.part
    }

    /// The tile of a node.
    pub(super) fn tile_at(&self, node: usize) -> usize {
        let (row, col) = self.shape().position(node);
        self.rows.place_at(row).part * self.cols.parts() + self.cols.place_at(col).part
    }
}
