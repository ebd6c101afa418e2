//! Chooses the tiles and blocks for a mesh of any shape.

use meshcast_engine::{MAX_NODES, Shape, Tile, Tiling};

/// A grid of tiles, each with a core of the same shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast) struct Tessellation {
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
    pub(in crate::multicast) fn new(shape: Shape, wanted: usize) -> Self {
        let wanted = wanted.clamp(1, shape.nodes());
        let (mut best, mut least_score) = (Self { shape, down: 1, across: 1 }, u128::MAX);
        for down in 1..=shape.rows() {
            // Grids far from what is wanted cannot be the best but where the mesh ends.
            let least = (wanted / (4 * down)).clamp(1, shape.cols());
            let most = (4 * wanted).div_ceil(down).min(shape.cols());
            for across in least..=most {
                let grid = Self { shape, down, across };
                let score = grid.score(wanted);
                if score < least_score {
                    (best, least_score) = (grid, score);
                }
            }
        }
        best
    }

    /// The grid of so many rows and columns of tiles.
    pub(in crate::multicast) fn of_grid(shape: Shape, down: usize, across: usize) -> Self {
        Self { shape, down, across }
    }

    /// How far it is from the best one for `wanted` tiles: [`Tessellation::new`] takes the one with the least.
    pub(in crate::multicast) fn score(self, wanted: usize) -> u128 {
        let sides = self.shape.rows().div_ceil(self.down) + self.shape.cols().div_ceil(self.across);
        let (tiles, places) = (self.tiles() as u128, self.places() as u128);
        let few = (wanted as u128).max(tiles);
        // On meshes for formulas alone, with as many bits less as keep the product in range.
        let spare = self.shape.nodes().ilog2().saturating_sub(MAX_NODES.ilog2());
        let (nodes, places) = (self.shape.nodes() as u128 >> spare, (places >> spare).max(1));
        1024 * sides as u128 * nodes * few * few / (tiles * places)
    }

    pub(in crate::multicast) fn shape(self) -> Shape {
        self.shape
    }

    pub(in crate::multicast) fn down(self) -> usize {
        self.down
    }

    pub(in crate::multicast) fn across(self) -> usize {
        self.across
    }

    /// The number of tiles.
    pub(in crate::multicast) fn tiles(self) -> usize {
        self.down * self.across
    }

    pub(in crate::multicast) fn tiling(self) -> Tiling {
        Tiling::grid(self.shape, self.down, self.across)
    }

    /// The core of every tile: the first rows and columns, as many as the smallest tile has.
    pub(in crate::multicast) fn core(self) -> Shape {
        self.shape.part(self.shape.rows() / self.down, self.shape.cols() / self.across)
    }

    /// The largest tile.
    pub(in crate::multicast) fn largest(self) -> Shape {
        let (down, across) = (self.down, self.across);
        self.shape.part(self.shape.rows().div_ceil(down), self.shape.cols().div_ceil(across))
    }

    /// Nodes of a tile, on the average.
    pub(super) fn tile_nodes(self) -> f64 {
        self.shape.nodes() as f64 / self.tiles() as f64
    }

    /// Nodes of a block in the tile in which a node is, on the average of all nodes.
    pub(super) fn block_nodes(self) -> f64 {
        // Of each length of a tile how many there are.
        let lengths = |side: usize, parts: usize| {
            let (length, longer) = (side / parts, side % parts);
            [(length, parts - longer), (length + 1, longer)]
        };
        let all = lengths(self.shape.rows(), self.down)
            .map(|rows| lengths(self.shape.cols(), self.across).map(|cols| (rows, cols)));
        let of_tiles = all.iter().flatten().filter(|((_, down), (_, across))| down * across > 0);
        let sums = of_tiles.map(|&((rows, down), (cols, across))| {
            let tile = self.shape.part(rows, cols);
            let (nodes, grid) = (tile.nodes() as f64, blocks(tile));
            nodes * nodes * (down * across) as f64 / (grid.0 * grid.1) as f64
        });
        sums.sum::<f64>() / self.shape.nodes() as f64
    }

    /// The nodes of all tiles.
    pub(in crate::multicast) fn nodes(self) -> usize {
        self.shape.nodes()
    }

    /// The nodes of all cores.
    pub(in crate::multicast) fn places(self) -> usize {
        self.tiles() * self.core().nodes()
    }

    /// The row and column of a node of a core, of which there are [`Tessellation::places`], row-major.
    pub(in crate::multicast) fn place(self, place: usize) -> (usize, usize) {
        let core = self.core();
        let (row, col) = (place / (self.across * core.cols()), place % (self.across * core.cols()));
        let at = |side, parts, core, index| index / core * side / parts + index % core;
        (
            at(self.shape.rows(), self.down, core.rows(), row),
            at(self.shape.cols(), self.across, core.cols(), col),
        )
    }

    /// Whether the node at `row` and `col` is in a core.
    pub(in crate::multicast) fn is_in_core(self, row: usize, col: usize) -> bool {
        let core = self.core();
        let within = |side: usize, parts: usize, core: usize, index: usize| {
            let part = ((index + 1) * parts - 1) / side;
            index - part * side / parts < core
        };
        within(self.shape.rows(), self.down, core.rows(), row)
            && within(self.shape.cols(), self.across, core.cols(), col)
    }
}

