//! Finds the merges that sort a rectangle in the fewest steps, by dynamic programming over block sizes.

use std::collections::BTreeMap;

use super::merge::Merge;
use super::merge_tail::Chain;
use super::shearsort::{Finish, shear};
use super::{Direction, Phase};

/// Blocks side by side or one above another that a merge may have; more never pays, for the tail grows with their number, but for
/// [merges of whole rows](Cookbook::most_down).
const MOST_BLOCKS: usize = 32;

/// A block size and whether its rows must end in a direction of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    height: usize,
    width: usize,
    directed: bool,
}

impl Goal {
    /// What the blocks of a merge must be.
    fn before(merge: &Merge) -> Self {
        Self { height: merge.block_height, width: merge.block_width, directed: !merge.from_snake }
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
/// It tries every merge of up to [`MOST_BLOCKS`] × [`MOST_BLOCKS`] blocks, each with the chain of slices that makes its tail cheapest
/// and with the chain of one level; of whole rows also with slices that do not divide them. Costs are exact, but for permutations of
/// blocks of odd width, which count as in the worse lane.
#[derive(Debug)]
pub(super) struct Cookbook {
    rows: usize,
    /// Columns of the mesh.
    columns: usize,
    ways: BTreeMap<Goal, Way>,
    chains: BTreeMap<(usize, usize, usize, bool), Vec<Chain>>,
    /// The distances of permutations, and their steps.
    deals: [BTreeMap<DealKey, usize>; 2],
}

/// What a permutation follows from: the width, the blocks across, the slices, whether blocks are snakes, the rows.
type DealKey = (usize, usize, Vec<usize>, bool, usize);

/// How to sort blocks of one size: shearsort of small blocks, then merges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The blocks that shearsort sorts.
    pub(super) base: (usize, usize),
    /// The merges, smallest first.
    pub(super) merges: Vec<Merge>,
}

impl Cookbook {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            ways: BTreeMap::new(),
            chains: BTreeMap::new(),
            deals: Default::default(),
        }
    }

    /// The cheapest way found to sort blocks of `height` rows and `width` columns, and its steps.
    pub(super) fn recipe(
        &mut self,
        height: usize,
        width: usize,
        directed: bool,
    ) -> (Recipe, usize) {
        let mut goal = Goal { height, width, directed };
        let steps = self.reach(goal);
        let mut merges = Vec::new();
        while let Some(merge) = self.ways[&goal].merge.clone() {
            goal = Goal::before(&merge);
            merges.push(merge);
        }
        merges.reverse();
        (Recipe { base: (goal.height, goal.width), merges }, steps)
    }

    /// Steps of the cheapest way to a goal.
    fn reach(&mut self, goal: Goal) -> usize {
        if let Some(way) = self.ways.get(&goal) {
            return way.steps;
        }
        let dirty = goal.height.min(self.rows);
        let base = shear(goal.width, goal.height, dirty, goal.width, goal.finish());
        let mut best = Way { steps: base.iter().map(Phase::steps).sum(), merge: None };
        let most_down = if goal.width == self.columns { self.most_down() } else { MOST_BLOCKS };
        for down in (2..=goal.height.min(most_down)).step_by(2) {
            let most_across = if down > MOST_BLOCKS { 1 } else { MOST_BLOCKS };
            for across in 1..=goal.width.min(most_across) {
                if goal.height.is_multiple_of(down) && goal.width.is_multiple_of(across) {
                    self.try_merge(goal, down, across, &mut best);
                }
            }
        }
        let steps = best.steps;
        self.ways.insert(goal, best);
        steps
    }

    /// Blocks one above another that a merge of whole rows may have: two merges reach the height of the mesh.
    fn most_down(&self) -> usize {
        MOST_BLOCKS.max(2 * self.rows.isqrt())
    }

    /// Takes a merge of `down` × `across` blocks as the best way if it is cheaper.
    fn try_merge(&mut self, goal: Goal, down: usize, across: usize, best: &mut Way) {
        for chain in self.chains(goal, across, down * across / 2) {
            for from_snake in [false, true] {
                let merge = Merge {
                    down,
                    across,
                    block_height: goal.height / down,
                    block_width: goal.width / across,
                    from_snake,
                    slices: chain.widths.clone(),
                };
                let fixed = goal.height.min(self.rows) + chain.steps;
                // Half of the elements cross the middle of the block, at most two a step.
                let least_deal = if across > 1 { goal.width / 4 } else { 0 };
                if fixed + least_deal >= best.steps {
                    continue;
                }
                let steps = fixed + self.reach(Goal::before(&merge));
                let key = deal_key(&merge);
                let [distances, deals] = &mut self.deals;
                let distance =
                    distances.entry(key.clone()).or_insert_with(|| merge.deal_distance());
                if steps + least_deal.max(*distance) >= best.steps {
                    continue;
                }
                let steps = steps + *deals.entry(key).or_insert_with(|| merge.deal_steps());
                if steps < best.steps {
                    *best = Way { steps, merge: Some(merge) };
                }
            }
        }
    }

    /// The chains worth a try: the cheapest, the single level, which makes the permutation cheaper or needless, and on the whole width
    /// of the mesh the cheapest whose last slices are narrower.
    fn chains(&mut self, goal: Goal, across: usize, difference: usize) -> Vec<Chain> {
        let Goal { height, width, directed } = goal;
        let is_whole = width == self.columns && across == 1;
        let search = || {
            let finish = goal.finish();
            let mut chains = vec![
                Chain::cheapest(width, height, across, difference, finish),
                Chain::direct(width, height, difference, finish),
            ];
            if is_whole {
                chains.push(Chain::uneven(width, height, difference, finish));
            }
            chains
        };
        self.chains.entry((width, across, difference, directed)).or_insert_with(search).clone()
    }
}

fn deal_key(merge: &Merge) -> DealKey {
    // All residues and row directions occur from 2·across rows a block on.
    let rows = merge.block_height.min(2 * merge.across);
    (merge.width(), merge.across, merge.slices.clone(), merge.from_snake, rows)
}
