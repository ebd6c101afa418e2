//! Draws the random numbers of the workloads.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// 32 bits that follow from `seed` and a number alone, without a stream that would have to be kept: the finaliser of
/// `SplitMix64`, once on the seed and once with the number (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014).
pub(crate) fn mixed(seed: u64, number: u32) -> u32 {
    let finish = |bits: u64| {
        let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    };
    (finish(finish(seed) ^ u64::from(number)) >> 32) as u32
}

/// A seeded stream of unbiased draws.
///
/// The generator is named and every draw is spelt out here, so that a seed means the same message set with every version
/// of every library. The stream starts one long jump (2^192 numbers) after the seed's own: an algorithm that draws from
/// the same seed does not see the numbers its input was made of.
pub(crate) struct Draws {
    generator: Xoshiro256PlusPlus,
}

impl Draws {
    /// The stream of `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        generator.long_jump();
        Self { generator }
    }

    /// Stream `phase` of an algorithm that was given `seed`: the seed's own, and each next one 2^128 numbers on.
    pub(crate) fn of_phase(seed: u64, phase: usize) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..phase).for_each(|_| generator.jump());
        Self { generator }
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `bound`, each equally likely.
    ///
    /// A 32-bit draw is scaled by a multiplication; of the 2^32 draws the few that would favour some result are drawn
    /// again (D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1), 2019).
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "nothing is below zero");
        let mut scaled = (self.bits() >> 32) * u64::from(bound);
        if (scaled as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (scaled as u32) < unfair {
                scaled = (self.bits() >> 32) * u64::from(bound);
            }
        }
        (scaled >> 32) as u32
    }

    /// Moves `count` random items, in random order, to the front of `items` (a Fisher–Yates shuffle cut short).
    pub(crate) fn bring_to_front(&mut self, items: &mut [u32], count: usize) {
        for place in 0..count {
            let other = place + self.below((items.len() - place) as u32) as usize;
            items.swap(place, other);
        }
    }

    /// A random permutation of the numbers below `count`.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<u32> {
        let mut items: Vec<u32> = (0..count as u32).collect();
        self.bring_to_front(&mut items, count);
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        // Computed by another implementation: SplitMix64, long jump, xoshiro256++, remainders.
        let mut draws = Draws::new(1);
        let bits: Vec<u64> = (0..3).map(|_| draws.bits()).collect();
        assert_eq!(
            bits,
            [14_330_722_100_524_715_756, 6_173_755_517_784_297_026, 10_142_358_532_540_431_024]
        );
        let small: Vec<u32> = (0..8).map(|_| draws.below(10)).collect();
        assert_eq!(small, [4, 3, 3, 2, 2, 7, 5, 5]);
        assert_eq!(draws.permutation(8), [1, 5, 3, 2, 7, 0, 4, 6]);
    }

    #[test]
    fn mixed_bits_are_even_for_every_seed_and_follow_from_it() {
        for seed in [0, 1, 2, u64::MAX] {
            // As below; numbers that follow one another, and pairs of them.
            let (mut counts, mut pairs) = ([0i32; 6], [0i32; 36]);
            for number in 0..60_000 {
                let (one, next) = (mixed(seed, number) % 6, mixed(seed, number + 1) % 6);
                counts[one as usize] += 1;
                pairs[(6 * one + next) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
            assert!(pairs.iter().all(|count| (count - 1_667).abs() < 250), "{pairs:?}");
        }
        let same = (0..1000).filter(|&number| mixed(1, number) == mixed(2, number)).count();
        assert_eq!(same, 0);
    }

    #[test]
    fn draws_below_a_bound_are_even() {
        // 60,000 draws, six results of probability 1/6: the standard deviation of a count is 91.
        let mut draws = Draws::new(7);
        let mut counts = [0i32; 6];
        for _ in 0..60_000 {
            counts[draws.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn draws_below_a_bound_near_the_word_size_are_even() {
        // With 3·2^30 results, a draw scaled without drawing again would hit every third result twice as often:
        // thirds of the range would still be even, residues modulo 3 would not.
        let mut draws = Draws::new(7);
        let mut counts = [0i32; 3];
        for _ in 0..30_000 {
            counts[(draws.below(3 << 30) % 3) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn every_permutation_of_four_is_equally_likely() {
        // 24,000 draws of 24 permutations: the standard deviation of a count is 31.
        let mut draws = Draws::new(3);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            *counts.entry(draws.permutation(4)).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (count - 1_000).abs() < 180), "{counts:?}");
    }
}
