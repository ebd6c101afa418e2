//! Finds the fewest steps of tiny instances by search over all schedules of the machine: an oracle for the tests.

use meshcast_engine::Messages;
use std::collections::{BTreeSet, HashSet};

/// A packet: its message, its node, and the destinations that it or copies of it are to deliver, a bit each.
type Packet = (usize, usize, u32);

/// The fewest steps that deliver `messages` on a mesh of rows × cols nodes, by iterative deepening over the joint actions
/// of all packets.
///
/// In a step a packet crosses a link that no other crosses, is copied, is delivered or waits; a node makes one copy or delivery. Buffers
/// are unlimited and all nodes know everything. A copy divides the destinations of its packet in all possible ways. A branch ends
/// where a destination is too far from the packet that is to deliver there.
///
/// If deliveries are not `charged`, no message may have more than one destination, so that there is nothing to copy.
pub(super) fn fewest_steps(rows: usize, cols: usize, messages: &Messages, charged: bool) -> u64 {
    assert!(charged || messages.degree() <= 1, "free copies are not searched");
    let search = Search { rows, cols, charged };
    let mut start: Vec<Packet> = Vec::new();
    for (message, (source, list)) in messages.iter().enumerate() {
        let packet = (message, source as usize, list.iter().map(|node| 1 << node).sum());
        start.push(search.arrived(packet));
    }
    start.retain(|packet| packet.2 != 0);
    (0..100)
        .find(|&steps| search.can(&start, steps, &mut HashSet::new()))
        .expect("every message can be delivered")
}

struct Search {
    rows: usize,
    cols: usize,
    charged: bool,
}

/// What has been decided of a step.
#[derive(Clone, Default)]
struct Decided {
    packets: Vec<Packet>,
    /// Directed links that are taken.
    links: BTreeSet<(usize, usize)>,
    /// Nodes that copy or deliver.
    busy: u32,
}

impl Search {
    /// Whether `steps` steps suffice from here. `failed` has states for which they did not, with their steps.
    fn can(
        &self,
        packets: &[Packet],
        steps: u64,
        failed: &mut HashSet<(Vec<Packet>, u64)>,
    ) -> bool {
        if packets.is_empty() {
            return true;
        }
        if !packets.iter().all(|packet| self.is_in_time(packet, steps)) {
            return false;
        }
        let state = (packets.to_vec(), steps);
        if failed.contains(&state) {
            return false;
        }
        let can = self.decide(packets, Decided::default(), steps - 1, failed);
        if !can {
            failed.insert(state);
        }
        can
    }

    /// Decides what the first of the `open` packets does, then the others.
    fn decide(
        &self,
        open: &[Packet],
        decided: Decided,
        left: u64,
        failed: &mut HashSet<(Vec<Packet>, u64)>,
    ) -> bool {
        let Some((&packet, open)) = open.split_first() else {
            let mut packets = decided.packets;
            packets.sort_unstable();
            return self.can(&packets, left, failed);
        };
        let (message, node, wanted) = packet;
        let mut next = |change: &dyn Fn(&mut Decided), result: &[Packet]| {
            if !result.iter().all(|packet| self.is_in_time(packet, left)) {
                return false;
            }
            let mut decided = decided.clone();
            change(&mut decided);
            decided.packets.extend(result.iter().filter(|packet| packet.2 != 0));
            self.decide(open, decided, left, failed)
        };
        let works = |decided: &mut Decided| decided.busy |= 1 << node;
        if decided.busy >> node & 1 == 0 {
            if wanted >> node & 1 == 1 && next(&works, &[(message, node, wanted & !(1 << node))]) {
                return true;
            }
            // Either part may stay with the original: they are alike.
            let lowest = wanted & wanted.wrapping_neg();
            let rest = wanted & !lowest;
            let mut part = rest;
            while part != 0 {
                if next(&works, &[(message, node, wanted & !part), (message, node, part)]) {
                    return true;
                }
                part = (part - 1) & rest;
            }
        }
        for to in self.neighbours(node) {
            let crosses = |decided: &mut Decided| {
                decided.links.insert((node, to));
            };
            let result = self.arrived((message, to, wanted));
            if !decided.links.contains(&(node, to)) && next(&crosses, &[result]) {
                return true;
            }
        }
        next(&|_| (), &[packet])
    }

    /// The packet, delivered where it is if that is free.
    fn arrived(&self, (message, node, wanted): Packet) -> Packet {
        (message, node, if self.charged { wanted } else { wanted & !(1 << node) })
    }

    /// Whether every destination is near enough.
    fn is_in_time(&self, &(_, node, wanted): &Packet, steps: u64) -> bool {
        let far = |to: usize| {
            (node / self.cols).abs_diff(to / self.cols)
                + (node % self.cols).abs_diff(to % self.cols)
        };
        (0..self.rows * self.cols)
            .filter(|&to| wanted >> to & 1 == 1)
            .all(|to| far(to) as u64 + u64::from(self.charged) <= steps)
    }

    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> {
        let (row, col, rows, cols) = (node / self.cols, node % self.cols, self.rows, self.cols);
        let beside = [
            (row > 0).then(|| node - cols),
            (col > 0).then(|| node - 1),
            (col + 1 < cols).then_some(node + 1),
            (row + 1 < rows).then_some(node + cols),
        ];
        beside.into_iter().flatten()
    }
}
