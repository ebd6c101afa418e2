//! Says how large a run is: its footprint and its expected steps follow from that.
//!
//! Letters as in the papers: n nodes, c the congestion.

use crate::memory::{Records, SetSize};
use meshcast_algorithms::{Candidate, Congestion, Forecast, Prediction};
use meshcast_engine::{Mode, Order, Shape};
use meshcast_primitives::Sort;

/// A destination in a header in another order, or a word beside it, in bytes.
pub(super) const WORD: u64 = 4;

/// A part of a message: its message, and where its destinations begin.
pub(super) const PART: u64 = 12;

/// A slot of a buffer.
pub(super) const SLOT: u64 = 8;

/// The queues of one number, of a node, with room for three packets each.
pub(super) const QUEUE: u64 = 40;

/// The memory of a queue that holds so many packets, beside [`QUEUE`]: two rings, of which one has them all.
pub(super) fn beside_queue(packets: u64) -> u64 {
    const RINGS: u64 = 96;
    if packets <= 3 { 0 } else { RINGS + 8 * packets.next_power_of_two() }
}

/// A packet in a queue, in a ring that doubles as it grows.
pub(super) const QUEUED: u64 = 16;

/// A run on a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(super) shape: Shape,
    pub(super) size: SetSize,
    pub(super) records: Records,
}

impl Extent {
    /// That of a run on a set of this size.
    pub(crate) fn new(shape: Shape, size: SetSize, records: Records) -> Self {
        Self { shape, size, records }
    }

    /// n.
    pub(super) fn nodes(&self) -> u64 {
        self.shape.nodes() as u64
    }

    /// c, of a set of which a message is for a node at least.
    pub(super) fn congestion(&self) -> u64 {
        self.size.congestion.clamp(1, self.nodes())
    }

    /// c, or the average in its place where nodes do not know it.
    pub(super) fn known_congestion(&self) -> u64 {
        match self.records.known {
            Congestion::Known => self.size.congestion,
            _ => self.size.deliveries.div_ceil(self.nodes()),
        }
    }

    /// Whether c is beyond n/16, where the paper's algorithms let every packet tour the mesh.
    pub(super) fn is_toured(&self) -> bool {
        16 * self.congestion() > self.nodes()
    }

    /// Whether parts of the run leap.
    pub(super) fn leaps(&self) -> bool {
        self.records.mode == Mode::Leap
    }

    /// Bytes of the routes of a sort of the mesh, which leaps do not step.
    pub(super) fn sort_timetables(&self, order: Order) -> u64 {
        if self.leaps() { 0 } else { Sort::timetable_bytes_on(self.shape, order) }
    }

    /// Tiles that run at once.
    pub(super) fn threads(&self, tiles: u64) -> u64 {
        (self.records.threads.max(1) as u64).min(tiles)
    }

    /// The mean number of destinations of a message.
    pub(super) fn mean_degree(&self) -> u64 {
        self.size.deliveries.div_ceil(self.size.messages.max(1))
    }

    /// The side of the mesh, of a rectangle the mean one.
    pub(super) fn side(&self) -> u64 {
        ((self.shape.rows() + self.shape.cols()) as u64 / 2).max(1)
    }

    /// √c.
    pub(super) fn root(&self) -> u64 {
        self.congestion().isqrt().max(1)
    }

    /// √(cn).
    pub(super) fn root_cn(&self) -> u64 {
        self.root().saturating_mul(self.side())
    }

    /// A quarter of a tour of the largest tiles that come about.
    pub(super) fn quarter(&self) -> u64 {
        (self.side() / 2).max(1)
    }

