//! Runs `greedy-unicast`: every delivery is a packet of its own, on its way along a row and a column.

use super::Multicast;
use super::greedy_queues::{ARRIVED, SERVICE, earliest_first, run, waiting};
use super::inject::inject_all;
use meshcast_engine::{
    Copied, End, Machine, Messages, Node, Port, Queued, Service, Shape, Violation,
};
use std::sync::Arc;

/// In the keys of messages at their sources, beside the number of packets to be made of them; those of packets are
/// less.
const UNSENT: u32 = 1 << 31;

/// Multicast by unicast, greedily: what a network-on-chip without multicast does.
///
/// A source makes a packet for each destination, one a step. A packet goes along its row to the column of its
/// destination, along that column to its row, and is delivered. Whatever waits for the same port or copy unit is
/// served in the order in which it came, messages with packets to be made first, and nothing that can move ever waits.
///
/// Nothing but its own place need be known to a node. Nobody knows when the last packet has been delivered either: the
/// program is told, for nothing, and the result says so ([`Machine::told_when_done`]).
///
/// # Shape
/// Any rows × cols, any message set, nodes without a message or with several and messages without destinations allowed; a source may
/// be its own destination. All messages of a node leave its input queue at once.
///
/// # Cost
/// Nothing is proved: steps and buffers depend on the data and are measured. The buffer has no capacity.
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// Folklore: dimension-order routing, first come, first served. A source makes its packets in the order of the
/// destinations that begins after itself: if all sources began with node 0, it would get all first packets.
///
/// # Example
/// ```
/// use meshcast_algorithms::{GreedyUnicast, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(2, 3)?;
/// let set = Messages::new(6, [(0, vec![1, 5]), (4, vec![4])])?;
/// let greedy = GreedyUnicast::new(shape, &set);
/// let mut machine = Machine::new(shape, greedy.messages(), None, Options::default());
/// greedy.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!((outcome.deliveries.len(), outcome.told_when_done), (3, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreedyUnicast {
    shape: Shape,
    messages: Arc<Messages>,
}

impl GreedyUnicast {
    /// The algorithm for `messages` on `shape`.
    ///
    /// # Panics
    /// If there are more than 3·2²⁶ deliveries.
    pub fn new(shape: Shape, messages: &Messages) -> Self {
        Self { shape, messages: Arc::new(messages.clone().in_parts(1)) }
    }

    /// Where a packet with one destination waits: for the copy unit there, for a port on the way.
    fn wait(&self, node: &Node<'_>, queued: Queued<'_>, now: u32) -> (usize, u32) {
        let (row, col) = self.shape.position(queued.destinations()[0] as usize);
        let port = match (node.row(), node.col()) {
            (_, here) if here < col => Port::East,
            (_, here) if here > col => Port::West,
            (here, _) if here < row => Port::South,
            (here, _) if here > row => Port::North,
            _ => return (SERVICE, earliest_first(now)),
        };
        waiting(port, now)
    }
}

impl Multicast for GreedyUnicast {
    type Run = ();

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        None
    }

    fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let lanes = 0..self.messages.per_node();
        inject_all(machine, lanes.clone())?;
        machine.enqueue(lanes, ARRIVED)?;
        machine.requeue(ARRIVED, |node, queued| {
            unsent(node, queued.destinations(), queued.destinations().len())
        })?;
        run(machine, serve, |machine, now| {
            // A copy that has just been made has all destinations, and as its key the number of its own.
            machine.narrow_queued(ARRIVED, |_, queued| {
                (queued.destinations().len() > 1).then_some(queued.packet.key() as usize)
            })?;
            machine.requeue(ARRIVED, |node, queued| self.wait(node, queued, now))
        })
    }
}

/// A message of which `left` packets have to be made; the last one is made of itself.
fn unsent(node: &Node<'_>, destinations: &[u32], left: usize) -> (usize, u32) {
    match left {
        1 => (ARRIVED, number(node, destinations, 1)),
        _ => (SERVICE, UNSENT | left as u32),
    }
}

/// The number in the header of the destination whose packet is made when `left` have to be made.
fn number(node: &Node<'_>, destinations: &[u32], left: usize) -> u32 {
    let after_own = destinations.partition_point(|&destination| destination <= node.id());
    ((after_own + destinations.len() - left) % destinations.len()) as u32
}

/// The next packet is made of the message at its source, or delivered at its destination.
fn serve(node: &Node<'_>, _: u32) -> Option<Service> {
    let waiting = node.queue(SERVICE);
    let Some(left) = waiting.at(End::Greatest)?.key().checked_sub(UNSENT) else {
        return Some(Service::DeliverLast);
    };
    let (destinations, left) = (waiting.destinations_at(End::Greatest), left as usize);
    Some(Service::Copy(Copied {
        original: unsent(node, destinations, left - 1),
        copy: (ARRIVED, number(node, destinations, left)),
    }))
}
