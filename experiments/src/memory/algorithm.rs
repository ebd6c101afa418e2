//! What algorithms need beside their message sets.
//!
//! Every number is for what is allocated at once at the peak; docs/performance.md has the measurements. Letters as in the papers: n nodes, c
//! the congestion, t tiles.

#[cfg(test)]
mod tests;

use super::mesh::{self, Records, SetSize};
use crate::algorithm::Algorithm;
use meshcast_algorithms::{Candidate, Congestion, Forecast, Pace, Prediction, Schedule};
use meshcast_engine::Shape;

/// A destination in a header in another order, or a word beside it.
const WORD: u64 = 4;

/// A part of a message: its message, and where its destinations begin.
const PART: u64 = 12;

/// The queues of one number, of a node: two empty rings.
const QUEUE: u64 = 64;

/// The first packets in a queue: a ring has room for four.
const FIRST_PACKETS: u64 = 48;

/// A packet in a queue, in a ring that doubles as it grows.
const QUEUED: u64 = 16;

/// A wave of a scan in a node: what it begins with, a value, and three registers of 4 bytes.
const WAVE: u64 = 20;

/// A wave whose values come with a mark: all are of 8 bytes but what it begins with.
const MARKED_WAVE: u64 = 36;

impl Algorithm {
    /// Bytes that planning and running it need, the check of deliveries included.
    ///
    /// Where data decide, they are for the worst data: randomized tuned may end on the mesh as one tile, and so may deterministic rounds with
    /// permutations from files or with fewer tiles in later rounds; packets of buffered may be wanted in all tiles, and messages may be
    /// cut into as many parts as they have destinations.
    pub(crate) fn memory_needed(self, shape: Shape, size: SetSize, records: Records) -> u64 {
        let run = Run::new(shape, size, records);
        if self == Self::Auto {
            let needed = |algorithm: &Self| algorithm.memory_needed(shape, size, records);
            return run.candidates().iter().map(needed).max().unwrap_or(0);
        }
        let beside = mesh::books(size, records, shape, (run.steps(self), run.held_events(self)));
        let machine = match self {
            Self::Hamiltonian => run.hamiltonian(),
            Self::Buffered => run.buffered(),
            Self::Paper { .. } => run.paper(),
            Self::Tuned => run.tuned(),
            Self::Sweep | Self::StoredSweep => run.sweep(),
            Self::DeterministicPaper { .. } => run.deterministic_paper(run.replicas(self)),
            Self::Rounds { pace, .. } => run.rounds(pace),
            Self::Unicast => run.unicast(),
            Self::GreedyUnicast => run.greedy(run.deliveries, QUEUED),
            // A message has a part for every column at most.
            Self::GreedyTree => run.greedy(
                run.deliveries.min(run.size.messages.saturating_mul(shape.cols() as u64)),
                QUEUED / 4,
            ),
            Self::Auto => 0,
        };
        machine.max(run.survey(self)).saturating_add(beside)
    }
}

/// A run on a mesh.
#[derive(Clone, Copy)]
struct Run {
    shape: Shape,
    size: SetSize,
    records: Records,
    nodes: u64,
    deliveries: u64,
    congestion: u64,
}

impl Run {
    fn new(shape: Shape, size: SetSize, records: Records) -> Self {
        let (nodes, SetSize { deliveries, congestion, .. }) = (shape.nodes() as u64, size);
        Self { shape, size, records, nodes, deliveries, congestion: congestion.clamp(1, nodes) }
    }

