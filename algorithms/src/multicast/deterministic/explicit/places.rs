//! Computes where packets stand in a round: groups in the cores of their tiles, and who rests outside.

use crate::multicast::visits::Tessellation;
use crate::polynomials::{Field, PolynomialGroups};

/// The places of the packets of all nodes, in rounds with as many tiles as a field has elements.
///
/// The group of packet x is the value of its polynomial, and goes to the tile of that number; its *rank* there is ⌊x/q⌋. A group has
/// G = ⌈n/q⌉ ranks, or G − 1 if it is *short*, and a core M nodes. In round j the w = G − M ranks jw, jw + 1, … modulo G rest, so that of
/// any R rounds in a row every packet takes part in at least ⌊RM/G⌋. The others fill the core, in the order of the ranks that follow. A
/// short group of which that leaves a node of the core empty lets the first of its resting packets stand there.
///
/// A group has w packets that rest, a short one w − 1. They stand at the nodes outside the cores, those of row-major number iq + u, i
/// numbering the packets of the group that rest and u the groups, the short ones last.
///
/// Packet x finds its place from x, j, n and the sides with O(k) operations in the field; all here is closed forms of these.
#[derive(Clone, Debug)]
pub(super) struct PolynomialPlaces {
    groups: PolynomialGroups,
    grid: Tessellation,
    /// Of every tile the nodes of its core.
    cores: Vec<Vec<u32>>,
    /// The nodes outside the cores, row-major.
    outside: Vec<u32>,
}

/// What the ranks of a round do.
struct Ranks {
    /// Ranks of a group that is not short, G.
    all: usize,
    /// Those that rest, w.
    resting: usize,
    /// The first of them.
    first: usize,
}

impl Ranks {
    /// How far a rank is behind the first that rests.
    fn behind(&self, rank: usize) -> usize {
        (rank + self.all - self.first) % self.all
    }
}

impl PolynomialPlaces {
    /// The places on the mesh and the tiles of `grid`, as many as `field` has elements.
    pub(super) fn new(field: Field, grid: Tessellation) -> Self {
        let (shape, tiling, core) = (grid.shape(), grid.tiling(), grid.core());
        let nodes_of_core = |tile: &meshcast_engine::Tile| {
            let node = |place| {
                let (row, col) = core.position(place);
                shape.index(tile.first_row + row, tile.first_col + col) as u32
            };
            (0..core.nodes()).map(node).collect()
        };
        let is_outside = |&node: &u32| {
            let (row, col) = shape.position(node as usize);
            !grid.is_in_core(row, col)
        };
        Self {
            groups: PolynomialGroups::new(field, shape.nodes()),
            grid,
            cores: tiling.tiles().iter().map(nodes_of_core).collect(),
            outside: (0..shape.nodes() as u32).filter(is_outside).collect(),
        }
    }

    /// The tiles.
    pub(super) fn grid(&self) -> Tessellation {
        self.grid
    }

    /// Of every packet the node where it stands in a round.
    pub(super) fn table(&self, round: usize) -> Vec<u32> {
        let (nodes, order) = (self.grid.nodes(), self.groups.field().order());
        let (all, places) = (nodes.div_ceil(order), self.grid.core().nodes());
        let resting = all - places;
        let ranks = Ranks { all, resting, first: round * resting % all };
        // The group of the first packet of the last rank; groups from there on, by their difference, are not short.
        let last = self.groups.group((all - 1) * order, round);
        (0..nodes).map(|packet| self.place(packet, round, &ranks, last)).collect()
    }

    fn place(&self, packet: usize, round: usize, ranks: &Ranks, last: usize) -> u32 {
        let field = self.groups.field();
        let (order, group) = (field.order(), self.groups.group(packet, round));
        let number = field.subtract(group as u32, last as u32) as usize;
        let is_short = number >= self.grid.nodes() - (ranks.all - 1) * order;
        let behind = ranks.behind(packet / order);
        // Where the rank would be that a short group does not have.
        let missing = ranks.behind(ranks.all - 1);
        let core = &self.cores[group];
        if behind >= ranks.resting {
            return core[behind - ranks.resting];
        }
        let i = match (is_short, missing < ranks.resting) {
            (true, false) if behind == 0 => return core[missing - ranks.resting],
            (true, false) => behind - 1,
            (true, true) if behind > missing => behind - 1,
            _ => behind,
        };
        self.outside[i * order + number]
    }
}
