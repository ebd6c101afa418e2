//! Runs a phase of a route with many packets a node: every packet moves along its row or column to a node of that line.

use crate::cuts::Line;
use meshcast_engine::{End, Lines, Machine, Packet, Step, Violation};

/// Nodes of a line up to which its steps are counted exactly: those of the sides of the largest square machine.
const LONGEST_EXACT: usize = 1 << 13;

/// Steps after which all packets of a line of `length` nodes have arrived, if at most `crossing(X, Y)` of them start at
/// its first X nodes and are for its last Y nodes, and likewise from the other end; it grows with X and with Y.
///
/// The greatest crossing(X, Y) + (length − X − Y) over X + Y ≤ length where it is not 0; proved at [`QueuedLine`]. On lines of more than
/// 2^13 nodes at most length/1024 steps more, so that they are found in a short time.
pub fn line_steps(length: usize, crossing: impl Fn(usize, usize) -> usize) -> u64 {
    let slack = if length > LONGEST_EXACT { length / 1024 } else { 0 };
    let line = Line { nodes: length, packets_a_node: usize::MAX, slack };
    let beyond = |from, to| crossing(from, length - to);
    line.slowest(beyond, |from| line.last_cuts(from, beyond), 0, usize::MAX) as u64
}

/// [`line_steps`] of any packets, at most `per_source` from a node and `per_target` for a node.
///
/// ```
/// use meshcast_primitives::full_line_steps;
/// // A permutation takes as many steps as the line has links; three packets a node cross the middle one by one.
/// assert_eq!((full_line_steps(8, 1, 1), full_line_steps(8, 3, 3)), (7, 12));
/// ```
pub fn full_line_steps(length: usize, per_source: usize, per_target: usize) -> u64 {
    line_steps(length, |sources, targets| (per_source * sources).min(per_target * targets))
}

/// A phase in which the packets of queue `moving` go along their lines; where a packet arrives it enters queue `arrived`.
///
/// Packets wait in the order of their targets; each way, the one with the farthest to go leaves first.
///
/// # Shape
/// Lines of any length m. On each, any packets: of those that start at its first X nodes, some number N(X, Y) is for its
/// last Y nodes; likewise from the other end.
///
/// # Cost
/// | | |
/// |---|---|
/// | steps | at most the greatest N(X, Y) + (m − X − Y) over X + Y ≤ m where N is not 0: [`line_steps`] |
/// | buffer | the packets of a node that have not left, those that have arrived, and one for either way |
///
/// **Steps.** No other packet delays those for the last Y nodes on their way there. Look at the last of them to cross the
/// link to these nodes. Back in time and upstream, the links have been busy with such packets ever since one of them was
/// there that had not waited since its start, the X-th node, say: N(X, Y) packets, and m − X − Y links without waiting.
///
/// **Buffer.** A node sends one of the packets that wait to go a way in every step, if there are any, and gets one at most.
///
/// # Source
/// Farthest-first routing on a line is folklore; the bound is proved here.
#[derive(Clone, Copy, Debug)]
pub struct QueuedLine {
    /// Along which lines.
    pub lines: Lines,
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
            let there = self.target(queued.packet) == self.lines.place(node);
            (if there { self.arrived } else { self.moving }, queued.packet.key())
        })
    }

    /// What the phase does in one step.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn advance(&self, step: &mut Step<'_>) -> Result<(), Violation> {
        let ports = self.lines.ports();
        step.stream(
            (self.moving, &[self.moving, self.arrived]),
            &ports,
            |node, departures| {
                let (here, queue) = (self.lines.place(node), node.queue(self.moving));
                let target = |end| queue.at(end).map(|packet| self.target(packet));
                if target(End::Greatest).is_some_and(|target| target > here) {
                    departures.send(End::Greatest, ports[0]);
                }
                if target(End::Least).is_some_and(|target| target < here) {
                    departures.send(End::Least, ports[1]);
                }
            },
            |node, packet| {
                let there = self.target(packet) == self.lines.place(node);
                if there { self.arrived } else { self.moving }
            },
        )
    }

    /// The place on its line that a packet is for.
    fn target(&self, packet: Packet) -> usize {
        (packet.key() / self.keys) as usize
    }

    /// The whole phase, in `steps` steps.
    ///
    /// # Errors
    /// A broken machine rule.
    ///
    /// # Panics
    /// As [`QueuedLine::end`].
    pub fn run(&self, machine: &mut Machine, steps: u64) -> Result<(), Violation> {
        machine.span(self.lines.name(), |machine| {
            self.begin(machine)?;
            (0..steps).try_for_each(|_| machine.step(|step| self.advance(step)))?;
            self.end(machine)
        })
    }

    /// Every node makes sure that no packet is under way there any more: local work.
    ///
    /// # Errors
    /// A broken machine rule.
    ///
    /// # Panics
    /// If a packet has not arrived: more compete for a link than the steps were made for.
    pub fn end(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.requeue(self.moving, |node, queued| {
            let place = self.lines.place(node);
            panic!(
                "at place {place} a packet for place {} has not arrived",
                self.target(queued.packet)
            )
        })
    }
}

/// Several phases at once, on different ports and from different queues, in `steps` steps.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// As [`QueuedLine::end`].
pub(crate) fn run_together(
    phases: &[QueuedLine],
    machine: &mut Machine,
    steps: u64,
) -> Result<(), Violation> {
    phases.iter().try_for_each(|phase| phase.begin(machine))?;
    for _ in 0..steps {
        machine.step(|step| phases.iter().try_for_each(|phase| phase.advance(step)))?;
    }
    phases.iter().try_for_each(|phase| phase.end(machine))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, pair by pair.
    fn by_definition(length: usize, crossing: impl Fn(usize, usize) -> usize) -> u64 {
        let pairs = (1..length).flat_map(|x| (1..=length - x).map(move |y| (x, y)));
        let steps = pairs.map(|(x, y)| (crossing(x, y), length - x - y));
        let steps = steps.filter(|&(packets, _)| packets > 0).map(|(packets, way)| packets + way);
        steps.max().unwrap_or(0) as u64
    }

    #[test]
    fn steps_of_a_line_are_the_most_of_all_pairs() {
        for length in 1..=40 {
            for (a, b) in (1..=5).flat_map(|a| (1..=5).map(move |b| (a, b))) {
                let full = |x: usize, y: usize| (a * x).min(b * y);
                assert_eq!(full_line_steps(length, a, b), by_definition(length, full));
                let spread = |x: usize, y: usize| (a * x).min(a * y).min(a.div_ceil(b) * x * y);
                assert_eq!(line_steps(length, spread), by_definition(length, spread));
                let late = |x: usize, y: usize| (a * x).saturating_sub(length / b).min(b * y);
                assert_eq!(line_steps(length, late), by_definition(length, late));
            }
        }
    }

    #[test]
    fn steps_of_a_long_line_are_few_too_many() {
        for length in [8192, 8200, 10_000] {
            for (a, b) in [(1, 1), (2, 2), (2, 3), (7, 4)] {
                let most = by_definition(length, |x, y| (a * x).min(b * y));
                let found = full_line_steps(length, a, b);
                let slack = if length > 8192 { length as u64 / 1024 } else { 0 };
                assert!((most..=most + slack).contains(&found), "{length} {a} {b}: {found}");
            }
        }
    }
}
