//! Bounds from below how many groups a set of packets meets.

use super::groups::digits;

/// How many pairs are together at least, if so many are put into so many places: they are if every place gets as many as another,
/// or one more.
pub(super) fn pairs(things: u128, places: u128) -> u128 {
    let (each, more) = (things / places, things % places);
    // C(each, 2) in every place, and in some one thing that joins `each` others.
    places * (each * each.saturating_sub(1) / 2) + more * each
}

/// Of n packets grouped by polynomials over GF(q), how often the pairs of any σ are together at most, in all of R rounds in a row.
///
/// A pair that differs in digit i and no higher one is together at no more than min(i, R) points, and no point comes more than ⌈R/q⌉
/// times. Digits from the i-th on have ⌈n/qⁱ⌉ values, so of σ packets at least as many pairs agree in all of them as if they were spread
/// evenly; the others differ there.
pub(super) fn meetings(nodes: u64, order: u64, packets: u64, rounds: u64) -> u128 {
    let (nodes, order, packets) = (u128::from(nodes), u128::from(order), u128::from(packets));
    let all = pairs(packets, 1);
    let highest = digits(nodes as u64, order as u64) - 1;
    let differ = |i: u32| all - pairs(packets, nodes.div_ceil(order.pow(i)));
    let at_points: u128 =
        (1..=highest as u32).take_while(|&i| u64::from(i) <= rounds).map(differ).sum();
    at_points * u128::from(rounds.div_ceil(order as u64))
}

/// Packets of which each takes part in some rounds at least, and the pairs of them that are together at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    /// Rounds that are told apart: all if everybody takes part in each of them, otherwise one.
    parts: u128,
    /// How often packets take part in such a round.
    in_part: u128,
    meetings: u128,
}

impl Crowd {
    /// So many packets, each of which takes part in `taken` of the rounds at least.
    pub(super) fn new(packets: u64, (rounds, taken): (u64, u64), meetings: u128) -> Self {
        let parts = u128::from(if taken == rounds { rounds } else { 1 });
        Self { parts, in_part: u128::from(packets) * u128::from(taken) / parts, meetings }
    }

    /// Whether they cannot be in so few groups, all rounds added up.
    ///
    /// If all take part in every round, pairs are fewest where the numbers of groups of the rounds differ by at most one, and no round
    /// has none. Where some rest, the groups of all rounds are taken for those of one.
    pub(super) fn outgrows(&self, groups: u128) -> bool {
        if groups < self.parts {
            return self.in_part > 0;
        }
        let (each, more) = (groups / self.parts, groups % self.parts);
        let together =
            more * pairs(self.in_part, each + 1) + (self.parts - more) * pairs(self.in_part, each);
        together > self.meetings
    }

    /// The least number of groups that they can be in.
    pub(super) fn least_groups(&self) -> u64 {
        // With more groups pairs become no more.
        let (mut enough, mut few) = (self.in_part * self.parts, None);
        while let middle = few.map_or(0, |few: u128| few + 1).midpoint(enough)
            && middle < enough
        {
            if self.outgrows(middle) {
                few = Some(middle);
            } else {
                enough = middle;
            }
        }
        enough as u64
    }
}
