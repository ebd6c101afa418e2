//! Searches for the phases of trains after which nothing is left but with a given chance.

use super::super::certified::{PARTS, divisors, ln_chance_of_a_phase, phase_steps};
use super::super::deal;
use super::super::sweep::shift_steps;
use super::trains::{SEATS, drain_steps, lap_steps};
use crate::guarantee::RandomDeal;
use crate::multicast::visits::{Tessellation, blocks};
use meshcast_engine::{Shape, Tiling};
use meshcast_primitives::all_reduce_steps;
use std::collections::BTreeMap;

/// Ways to begin that are kept for each number of phases: those that leave least for their steps.
const KEPT: usize = 24;

/// The least rows of a band, where there are several.
const LEAST_HEIGHT: usize = 4;

/// Bands of the first phase that a band of a later one may hold: a bit of a key each.
const MOST_PIECES: usize = 32;

/// A phase of trains in a guaranteed schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteedBands {
    /// Bands of rows.
    pub bands: usize,
    /// Nodes of a segment, which is a column of a band.
    pub segment: usize,
    /// Most packets that want any segment before the phase.
    pub alive: u64,
    /// Most packets that want any segment after it, but with the chance of a failure.
    pub left: u64,
    /// Steps, with those of dealing before and of the survey after it, if there is one.
    pub steps: u64,
    /// Whether a survey ends the phase: not the first one if it leaves something.
    pub surveys: bool,
    /// Whether more may be left with a chance that is not zero.
    pub may_fail: bool,
}

/// Phases after which everything is delivered, whatever the message set, but with a chance of at most 2^`failure_log2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlottedSchedule {
    /// The mesh.
    pub shape: Shape,
    /// The most messages for a node.
    pub congestion: usize,
    /// The exponent of the chance.
    pub failure_log2: i32,
    /// Whether bands are of columns, and segments are rows of a band.
    pub transposed: bool,
    /// The phases of trains, in order.
    pub phases: Vec<GuaranteedBands>,
    /// Visits of the whole mesh that follow them.
    pub visits: u64,
    /// Steps of one of these.
    pub visit_steps: u64,
}

impl SlottedSchedule {
    /// The phases with the fewest steps that a search finds, for `congestion` messages for a node at most and a chance of
    /// 2^`failure_log2`.
    ///
    /// # Panics
    /// If the chance is not from 2^−900 to ½, or the congestion is zero.
    pub fn new(shape: Shape, congestion: usize, failure_log2: i32) -> Self {
        assert!((-900..0).contains(&failure_log2), "a chance from 2^-900 to 1/2: {failure_log2}");
        assert!(congestion > 0, "a message for a node at least");
        let found = [false, true].map(|transposed| {
            let ln_chance = ln_chance_of_a_phase(shape, failure_log2);
            let search = Search::new(shape, transposed, congestion, ln_chance);
            let visit_steps = search.visit_steps;
            let (phases, visits) = search.run();
            Self { shape, congestion, failure_log2, transposed, phases, visits, visit_steps }
        });
        let [upright, turned] = found;
        if turned.steps() < upright.steps() { turned } else { upright }
    }

    /// Steps of a run that goes through all phases.
    pub fn steps(&self) -> u64 {
        let phases = self.phases.iter().map(|phase| phase.steps).sum::<u64>();
        1 + phases + self.visits * self.visit_steps
    }
}

/// Steps of a phase with so many bands of equal height on a mesh as it is seen.
pub(super) fn bands_steps(seen: Shape, bands: usize, surveys: bool) -> u64 {
    deal::sparse_shuffle_steps(seen)
        + bands as u64 * lap_steps(seen)
        + shift_steps(seen.rows(), bands) as u64
        + drain_steps(seen.rows() / bands)
        + if surveys { survey_steps(seen) } else { 0 }
}

/// Steps in which packets that are done leave and the others are counted.
fn survey_steps(seen: Shape) -> u64 {
    1 + all_reduce_steps(seen, 1)
}

/// Phases so far.
#[derive(Clone, Copy, Debug)]
struct Label {
    steps: u64,
    /// Bands of the first phase and of the last, and the most packets that want a segment; none before the first.
    after: Option<(usize, usize, u64)>,
    /// Most packets that want a segment, for each of its nodes.
    load: f64,
    /// Phases.
    count: usize,
    /// The last phase, as an index into the history.
    last: Option<usize>,
}

struct Search {
    /// The mesh as it is seen.
    seen: Shape,
    congestion: usize,
    ln_chance: f64,
    visit_steps: u64,
    /// By the number of bands, the sizes of the blocks of a visit with the most segments that they meet.
    blocks: BTreeMap<usize, BTreeMap<usize, usize>>,
    /// Steps of a phase by the number of bands, as far as they were needed.
    steps: BTreeMap<usize, u64>,
    /// All phases that were thought of, each with the one before.
    history: Vec<(GuaranteedBands, Option<usize>)>,
    /// The fewest steps after which nothing is left, the last phase, and visits after it.
    best: (u64, Option<usize>, u64),
}

