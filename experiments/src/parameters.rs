//! What an algorithm chose for a message set, and what it found out, as results say it.

use crate::algorithm::Algorithm;
use meshcast_algorithms::{BufferedRun, Forecast, PaperRun, SweepRun, TunedRun, UnicastRun};
use serde::Serialize;

/// The parameters of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RouteParameters {
    /// Why this algorithm, if `auto` chose it.
    #[serde(flatten)]
    pub(crate) choice: Option<Choice>,
    #[serde(flatten)]
    pub(crate) chosen: Chosen,
    /// Whether the program was told for nothing when all was done, as no node could know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) told_when_done: bool,
}

/// A choice among algorithms.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    #[serde(rename = "chosen")]
    pub(crate) label: &'static str,
    pub(crate) predicted_steps: u64,
    pub(crate) runner_up: &'static str,
    pub(crate) runner_up_steps: u64,
}

impl Choice {
    pub(crate) fn of(forecast: &Forecast) -> Self {
        let (best, next) = (forecast.best(), forecast.runner_up());
        Self {
            label: Algorithm::from(best.candidate).label(),
            predicted_steps: best.steps,
            runner_up: Algorithm::from(next.candidate).label(),
            runner_up_steps: next.steps,
        }
    }
}

/// Those of its algorithm.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Chosen {
    Nothing {},
    Buffered {
        tiles: usize,
        tile_rows: usize,
        tile_cols: usize,
        /// Most destinations of a packet if messages were split.
        split: Option<usize>,
        /// Most packets of a node once replicated, and most clones.
        packets: u32,
        clones: u32,
        /// What tiles were chosen for, if the congestion is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    Paper {
        instances: usize,
        phases: usize,
        leftovers: Vec<u32>,
        /// How often the groups went round in every phase.
        tours: Vec<u64>,
        /// Rows and columns of the grid of tiles in every phase.
        tiles: Vec<(usize, usize)>,
        /// Rows and columns of the largest block in every phase.
        blocks: Vec<(usize, usize)>,
        /// Sets of messages that were routed one after the other.
        sets: usize,
        /// Whether the packets toured the whole mesh instead.
        fallback: bool,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    Tuned {
        instances: usize,
        phases: usize,
        leftovers: Vec<u32>,
        /// Rows and columns of the grid of tiles in every phase.
        tiles: Vec<(usize, usize)>,
        /// Rows and columns of a block in every phase.
        blocks: Vec<(usize, usize)>,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    Sweep {
        instances: usize,
        phases: usize,
        leftovers: Vec<u32>,
        /// Bands of rows in every phase.
        bands: Vec<usize>,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    Unicast {
        rounds: usize,
        /// Most destinations of a packet if messages were split.
        split: Option<usize>,
        /// Most packets for one node in every round.
        longest: Vec<usize>,
        /// Rows and columns of the grid of tiles in every round.
        tiles: Vec<(usize, usize)>,
        /// How often groups toured the tiles in every round.
        passes: Vec<usize>,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
}

impl From<BufferedRun> for Chosen {
    fn from(run: BufferedRun) -> Self {
        let BufferedRun { tiles, tile_rows, tile_cols, split, packets, clones, guess } = run;
        let guesses = guess.into_iter().collect();
        Self::Buffered { tiles, tile_rows, tile_cols, split, packets, clones, guesses }
    }
}

impl From<PaperRun> for Chosen {
    fn from(run: PaperRun) -> Self {
        let PaperRun { fallback, instances, sets, phases, guesses } = run;
        Self::Paper {
            instances,
            phases: phases.len(),
            leftovers: phases.iter().map(|phase| phase.left).collect(),
            tours: phases.iter().map(|phase| phase.tours).collect(),
            tiles: phases.iter().map(|phase| (phase.tiles_down, phase.tiles_across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            sets,
            fallback,
            guesses,
        }
    }
}

impl From<TunedRun> for Chosen {
    fn from(run: TunedRun) -> Self {
        let phases = &run.phases;
        Self::Tuned {
            instances: 1,
            phases: phases.len(),
            leftovers: run.leftovers(),
            tiles: phases.iter().map(|phase| (phase.down, phase.across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            guesses: run.guesses,
        }
    }
}

impl From<SweepRun> for Chosen {
    fn from(run: SweepRun) -> Self {
        let SweepRun { bands, leftovers, guesses } = run;
        Self::Sweep { instances: 1, phases: bands.len(), leftovers, bands, guesses }
    }
}

impl From<UnicastRun> for Chosen {
    fn from(run: UnicastRun) -> Self {
        let UnicastRun { split, rounds, guesses } = run;
        Self::Unicast {
            rounds: rounds.len(),
            split,
            longest: rounds.iter().map(|round| round.longest).collect(),
            tiles: rounds.iter().map(|round| (round.down, round.across)).collect(),
            passes: rounds.iter().map(|round| round.passes).collect(),
            guesses,
        }
    }
}
