//! Counts the blocks of one grid of tiles that a block of another meets, and tells the sizes of blocks.

use super::tessellation::{Tessellation, blocks};
use meshcast_engine::{Shape, Tiling};
use std::ops::Range;

/// The sizes of the blocks in the tiles of a grid, in nodes, each once, increasing.
pub(in crate::multicast) fn block_sizes(grid: Tessellation) -> Vec<usize> {
    let sizes = tiles(grid).flat_map(|tile| {
        let (down, across) = blocks(tile);
        Tiling::shapes_in_grid(tile, down, across).map(Shape::nodes)
    });
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The blocks of all tiles, or more: as many in each as in the one that has most.
pub(in crate::multicast) fn most_blocks(grid: Tessellation) -> usize {
    let most = tiles(grid).map(blocks).map(|(down, across)| down * across).max();
    grid.tiles() * most.unwrap_or(1)
}

/// The blocks of `grid` that a block of `other` meets, at most: as many as there are down the rows that it has, times as many as there
/// are across its columns.
pub(in crate::multicast) fn blocks_met(other: Tessellation, grid: Tessellation) -> usize {
    let ([rows, cols], [down, across]) = (sides(other), sides(grid));
    rows.most_met(&down) * cols.most_met(&across)
}

/// The shapes of the tiles of a grid.
fn tiles(grid: Tessellation) -> impl Iterator<Item = Shape> {
    Tiling::shapes_in_grid(grid.shape(), grid.down(), grid.across())
}

/// A side of the mesh, divided into tiles, and these into blocks.
struct Side {
    length: usize,
    tiles: usize,
    /// Lengths of tiles along this side with the numbers of blocks that stand along it: there may be two, as tiles have two lengths along
    /// the other side.
    parts: Vec<(usize, usize)>,
}

/// The rows and the columns of the mesh.
fn sides(grid: Tessellation) -> [Side; 2] {
    let shape = grid.shape();
    let side = |length, tiles, parts: Vec<(usize, usize)>| Side { length, tiles, parts };
    let down = tiles(grid).map(|tile| (tile.rows(), blocks(tile).0)).collect();
    let across = tiles(grid).map(|tile| (tile.cols(), blocks(tile).1)).collect();
    [side(shape.rows(), grid.down(), down), side(shape.cols(), grid.across(), across)]
}

impl Side {
    fn tile(&self, number: usize) -> Range<usize> {
        number * self.length / self.tiles..(number + 1) * self.length / self.tiles
    }

    /// The numbers of blocks in a tile of such a length.
    fn parts(&self, length: usize) -> impl Iterator<Item = usize> {
        self.parts.iter().filter(move |&&(of, _)| of == length).map(|&(_, parts)| parts)
    }

    /// The most blocks of `other` that a block meets.
    fn most_met(&self, other: &Self) -> usize {
        let blocks = (0..self.tiles).map(|number| self.tile(number)).flat_map(|tile| {
            let (first, length) = (tile.start, tile.len());
            self.parts(length).flat_map(move |parts| {
                let cut = move |part| first + part * length / parts;
                (0..parts).map(move |part| cut(part)..cut(part + 1))
            })
        });
        blocks.map(|block| other.met(&block)).max().unwrap_or(0)
    }

    /// The most blocks that some nodes are in.
    fn met(&self, nodes: &Range<usize>) -> usize {
        let number = |at: usize| ((at + 1) * self.tiles - 1) / self.length;
        let tiles = number(nodes.start)..=number(nodes.end - 1);
        tiles.map(|tile| self.met_in(&self.tile(tile), nodes)).sum()
    }

    /// The same in a tile.
    fn met_in(&self, tile: &Range<usize>, nodes: &Range<usize>) -> usize {
        let (first, last) = (nodes.start.max(tile.start), nodes.end.min(tile.end) - 1);
        let met = |parts: usize| {
            let number = |at: usize| ((at - tile.start + 1) * parts - 1) / tile.len();
            number(last) - number(first) + 1
        };
        self.parts(tile.len()).map(met).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Of every node its block, by the tilings that machines use.
    fn block_of(grid: Tessellation) -> Vec<(usize, usize)> {
        let shape = grid.shape();
        let mut found = vec![(0, 0); shape.nodes()];
        for (number, tile) in grid.tiling().tiles().iter().enumerate() {
            let (down, across) = blocks(tile.shape);
            for (part, block) in Tiling::grid(tile.shape, down, across).tiles().iter().enumerate() {
                for node in 0..block.shape.nodes() {
                    let (row, col) = block.shape.position(node);
                    let row = tile.first_row + block.first_row + row;
                    let col = tile.first_col + block.first_col + col;
                    found[shape.index(row, col)] = (number, part);
                }
            }
        }
        found
    }

    #[test]
    fn blocks_are_counted_as_nodes_say() {
        let mut exact = 0;
        let shapes = [(16, 16), (32, 32), (17, 23), (30, 7), (1, 40), (24, 36)];
        let grids = [(1, 1), (2, 2), (3, 2), (4, 4), (1, 5), (5, 3), (7, 7)];
        for shape in shapes.map(|(rows, cols)| Shape::new(rows, cols).expect("small")) {
            let fits =
                |&(down, across): &(usize, usize)| down <= shape.rows() && across <= shape.cols();
            let grids: Vec<Tessellation> = grids
                .into_iter()
                .filter(fits)
                .map(|(down, across)| Tessellation::of_grid(shape, down, across))
                .collect();
            for &grid in &grids {
                let of = block_of(grid);
                let all: BTreeSet<_> = of.iter().collect();
                assert!(all.len() <= most_blocks(grid), "{grid:?}");
                let size = |block| of.iter().filter(|&other| other == block).count();
                let sizes: BTreeSet<usize> = all.iter().map(|&block| size(block)).collect();
                assert_eq!(block_sizes(grid), Vec::from_iter(sizes), "{grid:?}");
                for &other in &grids {
                    let by = block_of(other);
                    let met = |block: &(usize, usize)| {
                        let nodes = (0..by.len()).filter(|&node| by[node] == *block);
                        nodes.map(|node| of[node]).collect::<BTreeSet<_>>().len()
                    };
                    let most = by.iter().collect::<BTreeSet<_>>().into_iter().map(met).max();
                    let found = blocks_met(other, grid);
                    assert!(Some(found) >= most, "{other:?} {grid:?}: {found} {most:?}");
                    exact += usize::from(Some(found) == most);
                }
            }
        }
        assert!(exact > 150, "mostly it is the greatest: {exact}");
    }
}