impl Search {
    fn new(shape: Shape, transposed: bool, congestion: usize, ln_chance: f64) -> Self {
        let seen = if transposed { shape.transposed() } else { shape };
        let (down, across) = blocks(shape);
        let all = Tiling::grid(shape, down, across);
        let met = |height: usize| {
            let mut met = BTreeMap::new();
            for block in all.tiles() {
                let (first, rows, cols) = if transposed {
                    (block.first_col, block.shape.cols(), block.shape.rows())
                } else {
                    (block.first_row, block.shape.rows(), block.shape.cols())
                };
                let bands = (first + rows - 1) / height - first / height + 1;
                let most = met.entry(block.shape.nodes()).or_insert(0);
                *most = (*most).max(bands * cols);
            }
            met
        };
        let blocks = heights(seen.rows()).map(|height| (seen.rows() / height, met(height)));
        Self {
            seen,
            congestion,
            ln_chance,
            visit_steps: phase_steps(Tessellation::of_grid(shape, 1, 1)),
            blocks: blocks.collect(),
            steps: BTreeMap::new(),
            history: Vec::new(),
            best: (u64::MAX, None, 0),
        }
    }

    fn run(mut self) -> (Vec<GuaranteedBands>, u64) {
        let load = self.congestion as f64;
        let mut front = vec![Label { steps: 0, after: None, load, count: 0, last: None }];
        while !front.is_empty() {
            let mut next = Vec::new();
            for label in front {
                self.finish(label);
                self.expand(label, &mut next);
            }
            let most = self.best.0;
            next.retain(|label| label.steps < most);
            front = kept(next);
        }
        let (mut phases, mut last) = (Vec::new(), self.best.1);
        while let Some(index) = last {
            phases.push(self.history[index].0);
            last = self.history[index].1;
        }
        phases.reverse();
        (phases, self.best.2)
    }

    /// As many visits of the whole mesh as leave nothing, for certain: each serves as many packets for a block as it has nodes.
    fn finish(&mut self, label: Label) {
        let nodes = self.seen.nodes() as u64;
        let (bands, left) = match label.after {
            Some((_, bands, left)) => (bands, left),
            None => (1, u64::MAX),
        };
        let visits = self.blocks[&bands].iter().map(|(&size, &met)| {
            let most = (self.congestion as u64).saturating_mul(size as u64).min(nodes);
            most.min(left.saturating_mul(met as u64)).div_ceil(size as u64)
        });
        let visits = visits.max().unwrap_or(0);
        let all = label.steps.saturating_add(visits.saturating_mul(self.visit_steps));
        if all < self.best.0 {
            self.best = (all, label.last, visits);
        }
    }

    /// The labels after one more phase of trains.
    fn expand(&mut self, label: Label, next: &mut Vec<Label>) {
        if label.count == PARTS {
            return;
        }
        for height in heights(self.seen.rows()) {
            let bands = self.seen.rows() / height;
            let fits = label.after.is_none_or(|(first, last, _)| {
                last.is_multiple_of(bands) && first / bands <= MOST_PIECES
            });
            // Laps alone may be too many, before shifts are planned.
            let laps = bands as u64 * lap_steps(self.seen);
            if !fits || label.steps + laps >= self.best.0 {
                continue;
            }
            let phase = self.phase(label, bands, height);
            let load = phase.left as f64 / height as f64;
            let steps = label.steps + phase.steps;
            if load >= label.load || steps >= self.best.0 {
                continue;
            }
            self.history.push((phase, label.last));
            let last = Some(self.history.len() - 1);
            if phase.left == 0 {
                self.best = (steps, last, 0);
                continue;
            }
            let first = label.after.map_or(bands, |(first, ..)| first);
            let after = Some((first, bands, phase.left));
            next.push(Label { steps, after, load, count: label.count + 1, last });
        }
    }

    /// The phase with such bands after others.
    fn phase(&mut self, label: Label, bands: usize, height: usize) -> GuaranteedBands {
        let before = label
            .after
            .map_or(u64::MAX, |(_, last, left)| left.saturating_mul((last / bands) as u64));
        let most = (self.congestion as u64).saturating_mul(height as u64);
        let alive = before.min(most).min(self.seen.nodes() as u64);
        // There are as many trains in a segment as segments.
        let segments = bands * self.seen.cols();
        let chance = height as f64 / self.seen.nodes() as f64;
        let deal = RandomDeal { groups: segments as u64, chance, outside: 0.0 };
        let ln_failure = self.ln_chance - (segments as f64).ln();
        let left = deal.left(alive, SEATS as u64, ln_failure);
        let (seen, surveys) = (self.seen, label.count > 0 || left == 0);
        let own = *self.steps.entry(bands).or_insert_with(|| bands_steps(seen, bands, false));
        let steps = own + if surveys { survey_steps(seen) } else { 0 };
        GuaranteedBands {
            bands,
            segment: height,
            alive,
            left,
            steps,
            surveys,
            may_fail: alive > SEATS as u64 && segments > 1,
        }
    }
}

/// The heights that equal bands of so many rows may have.
fn heights(rows: usize) -> impl Iterator<Item = usize> {
    let all = divisors(rows).into_iter();
    all.filter(move |&height| height >= LEAST_HEIGHT || height == rows)
}

/// Labels that leave least for their steps, the fewest steps first: for every number of bands.
fn kept(mut labels: Vec<Label>) -> Vec<Label> {
    labels.sort_by(|a, b| a.steps.cmp(&b.steps).then(a.load.total_cmp(&b.load)));
    let bands = |label: &Label| label.after.map_or(0, |(_, bands, _)| bands);
    let mut front: Vec<Label> = Vec::new();
    for label in labels {
        // Whatever bands can follow a label can follow one whose bands are finer.
        let is_worse =
            |other: &Label| other.load <= label.load && bands(other).is_multiple_of(bands(&label));
        if !front.iter().any(is_worse) {
            front.push(label);
        }
    }
    let count = front.len();
    if count <= KEPT {
        return front;
    }
    (0..KEPT).map(|number| front[number * (count - 1) / (KEPT - 1)]).collect()
}
