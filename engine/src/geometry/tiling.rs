//! Divides a mesh into disjoint rectangular tiles.

use super::Shape;

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
        let cut = |side: usize, parts: usize, part: usize| part * side / parts;
        let mut tiles = Vec::with_capacity(down * across);
        for i in 0..down {
            let rows = cut(shape.rows(), down, i)..cut(shape.rows(), down, i + 1);
            for j in 0..across {
                let cols = cut(shape.cols(), across, j)..cut(shape.cols(), across, j + 1);
                tiles.push(Tile {
                    first_row: rows.start,
                    first_col: cols.start,
                    shape: Shape::new(rows.len(), cols.len())
                        .expect("a part of a mesh is no larger than the mesh"),
                });
            }
        }
        Self { shape, tiles }
    }

    /// The mesh it divides.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles, row-major.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
}
