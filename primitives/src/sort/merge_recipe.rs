//! Finds the merges that sort a rectangle in the fewest steps, by dynamic programming over block sizes.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::deal_key::{DealKey, deal_key};
use super::divisors::divisors;
use super::merge::{LONGEST_ROW, Merge};
use super::merge_tail::{Apart, Level};
use super::shearsort::{Finish, shear};
use super::slices::Cut;
use super::stretch::{Stretch, joined};
use super::tail_chain::{Chain, EvenChains};
use super::unequal_merges::{MOST_UNEQUAL, unequal_merges};
use super::{Direction, Exchanges};
use meshcast_engine::{Shape, Slices};

/// Blocks side by side or one above another that a merge may have; more never pays, for the tail grows with their number, but for
/// [merges of whole rows](Cookbook::most_down).
const MOST_BLOCKS: usize = 32;

/// Merges of blocks of which the last is narrower whose last level is counted, of each height: those of which most is hoped.
const MOST_HOPEFUL: usize = 64;

/// Those that are followed up: so many by what is hoped of them, and so many by what is counted.
const MOST_PROMISING: usize = 8;

/// Element columns from which they are tried.
const LEAST_UNEQUAL_WIDTH: usize = 32;

/// A block size and whether its rows must end in a direction of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    height: usize,
    width: usize,
    directed: bool,
    /// Whether elements may not be dealt along rows: the last block of every row is narrower than this.
    straight: bool,
}

impl Goal {
    /// What the blocks of a merge that reaches it must be.
    fn before(self, merge: &Merge) -> Self {
        Self {
            height: merge.block_height,
            width: merge.block_width,
            directed: !merge.from_snake,
            straight: self.straight || !merge.is_even(),
        }
    }

    /// A finish of this kind: which direction the rows take makes no difference to the cost.
    fn finish(self) -> Finish {
        if self.directed { Finish::Rows(Direction::Ascending) } else { Finish::Snake }
    }
}

/// The cheapest known way to reach a goal.
#[derive(Clone, Debug)]
struct Way {
    steps: usize,
    /// The last merge; none for shearsort.
    merge: Option<Merge>,
}

/// The search for the cheapest merges, on meshes of a given number of rows.
///
/// It tries every merge of up to [`MOST_BLOCKS`] × [`MOST_BLOCKS`] blocks, an even number one above another if several are side by
/// side, each with the chain of slices that makes its tail cheapest and with the chain of one level; of whole rows also with slices
/// of two widths, and with blocks of which the last is narrower. Costs are exact, but for permutations of blocks of odd width, which
/// count as in the worse lane, and of wide blocks on rows longer than those of any square machine, which count as the
/// longest there may be.
#[derive(Debug)]
pub(super) struct Cookbook {
    rows: usize,
    /// Element columns of the mesh.
    columns: usize,
    /// Whether merges of blocks of which the last is narrower are tried: up to the side of the largest square machine. How long it takes to
    /// count how far slices are apart grows with the rows of a block, up to as many as columns, and the square of the slices.
    tries_unequal: bool,
    ways: BTreeMap<Goal, Way>,
    /// Of goals that take no fewer steps than this, if more is not known.
    at_least: BTreeMap<Goal, usize>,
    chains: BTreeMap<(usize, usize, usize, bool), Rc<[Chain]>>,
    even_chains: EvenChains,
    /// How far slices are apart after merges of two blocks one above the other, of so many rows, so many across, of which the last is
    /// narrower.
    apart: BTreeMap<(usize, usize, usize), Apart>,
    /// The steps of permutations, or so many that they are no fewer.
    deals: BTreeMap<DealKey, Result<usize, usize>>,
}

/// How to sort blocks of one size: shearsort of small blocks, then merges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The blocks that shearsort sorts.
    pub(super) base: (usize, usize),
    /// The merges, smallest first.
    pub(super) merges: Vec<Merge>,
}

