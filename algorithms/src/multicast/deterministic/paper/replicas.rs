//! Makes replicas of numbered packets in step 1, and one packet of its replicas again in step 6.

use super::phase_steps::BLOCKS;
use meshcast_engine::{Machine, Node, Order, Packet, Port, Shape, Violation};
use meshcast_primitives::{PermutationRouting, SegmentedBroadcast, reduce, scan};

/// The lane of packets whose class is not routed yet.
pub(super) const WAITING: usize = 6;

/// Numbers the packets that wait, a number being the key of each, and returns how many they are.
pub(super) fn number(machine: &mut Machine) -> Result<u32, Violation> {
    let mut counts = machine.variable(1, |node, _| u32::from(node.packet(WAITING).is_some()))?;
    let mut total = machine.variable(1, |node, _| node.own(&counts)[0])?;
    scan(machine, &mut counts, Order::RowMajor, |before, here| before + here)?;
    machine.rekey(WAITING, |node| node.packet(WAITING).map(|_| node.own(&counts)[0] - 1))?;
    reduce(machine, &mut total, |a, b| a + b)
}

/// Steps 1 and 6 on one mesh: the segment of packet i of a class are the nodes of ranks i·r to i·r + r − 1 along the
/// snake.
#[derive(Clone, Debug)]
pub(super) struct Replicas {
    shape: Shape,
    /// Packets of a class, m.
    class: usize,
    /// Replicas of a packet, r.
    count: usize,
    routing: PermutationRouting,
    broadcast: SegmentedBroadcast,
}

impl Replicas {
    pub(super) fn new(shape: Shape, class: usize, count: usize) -> Self {
        let routing = PermutationRouting::new(shape, BLOCKS);
        let broadcast = SegmentedBroadcast::new(shape, Order::Snake, count);
        Self { shape, class, count, routing, broadcast }
    }

    /// Packets of a class, m.
    pub(super) fn class(&self) -> usize {
        self.class
    }

    /// Step 1(a): the packets of class `class` leave lane [`WAITING`], where their keys are their numbers, and go to the
    /// first nodes of their segments, lane 0.
    pub(super) fn place(&self, machine: &mut Machine, class: usize) -> Result<(), Violation> {
        machine.span("place", |machine| {
            let is_next = |packet: Packet| packet.key() as usize / self.class == class;
            machine.swap_lanes(|node| {
                node.packet(WAITING).filter(|&packet| is_next(packet)).map(|_| (0, WAITING))
            })?;
            machine.rekey(0, |node| {
                let first = node.packet(0)?.key() as usize % self.class * self.count;
                let (row, col) = Order::Snake.position(self.shape, first);
                Some(self.shape.index(row, col) as u32)
            })?;
            self.routing.run(machine)
        })
    }

    /// Steps 1(b) and (c): copies the packets to all nodes of their segments; each copy takes the header of its own.
    pub(super) fn make(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("replicate", |machine| {
            machine.rekey(0, |node| node.packet(0).map(|_| self.rank(node) as u32))?;
            self.broadcast.run(machine, |node, lane| {
                let first = node.packet(lane).map_or(0, Packet::key);
                first..first + self.count as u32
            })?;
            machine.take_header(0, |node| Some(self.rank(node) % self.count))
        })
    }

    /// Step 6: the replicas go along their segments to the first nodes, where one has the marks of all; the others leave.
    ///
    /// All go one node a step, so that the first nodes get one a step, which leaves in the next.
    pub(super) fn coalesce(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("coalesce", |machine| {
            let is_first = |node: &Node<'_>| self.rank(node).is_multiple_of(self.count);
            machine.swap_lanes(|node| (!is_first(node)).then_some((0, 1)))?;
            for _ in 1..self.count {
                machine.step(|step| {
                    step.carry(1..2, &Port::ALL, |node, _, _| Some(self.back(node)))
                })?;
                machine.merge_words(0, 1, u32::max)?;
                machine.step(|step| step.discard(1, is_first))?;
            }
            Ok(())
        })
    }

    /// The rank of a node along the snake.
    fn rank(&self, node: &Node<'_>) -> usize {
        Order::Snake.rank(self.shape, node.row(), node.col())
    }

    /// The port towards the node before along the snake.
    fn back(&self, node: &Node<'_>) -> Port {
        let leftward = node.row() % 2 == 1;
        let first = if leftward { self.shape.cols() - 1 } else { 0 };
        match (node.col() == first, leftward) {
            (true, _) => Port::North,
            (false, true) => Port::East,
            (false, false) => Port::West,
        }
    }
}
