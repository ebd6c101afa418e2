//! Says what a run has to be ready for, and the steps that it takes: all that follows from the shape, d and c, and from the most packets
//! and clones of a node.

use super::balance::Spread;
use super::clones;
use super::cuts::Cuts;
use super::replicate;
use meshcast_engine::Shape;
use meshcast_primitives::reduce_steps;

/// What all nodes know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) cuts: Cuts,
    pub(super) degree: usize,
    pub(super) congestion: usize,
    /// The most destinations of a packet, if messages are split.
    pub(super) most: Option<usize>,
}

impl Bounds {
    /// Those of messages with at most `degree` destinations, in tiles for the congestion `guess`.
    pub(super) fn new(shape: Shape, degree: usize, congestion: usize, guess: usize) -> Self {
        let cuts = Cuts::for_congestion(shape, guess);
        let here = degree.min(cuts.greatest(Shape::nodes));
        let most = (here > 2 * guess).then_some(2 * guess);
        Self { cuts, degree, congestion, most }
    }

    /// The packets that a buffer must hold, whatever the data.
    pub(super) fn needed(&self) -> usize {
        if self.congestion == 0 {
            return 1;
        }
        let replicated = self.cuts.most_packets(self.packets());
        self.needed_for(replicated, self.most_clones(), self.congestion)
    }

    /// The packets that a buffer must hold if a node has so many packets after the replication, so many clones later, and is to get so
    /// many messages.
    ///
    /// Lemma 1 needs 4 slots and a replication to k packets at most 2k + 2: no more than the balance. A routing holds the clones
    /// that it starts with.
    pub(super) fn needed_for(&self, packets: usize, clones: usize, congestion: usize) -> usize {
        let balance = self.spread(packets, congestion).capacity();
        let shapes = self.cuts.tile_shapes();
        let routings = shapes.map(|shape| clones::least_capacity(shape, clones, congestion));
        routings.fold(balance, usize::max)
    }

    /// Most packets of a node before the replication.
    pub(super) fn packets(&self) -> usize {
        1 + usize::from(self.most.is_some())
    }

    /// Most destinations of a packet in a tile.
    fn most_here(&self) -> usize {
        let here = self.cuts.greatest(Shape::nodes);
        self.most.unwrap_or(self.degree).min(self.degree).min(here)
    }

    /// Most clones of a node.
    fn most_clones(&self) -> usize {
        2 * self.congestion + self.most_here()
    }

    /// How packets are spread, of which a node has at most `packets`; for a node there are no more than `congestion`.
    pub(super) fn spread(&self, packets: usize, congestion: usize) -> Spread {
        let classes = self.most_here().ilog2() as usize + 1;
        Spread { packets, classes, sent: packets.min(congestion) }
    }

    /// The steps of a run in which no message is split, all nodes know the congestion, and a node has at most so many packets after the
    /// replication, and so many clones later.
    pub(super) fn steps(&self, packets: usize, clones: usize) -> u64 {
        const STRIP: u64 = 1;
        let spread = self.spread(packets, self.congestion);
        let capacity = self.needed();
        let cloning = |shape| clones::steps(shape, clones, self.congestion, capacity);
        let slowest = |steps: &dyn Fn(Shape) -> u64| self.cuts.tile_shapes().map(steps).max();
        STRIP
            + replicate::steps(&self.cuts, self.packets())
            + slowest(&|shape| spread.steps(shape)).unwrap_or(0)
            + slowest(&cloning).unwrap_or(0)
            + 2 * reduce_steps(self.cuts.shape)
    }
}
