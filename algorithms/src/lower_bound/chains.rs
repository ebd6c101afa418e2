//! Bounds the steps by nested submeshes, which grow from the corners and the sides of the mesh.

use super::bound::{Deliveries, LowerBound, Reason, entries_into, links_into};
use super::submeshes::Entries;
use meshcast_engine::{Messages, Shape, Tile};

/// Nested submeshes: that of size k has the nodes of a level below k. The levels of neighbours differ by 1 at most.
#[derive(Clone, Copy)]
struct Chain {
    /// Whether levels grow with the distance from the first or last row.
    rows: Option<End>,
    /// Whether levels grow with the distance from the first or last column; the greater distance counts.
    cols: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Squares in the corners, and bands along the sides.
const CHAINS: [Chain; 8] = [
    Chain { rows: Some(End::First), cols: Some(End::First) },
    Chain { rows: Some(End::First), cols: Some(End::Last) },
    Chain { rows: Some(End::Last), cols: Some(End::First) },
    Chain { rows: Some(End::Last), cols: Some(End::Last) },
    Chain { rows: Some(End::First), cols: None },
    Chain { rows: Some(End::Last), cols: None },
    Chain { rows: None, cols: Some(End::First) },
    Chain { rows: None, cols: Some(End::Last) },
];

/// Depths are told apart in this many classes at most.
const CLASSES: usize = 8;

impl End {
    fn distance(self, place: usize, places: usize) -> usize {
        match self {
            Self::First => place,
            Self::Last => places - 1 - place,
        }
    }

    /// The first of the `size` places at this end.
    fn first(self, size: usize, places: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Last => places - size,
        }
    }
}

impl Chain {
    /// The distances of a node from the row and the column that the chain grows from, 0 where there is none.
    fn place(self, shape: Shape, (row, col): (usize, usize)) -> (usize, usize) {
        (
            self.rows.map_or(0, |end| end.distance(row, shape.rows())),
            self.cols.map_or(0, |end| end.distance(col, shape.cols())),
        )
    }

    /// The greatest level, plus one.
    fn levels(self, shape: Shape) -> usize {
        let rows = self.rows.map_or(1, |_| shape.rows());
        rows.max(self.cols.map_or(1, |_| shape.cols()))
    }

    fn submesh(self, shape: Shape, size: usize) -> Tile {
        let rows = self.rows.map_or(shape.rows(), |_| size.min(shape.rows()));
        let cols = self.cols.map_or(shape.cols(), |_| size.min(shape.cols()));
        Tile {
            first_row: self.rows.map_or(0, |end| end.first(rows, shape.rows())),
            first_col: self.cols.map_or(0, |end| end.first(cols, shape.cols())),
            shape: Shape::new(rows, cols).expect("part of a mesh is a mesh"),
        }
    }

    fn links(self, shape: Shape, size: usize) -> u32 {
        links_into(shape, self.submesh(shape, size))
    }
}

/// What must enter the submeshes of all chains.
pub(super) struct Chains<'a> {
    shape: Shape,
    messages: &'a Messages,
    deliveries: Deliveries,
    /// By chain and size: messages with a source outside and a destination inside.
    entries: [Vec<u32>; CHAINS.len()],
}

impl<'a> Chains<'a> {
    pub(super) fn new(shape: Shape, messages: &'a Messages, deliveries: Deliveries) -> Self {
        // First by how much the number changes from one size to the next.
        let mut entries = CHAINS.map(|chain| vec![0u32; chain.levels(shape) + 1]);
        for (source, destinations) in messages.iter() {
            let least = least_levels(shape, destinations);
            let levels = levels(shape, source);
            for ((change, least), level) in entries.iter_mut().zip(least).zip(levels) {
                let (least, level) = (least as usize, level as usize);
                if least < level {
                    change[least + 1] = change[least + 1].wrapping_add(1);
                    change[level + 1] = change[level + 1].wrapping_sub(1);
                }
            }
        }
        for entries in &mut entries {
            for size in 1..entries.len() {
                entries[size] = entries[size].wrapping_add(entries[size - 1]);
            }
        }
        Self { shape, messages, deliveries, entries }
    }

    /// Raises `bound` by what must enter the submeshes of all sizes.
    pub(super) fn raise(&self, bound: &mut LowerBound) {
        for (chain, entries) in CHAINS.iter().zip(&self.entries) {
            for size in (1..chain.levels(self.shape)).filter(|&size| entries[size] > 0) {
                let submesh = chain.submesh(self.shape, size);
                let entries = Entries { submesh, entries: entries[size] };
                bound.raise(entries_into(self.shape, entries, self.deliveries));
            }
        }
    }