/// The rows and columns of a block in a tile, but for those by which some are longer.
pub(in crate::multicast) fn block(tile: Shape) -> (usize, usize) {
    let (down, across) = blocks(tile);
    (tile.rows() / down, tile.cols() / across)
}

/// The grid of the blocks in a tile of m nodes: few, with at most 2√m nodes each, and nearly square, rather wide than high. In a
/// tile of 2^k nodes they have at most 2^(⌊k/2⌋ + 1), as in `docs/rounds.md`.
pub(in crate::multicast) fn blocks(tile: Shape) -> (usize, usize) {
    let nodes = tile.nodes();
    let most = if nodes.is_power_of_two() { 2 << (nodes.ilog2() / 2) } else { (4 * nodes).isqrt() };
    let most = most.min(nodes);
    let grids = numbers_down(tile, most).filter_map(|down| {
        let rows = tile.rows().div_ceil(down);
        let across = tile.cols().div_ceil((most / rows).min(tile.cols()).max(1));
        let cols = tile.cols().div_ceil(across);
        (rows * cols <= most).then_some((down * across * (rows + cols), rows, (down, across)))
    });
    grids.min().map_or((1, 1), |(.., grid)| grid)
}

/// How many blocks of at most `most` nodes may stand one above another in a tile: all numbers that give blocks of different heights.
///
/// Of tiles that no machine has room for, those numbers near a square that are up to 64 times a power of two.
fn numbers_down(tile: Shape, most: usize) -> Box<dyn Iterator<Item = usize>> {
    let (rows, least) = (tile.rows(), tile.rows().div_ceil(most));
    if tile.nodes() <= MAX_NODES {
        let fewer = move |&down: &usize| (down > 1).then(|| rows.div_ceil(rows.div_ceil(down - 1)));
        let all = std::iter::successors(Some(rows), fewer);
        return Box::new(all.take_while(move |&down| down >= least));
    }
    let square = (rows / most.isqrt()).max(1);
    let scales = (0..usize::BITS - 6).map(|bits| 1_usize << bits);
    let numbers = scales.flat_map(|scale| (1..=64).map(move |times| times * scale));
    let most_down = rows.min(4 * square);
    Box::new(numbers.filter(move |&down| (least.max(square / 4)..=most_down).contains(&down)))
}

/// The tiles of the grid for about `wanted`, each with its blocks, whose first rows and columns are counted from the tile's.
pub(crate) fn tiles_in_blocks(
    shape: Shape,
    wanted: usize,
) -> impl Iterator<Item = (Tile, Vec<Tile>)> {
    let grid = Tessellation::new(shape, wanted);
    grid_in_blocks(shape, (grid.down(), grid.across()))
}

/// The tiles of a grid of so many rows and columns, each with its blocks, whose first rows and columns are counted from the tile's.
pub(crate) fn grid_in_blocks(
    shape: Shape,
    (down, across): (usize, usize),
) -> impl Iterator<Item = (Tile, Vec<Tile>)> {
    let tiles = Tiling::grid(shape, down, across).tiles().to_vec();
    tiles.into_iter().map(|tile| {
        let (down, across) = blocks(tile.shape);
        (tile, Tiling::grid(tile.shape, down, across).tiles().to_vec())
    })
}

