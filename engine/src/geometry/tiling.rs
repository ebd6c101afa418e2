//! Divides a mesh into disjoint rectangular tiles.

use super::Shape;
use std::ops::Range;

/// A rectangle of nodes inside a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Row of the tile's first node.
    pub first_row: usize,
    /// Column of the tile's first node.
    pub first_col: usize,
    /// Rows and columns of the tile.
    pub shape: Shape,
}

/// A division of a mesh into disjoint tiles, numbered row-major, that together cover it.
///
/// Tiles may be uneven: a side of `m` nodes cut into `g` parts gives parts of ⌊m/g⌋ or ⌈m/g⌉ nodes.
///
/// ```
/// use meshcast_engine::{Shape, Tiling};
/// let tiling = Tiling::grid(Shape::new(5, 4)?, 2, 2);
/// let rows: Vec<usize> = tiling.tiles().iter().map(|tile| tile.shape.rows()).collect();
/// assert_eq!(rows, [2, 2, 3, 3]);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    shape: Shape,
    tiles: Vec<Tile>,
}

impl Tiling {
    /// A grid of `down` × `across` tiles whose sides differ by at most one node.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn grid(shape: Shape, down: usize, across: usize) -> Self {
        assert!(
            (1..=shape.rows()).contains(&down) && (1..=shape.cols()).contains(&across),
            "a grid of {down} x {across} tiles does not fit a mesh of {} x {} nodes",
            shape.rows(),
            shape.cols()
        );
        let cuts = |side: usize, parts: usize| -> Vec<usize> {
            (1..parts).map(|part| part * side / parts).collect()
        };
        Self::cut(shape, &cuts(shape.rows(), down), &cuts(shape.cols(), across))
    }

    /// The tiles between cuts: before each of the rows `rows` and each of the columns `cols`, increasing.
    ///
    /// ```
    /// use meshcast_engine::{Shape, Tiling};
    /// let tiling = Tiling::cut(Shape::new(2, 8)?, &[], &[2, 6]);
    /// let cols: Vec<usize> = tiling.tiles().iter().map(|tile| tile.shape.cols()).collect();
    /// assert_eq!(cols, [2, 4, 2]);
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If cuts do not increase, or one is not inside the mesh.
    pub fn cut(shape: Shape, rows: &[usize], cols: &[usize]) -> Self {
        let parts = |side: usize, cuts: &[usize]| -> Vec<Range<usize>> {
            let ends: Vec<usize> =
                std::iter::once(0).chain(cuts.iter().copied()).chain([side]).collect();
            assert!(
                ends.is_sorted_by(|before, after| before < after),
                "expected increasing cuts inside a side of {side} nodes, found {cuts:?}"
            );
            ends.windows(2).map(|pair| pair[0]..pair[1]).collect()
        };
        let cols = parts(shape.cols(), cols);
        let tile = |rows: &Range<usize>, cols: &Range<usize>| Tile {
            first_row: rows.start,
            first_col: cols.start,
            shape: shape.part(rows.len(), cols.len()),
        };
        let rows = parts(shape.rows(), rows);
        let tiles = rows.iter().flat_map(|rows| cols.iter().map(move |cols| tile(rows, cols)));
        Self { shape, tiles: tiles.collect() }
    }

    /// The shapes of the tiles of such a grid, each once: at most four.
    ///
    /// ```
    /// use meshcast_engine::{Shape, Tiling};
    /// let shape = Shape::new(5, 4)?;
    /// let shapes: Vec<Shape> = Tiling::shapes_in_grid(shape, 2, 2).collect();
    /// assert_eq!(shapes, [shape.part(2, 2), shape.part(3, 2)]);
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// As [`Tiling::grid`].
    pub fn shapes_in_grid(shape: Shape, down: usize, across: usize) -> impl Iterator<Item = Shape> {
        let lengths = |side: usize, parts: usize| {
            let (short, long) = (side / parts, side.div_ceil(parts));
            std::iter::once(short).chain((long > short).then_some(long))
        };
        let (rows, cols) = (lengths(shape.rows(), down), lengths(shape.cols(), across));
        rows.flat_map(move |rows| cols.clone().map(move |cols| shape.part(rows, cols)))
    }

    /// The mesh it divides.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Rows of the tiles, from the top.
    pub(crate) fn heights(&self) -> impl Iterator<Item = usize> {
        self.tiles.iter().filter(|tile| tile.first_col == 0).map(|tile| tile.shape.rows())
    }

    /// Columns of the tiles, from the left.
    pub(crate) fn widths(&self) -> impl Iterator<Item = usize> {
        self.tiles.iter().take_while(|tile| tile.first_row == 0).map(|tile| tile.shape.cols())
    }

    /// The tiles, row-major.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
}
