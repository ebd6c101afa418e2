//! Runs `unicast`: every delivery is a packet of its own, in buffers of constant size.

mod grid;
mod run_record;
mod tour;
mod tour_hops;

pub use run_record::{UnicastRound, UnicastRun};

use super::inject::{inject, injected};
use super::message_parameters::MessageParameters;
use super::split::{split_full_parts, split_full_parts_steps};
use crate::draws::mixed;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use grid::Grid;
use meshcast_engine::{Machine, Messages, Node, Order, Shape, Violation};
use meshcast_primitives::{Sort, group_ranks, reduce, reduce_steps, scan_steps};
use std::sync::Arc;
use tour::{LATER, Tour};

/// The slots of a node's own message and of a part of another one.
const OWN: usize = 7;
const PART: usize = 6;

/// Multicast by unicast with buffers of eight packets: in every round each message sends one packet, to its next
/// destination.
///
/// 1. A copy of every message leaves for the message's next destination; the message itself stays for the next round,
///    or leaves in its last one.
/// 2. The packets are sorted by destination. A scan and a reduction find the longest run of equal ones, L; if d = 1,
///    it is c.
/// 3. The packets of ranks i, i + T, i + 2T, … form group i of T ≥ L: no two have the same destination. The mesh is
///    cut into T tiles, and every group goes to a tile and is sorted there by the tiles of destinations, and by these.
/// 4. The groups tour the tiles. In each, a group delivers the packets for nodes there; they stand side by side in the
///    order of these nodes, so that a walk along columns and one along rows brings each to its own.
///
/// All nodes know the shape, the number of messages with destinations, their degree d and, but for
/// [`Unicast::with_congestion`], their congestion c. The number is used only if d = 1 and c is known; otherwise the
/// reduction of step 2 counts the packets.
///
/// # Shape
/// Any rows × cols, any message set, nodes without a message and messages without destinations allowed; a source may
/// be its own destination.
///
/// A group has to find place in the *core* of every tile, its first ⌊rows/down⌋ rows and ⌊cols/across⌋ columns. If the
/// cores of all tiles have fewer nodes than there are packets, then steps 3 and 4 are done for as many packets as they
/// have, in several passes; or the last of them, if they are few, go past every node, in a
/// [`KBroadcast`](meshcast_primitives::KBroadcast). Of all grids with L to 4L tiles the one whose tour takes the fewest steps is chosen.
///
/// # Cost
/// Exact, for a round with the longest run L on a grid of T = down × across tiles, of which the largest has H × W
/// nodes. Buffers are those of packets on their way or at rest; messages come on top of them.
///
/// | | steps | buffer |
/// |---|---|---|
/// | copy, but in the last round | 1 | 1 |
/// | sort | [`Sort::steps`], row-major order | 5 |
/// | runs, if d > 1 | a scan and a reduction: rows − 1 + 2⌊rows/2⌋ + 4⌊cols/2⌋ | 1 |
/// | deal, if T > 1 | [partial permutation routing] for g = 3, or for g = 2 with several passes or parts | 7, or 6 |
/// | order, if T > 1 | that of the slowest tile: a sort, and H + W − 2 if it is larger than its core | 6 |
/// | T visits | H + W − 1 each | 6 |
/// | T − 1 shifts | a [shift](meshcast_primitives::TileShift::of_cores), at most max(H, W) or twice that each | 3 |
///
/// All from the deal on for each pass. Packets that go past every node take
/// [`KBroadcast::steps_on`](meshcast_primitives::KBroadcast::steps_on).
///
/// There are d rounds, or 2c if messages have more than c destinations. On a square where the tiles are alike and T =
/// L, a round takes 3√(Ln) + 12√n steps or so. At d = 1, where L = c, that is 3q and a part that falls with c, q =
/// √(cn). If L were its mean c/d in all rounds, they would take 3√(dcn) + 12d√n steps.
///
/// Messages take another slot, two where they are split: never more than [`Unicast::CAPACITY`] packets a node.
///
/// # Lemma 1
/// If d > c, a message with x > c destinations becomes ⌊x/c⌋ parts of c destinations, which go to a node each, and the
/// rest, which stays at its source. There are no more than n such parts. First all messages with at most c
/// destinations take their rounds, then these parts. The average number of messages for a node does as well as c.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below [`Unicast::CAPACITY`].
///
/// # Source
/// Rounds of unicast by groups that tour tiles are this project's own; groups, tiles and tours are those of Theorem 3
/// of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, and Lemma 1
/// is theirs. A message takes its destinations in cyclic order from a random one on: every node then expects its share
/// of packets in every round. Which one that is follows from the seed and the number of the header, so that every node
/// where a packet is finds its destination in what the packet carries.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Unicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5]), (7, vec![5]), (15, vec![0, 5])])?;
/// let unicast = Unicast::new(shape, &set, 1);
/// let (messages, capacity) = (unicast.messages(), unicast.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = unicast.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!((outcome.deliveries.len(), run.rounds.len()), (5, 2));
/// assert_eq!(outcome.steps, unicast.steps(&run));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [partial permutation routing]: meshcast_primitives::PermutationRouting
#[derive(Clone, Debug)]
pub struct Unicast {
    shape: Shape,
    messages: Arc<Messages>,
    degree: usize,
    /// The congestion, or the guess at it.
    congestion: usize,
    known: Congestion,
    /// Messages with destinations.
    packets: usize,
    seed: u64,
}

