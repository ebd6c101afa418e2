//! Chooses the tiles of a round, by what it and the rounds after it are expected to cost and to leave.

#[cfg(test)]
mod tests;

use super::Manner;
use super::binomial::{excess, power};
use super::grids::grids_near;
use super::tessellation::{Tessellation, blocks, parts};
use meshcast_engine::Shape;

/// Rounds that are looked ahead.
const AHEAD: usize = 3;

/// Copies that a packet has made in a part of a tile where it has any, about, in later rounds.
const COPIES: f64 = 2.0;

/// Packets that may be in a group, for each that is expected, with which their number is as good as Poisson distributed.
const MANY: f64 = 1000.0;

/// The chance, about, that a grid which is not sure to be left after one round has another one.
const AGAIN: f64 = 0.25;

/// What is expected of rounds on one mesh, for message sets that load all blocks alike.
///
/// Of the packets that want a block every group has a random number; what is more than the nodes of the block is left, and
/// so are packets outside cores. The steps are those of
/// [`Plan::round_steps`](super::Plan::round_steps), less than a fifth off, without what it takes to plan a sort.
///
/// Only what computers do alike is computed: sums, products, quotients, square roots and roundings.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct Outlook {
    shape: Shape,
    habit: fn(Stand) -> Habit,
    /// Steps of a round with one tile.
    with_one: f64,
}

/// What an algorithm does in a round that begins in some way.
#[derive(Clone, Copy, Debug)]
pub(in crate::multicast) struct Habit {
    pub(in crate::multicast) manner: Manner,
    /// Steps before the visits of several tiles, in rows and columns of the mesh.
    pub(in crate::multicast) deal: f64,
}

/// What rounds have to serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::multicast) struct Load {
    /// Open destinations at each node of a block: c at first, or fewer.
    pub(in crate::multicast) at_node: f64,
    /// Open destinations of a packet.
    pub(in crate::multicast) degree: f64,
}

/// How packets stand before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast) enum Stand {
    /// At all nodes or nearly so, with all their destinations.
    Full,
    /// At some of the nodes, with all their destinations.
    Sparse,
    /// At random nodes, with the destinations that are left.
    Spread,
    /// At random nodes, and the load has been counted, at the block that has the most.
    Counted,
    /// Many of them outside the cores of the round before.
    Aside,
}

/// A round that may come next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::multicast) struct Prospect {
    pub(in crate::multicast) grid: Tessellation,
    /// What the round is expected to leave.
    pub(in crate::multicast) left: Load,
}

impl Stand {
    /// How packets stand when they have been dealt to the tiles of a round, if there are several.
    pub(in crate::multicast) fn before(self, grid: Tessellation) -> Self {
        if self == Self::Aside && grid.tiles() > 1 { Self::Spread } else { self }
    }

    /// How packets stand after a round for such a load that they began so.
    ///
    /// Packets outside cores, with all their destinations, stand in a row and a column of each tile at most. They are too many for parts
    /// of 32 × 16 nodes if these had more than half as many copies to make as they have nodes.
    pub(in crate::multicast) fn after(self, grid: Tessellation, load: Load) -> Self {
        let core = grid.core();
        let share = |side: usize, part: usize| 1.0 / side.min(part) as f64;
        let copies = load.at_node * (share(core.rows(), 32) + share(core.cols(), 16));
        match self {
            Self::Full if grid.places() < grid.nodes() && copies > 0.5 => Self::Aside,
            Self::Full | Self::Sparse | Self::Counted => Self::Spread,
            Self::Spread | Self::Aside => self,
        }
    }
}

impl Outlook {
    pub(in crate::multicast) fn new(shape: Shape, habit: fn(Stand) -> Habit) -> Self {
        let outlook = Self { shape, habit, with_one: 0.0 };
        let with_one = outlook.steps(outlook.one(), Stand::Spread);
        Self { with_one, ..outlook }
    }

    /// The round with which everything is expected to be served in the fewest steps.
    pub(in crate::multicast) fn next(&self, load: Load, stand: Stand) -> Prospect {
        self.best(load, stand, AHEAD).1
    }

    /// Whether less than one destination is expected to be open.
    pub(in crate::multicast) fn is_done(&self, load: Load) -> bool {
        load.at_node * (self.shape.nodes() as f64) < 1.0
    }

    /// The load of packets with so many destinations of which so many want a block of one tile for each of its nodes.
    pub(in crate::multicast) fn counted(&self, packets: f64, degree: f64) -> Load {
        let size = self.one().block_nodes();
        Load { at_node: packets / self.different(degree, size), degree }
    }

    /// The packets that want a block of so many nodes, for each destination that they have there.
    fn different(&self, degree: f64, size: f64) -> f64 {
        let degree = f64::max(1.0, degree.round());
        let share = size / self.shape.nodes() as f64;
        let missed = power(1.0 - share, degree as u32);
        f64::min(1.0, (1.0 - missed) / (degree * share))
    }

