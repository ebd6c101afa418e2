//! Cuts the mesh into the tiles of a phase, and these into blocks.

use crate::multicast::visits::{Tessellation, grids_near};
use meshcast_engine::{Shape, Tiling};
use meshcast_primitives::Circulation;

/// A grid of tiles, and the grid of blocks in each of them.
///
/// The *core* of a tile are its first rows and columns, as many as every tile has: packets of a group stand in it,
/// so that they can be shifted to the same places of the next tile.
#[derive(Clone, Copy, Debug)]
pub(in crate::multicast) struct DoubleTessellation {
    tiles: Tessellation,
    /// Blocks down and across a tile.
    pub(in crate::multicast) blocks: (usize, usize),
}

/// Rows of blocks, for each that a grid of square blocks has.
const HEIGHTS: [f64; 5] = [0.5, 0.707, 1.0, 1.414, 2.0];

impl DoubleTessellation {
    /// About as many tiles as `load`, each of m nodes in about s·√m blocks for one s of `shares`: what [`grids_near`] lists for the load
    /// and, if it is 8 at least, for half of it, but no fewer tiles than a quarter, and [`blocks_near`].
    ///
    /// The first are those with the tiles that [`Tessellation::score`] prefers, and of these those with the blocks for which the waves
    /// of a migration and a circulation take the fewest steps together.
    pub(in crate::multicast) fn near(
        shape: Shape,
        load: usize,
        shares: &[f64],
    ) -> impl Iterator<Item = Self> {
        // Half of less would have the mesh as one tile.
        let loads =
            if load >= 8 { vec![load as f64, load as f64 / 2.0] } else { vec![load as f64] };
        let mut grids =
            loads.into_iter().flat_map(|load| grids_near(shape, load)).collect::<Vec<_>>();
        grids.sort_by_cached_key(|grid| (grid.score(load), grid.down(), grid.across()));
        grids.dedup();
        grids.retain(|grid| 4 * grid.tiles() >= load);
        grids.into_iter().flat_map(|tiles| Self::of_tiles(tiles, shares))
    }

    /// The mesh as one tile, in the first of its blocks.
    pub(in crate::multicast) fn whole(shape: Shape, shares: &[f64]) -> Self {
        let mut cuts = Self::of_tiles(Tessellation::of_grid(shape, 1, 1), shares);
        cuts.next().expect("a tile has a block")
    }

    fn of_tiles(tiles: Tessellation, shares: &[f64]) -> impl Iterator<Item = Self> {
        blocks_near(tiles, shares).map(move |blocks| Self { tiles, blocks })
    }

    /// The grid of tiles: down, and across.
    pub(in crate::multicast) fn grid(&self) -> (usize, usize) {
        (self.tiles.down(), self.tiles.across())
    }

    /// The core of every tile.
    pub(in crate::multicast) fn core(&self) -> Shape {
        self.tiles.core()
    }

    /// The tiles.
    pub(in crate::multicast) fn tiling(&self) -> Tiling {
        self.tiles.tiling()
    }

    /// The number of tiles.
    pub(in crate::multicast) fn tiles(&self) -> usize {
        self.tiles.tiles()
    }

    /// The nodes of all cores.
    pub(in crate::multicast) fn places(&self) -> usize {
        self.tiles.places()
    }

    /// The nodes of the mesh.
    pub(in crate::multicast) fn nodes(&self) -> usize {
        self.tiles.nodes()
    }

    /// The blocks of a tile of `shape`.
    pub(in crate::multicast) fn blocks_of(&self, shape: Shape) -> Tiling {
        Tiling::grid(shape, self.blocks.0, self.blocks.1)
    }

