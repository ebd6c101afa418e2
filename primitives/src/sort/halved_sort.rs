//! Sorts k packets a node in halves, which take turns on the links along rows and along columns.

use super::crossed::{Crossed, run_crossed};
use super::halves::Halves;
use super::interleaving::{Turn, turns};
use super::list_sort::{put_in_order, turned};
use super::merge_recipe::Stage;
use super::phases_on_machine::{Elements, run_phases, sort_lists};
use super::stretch::{Stretch, joined, total};
use super::{Counted, Direction, Exchanges, LANES, Phase, Plan};
use meshcast_engine::{LANES_APART, Machine, Node, Order, Rehearsal, Shape, Slices, Violation};

/// The sort of up to k packets a node in which halves of them go different ways from some stage of a wide plan on.
///
/// Blocks are sorted as lists; every node splits its lists into [`Halves`]; both halves go through the rest of the plan, one
/// sorting rows while the other one sorts columns; every node joins them, and what is still out of place moves along the snake. In row- or
/// column-major order the rows that the snake passes from right to left are turned at the end.
#[derive(Clone, Debug)]
pub(super) struct HalvedSort {
    plan: Plan,
    order: Order,
    transposed: bool,
    /// The phases before the split.
    before: usize,
    halves: Halves,
    turns: Vec<Turn>,
    /// The phases after the join.
    last: Vec<Phase>,
    rehearsal: Rehearsal,
}

/// The stage from which on halves take the fewest steps, and these, in snake order; by the rows and columns of a mesh and the packets of a
/// list.
static COUNTED: Counted<(usize, usize, usize), Option<(usize, u64)>> = Counted::new();

/// The packets of a half in transit and at rest take up so many lanes.
fn lanes(depth: usize) -> usize {
    2 * (depth - 1) + LANES
}

/// The halves at a stage: of the base, lists are the blocks.
fn halves_at(sorted: Option<(usize, usize)>, depth: usize) -> Halves {
    Halves { depth, block: sorted.unwrap_or((1, 1)) }
}

/// The turns of both halves in the steps that are left.
fn turns_of(halves: Halves, rest: &[Stretch]) -> Vec<Turn> {
    let of_half = |depth: usize| -> Vec<Stretch> {
        rest.iter().map(|stretch| stretch.of_lists(depth, false)).collect()
    };
    let both = halves.depths().map(of_half);
    turns([&both[0], &both[1]])
}

/// Steps from a stage on in halves, and before it in whole lists.
fn snake_steps(shape: Shape, depth: usize, stages: &[Stage], stage: usize) -> u64 {
    let (before, rest) = stages.split_at(stage);
    let before: u64 = before.iter().map(|stage| total(&stage.stretches)).sum();
    let halves = halves_at(rest[0].sorted, depth);
    let rest = joined(rest.iter().flat_map(|stage| &stage.stretches).copied());
    let both: u64 = turns_of(halves, &rest).iter().map(|turn| turn.steps).sum();
    depth as u64 * (before + halves.rounds(shape.rows(), 2 * shape.cols())) + both
}

/// The stage of the plan of a mesh from which on halves take the fewest steps, and these; none if lists cannot be halved.
fn cheapest(shape: Shape, depth: usize) -> Option<(usize, u64)> {
    // Forms of one step must tell the lanes of the one half from those of the other.
    if depth < 2 || lanes(depth.div_ceil(2)) > LANES_APART {
        return None;
    }
    COUNTED.get((shape.rows(), shape.cols(), depth), || {
        let stages = Plan::wide_stages_on(shape, Order::Snake);
        let steps = (0..stages.len()).map(|stage| (stage, snake_steps(shape, depth, &stages, stage)));
        steps.min_by_key(|&(_, steps)| steps)
    })
}

/// Steps in which the rows of a mesh that a snake passes from right to left are turned, if an order asks for that.
fn turning_steps(shape: Shape, order: Order) -> usize {
    if order == Order::RowMajor && shape.rows() > 1 { shape.cols() } else { 0 }
}

impl HalvedSort {
    /// The steps of [`HalvedSort::new`], where there is one.
    pub(super) fn steps_on(shape: Shape, k: usize, order: Order) -> Option<u64> {
        let (transposed, planned) = turned(shape, order);
        let seen = if transposed { shape.transposed() } else { shape };
        let depth = k.div_ceil(2);
        let (_, steps) = cheapest(seen, depth)?;
        Some(steps + (depth * turning_steps(seen, planned)) as u64)
    }

