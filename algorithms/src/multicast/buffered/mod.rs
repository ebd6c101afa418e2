//! Runs `buffered`: the algorithm of Theorem 2, in optimal steps with buffers of O(c) packets.

mod balance;
mod bounds;
mod clones;
mod cuts;
mod forecast;
mod queues;
mod replicate;
mod tessellation;

use super::Multicast;
use super::congestion::{Congestion, Survey};
use super::inject::inject;
use super::message_parameters::MessageParameters;
use super::split::{split, whole};
use balance::Balance;
use bounds::Bounds;
use clones::Cloning;
use meshcast_engine::{Machine, Messages, Node, Shape, Violation};
use meshcast_primitives::{ByShape, reduce};
use queues::{ASIDE, HOME};
use std::sync::Arc;
use tessellation::Tessellation;

/// Multicast in O(√(cn)) steps with buffers of O(c) packets: the algorithm of Theorem 2 for one message set.
///
/// 1. Replicate: the mesh is cut into c tiles, level by level into quadrants, and every packet is copied into each tile
///    in which it has destinations; it goes from a node to the node in the same place of a sibling tile.
/// 2. In every tile:
///    (a) of a packet's destinations only those in the tile count; class j has the packets with 2^j to 2^(j+1) − 1;
///    (b) scans rank the packets, class after class, and the rank modulo the nodes of the tile is a packet's
///    intermediate node;
///    (c) packets go there, along rows and then along columns;
///    (d) every packet becomes one clone for each destination;
///    (e) clones go there by [(k,k)-routing](meshcast_primitives::KkRouting) and are delivered.
///
/// Messages with more than 2c destinations, and so many in one tile, become several packets first ([Lemma 1](#lemma-1)).
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination. With c' the power of 4 next to c, c/2 < c' ≤ 2c, there are √c' × √c' tiles, fewer where a side
/// is shorter; their sides differ by at most one node.
///
/// # Cost
/// Let q = √(cn), s = √n, a = √(n/c') the side of a tile, K the most packets of a node after step 1, M the most clones
/// of a node and t the number of classes. K and M are found by reductions, so phases last as long as this message set
/// needs; every other number is known from n, c and d.
///
/// | step | steps on a square whose side is a power of two | buffer |
/// |---|---|---|
/// | 1 | 1.5·(√c' − 1)·s + 2 log₄ c', exact; about 1.5 q | 1.5c' + 2 |
/// | reductions of K and M | 4⌊s/2⌋ each, exact | |
/// | if the congestion is unknown: average; counts of clones; their maximum | 2s; a² + 4⌊a/2⌋ − 1; 2s | |
/// | 2(b) | a scan and a reduction of t words: 6⌊a/2⌋ + a + 2t − 3, exact | |
/// | 2(c) | about K·a | 2K + t + 2 |
/// | 2(d) | M − 1, exact | M ≤ 2c + d |
/// | 2(e) | about 1.1 to 2.2·M·a, see [`KkRouting`](meshcast_primitives::KkRouting) | about M + 4c |
/// | Lemma 1 | a scan, a spread and a broadcast: at most 8s | 4 |
///
/// On the sets of `docs/algorithms.md` 2.4 to 5.1 q for c ≥ 16 with peaks of at most 2.8c packets, 7.7 q and 3.2c where
/// messages are split; [`Multicast::capacity`] is the greatest of the buffers that the steps may need whatever the data:
/// at most 10c on squares whose side and c are powers of two and of 4, c ≥ 16. Three things may each double it in the
/// worst case: c' = 2c, tiles that differ by a node in both directions, and messages that are split.
///
/// M ≤ 2c + d: the packets of a node have ranks as many apart as the tile has nodes. All those between one and the next
/// have at least half as many destinations as the first, and there are at most c destinations a node: together the
/// packets but the last have at most 2c.
///
/// # Lemma 1
/// If d > 2c and the largest tile has more than 2c nodes, every message with more than 2c destinations is cut into
/// ⌈d/2c⌉ parts in the order of tiles. Its packet goes to the first of as many nodes along the snake, and a segmented
/// broadcast brings a copy to each; there are never more such nodes than the mesh has, since ⌈x/2⌉ ≤ x for x = d/c > 2,
/// and all x add up to at most n. A node then has up to two packets, a part and its own.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below [`Multicast::capacity`].
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §3. Deviations:
/// - Step 1 sends no copy into a tile without destinations of the packet, and moves instead of copying where the packet
///   stays without. It goes over columns first, then rows: plain translations, not general routing.
/// - Any c and any sides; the paper has c and n powers of 4.
/// - A node has 3t counters for step 2(b), t = ⌊log₂ d⌋ + 1, and keeps its packets in
///   [queues](meshcast_engine::QueueView): their order is local work.
/// - The ranks of a class go on where those of the class before it end. If each began at 0, the low nodes would get one
///   more packet of every class.
/// - Step 2(c) needs no sort: packets of one class and row have consecutive ranks, hence go to columns in turn.
/// - Lemma 1 makes parts of 2c destinations and one set of messages, not two sets of at most c: one spread and one
///   broadcast instead of two. Messages with up to 2c destinations, or with no more than 2c in any tile, stay whole,
///   which 2(d) allows for.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Buffered, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let buffered = Buffered::new(shape, &set);
/// let (messages, capacity) = (buffered.messages(), buffered.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = buffered.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!((outcome.deliveries.len(), run.tiles), (7, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Buffered {
    messages: Arc<Messages>,
    bounds: Bounds,
    /// What is taken for the congestion when tiles are chosen and messages split.
    guess: usize,
    known: Congestion,
    tessellation: Tessellation,
    /// Packets that a buffer must hold; none if the congestion is unknown, so that buffers grow.
    capacity: Option<usize>,
}