    /// For every node the number of its block, those of a tile after those of the tile before.
    pub(in crate::multicast) fn block_numbers(&self) -> Vec<u32> {
        let shape = self.tiles.shape();
        let mut numbers = vec![0; shape.nodes()];
        let mut next = 0;
        for tile in self.tiling().tiles() {
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
        let tile = self.tiles.largest();
        (tile, Tessellation::of_grid(tile, self.blocks.0, self.blocks.1).largest())
    }

    /// The nodes of the smallest block.
    pub(in crate::multicast) fn smallest_block(&self) -> usize {
        Tessellation::of_grid(self.core(), self.blocks.0, self.blocks.1).core().nodes()
    }

    /// The steps of a migration and a circulation in a tile, about.
    pub(in crate::multicast) fn visit_steps(&self) -> f64 {
        let (tile, block) = self.largest();
        let waves = 2 * self.blocks.0 * self.blocks.1 + block.nodes();
        11.0 * (tile.rows() + tile.cols()) as f64 + waves as f64
    }

    /// The steps of a shift to the next tile, about.
    pub(in crate::multicast) fn shift_steps(&self) -> f64 {
        let tile = self.tiles.largest();
        if self.tiles() > 1 { 0.6 * (tile.rows() + tile.cols()) as f64 } else { 0.0 }
    }

    /// The tentative groups for which two segments a tile are enough for all packets, however they are drawn: as many as tiles, where
    /// these are even; 0 if a core has not even half of the nodes that a tile has on the average.
    ///
    /// Let g be the groups, t the tiles and s the nodes of a core, the size of a segment. Groups of x₀, x₁, … packets, n at most
    /// altogether, have Σ ⌈xⱼ/s⌉ ≤ Σ (xⱼ + s − 1)/s ≤ g + (n − g)/s segments. That is less than 2t + 1 if g = t and s = n/t. The
    /// number does not decrease with g.
    pub(super) fn tentative_groups(&self) -> usize {
        let (nodes, tiles, size) = (self.nodes(), self.tiles(), self.core().nodes());
        let fits = |groups: usize| groups + (nodes - groups) / size <= 2 * tiles;
        let (mut most, mut above) = (0, tiles + 1);
        while above - most > 1 {
            let middle = usize::midpoint(most, above);
            if fits(middle) {
                most = middle;
            } else {
                above = middle;
            }
        }
        most
    }

    /// The node, a row-major index, at which the packet of rank `rank` in the group of a tile stands.
    pub(in crate::multicast) fn node_of(&self, tile: usize, rank: usize) -> u32 {
        let (shape, (down, across)) = (self.tiles.shape(), self.grid());
        let (row, col) = self.core().position(rank % self.core().nodes());
        let first = |index, side, parts| index * side / parts;
        let (first_row, first_col) =
            (first(tile / across, shape.rows(), down), first(tile % across, shape.cols(), across));
        shape.index(first_row + row, first_col + col) as u32
    }
}

/// Grids of about as many blocks as some shares of √m, for a core of m nodes, whose blocks are at most about four times as high as wide
/// or as wide as high; one block for the share 0. Those come first for which there are the fewest blocks and steps of a circulation in
/// the largest tile, together.
fn blocks_near(tiles: Tessellation, shares: &[f64]) -> impl Iterator<Item = (usize, usize)> {
    let (core, largest) = (tiles.core(), tiles.largest());
    let root = (core.nodes() as f64).sqrt();
    let mut grids: Vec<(usize, usize)> = Vec::new();
    for number in shares.iter().map(|share| share * root) {
        let square = (number * core.rows() as f64 / core.cols() as f64).sqrt();
        for down in HEIGHTS.map(|height| square * height) {
            for down in [down.floor(), down.ceil()] {
                let down = (down as usize).clamp(1, core.rows());
                let across = number / down as f64;
                let whole = |across: f64| (across as usize).clamp(1, core.cols());
                grids.extend([across.floor(), across.ceil()].map(|across| (down, whole(across))));
            }
        }
    }
    grids.sort_unstable();
    grids.dedup();
    grids.sort_by_key(|&(down, across)| {
        let block = Tessellation::of_grid(largest, down, across).largest();
        let steps = (down * across) as u64 + Circulation::steps_on(block);
        (steps, block.rows() + block.cols())
    });
    grids.into_iter()
}

/// The first of `candidates` with a cost of at most `enough`, or else the one with the least.
pub(in crate::multicast) fn first_enough<T>(
    candidates: impl IntoIterator<Item = T>,
    enough: f64,
    cost: impl Fn(&T) -> f64,
) -> Option<T> {
    let mut least: Option<(f64, T)> = None;
    for candidate in candidates {
        let cost = cost(&candidate);
        if cost <= enough {
            return Some(candidate);
        }
        if least.as_ref().is_none_or(|&(least, _)| cost < least) {
            least = Some((cost, candidate));
        }
    }
    least.map(|(_, candidate)| candidate)
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

    /// All packets of a group fit its core twice, in the worst of all divisions into tentative groups.
    #[test]
    fn two_segments_a_tile_are_enough() {
        for shape in shapes() {
            let grids =
                (1..=shape.rows()).flat_map(|down| [1, 2, 3, 7, 13].map(|across| (down, across)));
            for grid in grids.filter(|grid| grid.1 <= shape.cols()) {
                let cut = DoubleTessellation {
                    tiles: Tessellation::of_grid(shape, grid.0, grid.1),
                    blocks: (1, 1),
                };
                let (groups, size) = (cut.tentative_groups(), cut.core().nodes());
                let even = shape.nodes() == cut.tiles() * size;
                assert!(!even || groups == cut.tiles(), "{groups} groups on {shape:?}");
                // One packet more than whole segments in as many groups as that goes, and one more in all others.
                let mut left = shape.nodes();
                let mut segments = 0;
                for group in 0..groups {
                    let others = groups - 1 - group;
                    let most = (left.saturating_sub(others + 1) / size * size + 1).min(left);
                    let here = if others == 0 { left } else { most };
                    segments += here.div_ceil(size);
                    left -= here;
                }
                assert!(segments <= 2 * cut.tiles(), "{segments} for {grid:?} on {shape:?}");
            }
        }
    }

    #[test]
    fn ranks_have_nodes_of_their_own_twice_over() {
        for shape in shapes().filter(|shape| shape.nodes() >= 64) {
            let mut cuts = DoubleTessellation::near(shape, shape.nodes() / 16, &[1.0]);
            let cut = cuts.next().expect("a tile has a block");
            let mut load = vec![0; shape.nodes()];
            for tile in 0..cut.tiles() {
                for rank in 0..2 * cut.core().nodes() {
                    load[cut.node_of(tile, rank) as usize] += 1;
                }
            }
            assert!(load.iter().all(|&load| load == 0 || load == 2));
            assert_eq!(load.iter().sum::<usize>(), 2 * cut.tiles() * cut.core().nodes());
        }
    }
}
