//! Finds how long a line takes to send packets one way, over all pairs of cuts, without trying every pair.

use std::collections::BinaryHeap;

/// Pairs of cuts: how many nodes lie before the one, where packets start, and before the other, beyond which they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pairs {
    /// Steps that none of them exceeds.
    at_most: usize,
    starts: (usize, usize),
    ends: (usize, usize),
}

/// Rectangles up to which a search goes on, if they are no more than the nodes of a line: where steps hardly differ from pair to pair,
/// packets are followed one by one instead.
const MANY: usize = 1 << 12;

/// A line that sends packets one way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) nodes: usize,
    /// The most packets that a node has, and gets; so many that it does not matter, if that is not known.
    pub(crate) packets_a_node: usize,
    /// Steps by which the answer may be too great.
    pub(crate) slack: usize,
}

impl Line {
    /// The greatest of `found` steps and of those in which the line sends its packets, or a number from `limit` on as soon as one is found.
    ///
    /// `crossing(p, q)` is how many packets of the first p nodes are for those after the first q; it grows with p and falls with q. The
    /// line takes the greatest of `crossing(p, q)` + q − p steps over p ≤ q, of pairs that some packet crosses
    /// ([`LineRoute`](crate::sort::LineRoute), [`QueuedLine`](crate::QueuedLine)).
    ///
    /// Rectangles of pairs are halved, the most promising first, until none can exceed what has been found. The most packets cross between
    /// the last start and the first end. And from the pair of the first start and the last end on, a node more on either side adds as many
    /// packets as a node has at most, and the way is a node shorter.
    ///
    /// `last_cuts(p)` are, for the packets of the p-th node, the last cuts q that they cross; those before p do not matter.
    /// [`Self::last_cuts`] finds them by `crossing`.
    pub(crate) fn slowest<I: IntoIterator<Item = usize>>(
        self,
        crossing: impl Fn(usize, usize) -> usize,
        last_cuts: impl Fn(usize) -> I,
        found: usize,
        limit: usize,
    ) -> usize {
        let (mut most, mut open) = (found, BinaryHeap::new());
        let all = (1, self.nodes.saturating_sub(1));
        open.extend(self.worth_halving(all, all, &crossing, &mut most));
        while let Some(Pairs { at_most, starts, ends }) = open.pop() {
            if at_most <= most || most >= limit {
                break;
            }
            if at_most <= most + self.slack {
                return at_most;
            }
            if open.len() > MANY.max(self.nodes) {
                return self.slowest_one_by_one(last_cuts, most);
            }
            let is_tall = starts.1 - starts.0 > ends.1 - ends.0;
            let halves = if is_tall {
                halves(starts).map(|starts| (starts, ends))
            } else {
                halves(ends).map(|ends| (starts, ends))
            };
            for (starts, ends) in halves {
                open.extend(self.worth_halving(starts, ends, &crossing, &mut most));
            }
        }
        most
    }

    /// The same from the packets of one node after the other: each crosses all second cuts up to where it ends.
    pub(crate) fn slowest_one_by_one<I: IntoIterator<Item = usize>>(
        self,
        last_cuts: impl Fn(usize) -> I,
        found: usize,
    ) -> usize {
        let (mut most, mut farthest) = (found, 0);
        let mut ways = Ways::new(self.nodes);
        for p in 1..self.nodes {
            let crossed = farthest;
            for last in last_cuts(p).into_iter().filter(|&last| last >= p) {
                ways.cross(last);
                farthest = farthest.max(last);
            }
            // Those count that some packet crosses, from the p-th on.
            ways.close(p - 1);
            (p.max(crossed + 1)..=farthest).for_each(|cut| ways.open(cut));
            if p <= farthest {
                most = most.max(ways.longest() - p);
            }
        }
        most
    }

    /// The last cut that each packet of the p-th node crosses, of those that go beyond it.
    pub(crate) fn last_cuts(
        self,
        p: usize,
        crossing: impl Fn(usize, usize) -> usize,
    ) -> impl Iterator<Item = usize> {
        let own = move |q: usize| crossing(p, q) - crossing(p - 1, q);
        (1..=own(p)).map(move |packet| {
            let (mut crossed, mut not_crossed) = (p, self.nodes);
            while crossed + 1 < not_crossed {
                let middle = crossed.midpoint(not_crossed);
                if own(middle) >= packet {
                    crossed = middle;
                } else {
                    not_crossed = middle;
                }
            }
            crossed
        })
    }

    /// The pairs of these cuts, if some may exceed `most`, into which the one with the longest way goes.
    fn worth_halving(
        self,
        starts: (usize, usize),
        ends: (usize, usize),
        crossing: impl Fn(usize, usize) -> usize,
        most: &mut usize,
    ) -> Option<Pairs> {
        // No start lies after its end.
        let (starts, ends) = ((starts.0, starts.1.min(ends.1)), (ends.0.max(starts.0), ends.1));
        if starts.0 > starts.1 || ends.0 > ends.1 {
            return None;
        }
        let (way, nodes_more) = (ends.1 - starts.0, starts.1 - starts.0 + ends.1 - ends.0);
        let fewest = crossing(starts.0, ends.1);
        if fewest > 0 {
            *most = (*most).max(fewest + way);
        }
        let packets_more = nodes_more.saturating_mul(self.packets_a_node - 1);
        let bound = fewest.saturating_add(packets_more);
        if nodes_more == 0 || bound.saturating_add(way) <= *most {
            return None;
        }
        let packets = crossing(starts.1, ends.0).min(bound);
        let at_most = packets + way;
        (packets > 0 && at_most > *most).then_some(Pairs { at_most, starts, ends })
    }
}

