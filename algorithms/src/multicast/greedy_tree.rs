//! Runs `greedy-tree`: every message spreads over a tree of a row and columns.

use super::Multicast;
use super::greedy_queues::{ARRIVED, SERVICE, earliest_first, heading, run, waiting};
use super::inject::inject_all;
use meshcast_engine::{
    Copied, End, Machine, Messages, Node, Port, Queued, Service, Shape, Violation,
};
use std::sync::Arc;

/// What a packet that waits for the copy unit has to do at its node, a bit each in the lowest bits of its key: to
/// leave over ports, which have the bits of their numbers, or to be delivered.
type Tasks = u32;
const DELIVERY: Tasks = 1 << 4;
const TASK_BITS: u32 = 5;

/// Multicast over trees, greedily: what a network-on-chip with multicast in its routers does.
///
/// A packet goes along the row of its source both ways; in every column where it has destinations it is copied up and
/// down; along the column it is delivered where it passes a destination. A copy or delivery takes the node's copy unit
/// a step, in which the packet does not move. Whatever waits for the same port or copy unit is served in the order in
/// which it came, and nothing that can move ever waits.
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
/// A packet with k things to do at a node needs the copy unit for k − 1 steps, or one if it is only delivered there.
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// Folklore: dimension-order multicast, first come, first served. At a branch the copies along the row are made first,
/// since they have the most left to do.
///
/// # Example
/// ```
/// use meshcast_algorithms::{GreedyTree, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(2, 3)?;
/// let set = Messages::new(6, [(0, vec![1, 4, 5])])?;
/// let greedy = GreedyTree::new(shape, &set);
/// let mut machine = Machine::new(shape, greedy.messages(), None, Options::default());
/// greedy.run(&mut machine)?;
/// let outcome = machine.finish();
/// // From node 0 to node 1, a copy down to node 4, and on to node 5.
/// assert_eq!((outcome.copies, outcome.link_uses), (1, 4));
/// assert_eq!((outcome.deliveries.len(), outcome.told_when_done), (3, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreedyTree {
    shape: Shape,
    messages: Arc<Messages>,
}

impl GreedyTree {
    /// The algorithm for `messages` on `shape`.
    pub fn new(shape: Shape, messages: &Messages) -> Self {
        let column_major = |node| {
            let (row, col) = shape.position(node as usize);
            (col * shape.rows() + row) as u64
        };
        Self { shape, messages: Arc::new(messages.arranged(column_major)) }
    }

    /// What a packet has to do where it has come to: on its row also turn into the column, on a column only go on.
    fn tasks_on_arrival(&self, node: &Node<'_>, queued: Queued<'_>) -> Tasks {
        let ahead = heading(queued.packet);
        let ports: &[Port] = match ahead {
            Port::East | Port::West => &[ahead, Port::South, Port::North],
            Port::South | Port::North => &[ahead],
        };
        self.tasks(node, queued.destinations(), ports)
    }

    /// What a packet has to do at a node from which it may leave over `ports`.
    fn tasks(&self, node: &Node<'_>, destinations: &[u32], ports: &[Port]) -> Tasks {
        let place = |destination: u32| self.shape.position(destination as usize);
        let before = |col: usize| destinations.partition_point(|&node| place(node).1 < col);
        let (first, end) = (before(node.col()), before(node.col() + 1));
        let column = &destinations[first..end];
        let above = column.partition_point(|&destination| destination < node.id());
        let here = column.get(above) == Some(&node.id());
        let wanted = |port: &Port| match port {
            Port::East => end < destinations.len(),
            Port::West => first > 0,
            Port::South => above + usize::from(here) < column.len(),
            Port::North => above > 0,
        };
        let over_ports: Tasks =
            ports.iter().filter(|&port| wanted(port)).map(|&port| bit(port)).sum();
        over_ports | if here { DELIVERY } else { 0 }
    }
}

impl Multicast for GreedyTree {
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
            wait(self.tasks(node, queued.destinations(), &Port::ALL), 0)
        })?;
        run(machine, serve, |machine, now| {
            machine.requeue(ARRIVED, |node, queued| wait(self.tasks_on_arrival(node, queued), now))
        })
    }
}

fn bit(port: Port) -> Tasks {
    1 << port.number()
}

/// Where a packet that came at time `now` waits.
fn wait(tasks: Tasks, now: u32) -> (usize, u32) {
    place(tasks, now, earliest_first(now))
}

/// Where a packet with tasks waits: for the port, if it only has to leave, from time `now`; otherwise for the copy
/// unit.
fn place(tasks: Tasks, now: u32, came: u32) -> (usize, u32) {
    match Port::ALL.into_iter().find(|&port| bit(port) == tasks) {
        Some(port) => waiting(port, now),
        None => (SERVICE, came << TASK_BITS | tasks),
    }
}

/// The first packet that waits for the copy unit does the first of its tasks: copies leave, then it is delivered.
fn serve(node: &Node<'_>, now: u32) -> Option<Service> {
    let key = node.queue(SERVICE).at(End::Greatest)?.key();
    let (came, tasks) = (key >> TASK_BITS, key & ((1 << TASK_BITS) - 1));
    let over_ports = tasks & !DELIVERY;
    Some(match over_ports.count_ones() {
        0 => Service::DeliverLast,
        1 => Service::Deliver(place(over_ports, now, came)),
        _ => {
            let first = over_ports & over_ports.wrapping_neg();
            let copy = place(first, now, came);
            Service::Copy(Copied { original: place(tasks & !first, now, came), copy })
        }
    })
}
