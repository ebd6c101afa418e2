//! Routes one dimension after the other.

/// The dimension, from 0, over which the simple algorithm moves a point other than 0: the last that is not done.
///
/// # Source
/// Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, Definition 3.
pub(super) fn simple(point: &[i32]) -> usize {
    point.iter().rposition(|&x| x != 0).unwrap_or(0)
}
