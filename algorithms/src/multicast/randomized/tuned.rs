//! Runs `randomized --variant tuned`: the algorithm of Theorem 3 with its waste removed.

use super::deal;
use crate::draws::Draws;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Left, Survey};
use crate::multicast::inject::{inject, injected};
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{
    Habit, Load, Manner, Next, Outlook, Plan, Share, Stand, Tessellation, block, broadcast,
    broadcast_steps, numbering_steps, round_steps, swap,
};
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::Migration;
use std::sync::Arc;

/// The lane of the masters.
const MASTER: usize = Migration::MASTER;

/// Nodes that parts of a tile in which copies are made have at least: in the first phase, where tiles are small, and later, where few
/// packets are left, of which a part may have many by chance.
const PARTS: [usize; 2] = [128, 512];

/// Multicast with at most eight packets a node in 10 to 24 √(cn) steps, 17 in the median: the algorithm of Theorem 3 with
/// its waste removed. That O(√(cn)) steps suffice with high probability is proved for the paper's form, and only measured
/// for this one.
///
/// A *phase* has a grid of tiles. The packets are dealt to them at random by sorting with random keys: what a tile has
/// then is a *group*. All groups go round the ring of tiles and visit each. In a visit, every block of the tile gets
/// copies of packets of the group that have *open* destinations in it, at most one for each of its nodes, by one
/// [`Migration`]; the copies tour the block by a [`Circulation`](meshcast_primitives::Circulation), are delivered at
/// these destinations and leave. Destinations once served stay so. A survey counts the packets and the open
/// destinations; if there are any, the next phase comes, mostly with fewer, larger tiles, at last one, which needs no sort. Or the last
/// packets go past every node, in a [`KBroadcast`](meshcast_primitives::KBroadcast) by the ranks that the survey has given them, or else a
/// scan: nothing is left then.
///
/// What decides is how many packets have destinations in a block: of b nodes with c messages each, at most cb, however
/// many destinations a message has. With about c tiles, a group has b of them on average, as many as a visit serves; in
/// the first phase those are left that were too many by chance, about one in √b.
///
/// # Tiles
/// The *load* of a phase is c times the share of the destinations that are open. For a load and a grid of tiles it is known how many steps
/// a phase takes, and what it is expected to leave if all blocks have that load: of every block what is more than its nodes
/// in a group, a binomially distributed number, and packets outside cores. Of the grids with half as many tiles as the load
/// to four times as many, nearly square or up to three times as long as wide, that one comes next from which the fewest steps are
/// expected, looking three phases ahead, or the end. Where nearly all nodes have a packet the first grid has at least 0.8 tiles for each of
/// the load of packets in its cores; few packets may go past every node at once.
///
/// # Unknown congestion
/// With [`Tuned::with_congestion`] no node knows c. A survey finds the first guess at the load; after each phase another finds what
/// is left. Nothing is undone: marks are kept, and the next phase has only what is left. If more than a
/// quarter is left, of the open destinations or where blocks are counted of their load, then the guess was too low and the
/// next is four times as high. Otherwise it falls as it does if c is known, or to the load that was counted. It never exceeds p²/4n for p
/// packets: with so many tiles no group would be too large for a block.
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination.
///
/// - The *core* of every tile is ⌊rows/down⌋ × ⌊cols/across⌋ nodes. Only packets in cores take part in a phase, and those at the
///   other nodes rest, so that a node has one packet.
/// - Blocks have at most 2√m nodes in a tile of m, 2^(⌊k/2⌋ + 1) if m = 2^k, and are nearly square, as few as that allows; those of a
///   tile may differ by a row or a column.
/// - Copies are made in parts of the tile of 128 nodes or a little more in the first phase, 512 later; see
///   [`Migration::of_core`]. There is one part if many packets have rested, which stand side by side.
/// - Few packets are spread over the cores if these have room for all of them, otherwise over all nodes: the i-th of p
///   to a random one of the nodes from ⌊i·n/p⌋ to before ⌊(i + 1)n/p⌋.
///
/// # Cost
/// A phase takes the same number of steps whatever the messages; how many phases there are, and of how many packets the end is, is all that
/// depends on data. [`Tuned::steps`] is exact:
///
/// | | steps, exact | about, tiles of side a | buffer |
/// |---|---|---|---|
/// | begin | 1 | | 1 |
/// | deal, if t > 1, first phase, every node with a packet | those of a [`Sort`] of a column and of a row | 2√n | 5 |
/// | deal, if t > 1, otherwise | those of a [`Sort`] of the mesh in row-major order, rows + cols − 2 more | 6.5√n | 5 |
/// | visit, t times | [`Migration::steps`] and [`Circulation::steps`] of the slowest tile | 9a, 8a from a = 16 on; 2a | 8 |
/// | shift, t − 1 times | [`TileShift::steps`] of cores | a | 3 |
/// | count | [`census_steps`] of a word, and one for every block that is counted | 2√n, 3√n | 1 |
/// | end, of k packets, if it comes | [`KBroadcast::steps_on`], without a phase before it [`scan_steps`] more | k + 3√n | 7 |
///
/// An unknown congestion takes one more count, a step shorter, before the first phase.
///
/// Measured on uniform message sets, d = c, steps/√(cn):
///
/// | n | 2^10 | 2^12 | 2^14 | 2^16 |
/// |---|---|---|---|---|
/// | c = 16 | 16.0 | 15.4 | 14.4 | 16.4 |
/// | c = 64 | 15.9 | 17.0 | 16.5 | 15.3 |
///
/// Two phases each, but three at n = 2^16, c = 16.
///
/// The buffer is that of a migration, 8 packets, for every shape and message set.
///
/// Where c > n/16 it still does all this: only [`Paper`](crate::Paper), as the paper has it, and [`Auto`](crate::Auto), by its
/// forecast, let the packets tour the whole mesh, which then takes fewer steps.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below 8.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4. Deviations:
/// - A node has one packet, and so a group as many as a tile has nodes; no tentative groups, no segments. Where all nodes
///   have a packet, all columns and then all rows are sorted by random keys, not the whole mesh.
/// - One migration a visit, not r; what is left waits for the next phase, and tiles become fewer by about the share of
///   what a phase leaves rather than by 16.
/// - Blocks have about twice as many nodes as a tile has rows, which costs nothing (fewer tiles to scan for) and leaves less.
/// - Copies go round blocks both ways.
/// - Any d, where the paper has d ≤ c: its Lemma 2 counts the packets for a block, which are at most cb for any d.
/// - Any n and c; phases go down to one tile, or end with a tour of the last packets, so that everything is always delivered.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Tuned};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let tuned = Tuned::new(shape, &set, 1);
/// let (messages, capacity) = (tuned.messages(), tuned.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = tuned.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, tuned.steps(&run));
/// assert!(run.phases.is_empty() && run.broadcast == 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Circulation::steps`]: meshcast_primitives::Circulation::steps
/// [`Sort`]: meshcast_primitives::Sort
/// [`TileShift::steps`]: meshcast_primitives::TileShift::steps
/// [`census_steps`]: meshcast_primitives::census_steps
/// [`scan_steps`]: meshcast_primitives::scan_steps
/// [`KBroadcast::steps_on`]: meshcast_primitives::KBroadcast::steps_on
#[derive(Clone, Debug)]
pub struct Tuned {
    shape: Shape,
    messages: Arc<Messages>,
    /// Messages with destinations.
    packets: usize,
    seed: u64,
    congestion: Congestion,
    survey: Survey,
}