/// A part of a sort.
#[derive(Clone, Debug)]
pub(super) enum Part<'r> {
    /// The permutation of a merge.
    Deal(&'r Merge),
    /// Its column sort.
    Columns(&'r Merge, Exchanges),
    /// Other exchanges.
    Exchanges(Exchanges),
}

impl Recipe {
    /// The parts of the sort on a mesh of so many rows: of the base, then of each merge.
    pub(super) fn stages(&self, rows: usize, finish: Finish) -> Vec<Vec<Part<'_>>> {
        // The order in which a block must leave one merge is the one the next expects.
        let ends = |next: Option<&Merge>| match next {
            None => finish,
            Some(merge) if merge.from_snake => Finish::Snake,
            Some(merge) => Finish::Rows(Direction::Blocks { height: merge.block_height }),
        };
        let (height, width) = self.base;
        let (dirty, ends_in) = (height.min(rows), ends(self.merges.first()));
        let (slices, mut base) = (Slices::of_width(width), Vec::new());
        shear(slices, width, height, dirty, width, ends_in, |phase| {
            base.push(Part::Exchanges(phase));
        });
        let merges = self.merges.iter().enumerate().map(|(place, merge)| {
            let height = merge.height();
            let deal = merge.permutes().then_some(Part::Deal(merge));
            let columns = Exchanges::Columns { height, steps: height.min(rows) };
            let tail =
                merge.tail(ends(self.merges.get(place + 1))).into_iter().map(Part::Exchanges);
            deal.into_iter().chain([Part::Columns(merge, columns)]).chain(tail).collect()
        });
        std::iter::once(base).chain(merges).collect()
    }

    /// The most bytes that the timetables of its permutations take, of a [`LineRoute`](super::LineRoute) for every kind of rows: two for
    /// every node and step.
    pub(super) fn timetable_bytes(&self, rows: usize, columns: usize) -> u64 {
        let of_merge = |merge: &Merge| {
            let routes = merge.turns().len().min(rows) as u64;
            2 * routes * merge.most_deal_steps() as u64 * columns.div_ceil(2) as u64
        };
        self.merges.iter().map(of_merge).sum()
    }

    /// The steps of the sort on a mesh of so many rows and element columns, stage by stage.
    pub(super) fn counted(&self, rows: usize, columns: usize, finish: Finish) -> Vec<Stage> {
        let stretch = |part: Part<'_>| match part {
            Part::Deal(merge) => Stretch::of_route(merge.deal_steps_on(columns)),
            Part::Columns(_, exchanges) | Part::Exchanges(exchanges) => {
                Stretch::of_exchanges(exchanges)
            }
        };
        let sorted = self.merges.iter().map(|merge| Some((merge.block_height, merge.block_width)));
        let stages = self.stages(rows, finish).into_iter().zip(std::iter::once(None).chain(sorted));
        let counted = stages.map(|(parts, sorted)| Stage {
            sorted,
            stretches: joined(parts.into_iter().map(stretch)),
        });
        counted.collect()
    }
}

/// The steps of the base of a sort, or of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// Rows and columns of the blocks that are sorted before a merge.
    pub(super) sorted: Option<(usize, usize)>,
    pub(super) stretches: Vec<Stretch>,
}

impl Cookbook {
    /// For a mesh with one or two elements a node.
    pub(super) fn new(shape: Shape, a_node: usize) -> Self {
        let columns = a_node * shape.cols();
        Self {
            rows: shape.rows(),
            columns,
            tries_unequal: columns >= LEAST_UNEQUAL_WIDTH && shape.cols() <= LONGEST_ROW,
            ways: BTreeMap::new(),
            at_least: BTreeMap::new(),
            chains: BTreeMap::new(),
            even_chains: EvenChains::default(),
            apart: BTreeMap::new(),
            deals: BTreeMap::new(),
        }
    }

