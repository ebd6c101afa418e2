//! Routes so that all dimensions are used alike.

use std::cmp::Ordering;

/// The dimension, from 0, over which the balanced algorithm moves a point other than 0: one of the smallest coordinates that are
/// not done, of several the one from which on the point, read cyclically, is greatest.
///
/// Coordinates are compared by size, then by whether they have the sign of the first one read. So the rule does the same to a
/// point, to the point with its coordinates rotated, and to its opposite, unless the point is itself such a rotation of itself or
/// of its opposite. Those go over one of the dimensions in question by the size of the coordinate there.
///
/// In n dimensions, n an odd prime, only the points (a, a, …, a) are of that kind, and no other point goes through one of them, since
/// then it would have gone over a coordinate that is not its smallest. So for odd K the 2n channels share the rest of every level equally,
/// by first hops and by last ones, and a level has at most two of these points, with opposite hops: Λ(d) ≤ 1 and `Λ_F(d)` ≤ 1. A
/// coordinate that has begun to shrink stays the smallest until it is 0, whatever it was, so that of the (a, a, …, a) every channel of
/// the same sign has every n-th. Hence Δ ≤ 1, and no routing has less where 2n does not divide K^n − 1.
///
/// # Source
/// This project's own. Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, have the criteria: Δ ≤ 1 in
/// Proposition 2, Λ(d) ≤ 1 in Theorem 2. They leave open which routing meets them in more than two dimensions, and think that one
/// would be too complex (§5).
pub(super) fn balanced(point: &[i32]) -> usize {
    let dims = point.len();
    let sizes = point.iter().map(|x| x.unsigned_abs());
    let least = sizes.filter(|&size| size > 0).min().unwrap_or(0);
    let mut greatest: Vec<usize> = Vec::with_capacity(dims);
    for dimension in (0..dims).filter(|&at| point[at].unsigned_abs() == least) {
        match greatest.first().map(|&best| compare(point, dimension, best)) {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => greatest.push(dimension),
            Some(Ordering::Greater) | None => greatest = vec![dimension],
        }
    }
    greatest[least as usize % greatest.len()]
}

/// Compares the point as it is read from dimension `a` and from dimension `b`.
fn compare(point: &[i32], a: usize, b: usize) -> Ordering {
    let read = |from: usize| {
        (0..point.len()).map(move |step| {
            let x = point[(from + step) % point.len()];
            (x.unsigned_abs(), x.signum() * point[from].signum())
        })
    };
    read(a).cmp(read(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_coordinates_go_first_and_equal_ones_by_what_follows() {
        assert_eq!(balanced(&[0, -1, 0]), 1);
        assert_eq!(balanced(&[3, 2, -1]), 2);
        assert_eq!(balanced(&[1, 1, 2]), 1);
        assert_eq!(balanced(&[2, 1, 1]), 2);
        // From dimension 0 it reads (1, +), (1, +), (1, -).
        assert_eq!(balanced(&[1, 1, -1]), 0);
        assert_eq!([1, 2, 3].map(|a| balanced(&[a, a, a])), [1, 2, 0]);
    }
}