/// One phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunedPhase {
    /// Packets that were expected to want a block, for each of its nodes, rounded up.
    pub load: usize,
    /// Rows of the grid of tiles.
    pub down: usize,
    /// Columns of the grid of tiles.
    pub across: usize,
    /// Rows of a block.
    pub block_rows: usize,
    /// Columns of a block.
    pub block_cols: usize,
    /// Packets that still had destinations to reach after it.
    pub left: u32,
}

/// What a run of [`Tuned`] has found out on its way, and its choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TunedRun {
    /// The phases.
    pub phases: Vec<TunedPhase>,
    /// Packets that the phases have left, which then went past every node; 0 if there were none.
    pub broadcast: u32,
    /// The guess at the load that every phase was for, if the congestion is unknown.
    pub guesses: Vec<usize>,
}

impl TunedPhase {
    fn new(load: Load, used: Tessellation, left: u32) -> Self {
        let (block_rows, block_cols) = block(used.core());
        let (down, across, load) = (used.down(), used.across(), load.at_node().ceil() as usize);
        Self { load, down, across, block_rows, block_cols, left }
    }

    fn grid(&self, shape: Shape) -> Tessellation {
        Tessellation::of_grid(shape, self.down, self.across)
    }
}

impl TunedRun {
    /// Packets left after each phase.
    pub fn leftovers(&self) -> Vec<u32> {
        self.phases.iter().map(|phase| phase.left).collect()
    }
}

