//! Sorts k packets a node in halves, which take turns on the links along rows and along columns.

use super::crossed::{Crossed, run_crossed};
use super::halves::Halves;
use super::interleaving::{Turn, turns};
use super::list_sort::{put_in_order, run_turned, sort_nodes, turned};
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
    /// The first lane of the second half.
    second_lane: usize,
    turns: Vec<Turn>,
    /// The phases after the join.
    last: Vec<Phase>,
    /// Packets that a buffer must hold.
    capacity: usize,
    rehearsal: Rehearsal,
}

/// The stage from which on halves take the fewest steps, and these, in snake order; by the rows and columns of a mesh and the packets of a
/// list.
static COUNTED: Counted<(usize, usize, usize), Option<(usize, u64)>> = Counted::new();

/// Lanes that a half keeps to itself: for its lists, and for packets in transit if `routes` are ahead.
fn lanes(depth: usize, routes: bool) -> usize {
    if routes { 2 * (depth - 1) + LANES } else { 2 * depth }
}

/// The most packets of a node in these phases, if each list is of one.
fn peak(phases: &[Phase]) -> usize {
    let routes = phases.iter().filter_map(|phase| match phase {
        Phase::Route(route) => Some(route.peak()),
        Phase::Exchanges(_) => None,
    });
    routes.max().unwrap_or(0).max(2)
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
    if depth < 2 || lanes(depth.div_ceil(2), true) > LANES_APART {
        return None;
    }
    COUNTED.get((shape.rows(), shape.cols(), depth), || {
        let stages = Plan::wide_stages_on(shape, Order::Snake);
        let steps =
            (0..stages.len()).map(|stage| (stage, snake_steps(shape, depth, &stages, stage)));
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
        let rest = &plan.phases()[before..];
        let routes = rest.iter().any(|phase| matches!(phase, Phase::Route(_)));
        let second_lane = lanes(halves.depths()[0], routes);
        let turns = turns_of(halves, &joined(rest.iter().map(Stretch::of_phase)));
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
        let whole = 2 * (depth - 1) + peak(&plan.phases()[..before]);
        let second = 2 * (halves.depths()[1] - 1) + peak(rest);
        let (capacity, rehearsal) = (whole.max(second_lane + second), Rehearsal::default());
        Some(Self {
            plan,
            order,
            transposed,
            before,
            halves,
            second_lane,
            turns,
            last,
            capacity,
            rehearsal,
        })
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
        self.capacity
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
            run_turned(machine, self.transposed, |machine| self.run_phases(machine))
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
        let both = [of_half(first, 0), of_half(second, self.second_lane)];
        machine.span("halves", |machine| run_crossed(machine, both, &self.turns))?;
        self.join(machine)?;
        run_phases(machine, &self.plan, &self.last, elements)?;
        sort_nodes(machine, fold)
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
        let first_lanes = [0, self.second_lane];
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

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{Messages, Options};
    use std::cmp::Ordering;
    use std::sync::Arc;

    /// Zeros and ones: the ones of every list, given its row and element column, are as many.
    fn sorts(sort: &HalvedSort, ones: impl Fn(usize, usize) -> usize + Sync) -> bool {
        let (shape, depth) = (sort.plan.shape(), sort.halves.depth);
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let mut machine = Machine::new(shape, set, Some(sort.capacity()), Options::default());
        machine.inject(0, |_| 0);
        for lane in 1..2 * depth {
            machine.step(|step| step.copy(0, lane, |_| true)).expect("lawful");
        }
        for lane in 0..2 * depth {
            let key = |node: &Node<'_>| {
                let ones = ones(node.row(), 2 * node.col() + lane / depth);
                Some(u32::from(lane % depth < ones))
            };
            machine.rekey(lane, key).expect("lawful");
        }
        sort.run(&mut machine).expect("lawful");
        let outcome = machine.finish();
        let nodes = (0..shape.nodes()).map(|rank| Order::Snake.position(shape, rank));
        let keys = nodes.flat_map(|(row, col)| {
            let outcome = &outcome;
            (0..2 * depth).map(move |lane| outcome.packet(lane, row, col).expect("full").key())
        });
        keys.is_sorted()
    }

    /// Blocks with lists that add to what one half has more than the other one, and as many full ones in every block as given.
    fn sorts_unlike(sort: &HalvedSort, more: usize, full: usize) -> bool {
        let Halves { depth, block: (height, width) } = sort.halves;
        sorts(sort, |row, x| {
            let place = row % height * width + x % width;
            let block = sort.halves.of_even_items(row, x);
            let rest = match (depth % 2, more) {
                // The last item is an odd one.
                (0, _) => usize::from(block != more),
                (_, 0) => 1,
                _ => depth - 1,
            };
            match place.cmp(&full) {
                Ordering::Less => depth,
                Ordering::Equal => rest,
                Ordering::Greater => 0,
            }
        })
    }

    #[test]
    fn the_most_unlike_halves_are_joined_and_not_in_fewer_rounds() {
        let mut needed = 0;
        for (rows, cols) in [(16, 16), (32, 32), (20, 28), (37, 37), (48, 24)] {
            let shape = Shape::new(rows, cols).expect("small");
            for k in [3, 5, 8, 10, 16] {
                let Some(sort) = HalvedSort::new(shape, k, Order::Snake) else { continue };
                let (height, width) = sort.halves.block;
                for (more, full) in (0..2).flat_map(|more| [0, 1, 7].map(|full| (more, full))) {
                    let full = full.min(height * width - 1);
                    let of = format!("{rows} x {cols}, k = {k}, {full} full lists");
                    assert!(sorts_unlike(&sort, more, full), "{of}");
                    let mut hurried = sort.clone();
                    hurried.rehearsal = Rehearsal::default();
                    if let Phase::Exchanges(Exchanges::Snake { steps, .. }) = &mut hurried.last[0]
                        && *steps > 0
                    {
                        *steps -= 1;
                        needed += usize::from(!sorts_unlike(&hurried, more, full));
                    }
                }
            }
        }
        assert!(needed > 30, "only {needed} joins need all their rounds");
    }
}
