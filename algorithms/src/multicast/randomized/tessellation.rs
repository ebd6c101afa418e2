//! Tiles and blocks: which grids are used on a mesh of any shape.

use meshcast_engine::{Shape, Tiling};

/// A grid of tiles, each with a core of the same shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tessellation {
    shape: Shape,
    down: usize,
    across: usize,
}

impl Tessellation {
    /// The grid for about `wanted` tiles.
    ///
    /// Of all grids the one with the least t·(A + B)·(n/p)·max(1, w/t)², where w tiles are wanted and t there are, the
    /// largest is A × B, and the cores have p of the n nodes: a round takes about t·(A + B) steps and serves p/n of the
    /// packets, and where tiles are few, the share t/w of the copies; that counts twice, so that few tiles never pay.
    /// On a tie the first one, by rows.
    pub(super) fn new(shape: Shape, wanted: usize) -> Self {
        let wanted = wanted.clamp(1, shape.nodes());
        let mut best = (u128::MAX, Self { shape, down: 1, across: 1 });
        for down in 1..=shape.rows() {
            // Grids far from what is wanted cannot be the best but where the mesh ends.
            let least = (wanted / (4 * down)).clamp(1, shape.cols());
            let most = (4 * wanted).div_ceil(down).min(shape.cols());
            for across in least..=most {
                let grid = Self { shape, down, across };
                best = best.min_by_score((grid.score(wanted), grid));
            }
        }
        best.1
    }

    fn score(self, wanted: usize) -> u128 {
        let sides = self.shape.rows().div_ceil(self.down) + self.shape.cols().div_ceil(self.across);
        let (tiles, places) = (self.tiles() as u128, self.places() as u128);
        let few = (wanted as u128).max(tiles);
        1024 * sides as u128 * self.shape.nodes() as u128 * few * few / (tiles * places)
    }

    pub(super) fn down(self) -> usize {
        self.down
    }

    pub(super) fn across(self) -> usize {
        self.across
    }

    /// The number of tiles.
    pub(super) fn tiles(self) -> usize {
        self.down * self.across
    }

    pub(super) fn tiling(self) -> Tiling {
        Tiling::grid(self.shape, self.down, self.across)
    }

    /// The core of every tile: the first rows and columns, as many as the smallest tile has.
    pub(super) fn core(self) -> Shape {
        Shape::new(self.shape.rows() / self.down, self.shape.cols() / self.across)
            .expect("a tile is no larger than the mesh")
    }

    /// The nodes of all cores.
    pub(super) fn places(self) -> usize {
        self.tiles() * self.core().nodes()
    }

    /// The row and column of a node of a core, of which there are [`Tessellation::places`], row-major.
    pub(super) fn place(self, place: usize) -> (usize, usize) {
        let core = self.core();
        let (row, col) = (place / (self.across * core.cols()), place % (self.across * core.cols()));
        let at = |side, parts, core, index| index / core * side / parts + index % core;
        (
            at(self.shape.rows(), self.down, core.rows(), row),
            at(self.shape.cols(), self.across, core.cols(), col),
        )
    }

    /// Whether the node at `row` and `col` is in a core.
    pub(super) fn is_in_core(self, row: usize, col: usize) -> bool {
        let core = self.core();
        let within = |side: usize, parts: usize, core: usize, index: usize| {
            let part = ((index + 1) * parts - 1) / side;
            index - part * side / parts < core
        };
        within(self.shape.rows(), self.down, core.rows(), row)
            && within(self.shape.cols(), self.across, core.cols(), col)
    }
}

trait MinByScore {
    fn min_by_score(self, other: Self) -> Self;
}

impl MinByScore for (u128, Tessellation) {
    fn min_by_score(self, other: Self) -> Self {
        if other.0 < self.0 { other } else { self }
    }
}

/// The rows and columns of a block in a tile, but for those by which some are longer: 2^⌊k/2⌋ × 2^⌈k/2⌉, the greatest with
/// at most twice as many nodes as a square tile has rows, or as long as the tile where that is less.
pub(super) fn block(tile: Shape) -> (usize, usize) {
    let nodes = (2 * tile.nodes().isqrt()).min(tile.nodes());
    let power = nodes.ilog2();
    let rows = (1 << (power / 2)).min(tile.rows());
    let cols = ((1 << power) / rows).min(tile.cols());
    (((1 << power) / cols).min(tile.rows()), cols)
}

/// The grid of the blocks in a tile.
pub(super) fn blocks(tile: Shape) -> (usize, usize) {
    let (rows, cols) = block(tile);
    (tile.rows() / rows, tile.cols() / cols)
}
