//! Says what a phase has left, and how long the copies that are under way may still take.
//!
//! # How long a drain lasts
//!
//! Look at the packets that sink in a column, none of which is to rise first. Let packet k have r(k) ≥ 1 deliveries to make, all of them
//! in a segment that ends with row e(k), and have, if it is in row x,
//!
//! > L(k) = (e(k) − x) + 2 Σ (1 + r(k')), over the packets k' in row x and above it: itself and those behind it.
//!
//! A packet is in its segment, or in the row above it ([`Bands`](super::bands::Bands)): the segment of one further down ends in the same
//! row or further down. Let L(x) be the greatest L(k) of those in row x, L the greatest of all, and B the deliveries of all packets that
//! rise in the column. After
//!
//! > D = ⌊L/2⌋ − 1 + B
//!
//! cycles of a drain no packet sinks any more. For L falls by 2 or more in every cycle but those in which a packet that rises is delivered,
//! which are B at most, and L(x) ≥ 4 as long as there is a packet.
//!
//! Let x' be a row with packets when such a cycle ends, S the packets in x' and above it then, y the lowest row where one of them was
//! when the cycle began, and T the packets in y and above it at that time. All of S were in T, and y ≤ x'; so no segment of theirs ends
//! further down than all those of packets in y. Now L(x') is less than L(y) was by 2 or more,
//!
//! 1. if x' ≥ y + 2;
//! 2. if a packet of T is not in S, which counted 2(1 + r) ≥ 4, or if one of S has been delivered somewhere, so that its r is less by 1.
//!
//! Otherwise S = T, nobody of T has been delivered anywhere or has come to row y + 2. No packet in row y was due, or the node there would
//! have delivered one in each of the three steps. So one left row y in the first move, and row y + 1 in the second, unless it was due there
//! and delivered, if the nodes in rows y + 1 and y + 2 had no packets that sink: such nodes invite one from above at least
//! ([`invitations`]). Hence
//!
//! 3. there was a packet in row z = y + 1 or y + 2, and e(k) is no less there. L(z) was at least L(y) − 2 + 4, so that L(x') ≤ L(y) is
//!    less by 2 than L was.
//!
//! Packets that rise are the same upside down. All of this is true however the two kinds fill the rest of a node.
//!
//! [`invitations`]: super::columns::invitations

use super::columns::{Columns, DOWN, HERE, UP};
use super::course::Course;
use super::row_laps::Laps;
use meshcast_engine::{Node, Word, register};
use std::ops::Range;

/// What is left at a node, in neighbouring nodes of a column, or in the column with the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    /// Times that a packet was passed over in the last phase, if packets of rows have open destinations.
    pub(super) passed_on: Option<u32>,
    /// Copies that are under way, if there are none: those that rise, and those that sink.
    ways: [Way; 2],
    /// Whether nothing is known of how long these take: one is to rise and then to sink, or there are more than words have room for.
    unknown: bool,
}

/// Copies that go one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// The greatest L of these copies if there are no others.
    late: u32,
    /// The sum of 1 + r.
    weight: u32,
    deliveries: u32,
}

register!(Left { passed_on: Option<u32>, ways: [Way; 2], unknown: bool });
register!(Way { late: u32, weight: u32, deliveries: u32 });

/// Bits of a word for the numbers of a way, in their order.
const BITS: [u32; 3] = [14, 9, 8];

impl Way {
    /// A copy that has so many rows to go at most, and so many deliveries to make.
    fn of_one(rows: u32, deliveries: u32) -> Self {
        let weight = 1 + deliveries;
        Self { late: rows + 2 * weight, weight, deliveries }
    }

    /// These copies and others behind them.
    fn before(self, behind: Self) -> Self {
        if self.weight == 0 {
            return behind;
        }
        Self {
            late: behind.late.max(self.late + 2 * behind.weight),
            weight: self.weight + behind.weight,
            deliveries: self.deliveries + behind.deliveries,
        }
    }

    fn numbers(self) -> [u32; 3] {
        [self.late, self.weight, self.deliveries]
    }

    fn fits(self) -> bool {
        self.numbers().into_iter().zip(BITS).all(|(number, bits)| number < 1 << bits)
    }
}

impl Word for Left {
    fn to_bits(self) -> u64 {
        if let Some(passed_on) = self.passed_on {
            return 1 << 63 | u64::from(passed_on);
        }
        let numbers = self.ways.into_iter().flat_map(|way| way.numbers().into_iter().zip(BITS));
        numbers
            .fold(u64::from(self.unknown), |word, (number, bits)| word << bits | u64::from(number))
    }

