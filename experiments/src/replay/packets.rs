//! Follows the packets that are in the network, and the numbers that packets have had.

use std::collections::{BTreeMap, HashMap};

/// A packet in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) message: usize,
    pub(super) node: usize,
    /// The step in which it came to its node.
    pub(super) since: u64,
    /// The step of its last action.
    pub(super) acted: Option<u64>,
    /// Whether it is dropped in the current step: it may have acted in it.
    pub(super) is_dropped: bool,
}

/// The packets by their numbers. Memory follows the packets that are in the network, not those that were.
#[derive(Debug, Default)]
pub(super) struct Packets {
    live: HashMap<u64, Packet>,
    used: Numbers,
    /// Those dropped in the current step.
    dropped: Vec<u64>,
}

impl Packets {
    /// Adds a packet; false if a packet before it had this number.
    pub(super) fn add(&mut self, id: u64, packet: Packet) -> bool {
        let is_new = self.used.insert(id);
        if is_new {
            self.live.insert(id, packet);
        }
        is_new
    }

    /// The packet, if it is in the network or dropped in the current step.
    pub(super) fn get(&self, id: u64) -> Option<Packet> {
        self.live.get(&id).copied()
    }

    pub(super) fn get_mut(&mut self, id: u64) -> Option<&mut Packet> {
        self.live.get_mut(&id)
    }

    /// Drops a packet at the end of the current step.
    pub(super) fn drop_at_end(&mut self, id: u64) {
        if let Some(packet) = self.live.get_mut(&id) {
            packet.is_dropped = true;
            self.dropped.push(id);
        }
    }

    /// Ends the current step.
    pub(super) fn end_step(&mut self) {
        for id in self.dropped.drain(..) {
            self.live.remove(&id);
        }
    }

    /// The packet in the network with the smallest number.
    pub(super) fn first(&self) -> Option<(u64, Packet)> {
        let waits = self.live.iter().filter(|(_, packet)| !packet.is_dropped);
        waits.min_by_key(|(id, _)| **id).map(|(&id, &packet)| (id, packet))
    }
}

/// A set of numbers as ranges, first to last: small where few numbers are left out.
#[derive(Debug, Default)]
struct Numbers {
    ranges: BTreeMap<u64, u64>,
}

impl Numbers {
    /// Adds a number; false if it is there.
    fn insert(&mut self, number: u64) -> bool {
        let before = self.ranges.range(..=number).next_back().map(|(&first, &last)| (first, last));
        let first = match before {
            Some((_, last)) if last >= number => return false,
            Some((first, last)) if last + 1 == number => first,
            _ => number,
        };
        let after = number.checked_add(1).and_then(|next| self.ranges.remove(&next));
        self.ranges.insert(first, after.unwrap_or(number));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_are_a_set_in_few_ranges() {
        for step in [1, 3, 5, 7, 9, 11, 13] {
            let (mut numbers, mut naive) = (Numbers::default(), BTreeSet::new());
            for i in 0..40 {
                let number = i * step % 16;
                assert_eq!(numbers.insert(number), naive.insert(number), "{number}");
                let starts = naive.iter().filter(|&&n| n == 0 || !naive.contains(&(n - 1))).count();
                assert_eq!(numbers.ranges.len(), starts, "{naive:?}");
            }
        }
        let mut numbers = Numbers::default();
        assert!(numbers.insert(u64::MAX) && !numbers.insert(u64::MAX) && numbers.insert(0));
    }
}
