//! Computes a Hilbert curve through any rectangle: indices that are close in a file are close on the mesh.

use meshcast_engine::Shape;

/// The positions (row, column) of all nodes of `shape` along a generalised Hilbert curve.
///
/// A rectangle is walked from one corner to the end of its longer side. A long one is cut across into two that are
/// walked one after the other; any other into three: out along the shorter side, across, and back, as in Hilbert's
/// curve, whose four quarters these are with the middle two as one. Cuts fall on even lengths where they can, which
/// is what lets the pieces join.
///
/// # Cost
/// Consecutive nodes are neighbours, but for at most one diagonal step, and that only where the longer side is odd
/// and the shorter even.
///
/// # Source
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische Annalen 38 (1891), for
/// the square; the cuts for rectangles follow J. Červený, "Generalized Hilbert space-filling curve for rectangular
/// domains of arbitrary sizes" (2018).
pub(crate) fn curve(shape: Shape) -> Vec<(usize, usize)> {
    let mut path = Vec::with_capacity(shape.nodes());
    let rows = Vector { row: shape.rows().cast_signed(), col: 0 };
    let cols = Vector { row: 0, col: shape.cols().cast_signed() };
    let corner = Vector { row: 0, col: 0 };
    if shape.cols() >= shape.rows() {
        walk(&mut path, corner, cols, rows);
    } else {
        walk(&mut path, corner, rows, cols);
    }
    path
}

/// A node's place, or a side of a rectangle: as long as the rectangle there, so one longer than the way along it.
#[derive(Clone, Copy)]
struct Vector {
    row: isize,
    col: isize,
}

impl Vector {
    /// The length of a vector along an axis.
    fn length(self) -> isize {
        self.row.abs() + self.col.abs()
    }

    /// The step of length 1 in the direction of a vector along an axis.
    fn step(self) -> Self {
        Self { row: self.row.signum(), col: self.col.signum() }
    }

    /// The vector of `length` in the direction of this one.
    fn resized(self, length: isize) -> Self {
        let step = self.step();
        Self { row: step.row * length, col: step.col * length }
    }

    fn plus(self, other: Self) -> Self {
        Self { row: self.row + other.row, col: self.col + other.col }
    }

    fn minus(self, other: Self) -> Self {
        Self { row: self.row - other.row, col: self.col - other.col }
    }
}

/// Half of `length`, made even by rounding up if there is enough of it.
fn even_half(length: isize) -> isize {
    let half = length / 2;
    if length > 2 { half + half % 2 } else { half }
}

/// Walks the rectangle of the sides `along` and `across` at `corner`, from there to the end of `along`.
fn walk(path: &mut Vec<(usize, usize)>, corner: Vector, along: Vector, across: Vector) {
    let (length, width) = (along.length(), across.length());
    if length == 1 || width == 1 {
        let side = if width == 1 { along } else { across };
        let places = (0..side.length()).map(|distance| corner.plus(side.resized(distance)));
        path.extend(places.map(|place| (place.row.cast_unsigned(), place.col.cast_unsigned())));
    } else if 2 * length > 3 * width {
        let first = along.resized(even_half(length));
        walk(path, corner, first, across);
        walk(path, corner.plus(first), along.minus(first), across);
    } else {
        let (first, out) = (along.resized(length / 2), across.resized(even_half(width)));
        walk(path, corner, out, first);
        walk(path, corner.plus(out), along, across.minus(out));
        let back = corner.plus(along.minus(along.step())).plus(out.minus(out.step()));
        walk(path, back, out.resized(-out.length()), first.minus(along));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_of_a_square_of_side_4_is_hilberts() {
        let path = curve(Shape::new(4, 4).unwrap());
        let hilbert = [
            [(0, 0), (0, 1), (1, 1), (1, 0)],
            [(2, 0), (3, 0), (3, 1), (2, 1)],
            [(2, 2), (3, 2), (3, 3), (2, 3)],
            [(1, 3), (1, 2), (0, 2), (0, 3)],
        ];
        assert_eq!(path, hilbert.concat());
    }

    #[test]
    fn consecutive_nodes_are_neighbours_but_for_one_diagonal_step_on_odd_by_even() {
        for (rows, cols) in (1..=40).flat_map(|rows| (1..=40).map(move |cols| (rows, cols))) {
            let path = curve(Shape::new(rows, cols).unwrap());
            let steps = path
                .windows(2)
                .map(|pair| (pair[0].0.abs_diff(pair[1].0), pair[0].1.abs_diff(pair[1].1)));
            let long: Vec<_> = steps.filter(|&(down, right)| down + right != 1).collect();
            let (longer, shorter) = (rows.max(cols), rows.min(cols));
            let allowed = usize::from(longer % 2 == 1 && shorter % 2 == 0);
            assert!(
                long.len() <= allowed && long.iter().all(|&step| step == (1, 1)),
                "{rows} x {cols}: {long:?}"
            );
        }
    }

    #[test]
    fn the_curve_starts_and_ends_on_the_longer_side() {
        for (rows, cols) in [(6, 10), (10, 6), (8, 8), (1, 7), (7, 1)] {
            let path = curve(Shape::new(rows, cols).unwrap());
            let end = if cols >= rows { (0, cols - 1) } else { (rows - 1, 0) };
            assert_eq!((path[0], path[path.len() - 1]), ((0, 0), end), "{rows} x {cols}");
        }
    }

    /// What the curve is for: row-major order tears such blocks apart by a whole row.
    #[test]
    fn indices_within_a_block_of_64_stand_within_a_small_square() {
        let path = curve(Shape::new(64, 64).unwrap());
        for block in path.chunks(64) {
            let extent =
                |values: Vec<usize>| values.iter().max().unwrap() - values.iter().min().unwrap();
            let rows = extent(block.iter().map(|place| place.0).collect());
            let cols = extent(block.iter().map(|place| place.1).collect());
            assert_eq!((rows, cols), (7, 7));
        }
    }
}