/// For every second cut its place, and how many packets cross it: the greatest sum of both over all that are open, in a tree.
///
/// From one cut to the next the sum changes by one, less those that cross the one and not the next: it is the number of cuts, and what is
/// in the leaves from that of the cut on.
struct Ways {
    cuts: usize,
    leaves: usize,
    /// What is in the leaves below a knot; the root is the first.
    total: Vec<isize>,
    /// The most that is in the leaves below it from an open one on.
    most: Vec<isize>,
}

/// Less than is ever in all leaves: no cut below a knot is open.
const CLOSED: isize = isize::MIN / 2;

impl Ways {
    /// No packet, and all cuts closed.
    fn new(cuts: usize) -> Self {
        let leaves = cuts.next_power_of_two();
        let mut total = vec![0; 2 * leaves];
        total[leaves..leaves + cuts].fill(-1);
        for knot in (1..leaves).rev() {
            total[knot] = total[2 * knot] + total[2 * knot + 1];
        }
        Self { cuts, leaves, total, most: vec![CLOSED; 2 * leaves] }
    }

    /// A packet more crosses all cuts up to `last`.
    fn cross(&mut self, last: usize) {
        let leaf = self.leaves + last;
        self.total[leaf] += 1;
        if self.most[leaf] != CLOSED {
            self.most[leaf] += 1;
        }
        self.update(leaf);
    }

    fn open(&mut self, cut: usize) {
        let leaf = self.leaves + cut;
        self.most[leaf] = self.total[leaf];
        self.update(leaf);
    }

    fn close(&mut self, cut: usize) {
        self.most[self.leaves + cut] = CLOSED;
        self.update(self.leaves + cut);
    }

    /// Brings the knots above a leaf up to date.
    fn update(&mut self, leaf: usize) {
        let mut knot = leaf / 2;
        while knot > 0 {
            let (left, right) = (2 * knot, 2 * knot + 1);
            self.total[knot] = self.total[left] + self.total[right];
            self.most[knot] = self.most[right].max(self.most[left] + self.total[right]);
            knot /= 2;
        }
    }

    /// The greatest sum of the open cuts, of which there is one.
    fn longest(&self) -> usize {
        self.cuts.strict_add_signed(self.most[1])
    }
}

/// A range of numbers, both ends among them, in two; the second half of a single one is empty.
fn halves((first, last): (usize, usize)) -> [(usize, usize); 2] {
    let middle = first.midpoint(last);
    [(first, middle), (middle + 1, last)]
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_line_takes_the_most_steps_of_all_pairs_of_cuts() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        for round in 0..600 {
            let nodes = 1 + round / 15;
            // Two packets a node and two for each, of which some are left out.
            let mut ends: Vec<usize> = (0..2 * nodes).map(|end| end / 2).collect();
            let kept = random.random_range(0..=2 * nodes);
            for last in (1..2 * nodes).rev() {
                ends.swap(last, random.random_range(0..=last));
            }
            let ways: Vec<(usize, usize)> =
                ends.into_iter().enumerate().map(|(x, to)| (x / 2, to)).take(kept).collect();
            let crossing =
                |p: usize, q: usize| ways.iter().filter(|way| way.0 < p && way.1 >= q).count();
            let pairs = (1..nodes).flat_map(|q| (1..=q).map(move |p| (p, q)));
            let steps =
                pairs.filter(|&(p, q)| crossing(p, q) > 0).map(|(p, q)| crossing(p, q) + q - p);
            let most = steps.max().unwrap_or(0);
            for packets_a_node in [2, usize::MAX] {
                let line = Line { nodes, packets_a_node, slack: 0 };
                let searched = |p| line.last_cuts(p, crossing);
                let known = |p| ways.iter().filter(move |way| way.0 + 1 == p).map(|way| way.1);
                assert_eq!(line.slowest(crossing, known, 0, usize::MAX), most, "{ways:?}");
                assert_eq!(line.slowest_one_by_one(searched, 0), most, "{ways:?}");
                assert_eq!(line.slowest_one_by_one(known, 0), most, "{ways:?}");
                assert_eq!(line.slowest(crossing, known, most + 3, usize::MAX), most + 3);
                for limit in 1..=most {
                    let found = line.slowest(crossing, known, 0, limit);
                    assert!((limit..=most).contains(&found), "{found} of {most}, from {limit} on");
                }
                for slack in 1..5 {
                    let found = Line { slack, ..line }.slowest(crossing, known, 0, usize::MAX);
                    assert!((most..=most + slack).contains(&found), "{found}, not {most}");
                }
            }
        }
    }
}