    /// The cheapest way found to sort all rows as if there were `height`, and its steps, if they are fewer than `limit`.
    pub(super) fn recipe(
        &mut self,
        height: usize,
        directed: bool,
        limit: usize,
    ) -> Option<(Recipe, usize)> {
        let all = Goal { height, width: self.columns, directed, straight: false };
        let best = self.search(all, limit);
        if best.steps >= limit {
            return None;
        }
        let (steps, mut way, mut goal) = (best.steps, best, all);
        let mut merges = Vec::new();
        while let Some(merge) = way.merge {
            goal = goal.before(&merge);
            way = self.ways[&goal].clone();
            merges.push(merge);
        }
        merges.reverse();
        Some((Recipe { base: (goal.height, goal.width), merges }, steps))
    }

    /// Steps of the cheapest way to a goal, if they are fewer than `limit`.
    fn reach(&mut self, goal: Goal, limit: usize) -> Option<usize> {
        let known = self.ways.get(&goal).map(|way| way.steps);
        let too_many = |at_least: &usize| *at_least >= limit;
        if known.is_none() && !self.at_least.get(&goal).is_some_and(too_many) {
            let best = self.search(goal, limit);
            if best.steps < limit {
                let steps = best.steps;
                self.ways.insert(goal, best);
                return Some(steps);
            }
            self.at_least.insert(goal, limit);
        }
        known.filter(|&steps| steps < limit)
    }

    /// The cheapest way to a goal, or one of `limit` steps that there is not.
    fn search(&mut self, goal: Goal, limit: usize) -> Way {
        let dirty = goal.height.min(self.rows);
        let (slices, mut steps) = (Slices::of_width(goal.width), 0);
        shear(slices, goal.width, goal.height, dirty, goal.width, goal.finish(), |phase| {
            steps += phase.steps();
        });
        let mut best = Way { steps: steps.min(limit), merge: None };
        let most_down = if goal.width == self.columns { self.most_down() } else { MOST_BLOCKS };
        let downs = divisors(goal.height).into_iter().filter(|&down| down > 1);
        for down in downs.take_while(|&down| down <= most_down) {
            let is_many = down > MOST_BLOCKS || !down.is_multiple_of(2);
            let most_across = if is_many { 1 } else { MOST_BLOCKS };
            let acrosses = 1..=goal.width.min(most_across);
            for across in acrosses.filter(|&across| goal.width.is_multiple_of(across)) {
                self.try_merges(goal, down, across, &mut best);
            }
        }
        if goal.width == self.columns && self.tries_unequal {
            self.try_unequal(goal, &mut best);
        }
        best
    }

    /// Blocks one above another that a merge of whole rows may have: two merges reach the height of the mesh.
    fn most_down(&self) -> usize {
        MOST_BLOCKS.max(2 * self.rows.isqrt())
    }

    /// Takes a merge of `down` × `across` blocks of one width as the best way if it is cheaper.
    fn try_merges(&mut self, goal: Goal, down: usize, across: usize, best: &mut Way) {
        let (columns, block_height) = (goal.height.min(self.rows), goal.height / down);
        let crossing = Merge::steps_to_cross(across, goal.width, block_height);
        if best.steps <= columns + crossing {
            return;
        }
        for chain in self.chains(goal, across, down.div_ceil(2) * across).iter() {
            let fixed = columns + chain.steps;
            if best.steps <= fixed + crossing {
                continue;
            }
            for from_snake in [false, true] {
                let merge = Merge {
                    down,
                    across,
                    width: goal.width,
                    block_height,
                    block_width: goal.width / across,
                    from_snake,
                    slices: chain.slices.clone(),
                };
                if !goal.straight || !merge.permutes() {
                    self.try_merge(goal, merge, fixed, best);
                }
            }
        }
    }

