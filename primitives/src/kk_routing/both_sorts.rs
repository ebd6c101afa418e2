//! Sorts both halves of the packets of a block at the same time, one into column-major order and one into row-major order.

use super::queues::{CROSSING, QUEUE};
use super::slot_sort::SlotSort;
use crate::sort::{Counted, Stretch, Turn, run_crossed, total, turns};
use meshcast_engine::{LANES_APART, Machine, Order, Shape, Violation};

/// The orders of the half that goes along rows first, and of the other one.
const ORDERS: [Order; 2] = [Order::ColumnMajor, Order::RowMajor];

/// Steps by the rows and columns of a block and the packets of its halves.
static COUNTED: Counted<(usize, usize, [usize; 2]), u64> = Counted::new();

/// The sorts of both halves: on a square block the one is the other one transposed, so that they never use one link and take as
/// many steps as one of them. On other blocks one has to wait now and then.
#[derive(Clone, Debug)]
pub(super) struct BothSorts {
    pub(super) sorts: [SlotSort; 2],
    /// The lane from which on the packets of the second half are, behind those of the first.
    second_lane: usize,
    turns: Vec<Turn>,
}

impl BothSorts {
    /// Of at most so many packets a node in either half.
    pub(super) fn new(block: Shape, packets: [usize; 2]) -> Self {
        let sort = |half: usize| SlotSort::new(block, packets[half], ORDERS[half]);
        let sorts = [sort(0), sort(1)];
        let turns = interleaved(&[sorts[0].stretches(), sorts[1].stretches()], packets);
        Self { sorts, second_lane: SlotSort::most_lanes(packets[0]), turns }
    }

    pub(super) fn steps(&self) -> u64 {
        steps(&self.turns)
    }

    /// The steps of [`BothSorts::new`], without planning it.
    pub(super) fn steps_on(block: Shape, packets: [usize; 2]) -> u64 {
        COUNTED.get((block.rows(), block.cols(), packets), || {
            let stretches =
                |half: usize| SlotSort::stretches_on(block, packets[half], ORDERS[half]);
            steps(&interleaved(&[stretches(0), stretches(1)], packets))
        })
    }

    /// Lanes of both, in blocks of any shape.
    pub(super) fn lanes(packets: [usize; 2]) -> usize {
        packets.map(SlotSort::most_lanes).iter().sum()
    }

    /// Sorts the packets of both queues, at most `slots` a node in either.
    pub(super) fn run(&self, block: &mut Machine, slots: [usize; 2]) -> Result<(), Violation> {
        let first = [0, self.second_lane];
        let [Some(columns), Some(rows)] = [0, 1].map(|half| self.sorts[half].crossed(first[half]))
        else {
            return Ok(());
        };
        let lanes = [0, 1].map(|half| first[half]..first[half] + slots[half]);
        let queues = [QUEUE, CROSSING].into_iter().zip(lanes);
        for (queue, lanes) in queues.clone() {
            block.dequeue(queue, lanes)?;
        }
        block.span("sorts", |block| run_crossed(block, [columns, rows], &self.turns))?;
        for (queue, lanes) in queues {
            block.enqueue(lanes, queue)?;
        }
        Ok(())
    }
}

/// When which sort makes its steps. Where forms of one step could not tell the lanes of one sort from those of the other, one sort
/// comes after the other.
fn interleaved(sorts: &[Vec<Stretch>; 2], packets: [usize; 2]) -> Vec<Turn> {
    if SlotSort::most_lanes(packets[0]) > LANES_APART {
        let alone = |half: usize| Turn { acts: [half == 0, half == 1], steps: total(&sorts[half]) };
        return vec![alone(0), alone(1)];
    }
    turns([&sorts[0], &sorts[1]])
}

fn steps(turns: &[Turn]) -> u64 {
    turns.iter().map(|turn| turn.steps).sum()
}
