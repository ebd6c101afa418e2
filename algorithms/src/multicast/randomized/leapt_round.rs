//! What a round of visits brings about, one group of masters after the other, for programs that leap.
//!
//! The masters of a tile go round together and keep their places in it, so a group meets each tile alone. Its open
//! destinations, sorted by tile, are read once, in the order in which a run of visits would come to them.

use super::blocks::Blocks;
use super::tessellation::Tessellation;
use meshcast_engine::{Effect, Node, Shape, Tile, Tiling, Way};
use meshcast_primitives::{Migration, TileShift};
use std::ops::Range;

const MASTER: usize = Migration::MASTER;

/// A round: the migration and the blocks of every visit are given by the shape of the tile.
pub(super) struct LeaptRound<'r, Visit> {
    pub(super) tessellation: Tessellation,
    pub(super) tiling: &'r Tiling,
    pub(super) shift: &'r TileShift,
    pub(super) visit: Visit,
}

/// An open destination of a master.
#[derive(Clone, Copy, Default)]
struct Open {
    /// The master's place in the core.
    master: u32,
    /// The number of the destination in its header.
    number: u32,
    /// The node, in its tile.
    node: u32,
}

impl<'r, Visit: Fn(Shape) -> (&'r Migration, &'r Blocks)> LeaptRound<'r, Visit> {
    /// Serves the masters of all groups and brings them where they end up.
    pub(super) fn bring_about(&self, effect: &mut Effect<'_>) {
        let map = Map::new(self.tiling);
        let mut moved = Vec::new();
        for first in 0..self.tessellation.tiles() {
            let places = self.places(first);
            let open = self.open_by_tile(effect, &map, &places);
            let mut tile = first;
            for visit in 0..self.tessellation.tiles() {
                tile = if visit > 0 { self.shift.next(tile, Way::Forward) } else { tile };
                self.serve(effect, tile, &places, &open.entries[open.of(tile)]);
            }
            let ends = self.places(tile);
            for (&from, to) in places.iter().zip(ends) {
                moved.extend(effect.take(MASTER, from).map(|master| (to, master)));
            }
        }
        for (to, master) in moved {
            effect.put(MASTER, to, master, master.key());
        }
    }

    /// The nodes of the core of a tile.
    fn places(&self, tile: usize) -> Vec<usize> {
        let (tile, core) = (self.tiling.tiles()[tile], self.tessellation.core());
        let place = |place| {
            let (row, col) = core.position(place);
            self.tiling.shape().index(tile.first_row + row, tile.first_col + col)
        };
        (0..core.nodes()).map(place).collect()
    }

    /// The open destinations of the masters at `places`, sorted by tile, those of one tile as the masters stand.
    fn open_by_tile(&self, effect: &Effect<'_>, map: &Map, places: &[usize]) -> OpenByTile {
        let mut starts = vec![0; self.tessellation.tiles() + 1];
        for &place in places {
            for_each_open(&effect.node(place), |_, id| starts[map.tile(id) + 1] += 1);
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut entries = vec![Open::default(); starts[self.tessellation.tiles()]];
        let mut next = starts.clone();
        for (master, &place) in (0..).zip(places) {
            for_each_open(&effect.node(place), |number, id| {
                let tile = map.tile(id);
                let node = map.node(id, self.tiling.tiles()[tile]);
                entries[next[tile]] = Open { master, number, node };
                next[tile] += 1;
            });
        }
        OpenByTile { entries, starts }
    }

    /// What the visit of a group at `tile` brings about, given its open destinations there.
    fn serve(&self, effect: &mut Effect<'_>, tile: usize, places: &[usize], open: &[Open]) {
        let (tile, core) = (self.tiling.tiles()[tile], self.tessellation.core());
        let (migration, blocks) = (self.visit)(tile.shape);
        let mut ranks = migration.ranks();
        for open in open.chunk_by(|a, b| a.master == b.master) {
            let place = open[0].master as usize;
            let (row, col) = core.position(place);
            let block = |open: &Open| migration.tile_at(open.node as usize);
            ranks.rank(tile.shape.index(row, col), open.iter().map(block));
            let Some(master) = effect.node(places[place]).packet(MASTER) else { continue };
            for open in open.iter().filter(|open| ranks.of(block(open)).is_some()) {
                let (row, col) = tile.shape.position(open.node as usize);
                let node = self.tiling.shape().index(tile.first_row + row, tile.first_col + col);
                effect.deliver(node, master);
                effect.annotate(MASTER, places[place], |_, words| {
                    Migration::close(words, open.number as usize);
                });
            }
            let copies = ranks.copies().map(|block| 1 + blocks.copies_on_tour(block));
            effect.count_copies(copies.sum());
        }
    }
}

struct OpenByTile {
    entries: Vec<Open>,
    /// Where the entries of each tile begin; then the end.
    starts: Vec<usize>,
}

impl OpenByTile {
    fn of(&self, tile: usize) -> Range<usize> {
        self.starts[tile]..self.starts[tile + 1]
    }
}

/// Calls `visit` with the number and the node of every open destination of the master of a node.
fn for_each_open(node: &Node<'_>, mut visit: impl FnMut(u32, u32)) {
    let destinations = node.destinations(MASTER).iter();
    for ((number, &id), word) in (0..).zip(destinations).zip(node.words(MASTER).iter()) {
        if Migration::is_open_word(word) {
            visit(number, id);
        }
    }
}

/// In which tile every node of the mesh lies.
struct Map {
    mesh: Shape,
    /// Of every row the number of the first tile there, of every column the number of the tile in its row of tiles.
    rows: Vec<u32>,
    cols: Vec<u32>,
}

impl Map {
    fn new(tiling: &Tiling) -> Self {
        let mesh = tiling.shape();
        let (mut rows, mut cols) = (vec![0; mesh.rows()], vec![0; mesh.cols()]);
        for (number, tile) in (0..).zip(tiling.tiles()) {
            if tile.first_col == 0 {
                rows[tile.first_row..tile.first_row + tile.shape.rows()].fill(number);
            }
            if tile.first_row == 0 {
                cols[tile.first_col..tile.first_col + tile.shape.cols()].fill(number);
            }
        }
        Self { mesh, rows, cols }
    }

    fn tile(&self, id: u32) -> usize {
        let (row, col) = self.mesh.position(id as usize);
        (self.rows[row] + self.cols[col]) as usize
    }

    /// The index of a node in its tile.
    fn node(&self, id: u32, tile: Tile) -> u32 {
        let (row, col) = self.mesh.position(id as usize);
        tile.shape.index(row - tile.first_row, col - tile.first_col) as u32
    }
}
