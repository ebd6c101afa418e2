//! Searches for the stages that cost least: keeps the fewest packets alive for every cost, number of tiles by number of tiles.

use super::question::{Question, Schedule};
use super::stage::{Stage, block};
use super::union_bound::Window;
use std::collections::BTreeMap;
use std::f64::consts::{LN_2, LOG2_E};

/// Parts of the share of permutations that may fail; a stage may use up one of them.
const PARTS: u32 = 64;

/// Most rounds of a stage that may fail.
const LONGEST: u64 = 64;

/// Parts of a round with the most tiles to which costs are told apart.
const GRID: u64 = 16;

/// A number of tiles.
#[derive(Clone, Copy, Debug)]
struct Level {
    tiles: u64,
    /// What a visit takes for a block.
    capacity: u64,
    /// What a round costs, in rounds with the fewest tiles.
    unit: u64,
}

/// Stages so far.
#[derive(Clone, Copy, Debug)]
struct Label {
    cost: u64,
    /// Most packets alive for a block of the present number of tiles.
    alive: u64,
    /// Stages that may fail.
    chances: u32,
    /// The last stage, as an index into the history.
    last: Option<usize>,
}

/// A search for stages.
pub(super) struct Search<'a> {
    question: &'a Question,
    levels: Vec<Level>,
    /// Times as many packets as fit in a round that may be alive.
    overload: u64,
    /// What a stage may fail with.
    threshold: f64,
    /// All stages that were thought of, each with the one before.
    history: Vec<(Stage, Option<usize>)>,
    /// The least cost after which nothing is left, and its last stage.
    best: Option<(u64, usize)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(schedule: Schedule, congestion: u64, question: &'a Question) -> Self {
        let quarters = if schedule == Schedule::Fixed { 0 } else { congestion.ilog2() / 2 };
        let level = |i| {
            let tiles = congestion >> (2 * i);
            let capacity = question.instances * block(question.nodes, tiles);
            Level { tiles, capacity, unit: 1_u64 << (quarters - i) }
        };
        let exponent = f64::from(question.failure_log2) - f64::from(PARTS).log2();
        Self {
            question,
            levels: (0..=quarters).map(level).collect(),
            overload: if schedule == Schedule::Overload { u64::MAX } else { 2 },
            // A hair below, for the rounding of ln 2.
            threshold: exponent * LN_2 * (1.0 + 4.0 * f64::EPSILON),
            history: Vec::new(),
            best: None,
        }
    }

    /// The stages that cost least.
    pub(super) fn stages(mut self) -> Vec<Stage> {
        let alive = self.levels[0].tiles * block(self.question.nodes, self.levels[0].tiles);
        let mut front = vec![Label { cost: 0, alive, chances: 0, last: None }];
        for i in 0..self.levels.len() {
            if i > 0 {
                // Two blocks make one, and no more packets than there are.
                for label in &mut front {
                    label.alive = (2 * label.alive).min(self.question.nodes);
                }
            }
            front = self.expand(self.levels[i], front);
        }
        let mut stages = Vec::new();
        let mut last = self.best.map(|(_, stage)| stage);
        while let Some(index) = last {
            stages.push(self.history[index].0);
            last = self.history[index].1;
        }
        stages.reverse();
        stages.dedup_by(|next, stage| stage.absorbs(next));
        stages
    }

    /// All that stages with one number of tiles make of `front`, without labels that cost no less than one with as few alive.
    fn expand(&mut self, level: Level, front: Vec<Label>) -> Vec<Label> {
        let grid = (self.levels[0].unit / GRID).max(1);
        let mut open = BTreeMap::new();
        let add = |open: &mut BTreeMap<u64, Label>, label: Label| {
            let kept = open.entry(label.cost.div_ceil(grid)).or_insert(label);
            if (label.alive, label.cost) < (kept.alive, kept.cost) {
                *kept = label;
            }
        };
        for label in front {
            add(&mut open, label);
        }
        let mut done: Vec<Label> = Vec::new();
        while let Some((_, label)) = open.pop_first() {
            if done.last().is_some_and(|cheaper| cheaper.alive <= label.alive) {
                continue;
            }
            done.push(label);
            self.finish(level, label);
            if self.is_crowded(level, label.alive) {
                continue;
            }
            for next in self.stages_after(level, label) {
                add(&mut open, next);
            }
        }
        done
    }

    /// As many rounds with the fewest tiles as deliver everything, whatever the groups.
    fn finish(&mut self, level: Level, label: Label) {
        let last = self.levels[self.levels.len() - 1];
        let alive = (label.alive * (last.capacity / level.capacity)).min(self.question.nodes);
        if self.is_crowded(last, alive) {
            return;
        }
        let rounds = alive.div_ceil(last.capacity);
        let failure_log2 = f64::NEG_INFINITY;
        let certain = Stage { tiles: last.tiles, rounds, alive, left: 0, failure_log2 };
        self.propose(label.cost + rounds, certain, label.last);
    }

    /// Whether more packets are alive for a block than the schedule allows.
    fn is_crowded(&self, level: Level, alive: u64) -> bool {
        alive.div_ceil(self.overload) > level.tiles * level.capacity
    }

    /// The labels that one more stage may lead to.
    fn stages_after(&mut self, level: Level, label: Label) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut least = label.alive;
        for rounds in 1..=LONGEST {
            let cost = label.cost + rounds * level.unit;
            if least == 0 || self.best.is_some_and(|(best, _)| cost >= best) {
                break;
            }
            let window = Window {
                nodes: self.question.nodes,
                tiles: level.tiles,
                rounds,
                capacity: level.capacity,
                words: self.question.words,
            };
            let threshold = if label.chances < PARTS { self.threshold } else { f64::NEG_INFINITY };
            let (left, ln_failure) = window.left(label.alive, threshold);
            if left >= least {
                continue;
            }
            least = left;
            let failure_log2 = ln_failure * LOG2_E;
            let stage =
                Stage { tiles: level.tiles, rounds, alive: label.alive, left, failure_log2 };
            if left == 0 {
                self.propose(cost, stage, label.last);
            } else {
                self.history.push((stage, label.last));
                let last = Some(self.history.len() - 1);
                let chances = label.chances + u32::from(ln_failure > f64::NEG_INFINITY);
                labels.push(Label { cost, alive: left, chances, last });
            }
        }
        labels
    }

    fn propose(&mut self, cost: u64, stage: Stage, before: Option<usize>) {
        if self.best.is_none_or(|(best, _)| cost < best) {
            self.history.push((stage, before));
            self.best = Some((cost, self.history.len() - 1));
        }
    }
}