    /// What `auto` chooses, and what is forecast to be at most a quarter slower: of a large mesh a smaller one of its proportions is
    /// forecast, on which steps are fewer by its side, or for hamiltonian by its nodes.
    fn candidates(&self) -> Vec<Algorithm> {
        const MOST_SIDE: usize = 256;
        let congestion = match self.records.known {
            Congestion::Known => self.size.congestion,
            _ => self.deliveries.div_ceil(self.nodes),
        };
        let times = self.nodes.isqrt().div_ceil(MOST_SIDE as u64) as usize;
        let side = |side: usize| (side / times).max(1);
        let Ok(shape) = Shape::new(side(self.shape.rows()), side(self.shape.cols())) else {
            return Vec::new();
        };
        let nodes = shape.nodes() as u64;
        let messages = (self.size.messages * nodes / self.nodes).clamp(1, nodes) as usize;
        let [degree, congestion] =
            [self.size.degree, congestion].map(|number| number.clamp(1, nodes) as usize);
        let forecast = Forecast::of_sets(shape, messages, degree, congestion);
        let steps = |prediction: &Prediction| {
            let grown = if prediction.candidate == Candidate::Hamiltonian { times } else { 1 };
            prediction.steps * grown as u64
        };
        let fewest = forecast.predictions().iter().map(steps).min().unwrap_or(0);
        let are_near = |prediction: &&Prediction| 4 * steps(prediction) <= 5 * fewest;
        let near = forecast.predictions().iter().filter(are_near);
        near.map(|prediction| Algorithm::from(prediction.candidate)).collect()
    }

    /// Tiles that run at once.
    fn threads(&self, tiles: u64) -> u64 {
        (self.records.threads.max(1) as u64).min(tiles)
    }

    /// The mean number of destinations of a message.
    fn mean_degree(&self) -> u64 {
        self.deliveries.div_ceil(self.size.messages.max(1))
    }

    /// √n and √c, for rectangles of their sides.
    fn roots(&self) -> (u64, u64) {
        let side = (self.shape.rows() + self.shape.cols()) as u64 / 2;
        (side.max(1), self.congestion.isqrt().max(1))
    }

    /// Steps of a run, about, for the rows of the audit.
    fn steps(&self, algorithm: Algorithm) -> u64 {
        let (side, root) = self.roots();
        let of_root = match algorithm {
            Algorithm::Hamiltonian | Algorithm::Auto => return self.nodes,
            Algorithm::Buffered => 10,
            Algorithm::DeterministicPaper { .. } => 500 * self.replicas(algorithm),
            Algorithm::Unicast => 10 * self.congestion.min(self.size.degree),
            Algorithm::GreedyUnicast | Algorithm::GreedyTree => {
                return (self.congestion + self.size.degree).saturating_mul(2 * side);
            }
            _ => 60,
        };
        (root * side).saturating_mul(of_root)
    }

    /// Events of a node that a trace holds back until tiles that run in parallel are done: those of a visit or of the routing in a tile, which take steps by
    /// the side of the largest tiles that come about.
    fn held_events(&self, algorithm: Algorithm) -> u64 {
        let (side, root) = self.roots();
        let quarter = (side / 2).max(1);
        match algorithm {
            Algorithm::Buffered => 5 * root * side,
            Algorithm::Paper { instances } => {
                16 * quarter * instances.map_or(4, |instances| instances as u64)
            }
            Algorithm::Tuned | Algorithm::Auto => 12 * quarter,
            Algorithm::DeterministicPaper { .. } => 54 * quarter * self.replicas(algorithm),
            Algorithm::Rounds { .. } => 15 * quarter,
            Algorithm::Unicast => 3 * side,
            Algorithm::Sweep | Algorithm::StoredSweep => 3 * quarter,
            Algorithm::Hamiltonian | Algorithm::GreedyUnicast | Algorithm::GreedyTree => 0,
        }
    }

    /// The replicas of a packet, of an algorithm that has some.
    fn replicas(&self, algorithm: Algorithm) -> u64 {
        match algorithm {
            Algorithm::DeterministicPaper { instances: Some(instances), .. } => instances as u64,
            _ => u64::from(self.nodes.next_power_of_two().ilog2().max(1)),
        }
    }