/// What a run of [`Buffered`] has found out on its way, and its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferedRun {
    /// Tiles of the last level.
    pub tiles: usize,
    /// Rows of the largest tile.
    pub tile_rows: usize,
    /// Columns of the largest tile.
    pub tile_cols: usize,
    /// Most destinations of a packet if messages were split.
    pub split: Option<usize>,
    /// Most packets of a node after the replication.
    pub packets: u32,
    /// Most clones of a node, once its packets are spread evenly.
    pub clones: u32,
    /// Packets that buffers had to hold at most: the capacity or, if the congestion is unknown, what follows from the guess, the clones and
    /// the congestion that were found.
    pub buffer: usize,
    /// What tiles were chosen for, if the congestion is unknown.
    pub guess: Option<usize>,
}

impl Buffered {
    /// The algorithm for `messages` on `shape`, for which their degree and congestion are known to all nodes.
    pub fn new(shape: Shape, messages: &Messages) -> Self {
        Self::for_guess(shape, messages, Congestion::Known, messages.congestion())
    }

    /// Sets what nodes know about the congestion.
    ///
    /// If it is unknown, a reduction finds the average number of messages for a node, and tiles are chosen for that, or for
    /// the cube root of n if that is more. Before clones are made, those for every node of a tile are counted, by pipelined
    /// reductions in all tiles at once, one step a node of a tile: no more than the steps of a tile with so many
    /// packets. That says what the congestion is, for which the clones are then routed. Doubling and counting are the
    /// same here: nothing has been delivered that a second guess could go on from, and packets are where they belong.
    ///
    /// Buffers then have no [capacity](Multicast::capacity), but grow with what is found: the packets of a node after
    /// the replication, its clones, and the congestion when they are counted. [`BufferedRun::buffer`] says how far. §6 of the
    /// paper aborts an execution instead that needs more than its guess allots, and begins anew with a higher one.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        let (shape, messages) = (self.bounds.cuts.shape, &self.messages);
        let guess = match congestion {
            Congestion::Known => self.bounds.congestion,
            Congestion::Doubled | Congestion::Counted => {
                first_guess(shape.nodes(), messages.deliveries())
            }
        };
        if self.bounds.most.is_some() {
            return Self::for_guess(shape, &whole(messages), congestion, guess);
        }
        Self::for_guess(shape, messages, congestion, guess)
    }

    /// The steps of a run on sets of which no message is split, if a node has at most so many packets after the replication, and so many
    /// clones later: all else follows from the shape, d and c, which all nodes know.
    pub fn steps_on(shape: Shape, known: MessageParameters, packets: usize, clones: usize) -> u64 {
        let MessageParameters { degree, congestion, .. } = known;
        Bounds::new(shape, degree, congestion, congestion).steps(packets, clones)
    }

    /// [`Buffered::steps_on`] for as many packets and clones as are expected where every node has a message for c random nodes, and gets
    /// as many.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let MessageParameters { degree, congestion, .. } = known;
        let bounds = Bounds::new(shape, degree, congestion, congestion);
        let (packets, clones) = forecast::fullest(&bounds);
        bounds.steps(packets, clones)
    }

    fn for_guess(shape: Shape, messages: &Messages, known: Congestion, guess: usize) -> Self {
        let bounds = Bounds::new(shape, messages.degree(), messages.congestion(), guess);
        let tessellation = Tessellation::new(bounds.cuts);
        let arranged =
            messages.arranged(|node| u64::from(tessellation.region(node)) << 32 | u64::from(node));
        let messages = Arc::new(match bounds.most {
            Some(most) => arranged.in_parts(most),
            None => arranged,
        });
        let capacity = (known == Congestion::Known).then(|| bounds.needed());
        Self { messages, bounds, guess, known, tessellation, capacity }
    }

    /// Makes ⌈d/2c⌉ packets of every message with d > 2c = `most` destinations. The others stay where they are.
    fn split(&self, most: usize, machine: &mut Machine) -> Result<(), Violation> {
        let parts = |node: &Node<'_>, lane| node.destinations(lane).len().div_ceil(most) as u32;
        machine.swap_lanes(|node| {
            (node.packet(0).is_some() && parts(node, 0) == 1).then_some((0, ASIDE))
        })?;
        split(machine, self.bounds.degree.div_ceil(most), parts)?;
        machine.enqueue(ASIDE..ASIDE + 1, HOME)
    }

    /// Whether anything is to be delivered. If the congestion is unknown, a survey of the packets in lane 0 tells.
    fn has_deliveries(&self, machine: &mut Machine) -> Result<bool, Violation> {
        match self.known {
            Congestion::Known => Ok(self.bounds.congestion > 0),
            Congestion::Doubled | Congestion::Counted => {
                let open = Survey::without_blocks(machine.shape()).run(machine, &[0])?.open;
                debug_assert_eq!(self.guess, first_guess(machine.shape().nodes(), open as usize));
                Ok(open > 0)
            }
        }
    }
}

