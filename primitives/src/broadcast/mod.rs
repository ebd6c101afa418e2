//! Copies every packet to all nodes of its segment: segmented broadcast.

mod plan;
mod stream;

use meshcast_engine::{Machine, Node, Order, Rehearsal, Shape, Violation};
use plan::Plan;
use std::ops::Range;
use stream::HOME;

/// A segmented broadcast of packets on one shape, ready to run on any machine or tile of that shape.
///
/// A packet makes a copy in every step and sends it off in the next, the copy with the farthest to go first. If the
/// last copy leaves in the last step, then all arrive in that step: a copy goes on until then and need not know where
/// it is for. A segment of L nodes along the snake so takes L steps.
///
/// Long segments take two such streams. The first gives every later row of the segment a copy: along the packet's own
/// row to the column in which the segment's last row begins, then down that column. Only one segment goes on from any
/// row to the next, so streams share no link; and a copy arrives where the row's part begins, or at an end of a row
/// that is all of its segment. The second stream fills the parts of all rows, which are disjoint.
///
/// # Shape
/// Any rows × cols; any order. A segment is an interval of ranks in that order with at most `longest` nodes; segments
/// are disjoint, their packets stand at their first nodes in lane 0, and no other node has a packet in lanes 0 to 2.
/// In column-major order rows and columns change places below.
///
/// # Cost
/// Let L = min(longest, n).
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | L = 1 | 0 | 1 |
/// | down, if rows ≥ 2 | cols + min(rows − 1, ⌈(L − 1)/cols⌉) | 2, in three slots |
/// | across, if cols ≥ 2 | min(L, cols) | 2, in three slots |
/// | along, instead of both in snake order if L is no more | L | 2, in three slots |
///
/// That is 3a − 1 steps on a square of side a ≥ 2 if nothing is known of the segments.
///
/// # Errors
/// None of its own; M5 or M6 where a buffer is too small; one for
/// [`SegmentedBroadcast::CAPACITY`] packets never is; M6 where segments
/// overlap.
///
/// # Source
/// Step 2(c) of the t-migration in §2.2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast
/// routing on the mesh", 2006, as a prefix computation with "a suitable associative operator". Deviation: that would
/// take two scans, 4a − 2 steps on an even side a, since at every hop a packet is copied before it moves; here copies
/// are made at the source.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::SegmentedBroadcast;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 3)?;
/// // Segments of ranks 0 to 1 and 2 to 5; a packet's key is the first rank and the end of its segment.
/// let set = Arc::new(Messages::new(6, [(0, vec![]), (2, vec![])])?);
/// let broadcast = SegmentedBroadcast::new(shape, Order::Snake, 4);
/// let mut machine =
///     Machine::new(shape, set, Some(SegmentedBroadcast::CAPACITY), Options::default());
/// machine.inject(0, |node| if node.id() == 0 { 2 } else { 2 << 16 | 6 });
/// broadcast.run(&mut machine, |node, lane| {
///     node.packet(lane).map_or(0..0, |packet| packet.key() >> 16..packet.key() & 0xffff)
/// })?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 4);
/// let message = |row, col| outcome.packet(0, row, col).map(|packet| packet.message());
/// assert_eq!([message(0, 0), message(0, 1), message(0, 2)], [Some(0), Some(0), Some(1)]);
/// assert_eq!([message(1, 0), message(1, 1), message(1, 2)], [Some(1), Some(1), Some(1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SegmentedBroadcast {
    shape: Shape,
    order: Order,
    longest: usize,
    rehearsal: Rehearsal,
}

impl SegmentedBroadcast {
    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = 3;

    /// The broadcast on `shape` in segments of at most `longest` nodes.
    pub fn new(shape: Shape, order: Order, longest: usize) -> Self {
        let rehearsal = Rehearsal::default();
        Self { shape, order, longest: longest.min(shape.nodes()), rehearsal }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        self.plan().steps().into_iter().sum::<usize>() as u64
    }

    /// Steps of [`SegmentedBroadcast::new`] on `shape`, also on meshes for formulas alone.
    pub fn steps_on(shape: Shape, order: Order, longest: usize) -> u64 {
        Self::new(shape, order, longest).steps()
    }

    /// Copies the packet of every segment to all its nodes, lane 0. `segment` tells the segment of the packet in a slot
    /// from its header, which all copies share; it is asked only where there is one.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape, a segment is longer than was said, or its packet not at its first node.
    pub fn run(
        &self,
        machine: &mut Machine,
        segment: impl Fn(&Node<'_>, usize) -> Range<u32> + Sync,
    ) -> Result<(), Violation> {
        assert_eq!(machine.shape(), self.shape, "the broadcast is for another shape");
        let plan = self.plan();
        let leap = machine.leap(&self.rehearsal, 0..Self::CAPACITY, |machine| {
            machine.span("broadcast", |machine| match self.order {
                Order::ColumnMajor => machine.transposed(|machine| plan.run(machine, &segment)),
                Order::Snake | Order::RowMajor => plan.run(machine, &segment),
            })
        })?;
        if let Some(mut effect) = leap {
            let packets = (0..self.shape.nodes()).filter_map(|first| {
                let node = effect.node(first);
                Some((node.packet(HOME)?, segment(&node, HOME)))
            });
            for (packet, ranks) in packets.collect::<Vec<_>>() {
                effect.count_hops(plan.hops(ranks.clone()));
                for rank in ranks.skip(1) {
                    let (row, col) = self.order.position(self.shape, rank as usize);
                    effect.put(HOME, self.shape.index(row, col), packet, packet.key());
                    effect.count_copies(1);
                }
            }
        }
        Ok(())
    }

    /// The hops of the copies in a segment.
    pub(crate) fn hops(&self, segment: Range<u32>) -> u64 {
        self.plan().hops(segment)
    }

    fn plan(&self) -> Plan {
        let (shape, order) = match self.order {
            Order::ColumnMajor => (self.shape.transposed(), Order::RowMajor),
            order => (self.shape, order),
        };
        Plan { shape, order, longest: self.longest }
    }
}