    /// Two copies of every message on their way, and two more on a circuit that is no cycle.
    fn hamiltonian(&self) -> u64 {
        const BESIDE: u64 = 6;
        let is_cycle = self.nodes.is_multiple_of(2) && self.shape.rows().min(self.shape.cols()) > 1;
        self.nodes * (mesh::SLOT * if is_cycle { 2 } else { 4 } + BESIDE)
    }

    /// Packets at rest in queues, those of a tile that are about to move, headers in the order of tiles; in steps also the queues of
    /// packets on their way, and the lanes in which the clones of a tile are sorted.
    fn buffered(&self) -> u64 {
        // A packet between two halves, with its node and its key; on the first level there are up to four for a node.
        const MOVING: u64 = 24;
        const BESIDE: u64 = 24;
        let tiles = self.tiles_of_buffered();
        let packets = self.mean_degree().min(tiles).max(1);
        let ring = 16 + 8 * packets.next_power_of_two().max(4);
        let resting = 2 * QUEUE + ring + BESIDE + MOVING * packets.min(4);
        // The lanes that a routing may need, 10 for every unit of congestion, of the tiles that run.
        let lanes = 10 * self.congestion * mesh::SLOT * self.threads(tiles) / tiles;
        let stepping = if self.records.leaps() { 0 } else { 2 * QUEUE + lanes };
        let parts = if self.size.degree > 2 * self.congestion {
            self.deliveries / (2 * self.congestion) + self.size.messages
        } else {
            0
        };
        self.nodes * (resting + stepping) + WORD * self.deliveries + PART * parts
    }

    /// The power of 4 next to c.
    fn tiles_of_buffered(&self) -> u64 {
        1 << (2 * ((2 * self.congestion).ilog2() / 2))
    }

    /// Masters and copies, words in headers, and the scans of a migration on the mesh, the last tile.
    fn tuned(&self) -> u64 {
        let base = WORD * self.deliveries;
        if self.records.leaps() {
            return base + 60 * self.nodes + self.open_of_a_group();
        }
        let waves = blocks(self.nodes) + (self.shape.cols() as u64).div_ceil(8);
        base + self.nodes * (300 + MARKED_WAVE * waves)
    }

    /// What a round that leaps has open of one group, 12 bytes a destination: it has as many messages as a tile has nodes.
    fn open_of_a_group(&self) -> u64 {
        12 * (self.deliveries / self.congestion).max(self.size.degree)
    }

    /// The same from places that permutations give, whose entries are of 4 bytes, with what claims remember; of scans those of the
    /// tiles.
    fn rounds(&self, pace: Pace) -> u64 {
        let files = 8 * self.records.permutations as u64;
        let tiles = self.congestion.next_power_of_two().min(self.nodes);
        let base = WORD * self.deliveries + files * self.nodes;
        // Counts of the blocks of fewer tiles, a batch at a time.
        let counted = match pace {
            Pace::Adaptive => {
                WORD * blocks(self.nodes).min(self.shape.rows().max(self.shape.cols()) as u64)
            }
            Pace::Set(_) => 0,
        };
        if self.records.leaps() {
            return base + self.nodes * (120 + counted) + self.open_of_a_group();
        }
        // With random permutations, and as many tiles in every round, the mesh as one tile is not reached but for very few of them.
        let stays = pace == Pace::Set(Schedule::Fixed) && self.records.permutations == 0;
        let least = if stays { tiles } else { 1 };
        // Which tiles every group has visited, a bit each.
        let visited = tiles * tiles.div_ceil(8);
        base + self.nodes * (200 + counted) + self.scan_in_tiles(least) + visited
    }

    /// The scans of a migration in so many tiles, of which some run at once.
    fn scan_in_tiles(&self, tiles: u64) -> u64 {
        let tile = self.nodes / tiles.max(1);
        WAVE * blocks(tile) * tile * self.threads(tiles)
    }