    /// What the algorithms with closed forms are forecast to take, the fewest steps first: of a large mesh a smaller one of its
    /// proportions is forecast, on which steps are fewer by its side, or for `hamiltonian`, or where c is shrunk, by its nodes; one phase
    /// of `certified` takes steps by the side, whatever c is.
    pub(super) fn forecast(&self) -> Vec<Prediction> {
        const MOST_SIDE: usize = 64;
        let congestion = self.known_congestion();
        let times = self.nodes().isqrt().div_ceil(MOST_SIDE as u64) as usize;
        let side = |side: usize| (side / times).max(1);
        let Ok(shape) = Shape::new(side(self.shape.rows()), side(self.shape.cols())) else {
            return Vec::new();
        };
        let nodes = shape.nodes() as u64;
        let messages = (self.size.messages * nodes / self.nodes()).clamp(1, nodes) as usize;
        // Beyond a sixteenth of the fewer nodes c is shrunk with them, so that √(cn) shrinks as they do.
        let is_dense = 16 * congestion > nodes;
        let fewer = if is_dense { (times * times) as u64 } else { 1 };
        let shrunk = |number: u64| number.div_ceil(fewer).clamp(1, nodes) as usize;
        let [degree, congestion] = [self.size.degree, congestion].map(shrunk);
        let forecast = Forecast::of_sets(shape, messages, degree, congestion);
        let whole = |prediction: &Prediction| {
            let by_nodes = match prediction.candidate {
                Candidate::Certified => false,
                Candidate::Hamiltonian => true,
                _ => is_dense,
            };
            let grown = if by_nodes { times * times } else { times };
            Prediction { steps: prediction.steps * grown as u64, ..*prediction }
        };
        // One visit is certain to serve about 2√n packets: on the smaller mesh a greater share of all.
        let are_few = self.size.messages <= 2 * self.nodes().isqrt();
        let may_be = |found: &&Prediction| found.candidate != Candidate::Certified || are_few;
        let mut predictions: Vec<Prediction> =
            forecast.predictions().iter().filter(may_be).map(whole).collect();
        predictions.sort_by_key(|prediction| prediction.steps);
        predictions
    }

    /// The steps of one of them.
    pub(super) fn forecast_of(&self, candidate: Candidate) -> u64 {
        let mut forecast = self.forecast().into_iter();
        forecast.find(|found| found.candidate == candidate).map_or(0, |found| found.steps)
    }

    /// What a round that leaps has open of one group, 12 bytes a destination: it has as many messages as a tile has nodes.
    pub(super) fn open_of_a_group(&self) -> u64 {
        12 * (self.size.deliveries / self.congestion()).max(self.size.degree)
    }

    /// Parts of messages that are cut to so many destinations.
    pub(super) fn parts(&self, most: u64) -> u64 {
        let is_cut = self.size.degree > most;
        if is_cut { self.size.deliveries / most + self.size.messages } else { 0 }
    }

    /// Registers of the scans of a migration in so many tiles, of which some run at once, for so many masters a node.
    pub(super) fn scan_in_tiles(&self, tiles: u64, masters: u64) -> u64 {
        let tile = self.nodes() / tiles.max(1);
        masters * self.scan_at_a_node(tile) * tile * self.threads(tiles)
    }

    /// Registers of the scans of a migration on a tile of so many nodes: of each block a bit, and of each that wants the master a word.
    pub(super) fn scan_at_a_node(&self, tile: u64) -> u64 {
        const REGISTER: u64 = 8;
        let blocks = blocks(tile);
        REGISTER * (4 + blocks.div_ceil(64) + blocks.min(self.size.degree))
    }

    /// Packets in the four queues of a node, with so many bytes for every delivery beside.
    pub(super) fn in_queues(&self, parts: u64, queued: u64) -> u64 {
        const BESIDE: u64 = 20;
        let queues = 4 * QUEUE + BESIDE;
        self.nodes() * queues + parts * PART + self.size.deliveries * queued
    }

    /// What greedy rivals take, about: the way, the packets that share the links of a row, and those of one node.
    pub(super) fn greedy_steps(&self) -> u64 {
        let mean = self.size.deliveries / self.nodes();
        let of_a_node = self.congestion().saturating_add(self.size.degree) / 4;
        (2 + mean / 6).saturating_mul(self.side()).saturating_add(of_a_node)
    }

    /// Two counts for each of so many blocks, with packets and headers beside them, where the congestion is counted. A leap counts
    /// for all nodes at once.
    pub(super) fn counts_of_blocks(&self, blocks: u64) -> u64 {
        const COUNTS: u64 = 8;
        const BESIDE: u64 = 40;
        if self.records.known != Congestion::Counted {
            return 0;
        }
        let counts = if self.leaps() { 0 } else { COUNTS * (blocks + 1) };
        self.nodes() * (BESIDE + counts) + WORD * self.size.deliveries
    }

    /// Blocks of about √n nodes, in which the congestion is counted.
    pub(super) fn counted_blocks(&self) -> u64 {
        (self.shape.rows().isqrt() * self.shape.cols().isqrt()) as u64
    }
}

/// Blocks of a tile of so many nodes: they have up to 2√m.
pub(super) fn blocks(tile: u64) -> u64 {
    let nodes = 1 << (2 * tile.isqrt()).clamp(1, tile.max(1)).ilog2();
    tile.div_ceil(nodes)
}