/// The grid of the parts of a tile in which copies are made, if a part is to have at least so many nodes, and one for every block: a
/// single part if a tile has fewer.
///
/// A spread passes the rows of a part twice and its columns once, and each part of a row of parts takes two scans. So of w × h ≥ nodes
/// about h + 2w + 2·cols/w steps depend on w, the fewest for w² = nodes/2 + cols; of the numbers of parts next to that the best is taken.
pub(in crate::multicast) fn parts(tile: Shape, nodes: usize) -> (usize, usize) {
    let (rows, cols) = (tile.rows(), tile.cols());
    let (blocks_down, blocks_across) = blocks(tile);
    let nodes = nodes.max(blocks_down * blocks_across);
    if nodes > tile.nodes() {
        return (1, 1);
    }
    let most = cols / nodes.div_ceil(rows);
    let about = cols / (nodes / 2 + cols).isqrt().max(1);
    let grid = |across: usize| (rows / nodes.div_ceil(cols / across), across);
    let steps = |&(down, across): &(usize, usize)| {
        rows.div_ceil(down) + 2 * cols.div_ceil(across) + 2 * across
    };
    let near = about.saturating_sub(1).clamp(1, most)..=(about + 2).clamp(1, most);
    near.map(grid).min_by_key(steps).unwrap_or((1, 1))
}