    /// As tuned, with every migration made by steps of its own: also in leaps.
    fn paper(&self) -> u64 {
        // More than that, and it is hamiltonian.
        if 16 * self.congestion > self.nodes {
            return self.hamiltonian();
        }
        // In steps the lanes and registers of the tiles that run, too.
        let tile = self.nodes / self.congestion * self.threads(self.congestion);
        let machine =
            if self.records.leaps() { 120 * self.nodes } else { 210 * self.nodes + 500 * tile };
        let parts = if self.size.degree > self.congestion {
            PART * (self.deliveries / self.congestion + self.size.messages) + WORD * self.deliveries
        } else {
            0
        };
        WORD * self.deliveries + machine + self.scan_in_tiles(self.congestion) + parts
    }

    /// Queues of packets along rows and columns, words in headers and headers in the order of halves, each a part of its own.
    fn sweep(&self) -> u64 {
        const BESIDE: u64 = 100;
        let queues = 4 * (QUEUE + FIRST_PACKETS) + BESIDE;
        let parts = PART * (2 * self.size.messages).min(self.deliveries);
        let files = 8 * self.records.permutations as u64 * self.nodes;
        self.nodes * queues + 2 * WORD * self.deliveries + parts + files
    }

    /// Words for every replica, and the census of blocks, which counts in three registers of 4 bytes; there are about √(cn), and up to four times
    /// as many where tiles are uneven.
    fn deterministic_paper(&self, replicas: u64) -> u64 {
        const A_NODE: u64 = 300;
        const CENSUS: u64 = 12;
        if 16 * self.congestion > self.nodes {
            return self.hamiltonian();
        }
        let (side, root) = self.roots();
        let is_even = self.nodes.is_power_of_two() && self.congestion.is_power_of_two();
        let blocks = side * root * if is_even { 1 } else { 4 };
        WORD * (1 + replicas) * self.deliveries + self.nodes * (A_NODE + CENSUS * blocks)
    }

    /// Eight lanes; messages in parts of c destinations; in steps the queues of tiles on a tour.
    fn unicast(&self) -> u64 {
        let parts = if self.size.degree > self.congestion {
            PART * (self.deliveries / self.congestion + self.size.messages)
        } else {
            0
        };
        let a_node = if self.records.leaps() { 48 } else { 160 };
        self.nodes * a_node + parts
    }

    /// All packets in the four queues of a node, with so many bytes for every delivery beside the first packets.
    fn greedy(&self, parts: u64, queued: u64) -> u64 {
        const BESIDE: u64 = 20;
        let queues = 4 * (QUEUE + FIRST_PACKETS) + BESIDE;
        self.nodes * queues + parts * PART + self.deliveries * queued
    }

    /// Two counts for each block, of √n or for sweeps the columns, or of one node in the tiles of buffered, with packets and headers
    /// beside them.
    fn survey(&self, algorithm: Algorithm) -> u64 {
        const COUNTS: u64 = 8;
        const BESIDE: u64 = 40;
        if self.records.known == Congestion::Known {
            return 0;
        }
        let columns = self.shape.rows().max(self.shape.cols()) as u64;
        let blocks = match (algorithm, self.records.known) {
            (Algorithm::Buffered, _) => {
                let tile = self.nodes / self.tiles_of_buffered();
                return self.buffered() + WORD * tile * tile * self.threads(self.nodes / tile);
            }
            (_, Congestion::Doubled | Congestion::Known) => return 0,
            (Algorithm::Sweep | Algorithm::StoredSweep, _) => columns,
            (
                Algorithm::Paper { .. }
                | Algorithm::Tuned
                | Algorithm::DeterministicPaper { .. }
                | Algorithm::Rounds { .. },
                _,
            ) => (self.shape.rows().isqrt() * self.shape.cols().isqrt()) as u64,
            _ => return 0,
        };
        self.nodes * (BESIDE + COUNTS * (blocks + 1)) + WORD * self.deliveries
    }
}

/// Blocks of a tile of so many nodes: they have up to 2√m.
fn blocks(tile: u64) -> u64 {
    let nodes = 1 << (2 * tile.isqrt()).clamp(1, tile.max(1)).ilog2();
    tile.div_ceil(nodes)
}
