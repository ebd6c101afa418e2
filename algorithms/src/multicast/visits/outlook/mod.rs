//! Chooses the tiles of a round, by what it and the rounds after it are expected to cost and to leave.

#![expect(
    clippy::disallowed_types,
    reason = "what is remembered follows from the shape alone, and an outlook is of one run, which no node writes into"
)]

mod load;
#[cfg(test)]
mod tests;

use super::binomial::{left_by_any, power};
use super::grids::{grids_around, grids_near};
use super::tessellation::{Tessellation, parts};
use super::{Manner, broadcast_steps, numbering_steps, round_steps_by};
pub(in crate::multicast) use load::{Load, Share};
use meshcast_engine::Shape;
use meshcast_primitives::Sort;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Rounds that are looked ahead.
const AHEAD: usize = 3;

/// Open destinations at each node up to which longer and wider grids are tried. Beyond, tiles are small, grids are many, and most of them
/// leave so much that all that may follow is looked at.
const HIGH: f64 = 512.0;

/// Tiles that a grid has when packets stand at all nodes, at least, for each of the load of those in its cores. With fewer most of them
/// would be left, and go past every node in the end: where c is near n/16 that would take the fewest steps, whatever the tiles are.
const ENOUGH: f64 = 0.8;

/// Nodes of a tile that are few enough, whatever the load.
const SMALL: usize = 16;

/// Open destinations on a mesh, so few that probably none is.
const NONE_LEFT: f64 = 0.02;

/// Copies that a packet has made in a part of a tile where it has any, about, in later rounds.
const COPIES: f64 = 2.0;

/// Packets that may be in a group, for each that is expected, with which their number is as good as Poisson distributed.
const MANY: f64 = 1000.0;

/// The chance, about, that a grid which is not sure to be left after one round has another one.
const AGAIN: f64 = 0.25;

/// What is expected of rounds on one mesh, for message sets that load all blocks alike.
///
/// Of the packets that want a block every group has a random number; what is more than the nodes of the block is left, and
/// so are packets outside cores. Blocks take packets in the same order, so that most of what they leave are the same packets. The steps are
/// those of a [`Plan`](super::Plan), but for sorts of blocks with more than 64 rows or columns, whose steps are estimated: planning many of
/// these would take long.
///
/// Only what computers do alike is computed: sums, products, quotients, square roots and roundings.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct Outlook {
    shape: Shape,
    habit: fn(Stand) -> Habit,
    /// What rounds are like that have been looked at, by rows and columns of tiles: it does not depend on loads.
    known: RefCell<BTreeMap<(usize, usize, Manner), Round>>,
    /// Steps of a round with one tile.
    with_one: f64,
}

/// What a round is like, whatever the load.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Steps of its visits, but for how many steps long sorts take.
    steps: f64,
    /// Nodes of a block, on the average.
    block: f64,
    /// Nodes of a part of a tile, on the average.
    part: f64,
}

/// What an algorithm does in a round that begins in some way.
#[derive(Clone, Copy, Debug)]
pub(in crate::multicast) struct Habit {
    pub(in crate::multicast) manner: Manner,
    /// Steps before the visits of several tiles, in rows and columns of the mesh.
    pub(in crate::multicast) deal: f64,
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

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast) enum Next {
    /// A round with these tiles.
    Round(Tessellation),
    /// All packets go past every node, which leaves nothing.
    Broadcast,
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::multicast) struct Prospect {
    pub(in crate::multicast) next: Next,
    /// What it is expected to leave.
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
        let copies = load.at_node() * (share(core.rows(), 32) + share(core.cols(), 16));
        match self {
            Self::Full if grid.places() < grid.nodes() && copies > 0.5 => Self::Aside,
            Self::Full | Self::Sparse | Self::Counted => Self::Spread,
            Self::Spread | Self::Aside => self,
        }
    }
}

impl Outlook {
    pub(in crate::multicast) fn new(shape: Shape, habit: fn(Stand) -> Habit) -> Self {
        let known = RefCell::default();
        let outlook = Self { shape, habit, known, with_one: 0.0 };
        let with_one = outlook.steps(outlook.one(), Stand::Spread);
        Self { with_one, ..outlook }
    }

    /// That with which so many packets are expected to be served in the fewest steps.
    pub(in crate::multicast) fn next(&self, packets: f64, load: Load, stand: Stand) -> Prospect {
        self.next_within(f64::INFINITY, packets, load, stand)
    }

    /// The same, but that a round may only take so many steps, unless it has one tile.
    pub(in crate::multicast) fn next_within(
        &self,
        steps: f64,
        packets: f64,
        load: Load,
        stand: Stand,
    ) -> Prospect {
        let scale = packets / load.packets();
        self.best(steps, (load, scale), stand, AHEAD).1
    }