impl Tuned {
    /// The lane in which packets begin.
    pub(in crate::multicast) const LANE: usize = MASTER;

    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion, how many have destinations, and how many
    /// destinations there are; nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: &Messages, seed: u64) -> Self {
        let packets = injected(messages);
        let congestion = Congestion::Known;
        let survey = congestion.survey(shape);
        Self { shape, messages: Arc::new(messages.clone()), packets, seed, congestion, survey }
    }

    /// Sets what nodes know about the congestion.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        Self { congestion, survey: congestion.survey(self.shape), ..self }
    }

    /// Routes the packets of messages with destinations, which are in [`Self::LANE`].
    pub(in crate::multicast) fn route_injected(
        &self,
        machine: &mut Machine,
    ) -> Result<TunedRun, Violation> {
        let mut run = TunedRun::default();
        let mut before = self.congestion.at_first(machine, &self.messages, MASTER)?;
        let first = Load::of(f64::from(before.load), before.degree());
        let (outlook, mut load, mut ranks) = (Outlook::new(self.shape, habit), first, None);
        while before.packets > 0 {
            let number = run.phases.len();
            let stand = self.stand(&run.phases, first.at_node() as usize);
            let packets = f64::from(before.packets);
            let Next::Round(tessellation) = outlook.next(packets, load, stand).next else {
                broadcast(machine, before.packets as usize, ranks)?;
                run.broadcast = before.packets;
                break;
            };
            let stand = stand.before(tessellation);
            let manner = habit(stand).manner;
            let plan = Plan::new(tessellation, manner, self.messages.degree());
            let (left, found) = machine.span("phase", |machine| {
                if tessellation.tiles() > 1 {
                    self.deal(tessellation, number, before.packets as usize, machine)?;
                }
                plan.round(machine, None)?;
                self.survey.census(machine, MASTER)
            })?;
            run.phases.push(TunedPhase::new(load, tessellation, left.packets));
            if self.congestion != Congestion::Known {
                run.guesses.push(load.at_node().ceil() as usize);
            }
            let outside = outlook.outside(tessellation, stand);
            load = self.next_load(load, outside, before, left);
            (before, ranks) = (left, Some(found));
        }
        Ok(run)
    }

    /// The load of the next phase, after one for `load` that has left `left` of `before`, with such a share of the packets outside cores:
    /// the share of destinations that are still open, as if they were everywhere as many, but for a guess that was too low.
    fn next_load(&self, load: Load, outside: f64, before: Left, left: Left) -> Load {
        let fewer = load.at_node() * f64::from(left.open) / f64::from(before.open.max(1));
        match self.congestion {
            Congestion::Known => {
                let whole =
                    Share { at_node: f64::min(fewer, load.whole.at_node * outside), ..load.whole };
                let resting = |all: u32| outside * f64::from(all);
                let open = f64::from(left.open) - resting(before.open);
                let packets = f64::from(left.packets) - resting(before.packets);
                let degree = if packets >= 1.0 { f64::max(1.0, open / packets) } else { 1.0 };
                Load { whole, rest: Share { at_node: fewer - whole.at_node, degree } }
            }
            Congestion::Doubled | Congestion::Counted => {
                let (guess, fewer) = (load.at_node().ceil() as usize, fewer.ceil() as usize);
                let next = self.congestion.next(guess, fewer, (before, left), self.shape.nodes());
                Load::of(next as f64, left.degree())
            }
        }
    }

    /// Steps of a run.
    pub fn steps(&self, run: &TunedRun) -> u64 {
        let first = self.congestion.first_steps(self.shape);
        let load = run.guesses.first().copied().unwrap_or_else(|| self.messages.congestion());
        1 + first
            + self.phase_steps(&run.phases, load)
            + self.last_steps(&run.phases, run.broadcast as usize)
    }

    /// Steps to take so many packets past every node after some phases. The survey of the last of these has numbered them.
    fn last_steps(&self, phases: &[TunedPhase], packets: usize) -> u64 {
        let number = packets > 0 && phases.is_empty();
        let number = if number { numbering_steps(self.shape) } else { 0 };
        number + broadcast_steps(self.shape, packets)
    }

    /// Steps of some phases, of which the first is for such a load.
    fn phase_steps(&self, phases: &[TunedPhase], load: usize) -> u64 {
        let of = |number: usize| {
            let tessellation = phases[number].grid(self.shape);
            let stand = self.stand(&phases[..number], load).before(tessellation);
            let deal = if tessellation.tiles() > 1 { self.deal_steps(number) } else { 0 };
            deal + round_steps(tessellation, habit(stand).manner) + self.survey.census_steps()
        };
        (0..phases.len()).map(of).sum()
    }

    /// The steps of a run whose phases leave what they are expected to, also on meshes for formulas alone.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let MessageParameters { packets, congestion: most, degree } = known;
        let (messages, congestion) = (MessageParameters::no_messages(), Congestion::Known);
        let survey = congestion.survey(shape);
        let tuned = Self { shape, messages, packets, seed: 0, congestion, survey };
        let (outlook, mut phases) = (Outlook::new(shape, habit), Vec::new());
        // As many destinations as there is room for.
        let places = most as u128 * shape.nodes() as u128 / packets.max(1) as u128;
        let degree = if places < degree as u128 { places as usize } else { degree }.max(1);
        let (mut load, mut packets) = (Load::of(most as f64, degree as f64), packets as f64);
        while packets > 0.0 && !outlook.is_done(load) {
            let prospect = outlook.next(packets, load, tuned.stand(&phases, most));
            let Next::Round(grid) = prospect.next else { break };
            phases.push(TunedPhase::new(load, grid, 0));
            packets = Outlook::packets_left(packets, load, prospect.left);
            load = prospect.left;
        }
        let last = if outlook.is_done(load) { 0 } else { packets.ceil() as usize };
        1 + tuned.phase_steps(&phases, most) + tuned.last_steps(&phases, last)
    }

    /// How packets stand when a phase begins after some, of which the first was for such a load.
    fn stand(&self, phases: &[TunedPhase], load: usize) -> Stand {
        let load = Load::of(load as f64, 1.0);
        // More than nine tenths have no room in the cores of most grids.
        let is_nearly_full = 10 * self.packets > 9 * self.shape.nodes();
        let full = if is_nearly_full { Stand::Full } else { Stand::Sparse };
        phases.iter().fold(full, |stand, phase| {
            let grid = phase.grid(self.shape);
            stand.before(grid).after(grid, load)
        })
    }

    /// Whether packets stand at all nodes when `phase` begins with `live` of them, as far as that is known.
    fn is_full(&self, phase: usize, live: usize) -> bool {
        phase == 0 && live == self.shape.nodes()
    }

    /// Deals the packets, `live` of them, to the tiles at random, each tile the same number but for a few.
    fn deal(
        &self,
        tessellation: Tessellation,
        phase: usize,
        live: usize,
        machine: &mut Machine,
    ) -> Result<(), Violation> {
        let draws = &mut Draws::of_phase(self.seed, phase);
        machine.span("deal", |machine| {
            swap(machine, |_, _| true)?;
            if self.is_full(phase, live) {
                deal::shuffle(machine, draws)?;
            } else {
                deal::spread(machine, tessellation, live, draws)?;
            }
            swap(machine, |_, _| true)
        })
    }

    fn deal_steps(&self, phase: usize) -> u64 {
        if self.is_full(phase, self.packets) {
            deal::shuffle_steps(self.shape)
        } else {
            deal::spread_steps(self.shape)
        }
    }
}

impl Multicast for Tuned {
    type Run = TunedRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Migration::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<TunedRun, Violation> {
        inject(machine, Self::LANE)?;
        self.route_injected(machine)
    }
}

/// In which parts copies are made, and how long it takes to deal packets.
fn habit(stand: Stand) -> Habit {
    let manner = Manner::InParts(match stand {
        Stand::Full | Stand::Sparse => PARTS[0],
        Stand::Spread | Stand::Counted => PARTS[1],
        Stand::Aside => usize::MAX,
    });
    Habit { manner, deal: if stand == Stand::Full { 1.0 } else { 3.25 } }
}
