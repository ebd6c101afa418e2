//! Searches for the phases after which nothing is left but with a given chance.

use super::super::deal;
use crate::guarantee::RandomDeal;
use crate::multicast::visits::{
    Manner, Tessellation, block_sizes, blocks_met, grids_near, most_blocks, round_steps,
};
use meshcast_engine::{MAX_NODES, Shape};
use meshcast_primitives::all_reduce_steps;
use std::f64::consts::LN_2;

/// Phases that may leave more than they should, each with the same part of the whole chance.
pub(in crate::multicast::randomized) const PARTS: usize = 8;

/// Ways to begin that are kept for each number of phases: those that leave least for their steps.
const KEPT: usize = 12;

/// Bits of the keys by which packets are dealt.
const KEY_BITS: u32 = 32;

/// Phases of a certified schedule in a row, all with the same tiles: one with several tiles, or all those with one tile that end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteedPhase {
    /// Rows of the grid of tiles.
    pub down: usize,
    /// Columns of the grid of tiles.
    pub across: usize,
    /// Nodes of the largest block.
    pub block: usize,
    /// How many they are.
    pub times: u64,
    /// Most packets that want any block before the first.
    pub alive: u64,
    /// Most packets that want any block after the last, but with the chance of a failure.
    pub left: u64,
    /// Steps of all of them, with those of dealing before and the survey after each.
    pub steps: u64,
    /// Whether more may be left with a chance that is not zero.
    pub may_fail: bool,
}

/// Phases after which everything is delivered, whatever the message set, but with a chance of at most 2^`failure_log2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedSchedule {
    /// The mesh.
    pub shape: Shape,
    /// The most messages for a node.
    pub congestion: usize,
    /// The exponent of the chance.
    pub failure_log2: i32,
    /// The phases, in order.
    pub phases: Vec<GuaranteedPhase>,
}

impl CertifiedSchedule {
    /// The phases with the fewest steps that a search finds, for `congestion` messages for a node at most and a chance of
    /// 2^`failure_log2`.
    ///
    /// # Panics
    /// If the chance is not from 2^−900 to ½, or the congestion is zero.
    pub fn new(shape: Shape, congestion: usize, failure_log2: i32) -> Self {
        assert!((-900..0).contains(&failure_log2), "a chance from 2^-900 to 1/2: {failure_log2}");
        assert!(congestion > 0, "a message for a node at least");
        let phases = Search::new(shape, congestion, failure_log2).phases();
        assert!(!phases.is_empty(), "phases with one tile are enough");
        Self { shape, congestion, failure_log2, phases }
    }

    /// Steps of a run that goes through all phases.
    pub fn steps(&self) -> u64 {
        1 + self.phases.iter().map(|phase| phase.steps).sum::<u64>()
    }

    /// The steps of a run for `packets` packets, if its first phase is certain to leave none: no packet rests outside cores, and every
    /// block has a node for each that may want it.
    pub(in crate::multicast) fn steps_of_one_phase(&self, packets: usize) -> Option<u64> {
        let first = self.phases.first()?;
        let grid = Tessellation::of_grid(self.shape, first.down, first.across);
        let is_certain = grid.places() == grid.nodes() && packets <= block_sizes(grid)[0];
        is_certain.then(|| 1 + phase_steps(grid))
    }
}

/// Steps of a phase: packets are dealt if there are several tiles, all tiles are visited, those that are done leave, and a survey
/// counts what is left.
pub(in crate::multicast::randomized) fn phase_steps(grid: Tessellation) -> u64 {
    let shape = grid.shape();
    let deal = if grid.tiles() > 1 { deal::sparse_shuffle_steps(shape) } else { 0 };
    deal + round_steps(grid, Manner::Exact) + 1 + all_reduce_steps(shape, 1)
}

/// Phases so far.
#[derive(Clone, Copy, Debug)]
struct Label {
    steps: u64,
    /// The last grid, and the most packets that want a block of it; none before the first phase.
    after: Option<(Tessellation, u64)>,
    /// Most packets that want a block, for each of its nodes.
    load: f64,
    /// Phases that may fail.
    chances: usize,
    /// The last phase, as an index into the history.
    last: Option<usize>,
}