    /// Takes a merge of blocks of which the last is narrower, with one level of slices below the whole, if it is cheaper.
    fn try_unequal(&mut self, goal: Goal, best: &mut Way) {
        let columns = goal.height.min(self.rows);
        let (least_across, least_height) = (2, goal.height / MOST_UNEQUAL);
        if best.steps <= columns + Merge::steps_to_cross(least_across, goal.width, least_height) {
            return;
        }
        let mut promising = Vec::new();
        for merge in unequal_merges(goal.height, goal.width) {
            let deal = merge.least_deal_steps();
            if best.steps <= columns + deal {
                continue;
            }
            let known = columns + merge.level(0).steps(Finish::Snake);
            // As if pairs of blocks added no more to what slices differ by than those of whole rows.
            let last = Level::at(goal.width, &merge.slices, 1, merge.difference());
            let hoped = known + last.steps(goal.finish());
            let room = best.steps.checked_sub(hoped + deal);
            if let Some(steps) = room.and_then(|room| self.reach(goal.before(&merge), room)) {
                promising.push((hoped + steps, steps, known, merge));
            }
        }
        // How far slices begin apart is counted for some only, and what the permutation takes for a few.
        promising.sort_by_key(|&(hoped, ..)| hoped);
        promising.truncate(MOST_HOPEFUL);
        let most_hopeful = promising.len().min(MOST_PROMISING);
        promising[most_hopeful..].sort_by_cached_key(|(_, steps, known, merge)| {
            known + steps + self.last_level(merge, goal.finish())
        });
        for (.., known, merge) in promising.into_iter().take(2 * MOST_PROMISING) {
            let fixed = known + self.last_level(&merge, goal.finish());
            self.try_merge(goal, merge, fixed, best);
        }
    }

    /// Takes a merge as the best way if it is cheaper; its columns and its tail take `fixed` steps.
    fn try_merge(&mut self, goal: Goal, merge: Merge, fixed: usize, best: &mut Way) {
        let room = best.steps.checked_sub(fixed + merge.least_deal_steps());
        let blocks = goal.before(&merge);
        let Some(steps) = room.and_then(|room| self.reach(blocks, room)) else { return };
        let steps = fixed + steps;
        let limit = best.steps - steps;
        let counted = self.deals.entry(deal_key(&merge)).or_insert(Err(0));
        if counted.is_err_and(|at_least| at_least < limit) {
            *counted = merge.deal_steps_below(limit, self.columns);
        }
        if let Ok(deal) = *counted
            && deal < limit
        {
            *best = Way { steps: steps + deal, merge: Some(merge) };
        }
    }

    /// The steps of the last level of an unequal merge. How far slices are apart is counted once for merges of equally high blocks.
    fn last_level(&mut self, merge: &Merge, finish: Finish) -> usize {
        let (count, pairs) = (merge.slices[0], merge.down / 2);
        let one_pair = || Merge { down: 2, ..merge.clone() }.apart(count);
        let key = (merge.block_height, merge.across, count);
        let of_pair = *self.apart.entry(key).or_insert_with(one_pair);
        let apart = Apart { alike: pairs * of_pair.alike, unlike: pairs * of_pair.unlike };
        Level::new(Cut::new(merge.width, 1), count, apart).steps(finish)
    }

    /// The chains worth a try: the cheapest, the single level, which makes the permutation cheaper or needless, and on the whole width
    /// of the mesh the cheapest whose last slices are narrower.
    fn chains(&mut self, goal: Goal, across: usize, difference: usize) -> Rc<[Chain]> {
        let Goal { width, directed, .. } = goal;
        let is_whole = width == self.columns && across == 1;
        let search = || {
            let finish = goal.finish();
            let mut chains = vec![
                self.even_chains.cheapest(width, across, difference, finish),
                Chain::direct(width, difference, finish),
            ];
            if is_whole {
                chains.push(Chain::uneven(width, difference, finish));
            }
            chains.into()
        };
        let known = self.chains.entry((width, across, difference, directed));
        Rc::clone(known.or_insert_with(search))
    }
}