/// The nodes of the core of a tile.
pub(super) fn nodes_of_core(mesh: Shape, tile: Tile, core: Shape) -> impl Iterator<Item = usize> {
    (0..core.nodes()).map(move |place| {
        let (row, col) = core.position(place);
        mesh.index(tile.first_row + row, tile.first_col + col)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> impl Iterator<Item = Shape> {
        (1..=13).flat_map(|rows| (1..=13).map(move |cols| Shape::new(rows, cols).expect("small")))
    }

    #[test]
    fn cores_are_the_first_rows_and_columns_of_the_tiles() {
        for shape in shapes() {
            for wanted in [1, 2, 3, 4, 7, 16, 50, 169] {
                let tessellation = Tessellation::new(shape, wanted);
                let core = tessellation.core();
                let mut of_cores = Vec::new();
                for tile in tessellation.tiling().tiles() {
                    assert!(core.rows() <= tile.shape.rows() && core.cols() <= tile.shape.cols());
                    for node in 0..tile.shape.nodes() {
                        let (row, col) = tile.shape.position(node);
                        let at = (tile.first_row + row, tile.first_col + col);
                        let is_in_core = row < core.rows() && col < core.cols();
                        assert_eq!(tessellation.is_in_core(at.0, at.1), is_in_core, "{shape:?}");
                        of_cores.extend(is_in_core.then_some(at));
                    }
                }
                of_cores.sort_unstable();
                let places: Vec<(usize, usize)> =
                    (0..tessellation.places()).map(|place| tessellation.place(place)).collect();
                assert_eq!(places, of_cores, "{shape:?} for {wanted}");
            }
        }
    }

    #[test]
    fn even_tiles_are_preferred_near_the_wanted_number() {
        let grid = |rows, cols, wanted| {
            let shape = Shape::new(rows, cols).expect("small");
            let tessellation = Tessellation::new(shape, wanted);
            (tessellation.down(), tessellation.across())
        };
        assert_eq!(grid(32, 32, 16), (4, 4));
        assert_eq!(grid(64, 64, 64), (8, 8));
        assert_eq!(grid(16, 64, 16), (2, 8));
        // 6 x 6 tiles of 6 or 7 rows would have a fifth of the nodes outside their cores.
        assert_eq!(grid(40, 40, 36), (5, 8));
        assert_eq!(grid(33, 33, 25), (5, 5));
        assert_eq!(grid(1, 40, 4), (1, 4));
        assert_eq!(grid(5, 5, 25), (5, 5));
        assert_eq!(grid(5, 5, 0), (1, 1));
    }

    /// The definition in floating-point numbers, which do not overflow.
    #[test]
    fn scores_are_in_range_on_meshes_for_formulas_alone() {
        let shape = Shape::unbounded(1 << 30, 1 << 30).expect("in range");
        let score = |(down, across): (usize, usize), wanted: usize| {
            let tiles = (down * across) as f64;
            let sides = (shape.rows().div_ceil(down) + shape.cols().div_ceil(across)) as f64;
            let [rows, cols] = [shape.rows() / down, shape.cols() / across].map(|side| side as f64);
            let places = tiles * rows * cols / shape.nodes() as f64;
            1024.0 * sides * f64::max(wanted as f64, tiles).powi(2) / (tiles * places)
        };
        for wanted in [1 << 16, 3 << 17, 1 << 20, 1 << 24] {
            for grid in [(1, wanted), (256, wanted / 256), (300, wanted / 200), (512, wanted / 100)]
            {
                let found = Tessellation::of_grid(shape, grid.0, grid.1).score(wanted) as f64;
                let off = found / score(grid, wanted) - 1.0;
                assert!(off.abs() < 1e-4, "{grid:?} for {wanted}: {found}, {off} off");
            }
        }
    }

    #[test]
    fn blocks_of_every_height_are_tried_once() {
        for (rows, most) in (1..=60).flat_map(|rows| [1, 2, 7, 16, 60].map(|most| (rows, most))) {
            let tile = Shape::new(rows, 3).expect("small");
            let most = most.min(tile.nodes());
            let mut expected: Vec<usize> =
                (1..=most.min(rows)).map(|high| rows.div_ceil(high)).collect();
            expected.dedup();
            assert_eq!(numbers_down(tile, most).collect::<Vec<usize>>(), expected, "{rows} {most}");
        }
    }

    /// Tile by tile: those of a grid may have four shapes, each with a number of blocks.
    #[test]
    fn blocks_have_the_nodes_of_their_tiles() {
        for shape in shapes() {
            for (down, across) in [(1, 1), (2, 3), (5, 6)] {
                if down > shape.rows() || across > shape.cols() {
                    continue;
                }
                let grid = Tessellation::of_grid(shape, down, across);
                let mut sum = 0.0;
                for tile in grid.tiling().tiles() {
                    let (down, across) = blocks(tile.shape);
                    let nodes = tile.shape.nodes() as f64;
                    sum += nodes * nodes / (down * across) as f64;
                }
                let expected = sum / shape.nodes() as f64;
                assert!(
                    (grid.block_nodes() / expected - 1.0).abs() < 1e-12,
                    "{grid:?}: {expected}"
                );
            }
        }
    }

    #[test]
    fn blocks_fit_their_tiles_and_parts_have_a_node_for_each() {
        for tile in shapes().chain(
            [(16, 16), (40, 40), (64, 3)]
                .map(|(rows, cols)| Shape::new(rows, cols).expect("small")),
        ) {
            let (rows, cols) = block(tile);
            assert!(rows <= tile.rows() && cols <= tile.cols(), "{tile:?}");
            let (down, across) = blocks(tile);
            let largest = tile.rows().div_ceil(down) * tile.cols().div_ceil(across);
            assert!(largest * largest <= 4 * tile.nodes(), "{tile:?}");
            for nodes in [1, 8, 128, 1000] {
                let parts = parts(tile, nodes);
                let smallest = (tile.rows() / parts.0) * (tile.cols() / parts.1);
                assert!(smallest >= down * across, "{tile:?} in parts of {nodes} nodes");
                assert!(smallest >= nodes || parts == (1, 1), "{tile:?} in parts of {nodes} nodes");
            }
        }
        // With more than 128 blocks a part has more nodes, but a tile still has several.
        let tile = |rows, cols| Shape::new(rows, cols).expect("small");
        assert_eq!(
            [parts(tile(16, 16), 128), parts(tile(32, 64), 128), parts(tile(257, 257), 128)],
            [(1, 2), (4, 4), (32, 13)]
        );
        assert_eq!(block(Shape::new(8, 8).expect("small")), (4, 4));
        assert_eq!(block(Shape::new(16, 16).expect("small")), (4, 8));
        assert_eq!(block(Shape::new(1, 16).expect("small")), (1, 8));
    }
}