struct Search {
    shape: Shape,
    congestion: usize,
    /// The logarithm of the chance that a phase may have.
    ln_chance: f64,
    /// All phases that were thought of, each with the one before.
    history: Vec<(GuaranteedPhase, Option<usize>)>,
    /// The fewest steps after which nothing is left, and the last phase.
    best: Option<(u64, usize)>,
}

impl Search {
    fn new(shape: Shape, congestion: usize, failure_log2: i32) -> Self {
        let ln_chance = ln_chance_of_a_phase(shape, failure_log2);
        Self { shape, congestion, ln_chance, history: Vec::new(), best: None }
    }

    fn phases(mut self) -> Vec<GuaranteedPhase> {
        let load = self.congestion as f64;
        let mut front = vec![Label { steps: 0, after: None, load, chances: 0, last: None }];
        while !front.is_empty() {
            let mut next = Vec::new();
            for label in front {
                self.finish(label);
                self.expand(label, &mut next);
            }
            // No phase takes fewer steps than one with one tile.
            let least = phase_steps(Tessellation::of_grid(self.shape, 1, 1));
            let most = self.best.map_or(u64::MAX, |(best, _)| best);
            next.retain(|label| label.steps.saturating_add(least) < most);
            front = kept(next);
        }
        let (mut phases, mut last) = (Vec::new(), self.best.map(|(_, last)| last));
        while let Some(index) = last {
            phases.push(self.history[index].0);
            last = self.history[index].1;
        }
        phases.reverse();
        phases
    }

    /// Most packets that want a block of each of these sizes of `grid`, in nodes.
    fn alive(&self, label: Label, grid: Tessellation, sizes: &[usize]) -> Vec<u64> {
        let before = label.after.map_or(u64::MAX, |(before, left)| {
            left.saturating_mul(blocks_met(grid, before) as u64)
        });
        let most = before.min(self.shape.nodes() as u64);
        let alive = |&size: &usize| most.min(self.congestion.saturating_mul(size) as u64);
        sizes.iter().map(alive).collect()
    }

    /// As many phases with one tile as leave nothing, for certain.
    fn finish(&mut self, label: Label) {
        let one = Tessellation::of_grid(self.shape, 1, 1);
        let sizes = block_sizes(one);
        let alive = self.alive(label, one, &sizes);
        let needed = alive.iter().zip(&sizes).map(|(alive, &size)| alive.div_ceil(size as u64));
        let times = needed.max().unwrap_or(0);
        let steps = times.saturating_mul(phase_steps(one));
        let all = label.steps.saturating_add(steps);
        if self.best.is_some_and(|(best, _)| best <= all) {
            return;
        }
        let phases = GuaranteedPhase {
            down: 1,
            across: 1,
            block: sizes[sizes.len() - 1],
            times,
            alive: most(&alive),
            left: 0,
            steps,
            may_fail: false,
        };
        self.history.push((phases, label.last));
        self.best = Some((all, self.history.len() - 1));
    }

    /// The labels after one more phase with several tiles.
    fn expand(&mut self, label: Label, next: &mut Vec<Label>) {
        if label.chances == PARTS {
            return;
        }
        for grid in grids(self.shape, label.load) {
            let steps = label.steps.saturating_add(phase_steps(grid));
            let is_late = self.best.is_some_and(|(best, _)| best <= steps);
            if grid.tiles() == 1 || is_late {
                continue;
            }
            let sizes = block_sizes(grid);
            let ln_failure = self.ln_chance - (most_blocks(grid) as f64).ln();
            let (deal, alive) = (random_deal(grid), self.alive(label, grid, &sizes));
            let of_size = alive.iter().zip(&sizes);
            let left: Vec<u64> =
                of_size.map(|(&alive, &size)| deal.left(alive, size as u64, ln_failure)).collect();
            let left = most(&left);
            let phase = GuaranteedPhase {
                down: grid.down(),
                across: grid.across(),
                block: sizes[sizes.len() - 1],
                times: 1,
                alive: most(&alive),
                left,
                steps: steps - label.steps,
                may_fail: true,
            };
            self.history.push((phase, label.last));
            let last = self.history.len() - 1;
            if left == 0 {
                self.best = Some((steps, last));
                continue;
            }
            let load = left as f64 / sizes[0] as f64;
            if load < label.load {
                let after = Some((grid, left));
                let chances = label.chances + 1;
                next.push(Label { steps, after, load, chances, last: Some(last) });
            }
        }
    }
}

