//! Compares sums of square roots, exactly where they are equal.

use std::collections::BTreeMap;

/// Whether √`square` is at least half the mean of the square roots of `squares`.
///
/// Both sides are sums of multiples of square roots of square-free numbers, which are equal only if all multiples are: then floating point
/// adds up the same. Else they differ, and it tells which is larger as long as they differ by more than its rounding.
pub(super) fn is_at_least_half_the_mean(square: u64, squares: &[u64]) -> bool {
    // By square-free number, the multiples on the left and on the right.
    let mut multiples = BTreeMap::<u64, [u64; 2]>::new();
    let (root, free) = simplest(square);
    multiples.entry(free).or_default()[0] += 2 * squares.len() as u64 * root;
    for &square in squares {
        let (root, free) = simplest(square);
        multiples.entry(free).or_default()[1] += root;
    }
    let sum = |side: usize| -> f64 {
        multiples
            .iter()
            .map(|(&free, multiples)| multiples[side] as f64 * (free as f64).sqrt())
            .sum()
    };
    sum(0) >= sum(1)
}

/// (a, b) with a²·b = `square` and b square-free.
fn simplest(mut square: u64) -> (u64, u64) {
    let (mut root, mut factor) = (1, 2);
    while factor * factor <= square {
        while square.is_multiple_of(factor * factor) {
            square /= factor * factor;
            root *= factor;
        }
        factor += 1;
    }
    (root, square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_taken_out_of_square_numbers() {
        assert_eq!(
            [1, 2, 12, 49, 72, 0].map(simplest),
            [(1, 1), (1, 2), (2, 3), (7, 1), (6, 2), (1, 0)]
        );
    }

    #[test]
    fn equality_is_exact() {
        // √2 + √8 + √18 = 6√2 = 2 · 3 · √2, though no sum of their floating-point values need be.
        assert!(is_at_least_half_the_mean(2, &[2, 8, 18]));
        assert!(!is_at_least_half_the_mean(2, &[2, 8, 19]));
        assert!(is_at_least_half_the_mean(4, &[16]) && !is_at_least_half_the_mean(3, &[16]));
    }
}
