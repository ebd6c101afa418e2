//! Phases of a route with many packets a node: every packet moves along its row, or its column, to a node of that line.
//!
//! Packets wait in a queue in the order of their targets; each way, the one with the farthest to go leaves first. Let every
//! node of a line of m start with at most k packets and be the target of at most q. Count nodes from 0 and steps from 1, and look
//! at the packets with target z or beyond: no other packet delays them on the way there. Of those that start at node x or before,
//! N(x, z) ≤ min(k·(x+1), q·(m−z)), and the last one on the link from z − 1 to z crosses it in step
//! max over x < z of N(x, z) + (z − 1 − x) at the latest: the link has been busy since some packet was there that was never delayed since node x.
//! With X = x + 1 sources and Y = m − z targets that is the greatest min(k·X, q·Y) + (m − X − Y) over X + Y ≤ m.
//!
//! Every step a node sends on at least one of the packets that wait to go a way, if there are any: beside those of its own that
//! have not left and those that have arrived it holds at most one packet for either way.

use meshcast_engine::{End, Machine, Node, Packet, Port, Step, Violation};

/// The lines of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Packets move along their rows.
    Row,
    /// Packets move along their columns.
    Column,
}

impl Line {
    fn place(self, node: &Node<'_>) -> u32 {
        match self {
            Line::Row => node.col() as u32,
            Line::Column => node.row() as u32,
        }
    }

    /// The ports that lead up and down a line.
    fn ports(self) -> [Port; 2] {
        match self {
            Line::Row => [Port::East, Port::West],
            Line::Column => [Port::South, Port::North],
        }
    }
}

/// The most packets of a line that can start at its first X nodes and be for its last Y nodes, whatever the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineLoad {
    /// Packets that start at one node.
    pub per_source: usize,
    /// Packets that one node is the target of.
    pub per_target: usize,
    /// Packets from one node to one other.
    pub per_pair: usize,
    /// Nodes at one end of the line at which packets for the other end start.
    pub sources: usize,
    /// Nodes at the other end that they are for.
    pub targets: usize,
}

impl LineLoad {
    /// Any packets, `per_source` from and `per_target` to a node, on a line of `length` nodes.
    pub fn any(length: usize, per_source: usize, per_target: usize) -> Self {
        let per_pair = per_source.min(per_target);
        Self { per_source, per_target, per_pair, sources: length, targets: length }
    }

    /// Steps after which all packets of a line of `length` nodes have arrived.
    ///
    /// The greatest min(k·X, q·Y, p·X·Y) + (length − X − Y) over the numbers X ≥ 1 of sources and Y ≥ 1 of targets: the last Y
    /// nodes are reached by packets that queue behind one another from the X-th node on.
    pub fn steps(self, length: usize) -> u64 {
        let most = |sources: usize, targets: usize| {
            let crossing = (self.per_source * sources)
                .min(self.per_target * targets)
                .min(self.per_pair * sources * targets);
            if crossing == 0 { 0 } else { crossing + length - sources - targets }
        };
        (1..=self.sources)
            .flat_map(|sources| {
                (1..=self.targets.min(length.saturating_sub(sources)))
                    .map(move |targets| most(sources, targets))
            })
            .max()
            .unwrap_or(0) as u64
    }
}

/// A phase in which the packets of queue `moving` go along their lines; where a packet arrives it enters queue `arrived`.
#[derive(Clone, Copy, Debug)]
pub struct QueuedLine {
    /// Along which lines.
    pub line: Line,
    /// Keys a node of a line: the target of a packet is its key divided by that.
    pub keys: u32,
    /// The queue of the packets that are under way.
    pub moving: usize,
    /// The queue of those that have arrived.
    pub arrived: usize,
}

impl QueuedLine {
    /// Every node tells its packets that are where they belong from those that have to move: local work.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn begin(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.requeue(self.moving, |node, queued| {
            let there = queued.packet.key() / self.keys == self.line.place(node);
            (if there { self.arrived } else { self.moving }, queued.packet.key())
        })
    }

    /// What the phase does in one step.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn advance(&self, step: &mut Step<'_>) -> Result<(), Violation> {
        let ports = self.line.ports();
        step.stream(
            (self.moving, &[self.moving, self.arrived]),
            &ports,
            |node, departures| {
                let (here, queue) = (self.line.place(node), node.queue(self.moving));
                let target = |end| queue.at(end).map(|packet: Packet| packet.key() / self.keys);
                if target(End::Greatest).is_some_and(|target| target > here) {
                    departures.send(End::Greatest, ports[0]);
                }
                if target(End::Least).is_some_and(|target| target < here) {
                    departures.send(End::Least, ports[1]);
                }
            },
            |node, packet| {
                let there = packet.key() / self.keys == self.line.place(node);
                if there { self.arrived } else { self.moving }
            },
        )
    }

    /// The whole phase, in `steps` steps.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn run(&self, machine: &mut Machine, steps: u64) -> Result<(), Violation> {
        let name = match self.line {
            Line::Row => "rows",
            Line::Column => "columns",
        };
        machine.span(name, |machine| {
            self.begin(machine)?;
            (0..steps).try_for_each(|_| machine.step(|step| self.advance(step)))
        })
    }
}