    /// Raises `bound` by messages that have some way to go before or behind the links into a submesh. `going` has the messages with a
    /// destination at a distance or farther.
    pub(super) fn raise_by_ways(&self, bound: &mut LowerBound, going: &[u32]) {
        let mut windows = Vec::new();
        for (chain, entries) in CHAINS.iter().zip(&self.entries) {
            let sizes = sizes(chain.levels(self.shape));
            let promising = sizes
                .filter(|&size| self.at_most(*chain, size, entries[size], going) > bound.steps);
            windows.push(
                promising.map(|size| Window::new(self.shape, *chain, size)).collect::<Vec<_>>(),
            );
        }
        if windows.iter().all(Vec::is_empty) {
            return;
        }
        for (source, destinations) in self.messages.iter() {
            let source = self.shape.position(source as usize);
            let least = least_levels(self.shape, destinations);
            for ((windows, chain), least) in windows.iter_mut().zip(CHAINS).zip(least) {
                let place = chain.place(self.shape, source);
                for window in windows {
                    window.count(least as usize, place);
                }
            }
        }
        for window in windows.iter().flatten() {
            window.raise(bound, self.shape, self.deliveries);
        }
    }

    /// The most that ways before and behind the links into a submesh could give: messages with a way of t steps before and θ behind
    /// have a destination at distance t + θ or farther.
    fn at_most(&self, chain: Chain, size: usize, entries: u32, going: &[u32]) -> u64 {
        if entries == 0 {
            return 0;
        }
        let links = chain.links(self.shape, size);
        let ways = (1..).zip(&going[1..]).filter(|&(_, &going)| going > 0);
        let most =
            ways.map(|(way, &going)| way - 1 + u64::from(entries.min(going).div_ceil(links)));
        most.max().unwrap_or(0) + self.deliveries.steps()
    }
}

/// The levels of a node in all chains.
fn levels(shape: Shape, node: u32) -> [u32; CHAINS.len()] {
    let (row, col) = shape.position(node as usize);
    let (up, left) = (row as u32, col as u32);
    let (down, right) = (shape.rows() as u32 - 1 - up, shape.cols() as u32 - 1 - left);
    [up.max(left), up.max(right), down.max(left), down.max(right), up, down, left, right]
}

/// The least levels of the destinations in all chains, `u32::MAX` if there are none.
fn least_levels(shape: Shape, destinations: &[u32]) -> [u32; CHAINS.len()] {
    destinations.iter().fold([u32::MAX; CHAINS.len()], |mut least, &node| {
        for (least, level) in least.iter_mut().zip(levels(shape, node)) {
            *least = level.min(*least);
        }
        least
    })
}

/// The sizes 1, 2, 3, 4, 6, 8, 12, … below `levels`: powers of two and halfway between them.
fn sizes(levels: usize) -> impl Iterator<Item = usize> {
    let powers = (0..).map(|log| 1usize << log).take_while(move |&power| power < levels);
    let sizes = powers.flat_map(|power| [Some(power), (power > 1).then_some(power + power / 2)]);
    sizes.flatten().filter(move |&size| size < levels)
}

/// The messages that enter one submesh, by their way to it and how deep inside they go.
struct Window {
    chain: Chain,
    size: usize,
    /// Depths of a class.
    depths: usize,
    /// Ways are shorter than this.
    ways: usize,
    /// By class of the depth and by way.
    messages: Vec<u32>,
}

impl Window {
    fn new(shape: Shape, chain: Chain, size: usize) -> Self {
        let depths = size.div_ceil(CLASSES);
        let ways = shape.rows() + shape.cols();
        Self { chain, size, depths, ways, messages: vec![0; size.div_ceil(depths) * ways] }
    }

    /// Counts a message from `place` with a destination of level `least`, if it enters.
    fn count(&mut self, least: usize, (down, right): (usize, usize)) {
        if least < self.size && down.max(right) >= self.size {
            let way = (down + 1).saturating_sub(self.size) + (right + 1).saturating_sub(self.size);
            let class = (self.size - 1 - least) / self.depths;
            self.messages[class * self.ways + way] += 1;
        }
    }

    fn raise(&self, bound: &mut LowerBound, shape: Shape, deliveries: Deliveries) {
        let submesh = self.chain.submesh(shape, self.size);
        let links = self.chain.links(shape, self.size);
        let mut by_way = vec![0; self.ways];
        for (class, messages) in self.messages.chunks(self.ways).enumerate().rev() {
            let after = (class * self.depths) as u64 + deliveries.steps();
            let mut entries = 0;
            for way in (1..self.ways).rev() {
                by_way[way] += messages[way];
                entries += by_way[way];
                if entries > 0 {
                    let before = way as u64 - 1;
                    let steps = before + u64::from(entries.div_ceil(links)) + after;
                    let reason =
                        Reason::EntriesIntoSubmesh { submesh, entries, links, before, after };
                    bound.raise(LowerBound { steps, reason });
                }
            }
        }
    }
}
