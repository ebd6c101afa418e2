//! Generates the `power-law` workload: a few messages with many destinations, many with few.

use super::openings::Openings;
use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// Degrees follow Zipf's law with exponent 2 on 1…n − 1; no node receives more than c messages.
///
/// Messages choose one after the other, in random order, each as many random nodes as its degree says among the nodes
/// chosen fewer than c times. The mean degree is about 0.6·ln n, so for c below that the nodes fill up:
/// a message then gets what is open, and those that find nothing open are left out.
///
/// Exact: nothing but that every node receives at most c messages and a message that has its turn while its degree's worth
/// of nodes is open has that degree.
pub(super) fn power_law(nodes: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let mut openings = Openings::new(nodes, congestion);
    let mut lists = Lists::default();
    for source in draws.permutation(nodes) {
        let degree = zipf(nodes as u64 - 1, draws) as usize;
        let set = openings.take(degree, draws);
        if set.is_empty() {
            break;
        }
        lists.push(source, set);
    }
    lists
}

/// A number k of 1…`most` with probability proportional to 1/k².
///
/// For u uniform in (0, 1], ⌊1/u⌋ is k with probability 1/(k(k+1)); keeping it with probability (k+1)/2k leaves 1/2k².
/// Integers only, so every machine draws the same; the tail 1/k is met to a relative error of k/2^64.
fn zipf(most: u64, draws: &mut Draws) -> u64 {
    loop {
        let k = u64::MAX / draws.bits().max(1);
        if k <= most && u64::from(draws.below(2 * k as u32)) <= k {
            return k;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_follow_the_inverse_square() {
        // 100,000 draws of 1…9: the probability of k is 1/(k²·H), H = Σ 1/k² = 1.539768.
        let mut draws = Draws::new(11);
        let mut counts = [0i32; 10];
        for _ in 0..100_000 {
            counts[zipf(9, &mut draws) as usize] += 1;
        }
        // Rounded by hand; the standard deviation of a count is at most 151.
        let expected = [0, 64_945, 16_236, 7_216, 4_059, 2_598, 1_804, 1_325, 1_015, 802];
        for (count, mean) in counts.iter().zip(expected) {
            assert!((count - mean).abs() < 600, "{counts:?}");
        }
    }

    #[test]
    fn a_single_choice_is_always_one() {
        let mut draws = Draws::new(2);
        assert!((0..1_000).all(|_| zipf(1, &mut draws) == 1));
    }
}
