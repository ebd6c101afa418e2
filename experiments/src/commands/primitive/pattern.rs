//! Draws the numbers that a primitive is run on.

use crate::flags::Pattern;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::iter::repeat_n;

/// The numbers of `nodes` nodes, row-major, `each` of every node, all below `nodes`.
pub(super) fn numbers(pattern: Pattern, (nodes, each): (usize, usize), seed: u64) -> Vec<u32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let count = nodes as u32;
    let mut number = |node: u32| match pattern {
        Pattern::Reverse => count - 1 - node,
        Pattern::ZeroOne => random.random_range(0..count.min(2)),
        Pattern::Hot if random.random() => count / 2,
        Pattern::Random | Pattern::Hot => random.random_range(0..count),
    };
    (0..count).flat_map(|node| repeat_n(node, each)).map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_stays_below_the_number_of_nodes() {
        for pattern in [Pattern::Random, Pattern::Reverse, Pattern::ZeroOne, Pattern::Hot] {
            for nodes in [1, 2, 3, 100] {
                let numbers = numbers(pattern, (nodes, 3), 7);
                assert_eq!(numbers.len(), 3 * nodes);
                assert!(numbers.iter().all(|&number| (number as usize) < nodes), "{pattern:?}");
            }
        }
    }

    #[test]
    fn the_patterns_are_what_they_are_called() {
        assert_eq!(numbers(Pattern::Reverse, (4, 1), 1), [3, 2, 1, 0]);
        let ones = numbers(Pattern::ZeroOne, (1000, 1), 1).iter().sum::<u32>();
        assert!((400..600).contains(&ones));
        let hot =
            numbers(Pattern::Hot, (1000, 1), 1).iter().filter(|&&number| number == 500).count();
        assert!((400..600).contains(&hot));
    }

    #[test]
    fn numbers_repeat_with_their_seed_and_only_then() {
        let golden = numbers(Pattern::Random, (8, 1), 1);
        assert_eq!(numbers(Pattern::Random, (8, 1), 1), golden);
        assert_ne!(numbers(Pattern::Random, (8, 1), 2), golden);
    }
}
