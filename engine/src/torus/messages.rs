//! Lists the messages of the four communications.

use crate::geometry::Torus;

/// The most deliveries of a run, 2^32.
pub const MAX_TORUS_DELIVERIES: u64 = 1 << 32;

/// What is sent: from node 0 or from every node to all others, the same to all or something of its own to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorusMessages {
    /// The nodes.
    pub torus: Torus,
    /// Whether every node sends, and not node 0 alone.
    pub from_all: bool,
    /// Whether each destination has a message of its own.
    pub personalized: bool,
}

impl TorusMessages {
    /// Nodes that send.
    pub fn senders(self) -> u64 {
        if self.from_all { self.torus.nodes() as u64 } else { 1 }
    }

    /// Messages of a sender.
    pub fn of_a_sender(self) -> u64 {
        if self.personalized { self.torus.nodes() as u64 - 1 } else { 1 }
    }

    /// Messages of all. They are numbered by source, those of a source by the coordinates of the displacement, from the least
    /// ones, the last running fastest.
    pub fn count(self) -> u64 {
        self.senders() * self.of_a_sender()
    }

    /// Deliveries that are due: one at every node but the source for every sender.
    pub fn deliveries(self) -> u64 {
        self.senders() * (self.torus.nodes() as u64 - 1)
    }

    /// The source of a message, and the displacement of its destination; `None` if it goes to all other nodes.
    pub fn address(self, message: u64) -> (u32, Option<u32>) {
        let (source, rest) = (message / self.of_a_sender(), message % self.of_a_sender());
        (source as u32, self.personalized.then(|| self.displacement(rest as u32)))
    }

    /// The displacement of a source's destination with this number.
    fn displacement(self, number: u32) -> u32 {
        let least = self.torus.least();
        // The displacement 0 is left out.
        let none = self.torus.difference(0, least);
        self.torus.sum(number + u32::from(number >= none), least)
    }

    /// The destinations of a message, in increasing order.
    pub fn destinations(self, message: u64) -> Vec<u32> {
        match self.address(message) {
            (source, Some(displacement)) => vec![self.torus.sum(source, displacement)],
            (source, None) => {
                (0..self.torus.nodes() as u32).filter(|&node| node != source).collect()
            }
        }
    }

    /// The place of a delivery among those that are due, if it is due at all.
    pub(super) fn due(self, message: u64, node: u32) -> Option<u64> {
        match self.address(message) {
            (source, Some(displacement)) => {
                (self.torus.sum(source, displacement) == node).then_some(message)
            }
            (source, None) => (source != node).then(|| {
                let others = self.torus.nodes() as u64 - 1;
                u64::from(source) * others + u64::from(node) - u64::from(node > source)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displacements_come_in_the_order_of_their_coordinates() {
        let torus = Torus::new(3, 2).unwrap();
        let messages = TorusMessages { torus, from_all: false, personalized: true };
        let mut points = (0..8).map(|message| {
            let mut point = [0; 2];
            torus.point(messages.destinations(message)[0], &mut point);
            point
        });
        let expected = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
        assert!(points.by_ref().eq(expected));
    }

    #[test]
    fn every_delivery_that_is_due_has_a_place_of_its_own_and_no_other_has_one() {
        let torus = Torus::new(3, 2).unwrap();
        for (from_all, personalized) in [(false, false), (false, true), (true, false), (true, true)]
        {
            let messages = TorusMessages { torus, from_all, personalized };
            let mut places = Vec::new();
            for message in 0..messages.count() {
                let due: Vec<u32> =
                    (0..9).filter(|&node| messages.due(message, node).is_some()).collect();
                assert_eq!(due, messages.destinations(message));
                places.extend((0..9).filter_map(|node| messages.due(message, node)));
            }
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..messages.deliveries()), "{places:?}");
        }
    }
}
