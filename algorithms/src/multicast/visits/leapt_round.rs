//! Applies a round of visits for programs that leap, one group of masters after the other.
//!
//! The masters of a tile go round together and keep their places in it, so a group meets each tile alone. Its open
//! destinations, sorted by tile, are read once, in the order in which a run of visits would come to them.

use super::blocks::Blocks;
use super::tessellation::Tessellation;
use bitvec::vec::BitVec;
use meshcast_engine::{Effect, Node, Shape, Tile, Tiling, Way};
use meshcast_primitives::{Migration, TileShift};
use std::ops::Range;

const MASTER: usize = Migration::MASTER;

/// A round: the migration and the blocks of every visit are given by the shape of the tile.
pub(super) struct LeaptRound<'r, Visit> {
    pub(super) tessellation: Tessellation,
    pub(super) tiling: &'r Tiling,
    pub(super) shift: &'r TileShift,
    /// Whether the groups shift once more after the last visit.
    pub(super) goes_home: bool,
    pub(super) visit: Visit,
}

/// An open destination of a master.
#[derive(Clone, Copy, Default)]
struct Open {
    /// The master's place in the core.
    master: u32,
    /// The number of the destination among those of all masters of the group, of which there are fewer than 2³².
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
            let group = Group::new(effect, &map, self.tiling, &places);
            let mut served = Served::none(group.destinations());
            let (mut tile, mut hops_of_each) = (first, 0);
            for visit in 0..self.tessellation.tiles() {
                if visit > 0 {
                    hops_of_each += self.shift.core_hops(tile, Way::Forward);
                    tile = self.shift.next(tile, Way::Forward);
                }
                let (copies, hops) = self.visit(tile, group.open_in(tile), &mut served);
                effect.count_copies(copies);
                effect.count_hops(hops);
            }
            if self.goes_home {
                hops_of_each += self.shift.core_hops(tile, Way::Forward);
                tile = first;
            }
            let before = moved.len();
            for (master, (&from, to)) in places.iter().zip(self.places(tile)).enumerate() {
                deliver(effect, from, || served.of(group.of_master(master)));
                moved.extend(effect.take(MASTER, from).map(|master| (to, master)));
            }
            effect.count_hops((moved.len() - before) as u64 * hops_of_each);
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

    /// Marks the destinations that are served when a group with these open ones visits `tile`; returns the copies made, and the hops
    /// of all packets.
    fn visit(&self, tile: usize, open: &[Open], served: &mut Served) -> (u64, u64) {
        let (tile, core) = (self.tiling.tiles()[tile].shape, self.tessellation.core());
        let (migration, blocks) = (self.visit)(tile);
        let mut ranks = migration.ranks();
        let (mut copies, mut hops) = (0, 0);
        for open in open.chunk_by(|a, b| a.master == b.master) {
            let (row, col) = core.position(open[0].master as usize);
            let block = |open: &Open| migration.tile_at(open.node as usize);
            ranks.rank(tile.index(row, col), open.iter().map(block));
            for open in open.iter().filter(|open| ranks.of(block(open)).is_some()) {
                served.add(open.number as usize);
            }
            for block in ranks.copies() {
                copies += 1 + blocks.copies_on_tour(block);
                hops += blocks.hops_on_tour(block);
            }
        }
        (copies, hops + ranks.hops())
    }
}

/// Delivers the message of the master at `node` to the destinations of these numbers.
fn deliver<Numbers: Iterator<Item = usize>>(
    effect: &mut Effect<'_>,
    node: usize,
    served: impl Fn() -> Numbers,
) {
    let Some(master) = effect.node(node).packet(MASTER) else { return };
    effect.annotate(MASTER, node, |_, words| {
        served().for_each(|number| Migration::close(words, number));
    });
    served().for_each(|number| effect.deliver(master, number));
}

/// Which destinations of a group have been served.
struct Served(BitVec);

impl Served {
    fn none(destinations: usize) -> Self {
        Self(BitVec::repeat(false, destinations))
    }

    fn add(&mut self, number: usize) {
        self.0.set(number, true);
    }

    /// Those among some destinations in a row, numbered from the first of these.
    fn of(&self, destinations: Range<usize>) -> impl Iterator<Item = usize> {
        self.0[destinations].iter_ones()
    }
}

/// The masters of a tile.
struct Group {
    /// Where the destinations of each master begin among those of all; then the end.
    masters: Vec<u32>,
    /// The open destinations, sorted by tile, those of one tile as the masters stand.
    open: Vec<Open>,
    /// Where the open destinations in each tile begin; then the end.
    tiles: Vec<usize>,
}

impl Group {
    /// The masters at `places`.
    fn new(effect: &Effect<'_>, map: &Map, tiling: &Tiling, places: &[usize]) -> Self {
        let (mut masters, mut tiles) = (vec![0], vec![0; tiling.tiles().len() + 1]);
        let mut destinations = 0;
        for &place in places {
            for_each_open(&effect.node(place), |_, id| tiles[map.tile(id) + 1] += 1);
            destinations += effect.node(place).destinations(MASTER).len();
            masters.push(
                u32::try_from(destinations).expect("a group has fewer than 2^32 destinations"),
            );
        }
        for tile in 1..tiles.len() {
            tiles[tile] += tiles[tile - 1];
        }
        let mut open = vec![Open::default(); tiles[tiling.tiles().len()]];
        let mut next = tiles.clone();
        for ((master, &place), &first) in (0..).zip(places).zip(&masters) {
            for_each_open(&effect.node(place), |number, id| {
                let tile = map.tile(id);
                let node = map.node(id, tiling.tiles()[tile]);
                open[next[tile]] = Open { master, number: first + number, node };
                next[tile] += 1;
            });
        }
        Self { masters, open, tiles }
    }

    /// The destinations of all masters.
    fn destinations(&self) -> usize {
        self.masters[self.masters.len() - 1] as usize
    }

    fn of_master(&self, master: usize) -> Range<usize> {
        self.masters[master] as usize..self.masters[master + 1] as usize
    }

    fn open_in(&self, tile: usize) -> &[Open] {
        &self.open[self.tiles[tile]..self.tiles[tile + 1]]
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