    /// The steps from a load on, and the first round.
    fn best(&self, load: Load, stand: Stand, ahead: usize) -> (f64, Prospect) {
        let mut best = (f64::INFINITY, Prospect { grid: self.one(), left: load });
        for grid in grids_near(self.shape, load.at_node) {
            let stand = stand.before(grid);
            let steps = self.steps(grid, stand);
            if steps < best.0 {
                let left = self.left(grid, load, stand);
                let all = steps + self.rest(grid, (load, left), stand, ahead - 1);
                if all < best.0 {
                    best = (all, Prospect { grid, left });
                }
            }
        }
        best
    }

    /// The steps after a round with `grid` that is for a load and leaves another.
    fn rest(
        &self,
        grid: Tessellation,
        (load, left): (Load, Load),
        stand: Stand,
        ahead: usize,
    ) -> f64 {
        if self.is_done(left) {
            return 0.0;
        }
        if ahead == 0 {
            // Several rounds with one tile: nothing better is looked for so far ahead.
            return self.with_one * (1.0 + 4.0 * left.at_node);
        }
        let rest = self.best(left, stand.after(grid, load), ahead).0;
        let is_exact = self.manner(stand) == Manner::Exact;
        if !is_exact || stand != Stand::Full || grid.tiles() == 1 {
            return rest;
        }
        // Such an algorithm leaves a grid only if it can be sure that one tile is soon enough.
        let steps = self.steps(grid, stand);
        if left.at_node.ceil() * self.with_one > steps { rest + AGAIN * steps } else { rest }
    }

    fn manner(&self, stand: Stand) -> Manner {
        (self.habit)(stand).manner
    }

    fn one(&self) -> Tessellation {
        Tessellation::of_grid(self.shape, 1, 1)
    }

    /// Steps of a round, with dealing before and a survey after it.
    fn steps(&self, grid: Tessellation, stand: Stand) -> f64 {
        let deal = if grid.tiles() > 1 { (self.habit)(stand).deal } else { 0.0 };
        self.round_steps(grid, stand)
            + (deal + 1.0) * (self.shape.rows() + self.shape.cols()) as f64
    }

    /// Steps of a round of visits.
    fn round_steps(&self, grid: Tessellation, stand: Stand) -> f64 {
        let tile = grid.largest();
        let side = |(down, across): (usize, usize)| {
            (tile.rows().div_ceil(down) + tile.cols().div_ceil(across)) as f64 / 2.0
        };
        let (down, across) = blocks(tile);
        let count = (down * across) as f64;
        let size = (tile.rows().div_ceil(down) * tile.cols().div_ceil(across)) as f64;
        let (scans, part) = match self.manner(stand) {
            Manner::InParts(part) => (1.0, side(parts(tile, part))),
            Manner::Exact => (2.0, side((1, 1))),
        };
        let broadcast = f64::min(count, 2.0 * part + count / part);
        let shift = if grid.tiles() > 1 { 1.0 } else { 0.0 };
        let along = (2.0 * scans + 3.6 + shift) * side((1, 1));
        grid.tiles() as f64 * (along + count + 3.0 * part + broadcast + size)
    }

    /// What a round leaves of a load.
    pub(in crate::multicast) fn left(&self, grid: Tessellation, load: Load, stand: Stand) -> Load {
        // Where packets are dealt to cores alone, all are in one if there are few.
        let outside = match (self.manner(stand), stand) {
            (Manner::Exact, _) | (_, Stand::Full) => self.shape.nodes() - grid.places(),
            _ => 0,
        };
        let outside = outside as f64 / self.shape.nodes() as f64;
        let in_cores = 1.0 - outside;
        let chance = in_cores / grid.tiles() as f64;
        // What is left of a load is random itself, unless it has been counted.
        let (spread, copies) = match stand {
            Stand::Full | Stand::Sparse | Stand::Counted => (1.0, 1.0),
            Stand::Spread | Stand::Aside => (MANY, COPIES),
        };
        let size = grid.block_nodes();
        let packets = load.at_node * self.different(load.degree, size);
        let by_blocks = excess(packets * size * spread, chance / spread, size);
        let by_parts = match self.manner(stand) {
            Manner::Exact => 0.0,
            Manner::InParts(part) => {
                let tile = grid.core();
                let (down, across) = parts(tile, part);
                let room = tile.nodes() as f64 / (down * across) as f64 / copies;
                excess(packets * (1.0 - by_blocks) * room * spread, chance / spread, room)
            }
        };
        let served = in_cores * (1.0 - by_blocks) * (1.0 - by_parts);
        let blocks = f64::max(1.0, load.degree * self.different(load.degree, size));
        let alive = 1.0 - power(served, blocks.round() as u32);
        // Not what is missing from 1: on 2^53 nodes and more, what that is rounded by is many destinations.
        let open = outside + in_cores * (by_blocks + by_parts * (1.0 - by_blocks));
        let degree = if alive > 0.0 { f64::max(1.0, load.degree * open / alive) } else { 1.0 };
        Load { at_node: load.at_node * open, degree }
    }
}
