//! Finds the grid that a number of tiles makes on a mesh.

use super::error::PrimitiveError;
use meshcast_engine::{Shape, Tiling};

/// Rows and columns of the grid of `tiles` tiles whose tiles come closest to squares.
pub(super) fn most_square(shape: Shape, tiles: usize) -> Result<(usize, usize), PrimitiveError> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let fits = |&(down, across): &(usize, usize)| down * across == tiles && across <= cols;
    let oblong =
        |&(down, across): &(usize, usize)| rows.div_ceil(down).abs_diff(cols.div_ceil(across));
    let grids = (1..=rows.min(tiles)).map(|down| (down, tiles / down)).filter(fits);
    grids.min_by_key(oblong).ok_or(PrimitiveError::NoGrid { rows, cols, found: tiles })
}

/// The tile of every node, row-major.
pub(super) fn tile_of_nodes(tiling: &Tiling) -> Vec<usize> {
    let mut tile_of = vec![0; tiling.shape().nodes()];
    for (number, tile) in tiling.tiles().iter().enumerate() {
        for node in 0..tile.shape.nodes() {
            let (row, col) = tile.shape.position(node);
            tile_of[tiling.shape().index(tile.first_row + row, tile.first_col + col)] = number;
        }
    }
    tile_of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_square_as_the_mesh_allows() {
        let grid =
            |rows, cols, tiles| most_square(Shape::new(rows, cols).expect("small"), tiles).ok();
        assert_eq!(grid(8, 8, 16), Some((4, 4)));
        assert_eq!(grid(8, 8, 8), Some((2, 4)));
        assert_eq!(grid(3, 12, 4), Some((1, 4)));
        assert_eq!(grid(7, 7, 7), Some((1, 7)));
        assert_eq!(grid(7, 5, 7), Some((7, 1)));
        assert_eq!((grid(4, 4, 7), grid(1, 1, 2)), (None, None));
    }
}
