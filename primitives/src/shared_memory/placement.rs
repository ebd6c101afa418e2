//! Says which node holds which cell of a shared memory, and how nodes are numbered tile by tile.

use meshcast_engine::{Shape, Tile};

/// The places of a memory, shared out evenly to the nodes in the order of their tiles.
///
/// Of m places on n nodes, place p is at node ⌊p·n/m⌋. Nodes are numbered tile by tile, the tiles row-major and their nodes too, so that
/// consecutive places lie in one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    shape: Shape,
    places: u64,
    /// Tiles one above another, and side by side.
    grid: (usize, usize),
}

/// The part, of `parts` of a side of `length` nodes, that node `node` of the side lies in.
fn part_of(node: usize, length: usize, parts: usize) -> usize {
    ((node + 1) * parts - 1) / length
}

/// The first node of a part.
fn first_of(part: usize, length: usize, parts: usize) -> usize {
    part * length / parts
}

impl Placement {
    /// Of `places` places on tiles whose sides are `tile_side` nodes, or about as many where that does not divide the sides of the mesh.
    /// A line has tiles as large, along it.
    pub(super) fn new(shape: Shape, places: u64, tile_side: usize) -> Self {
        let is_line = shape.rows() == 1 || shape.cols() == 1;
        let side = if is_line { tile_side * tile_side } else { tile_side };
        let parts = |length: usize| ((length + side / 2) / side).max(1);
        Self { shape, places, grid: (parts(shape.rows()), parts(shape.cols())) }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn grid(&self) -> (usize, usize) {
        self.grid
    }

    /// The most places of a node.
    pub(super) fn words(&self) -> usize {
        self.places.div_ceil(self.shape.nodes() as u64) as usize
    }

    /// Nodes of the largest tile.
    pub(super) fn largest_tile(&self) -> usize {
        self.shape.rows().div_ceil(self.grid.0) * self.shape.cols().div_ceil(self.grid.1)
    }

    /// The number of the node that holds a place, counted tile by tile.
    pub(super) fn owner(&self, place: u32) -> u64 {
        u64::from(place) * self.shape.nodes() as u64 / self.places
    }

    /// The first place that a node may hold.
    fn first_place(&self, number: u64) -> u64 {
        (number * self.places).div_ceil(self.shape.nodes() as u64)
    }

    /// Where among the places of its node a place is.
    pub(super) fn slot(&self, place: u32) -> usize {
        (u64::from(place) - self.first_place(self.owner(place))) as usize
    }

    /// The place in a slot of the node with row-major index `index`, if there is one.
    pub(super) fn place_at(&self, index: usize, slot: usize) -> Option<u32> {
        let number = self.number(index);
        let place = self.first_place(number) + slot as u64;
        (place < self.first_place(number + 1)).then_some(place as u32)
    }

    /// Whether a place is at the node with row-major index `index`.
    pub(super) fn is_at(&self, place: u32, index: usize) -> bool {
        self.owner(place) == self.number(index)
    }

    /// The number of a node, counted tile by tile, from its row-major index.
    fn number(&self, index: usize) -> u64 {
        let (row, col) = self.shape.position(index);
        let tile = self.tile_at(row, col);
        let before = tile.first_row * self.shape.cols() + tile.first_col * tile.shape.rows();
        let inside = (row - tile.first_row) * tile.shape.cols() + (col - tile.first_col);
        (before + inside) as u64
    }

    fn tile_at(&self, row: usize, col: usize) -> Tile {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let span = |node, length, parts| {
            let part = part_of(node, length, parts);
            let first = first_of(part, length, parts);
            (first, first_of(part + 1, length, parts) - first)
        };
        let ((first_row, height), (first_col, width)) =
            (span(row, rows, self.grid.0), span(col, cols, self.grid.1));
        Tile { first_row, first_col, shape: self.shape.part(height, width) }
    }

    /// The tile in which a place is.
    pub(super) fn tile_of(&self, place: u32) -> Tile {
        let number = self.owner(place) as usize;
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        // Whole rows come before the tiles of a band, and whole columns of the band before a tile.
        let row = number / cols;
        let band = part_of(row, rows, self.grid.0);
        let first_row = first_of(band, rows, self.grid.0);
        let height = first_of(band + 1, rows, self.grid.0) - first_row;
        self.tile_at(first_row, (number - first_row * cols) / height)
    }

    /// The row-major index of the node that holds a place.
    pub(super) fn node_of_place(&self, place: u32) -> usize {
        let tile = self.tile_of(place);
        let first = self.number(self.node_of(tile, 0));
        self.node_of(tile, (self.owner(place) - first) as usize)
    }

    /// The row-major index of node `inside` of a tile, counted round and round.
    pub(super) fn node_of(&self, tile: Tile, inside: usize) -> usize {
        let inside = inside % tile.shape.nodes();
        let (row, col) = tile.shape.position(inside);
        self.shape.index(tile.first_row + row, tile.first_col + col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::Tiling;

    /// Counts nodes and places one by one.
    fn check(rows: usize, cols: usize, places: u64) {
        let shape = Shape::new(rows, cols).unwrap();
        let placement = Placement::new(shape, places, 3);
        let tiling = Tiling::grid(shape, placement.grid.0, placement.grid.1);
        let mut numbered = Vec::new();
        for tile in tiling.tiles() {
            let nodes = (0..tile.shape.nodes()).map(|inside| {
                let (row, col) = tile.shape.position(inside);
                shape.index(tile.first_row + row, tile.first_col + col)
            });
            numbered.extend(nodes.map(|node| (node, *tile)));
        }
        let mut place = 0;
        for (number, &(node, tile)) in numbered.iter().enumerate() {
            assert_eq!(placement.number(node), number as u64, "{rows} x {cols}");
            for slot in 0..placement.words() {
                let Some(found) = placement.place_at(node, slot) else { continue };
                assert_eq!(found, place, "{rows} x {cols}, node {node}");
                assert_eq!(placement.slot(found), slot);
                assert!(placement.is_at(found, node));
                assert_eq!(placement.node_of_place(found), node);
                assert_eq!(placement.tile_of(found), tile);
                place += 1;
            }
        }
        assert_eq!(u64::from(place), places, "{rows} x {cols}");
    }

    #[test]
    fn every_place_is_at_one_node_and_tiles_hold_places_in_a_row() {
        for (rows, cols) in [(1, 1), (1, 7), (30, 1), (3, 3), (7, 5), (8, 16), (13, 11), (6, 2)] {
            for places in [1, 2, 6, 41, 200] {
                check(rows, cols, places);
            }
        }
    }
}
