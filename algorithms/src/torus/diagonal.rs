//! Routes along diagonals.

/// The dimension, from 0, over which the diagonal algorithm moves a point other than 0.
///
/// A diagonal point, all of whose coordinates are equally large, goes where its signs send it: all dimensions get their share. Any
/// other point goes on where it has begun: it moves over a dimension of greatest coordinate that follows, cyclically, on one
/// of a smaller coordinate; of several such, on the highest.
///
/// # Source
/// Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, Definition 4. Two deviations. The signs are a
/// number `b(X) = Σ (1 − sgn x₁ · sgn x_k)/2 · 2^(n−k)`: printed with a plus, it would have a value above the range that the
/// paper gives it. And the paper takes p, the highest dimension whose coordinate is not greatest, and moves over the
/// next: for n ≥ 3 that one may have a coordinate that is not greatest either, even 0, as at (0, ±1, 0), where the rule moves over
/// dimension 1. Here p is the highest such dimension whose next one has a greatest coordinate. For n = 2 that is the same.
pub(super) fn diagonal(point: &[i32]) -> usize {
    let dims = point.len();
    let greatest = point.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0);
    let is_greatest = |dimension: usize| point[dimension % dims].unsigned_abs() == greatest;
    match (0..dims).rev().find(|&p| !is_greatest(p) && is_greatest(p + 1)) {
        Some(p) => (p + 1) % dims,
        None => signs(point) % dims,
    }
}

/// The number that the signs of a diagonal point spell: a bit a dimension, the first the highest, set where the sign is not
/// that of the first. A point and its opposite have the same.
fn signs(point: &[i32]) -> usize {
    point.iter().fold(0, |bits, x| 2 * bits + usize::from(x.signum() != point[0].signum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_coordinate_that_follows_a_smaller_one_goes_first() {
        assert_eq!(diagonal(&[2, 1, 2]), 2);
        assert_eq!(diagonal(&[2, 2, 1]), 0);
        assert_eq!(diagonal(&[0, 1, 0]), 1);
        assert_eq!(diagonal(&[0, -1, 0]), 1);
    }

    #[test]
    fn signs_spell_numbers_below_half_of_all_and_opposites_the_same() {
        assert_eq!(signs(&[2, 2, 2]), 0);
        assert_eq!(signs(&[1, -1, 1]), 2);
        assert_eq!(signs(&[-1, 1, -1]), 2);
        assert_eq!(signs(&[1, -1, -1]), 3);
    }
}