    /// The sort of up to `k` packets a node on `shape`, if they can be halved.
    pub(super) fn new(shape: Shape, k: usize, order: Order) -> Option<Self> {
        let (transposed, planned) = turned(shape, order);
        let seen = if transposed { shape.transposed() } else { shape };
        let depth = k.div_ceil(2);
        let (stage, _) = cheapest(seen, depth)?;
        let plan = Plan::wide(seen, Order::Snake);
        let merge = stage.checked_sub(1).map(|merge| &plan.merges()[merge]);
        let sorted = merge.map(|(_, merge)| (merge.block_height, merge.block_width));
        let before = merge.map_or(0, |(columns, merge)| columns - usize::from(merge.permutes()));
        let halves = halves_at(sorted, depth);
        let rest = joined(plan.phases()[before..].iter().map(Stretch::of_phase));
        let turns = turns_of(halves, &rest);
        let (height, width) = (seen.rows(), plan.columns());
        let rounds = halves.rounds(height, width);
        let rounds = usize::try_from(rounds).expect("a machine has fewer blocks");
        let mut last = vec![Exchanges::Snake { width, height, steps: rounds }];
        let steps = turning_steps(seen, planned);
        if steps > 0 {
            let (slices, direction) = (Slices::of_width(width), Direction::Ascending);
            last.push(Exchanges::Rows { slices, steps, direction });
        }
        let last = last.into_iter().map(Phase::Exchanges).collect();
        let rehearsal = Rehearsal::default();
        Some(Self { plan, order, transposed, before, halves, turns, last, rehearsal })
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Steps of a run.
    pub(super) fn steps(&self) -> u64 {
        let whole = self.plan.phases()[..self.before].iter().chain(&self.last);
        let whole: usize = whole.map(Phase::steps).sum();
        let both: u64 = self.turns.iter().map(|turn| turn.steps).sum();
        (self.halves.depth * whole) as u64 + both
    }

    /// Packets that a buffer must hold.
    pub(super) fn capacity(&self) -> usize {
        self.halves.depths().map(lanes).iter().sum()
    }

    /// The hops of packets in a run, given by their lanes and the rows and columns of their nodes.
    pub(super) fn hops(&self, packets: impl Iterator<Item = (usize, (usize, usize))>) -> u64 {
        let element = |(lane, (row, col))| {
            let (row, col) = if self.transposed { (col, row) } else { (row, col) };
            (row, 2 * col + lane / self.halves.depth)
        };
        self.plan.halved_hops(self.halves, self.before, packets.map(element))
    }

    /// Sorts the packets of lanes 0 to k−1.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..self.capacity(), |machine| {
            machine.span("kk-sort", |machine| {
                if self.transposed {
                    machine.transposed(|machine| self.run_phases(machine))
                } else {
                    self.run_phases(machine)
                }
            })
        })?;
        if let Some(mut effect) = leap {
            let slots = 2 * self.halves.depth;
            put_in_order(&mut effect, self.order, slots, |packets| self.hops(packets));
        }
        Ok(())
    }

    fn run_phases(&self, machine: &mut Machine) -> Result<(), Violation> {
        let (before, rest) = self.plan.phases().split_at(self.before);
        let elements = Elements::of_depth(self.halves.depth);
        let fold = elements.fold(&self.plan);
        sort_lists(machine, fold)?;
        run_phases(machine, &self.plan, before, elements)?;
        self.split(machine)?;
        let [first, second] = self.halves.depths();
        let of_half = |depth, lane| {
            let elements = Elements { lane, ..Elements::of_depth(depth) };
            Crossed { plan: &self.plan, phases: rest, elements }
        };
        let both = [of_half(first, 0), of_half(second, lanes(first))];
        machine.span("halves", |machine| run_crossed(machine, both, &self.turns))?;
        self.join(machine)?;
        run_phases(machine, &self.plan, &self.last, elements)?;
        machine.exchange_inside(fold, 2_usize, |_| meshcast_engine::Direction::Ascending)
    }

    /// Takes every list apart.
    fn split(&self, machine: &mut Machine) -> Result<(), Violation> {
        let swaps = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|even| self.swaps(even));
        machine.swap_lanes(|node: &Node<'_>| {
            let even = |x| self.halves.of_even_items(node.row(), x);
            let (left, right) = (even(2 * node.col()), even(2 * node.col() + 1));
            swaps[2 * left + right].iter().copied()
        })
    }

    /// Brings the lists of both halves back into the lanes of whole ones, which are no longer in order.
    fn join(&self, machine: &mut Machine) -> Result<(), Violation> {
        let swaps = self.swaps([0, 0]);
        machine.swap_lanes(|_| swaps.iter().rev().copied())
    }

    /// The swaps that take apart the lists of a node, of each of which the half in `even` gets the items with even numbers.
    fn swaps(&self, even: [usize; 2]) -> Vec<(usize, usize)> {
        let (depth, depths) = (self.halves.depth, self.halves.depths());
        let first_lanes = [0, lanes(depths[0])];
        let target = |list: usize, item: usize| {
            let half = (item + even[list]) % 2;
            first_lanes[half] + list * depths[half] + item / 2
        };
        let mut swaps = Vec::new();
        // Where each item is by now.
        let mut places: Vec<usize> = (0..2 * depth).collect();
        for place in 0..2 * depth {
            let (from, to) = (places[place], target(place / depth, place % depth));
            if from != to {
                swaps.push((from, to));
                if let Some(other) = places.iter_mut().find(|other| **other == to) {
                    *other = from;
                }
                places[place] = to;
            }
        }
        swaps
    }
}
