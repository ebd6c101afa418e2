//! Cuts the mesh into the tiles of a phase, and these into blocks.

use meshcast_engine::{Shape, Tiling};
use meshcast_primitives::Circulation;

/// A grid of tiles, and the grid of blocks in each of them.
///
/// The *core* of a tile are its first rows and columns, as many as every tile has: packets of a group stand in it,
/// so that they can be shifted to the same places of the next tile.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct DoubleTessellation {
    tiling: Tiling,
    pub(in crate::multicast) grid: (usize, usize),
    pub(in crate::multicast) core: Shape,
    /// Blocks down and across a tile.
    pub(in crate::multicast) blocks: (usize, usize),
}

impl DoubleTessellation {
    /// The one with at least `congestion` tiles, of those that [`fits`] allows the one whose tiles cost the least to
    /// visit: the least sum of all their sides.
    pub(in crate::multicast) fn new(shape: Shape, congestion: usize) -> Self {
        let congestion = congestion.clamp(1, shape.nodes());
        let grids = (1..=shape.rows()).filter_map(|down| {
            let fewest = congestion.div_ceil(down);
            let across = (fewest..=shape.cols()).find(|&across| fits(shape, (down, across)))?;
            Some((down, across))
        });
        let cost = |&(down, across): &(usize, usize)| {
            let (rows, cols) = largest(shape, (down, across));
            down * across * (rows + cols)
        };
        let (down, across) = grids.min_by_key(cost).expect("tiles of one node fit");
        let core = Shape::new(shape.rows() / down, shape.cols() / across).expect("smaller");
        let (rows, cols) = largest(shape, (down, across));
        Self {
            tiling: Tiling::grid(shape, down, across),
            grid: (down, across),
            core,
            blocks: blocks(core, (rows, cols)),
        }
    }

    /// The tiles.
    pub(in crate::multicast) fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The number of tiles.
    pub(in crate::multicast) fn tiles(&self) -> usize {
        self.tiling.tiles().len()
    }

    /// The blocks of a tile of `shape`.
    pub(in crate::multicast) fn blocks_of(&self, shape: Shape) -> Tiling {
        Tiling::grid(shape, self.blocks.0, self.blocks.1)
    }

    /// For every node the number of its block, those of a tile after those of the tile before.
    pub(in crate::multicast) fn block_numbers(&self) -> Vec<u32> {
        let shape = self.tiling.shape();
        let mut numbers = vec![0; shape.nodes()];
        let mut next = 0;
        for tile in self.tiling.tiles() {
            for block in self.blocks_of(tile.shape).tiles() {
                for node in 0..block.shape.nodes() {
                    let (row, col) = block.shape.position(node);
                    let row = tile.first_row + block.first_row + row;
                    let col = tile.first_col + block.first_col + col;
                    numbers[shape.index(row, col)] = next;
                }
                next += 1;
            }
        }
        numbers
    }

    /// The largest tile, and its largest block.
    pub(in crate::multicast) fn largest(&self) -> (Shape, Shape) {
        let part = |shape: Shape, (down, across): (usize, usize)| {
            Shape::new(shape.rows().div_ceil(down), shape.cols().div_ceil(across)).expect("smaller")
        };
        let tile = part(self.tiling.shape(), self.grid);
        (tile, part(tile, self.blocks))
    }

    /// The node, a row-major index, at which the packet of rank `rank` in the group of a tile stands.
    pub(in crate::multicast) fn node_of(&self, tile: usize, rank: usize) -> u32 {
        let (row, col) = self.core.position(rank % self.core.nodes());
        let tile = self.tiling.tiles()[tile];
        self.tiling.shape().index(tile.first_row + row, tile.first_col + col) as u32
    }
}

/// Rows and columns of the largest tile.
fn largest(shape: Shape, (down, across): (usize, usize)) -> (usize, usize) {
    (shape.rows().div_ceil(down), shape.cols().div_ceil(across))
}