impl Unicast {
    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = 8;

    /// The algorithm for `messages` on `shape`, of which all nodes know the degree, the congestion and how many have
    /// destinations; `seed` says with which destination each message begins.
    pub fn new(shape: Shape, messages: &Messages, seed: u64) -> Self {
        Self::cut(shape, messages.clone(), messages.congestion(), Congestion::Known, seed)
    }

    /// Sets what nodes know about the congestion. If it is unknown, the average, which a
    /// reduction finds, takes its place in Lemma 1, and nowhere else is it needed: counted or doubled is the same.
    #[must_use]
    pub fn with_congestion(self, known: Congestion) -> Self {
        if known == Congestion::Known {
            return self;
        }
        let average = self.messages.deliveries().div_ceil(self.shape.nodes());
        Self::cut(self.shape, Arc::unwrap_or_clone(self.messages), average, known, self.seed)
    }

    /// The algorithm for messages that become parts of `congestion` destinations if one has more.
    fn cut(
        shape: Shape,
        mut messages: Messages,
        congestion: usize,
        known: Congestion,
        seed: u64,
    ) -> Self {
        let (degree, packets) = (messages.degree(), injected(&messages));
        if degree > congestion {
            messages = messages.in_parts(congestion);
        }
        Self { shape, messages: Arc::new(messages), degree, congestion, known, packets, seed }
    }

    /// Routes the packets of messages with destinations, which are in lane 0.
    pub(in crate::multicast) fn route_injected(
        &self,
        machine: &mut Machine,
    ) -> Result<UnicastRun, Violation> {
        let mut run = UnicastRun { split: None, rounds: Vec::new(), guesses: Vec::new() };
        if self.known != Congestion::Known {
            let average = Survey::without_blocks(self.shape).run(machine, &[0])?.load as usize;
            debug_assert_eq!(average, self.congestion, "what the parts are for");
            run.guesses.push(average);
        }
        if self.splits() {
            run.split = Some(self.congestion);
            machine.span("split", |machine| {
                split_full_parts(machine, (self.degree, self.congestion), OWN)
            })?;
            machine.swap_lanes(|_| Some((0, PART)))?;
        } else {
            machine.swap_lanes(|_| Some((0, OWN)))?;
        }
        let mut plans = Plans { sort: Sort::new(self.shape, Order::RowMajor), tours: Vec::new() };
        for &lane in self.lanes() {
            for round in 0..self.rounds() {
                run.rounds.push(self.round(machine, (lane, round), &mut plans)?);
            }
        }
        Ok(run)
    }

    /// The steps of a run.
    pub fn steps(&self, run: &UnicastRun) -> u64 {
        let tours = run.rounds.iter().map(|round| self.tour_steps(round));
        self.steps_beside_tours(run.rounds.len()) + tours.sum::<u64>()
    }

    /// The steps of so many rounds but for their tours.
    fn steps_beside_tours(&self, rounds: usize) -> u64 {
        let shape = self.shape;
        let runs = if self.finds_runs() {
            scan_steps(shape, Order::RowMajor, 1) + reduce_steps(shape)
        } else {
            0
        };
        let each = Sort::steps_on(shape, Order::RowMajor) + runs;
        let copies = self.lanes().len() * self.rounds().saturating_sub(1);
        let split = if self.splits() {
            split_full_parts_steps(shape, self.degree, self.congestion)
        } else {
            0
        };
        let first = match self.known {
            Congestion::Known => 0,
            Congestion::Doubled | Congestion::Counted => Survey::without_blocks(shape).steps(),
        };
        1 + first + split + copies as u64 + rounds as u64 * each
    }