    /// The packets that remain of so many when one load has become another.
    pub(in crate::multicast) fn packets_left(packets: f64, load: Load, left: Load) -> f64 {
        packets / load.packets() * left.packets()
    }

    /// Whether less than one destination is expected to be open.
    pub(in crate::multicast) fn is_done(&self, load: Load) -> bool {
        load.at_node() * (self.shape.nodes() as f64) < 1.0
    }

    /// The load of packets with so many destinations of which so many want a block of one tile for each of its nodes.
    pub(in crate::multicast) fn counted(&self, packets: f64, degree: f64) -> Load {
        let size = self.one().block_nodes();
        Load::of(packets / self.different(degree, size), degree)
    }

    /// The packets that want a block of so many nodes, for each destination that they have there.
    fn different(&self, degree: f64, size: f64) -> f64 {
        let degree = f64::max(1.0, degree.round());
        let share = size / self.shape.nodes() as f64;
        let missed = power(1.0 - share, degree as u32);
        f64::min(1.0, (1.0 - missed) / (degree * share))
    }

    /// The steps from a load on, with so many packets for each that it has on a node, and what comes first; a round takes at most so many
    /// steps.
    fn best(
        &self,
        most: f64,
        (load, scale): (Load, f64),
        stand: Stand,
        ahead: usize,
    ) -> (f64, Prospect) {
        let at_node = load.at_node();
        let broadcast = Prospect { next: Next::Broadcast, left: Load::NONE };
        // How many there are is known now, and not of those that will be left.
        let broadcast_steps = |packets: f64| match ahead {
            AHEAD => self.broadcast_steps(packets),
            _ => self.expected_broadcast_steps(packets),
        };
        let mut best = match stand {
            // Nearly all packets of the mesh would go past every node, whatever c.
            Stand::Full => (f64::INFINITY, Prospect { next: Next::Round(self.one()), left: load }),
            // No survey has numbered them.
            Stand::Sparse => {
                let packets = load.packets() * scale;
                (numbering_steps(self.shape) as f64 + broadcast_steps(packets), broadcast)
            }
            _ => (broadcast_steps(load.packets() * scale), broadcast),
        };
        let grids = if at_node > HIGH { grids_near } else { grids_around };
        let grids = grids(self.shape, at_node).into_iter();
        for grid in grids.filter(|&grid| self.has_enough_tiles(grid, at_node, stand)) {
            let stand = stand.before(grid);
            let steps = self.steps(grid, stand);
            if steps < best.0 && steps <= most {
                let left = self.left(grid, load, stand);
                let all = steps + self.rest(grid, (load, left, scale), stand, ahead - 1);
                if all < best.0 {
                    best = (all, Prospect { next: Next::Round(grid), left });
                }
            }
        }
        best
    }

    /// Whether a grid may be the first for such a load.
    fn has_enough_tiles(&self, grid: Tessellation, at_node: f64, stand: Stand) -> bool {
        let most = (self.shape.nodes() / SMALL) as f64;
        let load = at_node * (1.0 - self.outside(grid, stand));
        stand != Stand::Full || grid.tiles() as f64 >= ENOUGH * f64::min(load, most)
    }

    /// The steps after a round with `grid` that is for a load and leaves another, with so many packets for each that a load has on a node.
    fn rest(
        &self,
        grid: Tessellation,
        (load, left, scale): (Load, Load, f64),
        stand: Stand,
        ahead: usize,
    ) -> f64 {
        let open = left.at_node() * self.shape.nodes() as f64;
        if open < NONE_LEFT {
            return 0.0;
        }
        // How probable it is, about, that any are.
        let likely = open / (1.0 + open);
        let broadcast = self.expected_broadcast_steps(left.packets() * scale);
        if ahead == 0 {
            // Several rounds with one tile: nothing better is looked for so far ahead.
            let rounds = self.with_one * (1.0 + 4.0 * left.at_node());
            return likely * f64::min(rounds, broadcast);
        }
        let rest = self.best(f64::INFINITY, (left, scale), stand.after(grid, load), ahead).0;
        if self.manner(stand) != Manner::Exact || stand != Stand::Full || grid.tiles() == 1 {
            return likely * rest;
        }
        // Such an algorithm leaves a grid only if it is sure what is soon enough: rounds with one tile, or no round at all.
        let steps = self.steps(grid, stand);
        let certain = f64::min(left.at_node().ceil() * self.with_one, broadcast);
        likely * if certain > steps { rest + AGAIN * steps } else { rest }
    }

    /// Steps to take so many packets past every node after a survey.
    fn broadcast_steps(&self, packets: f64) -> f64 {
        let packets = packets.ceil().clamp(1.0, self.shape.nodes() as f64) as usize;
        broadcast_steps(self.shape, packets) as f64
    }