/// The most of some numbers of packets.
fn most(packets: &[u64]) -> u64 {
    packets.iter().copied().max().unwrap_or(0)
}

/// Grids of about as many tiles as the load, and all of equal tiles with half to four times as many that are at most twice as long as wide.
fn grids(shape: Shape, load: f64) -> Vec<Tessellation> {
    let mut grids = grids_near(shape, load);
    for down in divisors(shape.rows()) {
        for across in divisors(shape.cols()) {
            let tiles = (down * across) as f64;
            let (rows, cols) = (shape.rows() / down, shape.cols() / across);
            let is_near = 0.5 * load <= tiles && tiles <= 4.0 * load;
            if is_near && rows <= 2 * cols && cols <= 2 * rows {
                grids.push(Tessellation::of_grid(shape, down, across));
            }
        }
    }
    grids.sort_unstable_by_key(|grid| (grid.down(), grid.across()));
    grids.dedup();
    grids
}

/// The divisors of a side, each once.
pub(in crate::multicast::randomized) fn divisors(side: usize) -> Vec<usize> {
    let few = || (1..=side.isqrt()).filter(|&part| side.is_multiple_of(part));
    let others = few().map(|part| side / part).filter(|&part| part > side.isqrt());
    few().chain(others).collect()
}

/// How a phase with such tiles deals packets.
fn random_deal(grid: Tessellation) -> RandomDeal {
    let (core, nodes) = (grid.core().nodes(), grid.nodes());
    RandomDeal {
        groups: grid.tiles() as u64,
        chance: core as f64 / nodes as f64,
        outside: (nodes - grid.places()) as f64 / nodes as f64,
    }
}

/// The logarithm of the chance with which a phase may leave more than it should, a hair less for rounding, if all [`PARTS`] together may
/// with 2^`failure_log2`.
pub(in crate::multicast::randomized) fn ln_chance_of_a_phase(
    shape: Shape,
    failure_log2: i32,
) -> f64 {
    f64::from(failure_log2) * LN_2 - (PARTS as f64).ln() - ln_of_ties(shape) - 1e-6
}

/// The logarithm of how much likelier than among deals without ties an event can be: m keys come in a given order, ties allowed, with
/// a chance of at most C(2^w + m − 1, m)/2^(wm) ≤ e^(m(m − 1)/2^(w + 1))/m!.
///
/// On meshes for formulas alone, keys have twice as many bits as the nodes' numbers.
pub(super) fn ln_of_ties(shape: Shape) -> f64 {
    let bits = if shape.nodes() <= MAX_NODES { KEY_BITS } else { 2 * (shape.nodes().ilog2() + 1) };
    let (rows, cols) = (shape.rows() as f64, shape.cols() as f64);
    rows * cols * (rows + cols) / f64::from(bits + 1).exp2()
}

/// Labels that leave least for their steps, the fewest steps first.
fn kept(mut labels: Vec<Label>) -> Vec<Label> {
    labels.sort_by(|a, b| a.steps.cmp(&b.steps).then(a.load.total_cmp(&b.load)));
    let mut front: Vec<Label> = Vec::new();
    for label in labels {
        if front.last().is_none_or(|cheaper| label.load < cheaper.load) {
            front.push(label);
        }
    }
    // Evenly from all.
    let count = front.len();
    if count <= KEPT {
        return front;
    }
    (0..KEPT).map(|number| front[number * (count - 1) / (KEPT - 1)]).collect()
}
