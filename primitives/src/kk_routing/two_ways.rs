//! Sends one half of the packets along rows first and the other half along columns first, at the same time.

use super::both_sorts::BothSorts;
use super::phases::Phases;
use super::queues::{ARRIVED, CROSSED, CROSSING, QUEUE};
use crate::by_shape::ByShape;
use crate::leap_effects::Journey;
use crate::queued_line::{QueuedLine, run_together};
use crate::scatter::Scatter;
use crate::sorted_blocks::{Deal, Place, SortedBlocks};
use meshcast_engine::{Lines, Machine, Order, Shape, Tile, Tiling, Violation};

/// Blocks sort both halves at once and deal them out to all rows of the mesh, and to all columns.
#[derive(Clone, Debug)]
pub(super) struct TwoWays {
    tiling: Tiling,
    /// The sorts for every shape of a block.
    sorts: ByShape<BothSorts>,
    /// Of the half that goes along rows first, and of the other one.
    halves: [Half; 2],
    phases: Phases,
}

/// Half of the packets.
#[derive(Clone, Debug)]
struct Half {
    /// The blocks, transposed if the half goes along columns first.
    tiling: Tiling,
    blocks: SortedBlocks,
    /// The turns of the rows, or columns, that it is dealt to.
    deal: Scatter,
}

impl TwoWays {
    /// The last phase: keys are rows, or columns.
    pub(super) const LAST: [QueuedLine; 2] = [
        QueuedLine { lines: Lines::Columns, keys: 1, moving: QUEUE, arrived: ARRIVED },
        QueuedLine { lines: Lines::Rows, keys: 1, moving: CROSSING, arrived: ARRIVED },
    ];

    pub(super) fn new(shape: Shape, phases: Phases) -> Self {
        let Phases { grid: (down, across), packets, slots, .. } = phases;
        let tiling = Tiling::grid(shape, down, across);
        let turned = Tiling::grid(shape.transposed(), across, down);
        let half = |tiling: Tiling, slots| {
            let deal = Scatter::new(tiling.shape().rows());
            let blocks = SortedBlocks::new(&tiling, slots, Deal::ToAllRows(deal.clone()));
            Half { tiling, blocks, deal }
        };
        let halves = [half(tiling.clone(), slots[0]), half(turned, slots[1])];
        let sorts = ByShape::new(&tiling, |block| BothSorts::new(block, packets));
        Self { tiling, sorts, halves, phases }
    }

    /// Steps in which the slowest block sorts both halves.
    pub(super) fn block_steps(&self) -> u64 {
        self.sorts.iter().map(BothSorts::steps).max().unwrap_or(0)
    }

    pub(super) fn hops(&self, journeys: &[Journey]) -> u64 {
        let shape = self.tiling.shape();
        let turned = |node| {
            let (row, col) = shape.position(node);
            shape.transposed().index(col, row)
        };
        let mut of_halves = [Vec::new(), Vec::new()];
        for of_node in journeys.chunk_by(|a, b| a.from == b.from) {
            let mut of_node = of_node.to_vec();
            of_node.sort_unstable_by_key(|journey| journey.to);
            for (place, &Journey { from, to }) in of_node.iter().enumerate() {
                of_halves[place % 2].push(match place % 2 {
                    0 => Journey { from, to },
                    _ => Journey { from: turned(from), to: turned(to) },
                });
            }
        }
        let [rows_first, columns_first] = &self.halves;
        let hops = rows_first.blocks.hops(&rows_first.tiling, &of_halves[0], |block, packets| {
            self.sorts.of(block).sorts[0].hops(packets)
        });
        let (tiling, journeys) = (&columns_first.tiling, &of_halves[1]);
        hops + columns_first.blocks.hops(tiling, journeys, |block, packets| {
            let turned = packets.iter().map(|&(lane, (row, col))| (lane, (col, row)));
            let packets: Vec<Place> = turned.collect();
            self.sorts.of(block.transposed()).sorts[1].hops(&packets)
        })
    }

    /// Brings one half of the packets to the columns of their targets, their keys being the rows, and the other half to
    /// the rows, their keys being the columns.
    pub(super) fn gather(&self, machine: &mut Machine) -> Result<(), Violation> {
        let shape = self.tiling.shape();
        let (rows, cols, nodes) = (shape.rows() as u32, shape.cols() as u32, shape.nodes() as u32);
        // The column-major index of the target, or the row-major one.
        machine.requeue(QUEUE, |_, queued| {
            let key = queued.packet.key();
            match queued.place % 2 {
                0 => (QUEUE, key % cols * rows + key / cols),
                _ => (CROSSING, key),
            }
        })?;
        machine.in_parallel(&self.tiling, |block, number| {
            self.sorts.of(block.shape()).run(block, self.phases.slots)?;
            self.name_places(&self.tiling.tiles()[number], block)
        })?;
        let line = |lines, keys, moving, arrived| QueuedLine { lines, keys, moving, arrived };
        let deal = [
            line(Lines::Columns, nodes, QUEUE, ARRIVED),
            line(Lines::Rows, nodes, CROSSING, CROSSED),
        ];
        machine.span("deal", |machine| run_together(&deal, machine, self.phases.deal))?;
        machine.requeue(ARRIVED, |_, queued| (QUEUE, queued.packet.key() % nodes))?;
        machine.requeue(CROSSED, |_, queued| (CROSSING, queued.packet.key() % nodes))?;
        let first = [
            line(Lines::Rows, rows, QUEUE, ARRIVED),
            line(Lines::Columns, cols, CROSSING, CROSSED),
        ];
        machine.span("first", |machine| run_together(&first, machine, self.phases.first))?;
        machine.requeue(ARRIVED, |_, queued| (QUEUE, queued.packet.key() % rows))?;
        machine.requeue(CROSSED, |_, queued| (CROSSING, queued.packet.key() % cols))
    }

    /// Every node adds to the keys of its packets the row or column that they are dealt to: local work.
    fn name_places(&self, tile: &Tile, block: &mut Machine) -> Result<(), Violation> {
        let (nodes, slots) = (self.tiling.shape().nodes() as u32, self.phases.slots);
        let to = |half: usize, rank: usize, place: usize, first: usize, key: u32| {
            let dealt = self.halves[half].deal.line((rank + first) * slots[half] + place);
            dealt as u32 * nodes + key
        };
        block.requeue(QUEUE, |node, queued| {
            let rank = Order::ColumnMajor.rank(tile.shape, node.row(), node.col());
            (QUEUE, to(0, rank, queued.place, tile.first_row, queued.packet.key()))
        })?;
        block.requeue(CROSSING, |node, queued| {
            let rank = Order::RowMajor.rank(tile.shape, node.row(), node.col());
            (CROSSING, to(1, rank, queued.place, tile.first_col, queued.packet.key()))
        })
    }
}