    /// The average if there are so many packets, and if there are a standard deviation fewer or more: steps go up in stairs.
    fn expected_broadcast_steps(&self, packets: f64) -> f64 {
        let off = packets.sqrt();
        let steps =
            [packets - off, packets, packets + off].map(|packets| self.broadcast_steps(packets));
        steps.iter().sum::<f64>() / 3.0
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
        self.round(grid, stand).steps
            + (deal + 1.0) * (self.shape.rows() + self.shape.cols()) as f64
    }

    /// What a round of visits is like.
    fn round(&self, grid: Tessellation, stand: Stand) -> Round {
        let manner = self.manner(stand);
        let mut known = self.known.borrow_mut();
        *known.entry((grid.down(), grid.across(), manner)).or_insert_with(|| {
            let core = grid.core();
            let (down, across) = match manner {
                Manner::Exact => (1, 1),
                Manner::InParts(part) => parts(core, part),
            };
            Round {
                steps: round_steps_by(grid, manner, Sort::about_steps_on) as f64,
                block: grid.block_nodes(),
                part: grid.tile_nodes() / (down * across) as f64,
            }
        })
    }

    /// The share of packets outside cores. Where packets are dealt to cores alone, all are in one if there are few.
    pub(in crate::multicast) fn outside(&self, grid: Tessellation, stand: Stand) -> f64 {
        match (self.manner(stand), stand) {
            (Manner::Exact, _) | (_, Stand::Full) => {
                (self.shape.nodes() - grid.places()) as f64 / self.shape.nodes() as f64
            }
            _ => 0.0,
        }
    }

    /// What a round leaves of a load.
    pub(in crate::multicast) fn left(&self, grid: Tessellation, load: Load, stand: Stand) -> Load {
        let outside = self.outside(grid, stand);
        let in_cores = 1.0 - outside;
        let Load { whole, rest } = load;
        let [open, of_whole, of_rest] = self.missed(grid, load, stand, in_cores);
        let after = |share: Share, alive: f64| {
            let degree = if alive > 0.0 { f64::max(1.0, share.degree * open / alive) } else { 1.0 };
            Share { at_node: share.at_node * in_cores * open, degree }
        };
        let resting = |share: Share| Share { at_node: share.at_node * outside, ..share };
        Load {
            whole: resting(whole),
            rest: Share::of_all([after(whole, of_whole), after(rest, of_rest), resting(rest)]),
        }
    }

    /// The share of open destinations that visits leave of packets in cores, and the shares of the packets of either share of the load that
    /// keep any: mostly the last ones of each core, for whatever block, since all take the first that want them.
    fn missed(&self, grid: Tessellation, load: Load, stand: Stand, in_cores: f64) -> [f64; 3] {
        let chance = in_cores / grid.tiles() as f64;
        // What is left of a load is random itself, unless it has been counted.
        let (spread, copies) = match stand {
            Stand::Full | Stand::Sparse | Stand::Counted => (1.0, 1.0),
            Stand::Spread | Stand::Aside => (MANY, COPIES),
        };
        let Round { block: size, part, .. } = self.round(grid, stand);
        let shares = [load.whole, load.rest];
        // What a destination, and all those of a packet, want of pieces of the mesh of so many nodes.
        let wanted = |size: f64| {
            let of = |share: Share| share.degree * self.different(share.degree, size);
            let [whole, rest] = shares.map(of).map(|wanted| f64::max(1.0, wanted.round()) as u32);
            [1, whole, rest]
        };
        let packets: f64 =
            shares.map(|share| share.at_node * self.different(share.degree, size)).iter().sum();
        let left = |tries: f64, chance: f64, room: f64, wanted: [u32; 3]| {
            left_by_any(tries * spread, chance / spread, room, wanted)
        };
        // Nodes have a packet each or none, so a group whose core is full of packets has as many as it has nodes, of which a random number
        // want the block: what varies less than random tries varies as fewer tries do with greater chances.
        let wanting = packets * size;
        let of_nodes = f64::min(1.0, wanting / self.shape.nodes() as f64);
        let greater = of_nodes + chance * (1.0 - of_nodes);
        let by_blocks = left(wanting * chance / greater, greater, size, wanted(size));
        let by_parts = match self.manner(stand) {
            Manner::Exact => [0.0; 3],
            Manner::InParts(_) => {
                // As if each packet that has any had as many.
                let room = part / copies;
                let copying = packets * (1.0 - by_blocks[0]) * room;
                left(copying, chance, room, wanted(grid.tile_nodes()))
            }
        };
        // Not what is missing from 1: on 2^53 nodes and more, what that is rounded by is many destinations.
        [0, 1, 2].map(|case| by_blocks[case] + by_parts[case] * (1.0 - by_blocks[case]))
    }
}
