//! Checks the deliveries of a run against its message set.

use crate::bit_set::BitSet;
use meshcast_engine::Messages;

/// How the deliveries of a run compare with what its message set asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryReport {
    /// (message, destination) pairs that were delivered at least once.
    pub delivered: usize,
    /// (message, destination) pairs that were never delivered.
    pub undelivered: usize,
    /// Deliveries of a pair beyond its first.
    pub duplicates: usize,
    /// Deliveries of a message that does not exist or to a node that is none of its destinations.
    pub strays: usize,
}

impl DeliveryReport {
    /// Whether every pair was delivered and nothing went astray. Duplicates are waste, not a fault: an output queue
    /// drops them.
    pub fn is_complete(&self) -> bool {
        self.undelivered == 0 && self.strays == 0
    }
}

/// Compares `deliveries`, (message, node) pairs in any order, with the destinations of `messages`.
///
/// It knows neither algorithms nor the machine: a bit for every delivery to make, found by binary search among the
/// destinations of its message. O(log d) a delivery, one bit of memory each.
///
/// ```
/// use meshcast_algorithms::check_deliveries;
/// use meshcast_engine::Messages;
/// let set = Messages::new(9, [(2, vec![2]), (5, vec![1, 7])])?;
/// let report = check_deliveries(&set, [(1, 7), (0, 2), (1, 7), (1, 3)]);
/// assert_eq!((report.delivered, report.undelivered), (2, 1));
/// assert_eq!((report.duplicates, report.strays), (1, 1));
/// assert!(!report.is_complete());
/// # Ok::<(), meshcast_engine::MessagesError>(())
/// ```
pub fn check_deliveries(
    messages: &Messages,
    deliveries: impl IntoIterator<Item = (u32, u32)>,
) -> DeliveryReport {
    let mut made = BitSet::new(messages.deliveries());
    let mut report = DeliveryReport::default();
    for (message, node) in deliveries {
        match delivery_number(messages, message, node) {
            None => report.strays += 1,
            Some(number) if made.insert(number) => report.delivered += 1,
            Some(_) => report.duplicates += 1,
        }
    }
    report.undelivered = messages.deliveries() - report.delivered;
    report
}

/// The place of (message, node) in the list of all deliveries to make, ordered by message, then node.
fn delivery_number(messages: &Messages, message: u32, node: u32) -> Option<usize> {
    let message = message as usize;
    if message >= messages.count() {
        return None;
    }
    let place = messages.destinations(message).binary_search(&node).ok()?;
    Some(messages.first_delivery(message) + place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Messages {
        Messages::new(16, [(0, vec![0, 15]), (3, vec![]), (9, vec![1, 2, 4])]).expect("a legal set")
    }

    fn all_pairs() -> Vec<(u32, u32)> {
        vec![(0, 0), (0, 15), (2, 1), (2, 2), (2, 4)]
    }

    #[test]
    fn every_pair_once_in_any_order_is_complete() {
        let mut pairs = all_pairs();
        pairs.reverse();
        let report = check_deliveries(&sample(), pairs);
        assert_eq!(
            report,
            DeliveryReport { delivered: 5, undelivered: 0, duplicates: 0, strays: 0 }
        );
        assert!(report.is_complete());
    }

    #[test]
    fn each_missing_pair_is_undelivered() {
        for missing in 0..all_pairs().len() {
            let mut pairs = all_pairs();
            pairs.remove(missing);
            let report = check_deliveries(&sample(), pairs);
            assert_eq!((report.delivered, report.undelivered), (4, 1));
            assert!(!report.is_complete());
        }
    }

    #[test]
    fn a_repeated_pair_is_a_duplicate_and_does_not_stand_in_for_another() {
        let report = check_deliveries(&sample(), [(2, 4); 5]);
        assert_eq!(
            report,
            DeliveryReport { delivered: 1, undelivered: 4, duplicates: 4, strays: 0 }
        );
    }

    #[test]
    fn wrong_nodes_wrong_messages_and_empty_messages_are_strays() {
        let strays = [(0, 1), (0, 16), (1, 3), (2, 15), (3, 0), (u32::MAX, 0)];
        let report = check_deliveries(&sample(), all_pairs().into_iter().chain(strays));
        assert_eq!(
            report,
            DeliveryReport { delivered: 5, undelivered: 0, duplicates: 0, strays: 6 }
        );
        assert!(!report.is_complete());
    }
}