    /// The steps of a run whose rounds all have as many packets as there are messages with destinations, for nodes
    /// drawn at random if there is more than one round.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let MessageParameters { packets, degree, congestion } = known;
        let messages = MessageParameters::no_messages();
        let known = Congestion::Known;
        let unicast = Self { shape, messages, degree, congestion, known, packets, seed: 0 };
        let rounds = unicast.lanes().len() * unicast.rounds();
        let longest = if unicast.finds_runs() {
            longest_run(shape.nodes(), packets).min(congestion)
        } else {
            congestion
        };
        let grid = unicast.grid(longest, packets);
        let round = UnicastRound::new(packets, longest, grid);
        unicast.steps_beside_tours(rounds) + rounds as u64 * unicast.tour_steps(&round)
    }

    /// Whether the longest run must be found: if every message has one destination, it is the congestion, if
    /// that is known.
    fn finds_runs(&self) -> bool {
        self.degree > 1 || self.known != Congestion::Known
    }

    /// Whether messages become several packets.
    fn splits(&self) -> bool {
        self.degree > self.congestion
    }

    /// The slots of the messages, in the order in which they are sent.
    fn lanes(&self) -> &[usize] {
        if self.splits() { &[OWN, PART] } else { &[OWN] }
    }

    /// Rounds that the messages of a slot take.
    fn rounds(&self) -> usize {
        self.degree.min(self.congestion)
    }

    /// The number of the destination of a packet in a round, from its header alone.
    fn chosen(&self, source: u32, destinations: &[u32], round: usize) -> usize {
        let start = mixed(self.seed, source) as usize;
        (start + round) % destinations.len()
    }

    /// Sends a packet of every message in slot `lane`.
    fn round(
        &self,
        machine: &mut Machine,
        (lane, round): (usize, usize),
        plans: &mut Plans,
    ) -> Result<UnicastRound, Violation> {
        let left = |node: &Node<'_>| node.destinations(lane).len().saturating_sub(round);
        if round + 1 < self.rounds() {
            machine.span("copy", |machine| {
                machine.step(|step| step.copy(lane, 0, |node| left(node) > 1))
            })?;
        }
        machine.swap_lanes(|node| (left(node) == 1).then_some((0, lane)))?;
        machine.rekey(0, |node| {
            let destinations = node.destinations(0);
            Some(destinations[self.chosen(node.source(0)?, destinations, round)])
        })?;
        plans.sort.run(machine)?;
        let (longest, packets) = if self.finds_runs() {
            machine.span("runs", runs)?
        } else {
            (self.congestion as u32, self.packets as u32)
        };
        let (longest, packets) = (longest as usize, packets as usize);
        let grid = self.grid(longest, packets);
        if packets > 0 {
            let chosen = |source, destinations: &[u32]| self.chosen(source, destinations, round);
            let tour = plans.tour(grid, || Tour::new(self.shape, grid, self.room(grid)));
            tour.run(machine, &chosen)?;
            if grid.rest > 0 {
                machine.swap_lanes(|_| Some((0, LATER)))?;
                tour.broadcast_rest(machine, &chosen)?;
            }
        }
        Ok(UnicastRound::new(packets, longest, grid))
    }

    /// The grid for a round. Where messages are in two slots there is no room for packets to go past every node.
    fn grid(&self, longest: usize, packets: usize) -> Grid {
        let tours = Grid::best(self.shape, longest, packets);
        let takes =
            |grid| Tour::steps_on(self.shape, grid, self.room(grid)) + grid.rest_steps(self.shape);
        let broadcast = tours.with_rest(self.shape, packets).filter(|_| !self.splits());
        broadcast.filter(|&grid| takes(grid) < takes(tours)).unwrap_or(tours)
    }

    /// Steps of the tour of a round.
    fn tour_steps(&self, round: &UnicastRound) -> u64 {
        let &UnicastRound { packets, down, across, passes, broadcast: rest, .. } = round;
        if packets == 0 {
            return 0;
        }
        let grid = Grid { down, across, passes, rest };
        Tour::steps_on(self.shape, grid, self.room(grid)) + grid.rest_steps(self.shape)
    }

    /// The slots of packets on their way on such a grid: those below the slots that are in use.
    fn room(&self, grid: Grid) -> usize {
        match self.lanes() {
            _ if grid.is_too_small() => LATER,
            &[_] => OWN,
            _ => PART,
        }
    }
}

/// What rounds have planned, for those to come.
struct Plans {
    sort: Sort,
    tours: Vec<(Grid, Tour)>,
}

impl Plans {
    /// The tours on a grid.
    fn tour(&mut self, grid: Grid, plan: impl FnOnce() -> Tour) -> &Tour {
        let known = self.tours.iter().position(|&(known, _)| known == grid);
        let place = known.unwrap_or_else(|| {
            self.tours.push((grid, plan()));
            self.tours.len() - 1
        });
        &self.tours[place].1
    }
}

impl Multicast for Unicast {
    type Run = UnicastRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Self::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<UnicastRun, Violation> {
        inject(machine, 0)?;
        self.route_injected(machine)
    }
}

/// The most packets to expect at a node if so many go to random ones: the least k for which fewer than one node has more,
/// since at most n·(m/n)ᵏ⁺¹/(k + 1)! do.
fn longest_run(nodes: usize, packets: usize) -> usize {
    let mut expected = nodes as f64;
    let mut load = 0;
    while expected >= 1.0 {
        load += 1;
        expected *= packets as f64 / (nodes as f64 * load as f64);
    }
    load - 1
}

/// The longest run of equal keys of packets that are sorted, and the number of all packets: a scan and a reduction.
fn runs(machine: &mut Machine) -> Result<(u32, u32), Violation> {
    let ranks = group_ranks(machine, Order::RowMajor)?;
    let mut found =
        machine.map(&ranks, |node, &rank| node.packet(0).map_or((0, 0), |_| (rank + 1, 1)))?;
    reduce(machine, &mut found, |(a, b), (c, d)| (a.max(c), b + d))
}