/// Whether two segments a tile are enough for all packets, however they are drawn.
///
/// Let t be the tiles and s the nodes of a core, the size of a segment. Tentative groups of x₀, x₁, … packets, n at most
/// altogether, have Σ ⌈xⱼ/s⌉ ≤ Σ (xⱼ + s − 1)/s ≤ t + (n − t)/s segments. That is less than 2t + 1 if n − t < s(t + 1),
/// which holds with s = n/t, and where the tiles are uneven if the cores miss few nodes.
fn fits(shape: Shape, (down, across): (usize, usize)) -> bool {
    let tiles = down * across;
    let segment = (shape.rows() / down) * (shape.cols() / across);
    segment > 0 && shape.nodes() - tiles < segment * (tiles + 1)
}

/// The blocks of a tile, at most one a node of its core: those for which the waves of a migration and a circulation take
/// the fewest steps together, t + b for t blocks of b nodes; both are √(tile) where that can be.
fn blocks(core: Shape, (rows, cols): (usize, usize)) -> (usize, usize) {
    let grids =
        (1..=core.rows()).flat_map(|down| (1..=core.cols()).map(move |across| (down, across)));
    let cost = |&(down, across): &(usize, usize)| {
        let block = Shape::new(rows.div_ceil(down), cols.div_ceil(across)).expect("smaller");
        let steps = (down * across) as u64 + Circulation::steps_on(block);
        (steps, block.rows() + block.cols())
    };
    grids.min_by_key(cost).expect("a tile has a block")
}

/// Whether c ≤ n/16: otherwise the tour of the whole mesh is optimal.
pub(super) fn is_usable(shape: Shape, congestion: usize) -> bool {
    16 * congestion <= shape.nodes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> impl Iterator<Item = Shape> {
        (1..=20).flat_map(|rows| (1..=20).map(move |cols| Shape::new(rows, cols).expect("small")))
    }

    #[test]
    fn a_side_that_is_a_power_of_two_is_cut_as_in_the_paper() {
        for (side, c, grid, blocks) in [
            (128, 16, (4, 4), (4, 8)),
            (64, 16, (4, 4), (4, 4)),
            (64, 64, (8, 8), (2, 4)),
            (64, 4, (2, 2), (4, 8)),
            (32, 1, (1, 1), (4, 8)),
        ] {
            let cut = DoubleTessellation::new(Shape::new(side, side).expect("small"), c);
            assert_eq!((cut.grid, cut.blocks), (grid, blocks), "side {side}, c = {c}");
        }
    }

    #[test]
    fn tiles_are_about_as_many_as_asked_for() {
        for shape in shapes() {
            for c in 1..=shape.nodes() / 16 {
                let tiles = DoubleTessellation::new(shape, c).tiles();
                assert!((c..=4 * c).contains(&tiles), "{tiles} for c = {c} on {shape:?}");
            }
        }
    }

    /// All packets of a group fit its core twice, in the worst of all divisions into tentative groups.
    #[test]
    fn two_segments_a_tile_are_enough() {
        for shape in shapes() {
            for c in 1..=shape.nodes() / 16 {
                let cut = DoubleTessellation::new(shape, c);
                let (tiles, size) = (cut.tiles(), cut.core.nodes());
                // One packet more than whole segments in as many groups as that goes, and one more in all others.
                let mut left = shape.nodes();
                let mut segments = 0;
                for group in 0..tiles {
                    let others = tiles - 1 - group;
                    let most = (left.saturating_sub(others + 1) / size * size + 1).min(left);
                    let here = if others == 0 { left } else { most };
                    segments += here.div_ceil(size);
                    left -= here;
                }
                assert!(segments <= 2 * tiles, "{segments} for {tiles} on {shape:?}");
            }
        }
    }

    #[test]
    fn ranks_have_nodes_of_their_own_twice_over() {
        for shape in shapes().filter(|shape| shape.nodes() >= 64) {
            let cut = DoubleTessellation::new(shape, shape.nodes() / 16);
            let mut load = vec![0; shape.nodes()];
            for tile in 0..cut.tiles() {
                for rank in 0..2 * cut.core.nodes() {
                    load[cut.node_of(tile, rank) as usize] += 1;
                }
            }
            assert!(load.iter().all(|&load| load == 0 || load == 2));
            assert_eq!(load.iter().sum::<usize>(), 2 * cut.tiles() * cut.core.nodes());
        }
    }
}