    fn from_bits(word: u64) -> Self {
        if word >> 63 == 1 {
            return Self { passed_on: Some(word as u32), ..Self::default() };
        }
        let mut rest = word;
        let mut next = |number: usize| {
            let bits = BITS[number];
            let value = rest & ((1 << bits) - 1);
            rest >>= bits;
            value as u32
        };
        let mut way = || {
            let [deliveries, weight, late] = [2, 1, 0].map(&mut next);
            Way { late, weight, deliveries }
        };
        let [sinking, rising] = [(); 2].map(|()| way());
        Self { passed_on: None, ways: [rising, sinking], unknown: rest == 1 }
    }
}

impl Left {
    /// What is left at a node where packets were passed over so many times. `segments` has, by row, the rows of the segment there.
    pub(super) fn at(
        columns: Columns,
        segments: &[Range<usize>],
        node: &Node<'_>,
        passed_on: u32,
    ) -> Self {
        // A packet that was passed over has open destinations, wherever it is now.
        if passed_on > 0 || Laps::any_open(node) {
            return Self { passed_on: Some(passed_on), ..Self::default() };
        }
        // A packet that is still outside its segment comes first: all others in its row are due, in the last row of theirs.
        let queued = [UP, DOWN, HERE].into_iter().flat_map(|queue| node.queue(queue).iter());
        queued.fold(Self::default(), |left, (packet, destinations)| {
            let course = Course::of(packet);
            let Some(ahead) = course.ahead(node.row()) else {
                return Self { unknown: true, ..left };
            };
            let is_ahead = |&&id: &&u32| {
                let (row, col) = columns.position(id);
                col == node.col() && ahead.contains(&row)
            };
            let deliveries = destinations.iter().filter(is_ahead).count();
            let segment = &segments[course.last];
            let (way, rows) = if course.rising {
                (0, node.row() - segment.start)
            } else {
                (1, segment.end - 1 - node.row())
            };
            let mut more = left;
            more.ways[way] = left.ways[way].before(Way::of_one(rows as u32, deliveries as u32));
            more.checked()
        })
    }

    /// What is left of one copy that has a whole column of so many rows to go, and one node to be delivered at.
    pub(super) fn of_copy(rows: usize) -> Self {
        let way = Way::of_one(rows.saturating_sub(1) as u32, 1);
        Self { ways: [Way::default(), way], ..Self::default() }
    }

    /// What is known of it in a word: nothing of copies whose numbers have no room there.
    fn checked(self) -> Self {
        if self.ways.into_iter().all(Way::fits) {
            return self;
        }
        Self { unknown: true, ways: [Way::default(); 2], ..self }
    }

    /// What is left at these nodes of a column and at those that follow below.
    pub(super) fn above(self, below: Self) -> Self {
        let passed_on = match (self.passed_on, below.passed_on) {
            (None, None) => None,
            (one, other) => Some(one.unwrap_or(0).saturating_add(other.unwrap_or(0))),
        };
        if passed_on.is_some() {
            return Self { passed_on, ..Self::default() };
        }
        let ways = [self.ways[0].before(below.ways[0]), below.ways[1].before(self.ways[1])];
        Self { passed_on, ways, unknown: self.unknown || below.unknown }.checked()
    }

    /// The one of two columns with more left.
    pub(super) fn most(self, other: Self) -> Self {
        let rank = |left: Self| {
            (
                left.passed_on.is_some(),
                left.passed_on,
                left.drain_cycles().is_none(),
                left.drain_cycles(),
            )
        };
        if rank(other) > rank(self) { other } else { self }
    }

    /// Cycles of a drain of the column after which no copy is under way; `None` if that is not known.
    pub(super) fn drain_cycles(self) -> Option<usize> {
        let [rising, sinking] = self.ways;
        let cycles = |way: Way, others: Way| match way.late {
            0 => 0,
            late => (late / 2 - 1 + others.deliveries) as usize,
        };
        (!self.unknown).then(|| cycles(rising, sinking).max(cycles(sinking, rising)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::{MOST_ONE_WAY, invitations};
    use super::*;

    #[test]
    fn words_hold_what_is_left() {
        let most = BITS.map(|bits| (1 << bits) - 1);
        let ways = [[0; 3], [5, 2, 1], most].map(|[late, weight, deliveries]| Way {
            late,
            weight,
            deliveries,
        });
        let open = |passed_on| Left { passed_on: Some(passed_on), ..Left::default() };
        let copies = ways.into_iter().flat_map(|up| ways.map(|down| [up, down]));
        let all = copies
            .flat_map(|ways| [false, true].map(|unknown| Left { passed_on: None, ways, unknown }));
        for left in all.chain([0, 7 << 20, u32::MAX].map(open)) {
            assert_eq!(Left::from_bits(left.to_bits()), left);
        }
    }

    /// What the bound starts from, for all that nodes may hold.
    #[test]
    fn a_node_without_packets_of_a_way_invites_one() {
        for load in 0..=MOST_ONE_WAY {
            assert!(invitations([load, 0])[1] > 0, "{load} rise");
            assert!(invitations([0, load])[0] > 0, "{load} sink");
        }
    }
}