impl Multicast for Buffered {
    type Run = BufferedRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        self.capacity
    }

    fn run(&self, machine: &mut Machine) -> Result<BufferedRun, Violation> {
        let (tessellation, bounds) = (&self.tessellation, &self.bounds);
        let mut run = BufferedRun {
            tiles: bounds.cuts.tiles(),
            tile_rows: bounds.cuts.greatest(Shape::rows),
            tile_cols: bounds.cuts.greatest(Shape::cols),
            split: bounds.most,
            packets: 0,
            clones: 0,
            buffer: self.capacity.unwrap_or(1),
            guess: (self.known != Congestion::Known).then_some(self.guess),
        };
        inject(machine, 0)?;
        if !self.has_deliveries(machine)? {
            return Ok(run);
        }
        if let Some(most) = bounds.most {
            machine.span("split", |machine| self.split(most, machine))?;
        }
        machine.enqueue(0..1, HOME)?;

        // Step 1.
        machine.span("replicate", |machine| {
            replicate::replicate(tessellation, bounds.packets(), machine)
        })?;
        let mut packets = machine.variable(1, |node, _| node.queue(HOME).len() as u32)?;
        run.packets = reduce(machine, &mut packets, u32::max)?;

        // Steps 2(a) to 2(c).
        let tiling = tessellation.tiles();
        let sent = if self.known == Congestion::Known { bounds.congestion } else { usize::MAX };
        let spread = bounds.spread(run.packets as usize, sent);
        let balance = Balance { tessellation, spread };
        machine.span("balance", |machine| {
            machine.in_parallel(&tiling, |tile, _| {
                balance.run(tile)?;
                clones::begin(tessellation, tile)
            })
        })?;
        let mut clones = machine.variable(1, |node, _| clones::count(node))?;
        run.clones = reduce(machine, &mut clones, u32::max)?;

        // Steps 2(d) and 2(e).
        let most = run.clones as usize;
        let congestion = match self.known {
            Congestion::Known => bounds.congestion,
            Congestion::Doubled | Congestion::Counted => {
                clones::most_for_a_node(tessellation, machine)?
            }
        };
        let found = || bounds.needed_for(run.packets as usize, most, congestion);
        run.buffer = self.capacity.unwrap_or_else(found);
        let plan = |shape| Cloning::new(shape, most, congestion, run.buffer);
        let clonings = ByShape::new(&tiling, plan);
        machine
            .in_parallel(&tiling, |tile, _| clonings.of(tile.shape()).run(tessellation, tile))?;
        Ok(run)
    }
}

/// What tiles are chosen for on n nodes if there are so many deliveries and the congestion is unknown: the average for a
/// node, and no less than the cube root of n, so that a tile has no more nodes than a routing in it may take steps.
fn first_guess(nodes: usize, deliveries: usize) -> usize {
    let root = (1..=nodes).find(|root| root.pow(3) >= nodes).unwrap_or(1);
    deliveries.div_ceil(nodes).max(root)
}
