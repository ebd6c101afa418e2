//! How many tiles there are in which round.

use crate::guarantee::{Question, Schedule, StoredWords, guarantee};
use crate::multicast::visits::Tessellation;
use meshcast_engine::Shape;

/// Rounds of a stage where none are computed: enough for n/c up to 2²⁷ with a quarter of the tiles in every next stage.
pub(super) const LONGEST: usize = 16;

/// The exponent of the share of all permutations that may fail, as a power of two.
const FAILURE: i32 = -20;

/// What the numbers of tiles follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Stages that are computed before the run.
    Set(Schedule),
    /// What is left: after each round its packets are counted for every block.
    Adaptive,
}

/// A number of tiles, and for how many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stage {
    wanted: usize,
    rounds: usize,
}

/// The tiles of all rounds, as far as they are known before the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Course {
    /// None if it is adaptive.
    stages: Vec<Stage>,
    /// The tiles of the first round.
    first: usize,
    /// Permutations of a stage, after which the first comes again.
    pub(super) permutations: usize,
    /// Rounds after which nothing is left, with computed stages on tiles that are all alike.
    pub(super) guaranteed: Option<u64>,
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// Tiles that are wanted.
    pub(super) wanted: usize,
    stage: usize,
    /// Its number in the stage, from 0.
    round: usize,
}

impl Course {
    /// The course for a congestion, with no more than `limit` permutations.
    pub(super) fn new(
        shape: Shape,
        congestion: usize,
        pace: Pace,
        words: StoredWords,
        limit: Option<usize>,
    ) -> Self {
        match pace {
            Pace::Set(schedule) => Self::set(shape, congestion, schedule, words, limit),
            Pace::Adaptive => {
                // No block of b nodes is wanted by more than cb packets.
                let mut first = 1;
                while 2 * first < congestion {
                    first *= 4;
                }
                let permutations = limit.unwrap_or(LONGEST).min(LONGEST);
                Self { stages: Vec::new(), first, permutations, guaranteed: None }
            }
        }
    }

    fn set(
        shape: Shape,
        congestion: usize,
        schedule: Schedule,
        words: StoredWords,
        limit: Option<usize>,
    ) -> Self {
        let question = Question {
            nodes: shape.nodes() as u64,
            congestion: congestion as u64,
            instances: 1,
            failure_log2: FAILURE,
            words,
        };
        let computed = guarantee(schedule, &question).ok();
        let stages: Vec<Stage> = match &computed {
            Some(computed) => (computed.stages.iter())
                .map(|stage| Stage { wanted: stage.tiles as usize, rounds: stage.rounds as usize })
                .collect(),
            None => uncomputed(shape, congestion, schedule),
        };
        // Rounds that cannot fail do with any groups.
        let needed = match &computed {
            Some(computed) => computed.permutations(StoredWords::All) as usize,
            None => LONGEST,
        };
        let permutations = limit.unwrap_or(usize::MAX).min(needed.max(1));
        let are_alike = |stage: &Stage| {
            let tessellation = Tessellation::new(shape, stage.wanted);
            tessellation.tiles() == stage.wanted && tessellation.places() == shape.nodes()
        };
        let holds = permutations >= needed && stages.iter().all(are_alike);
        let guaranteed = computed.filter(|_| holds).map(|computed| computed.rounds());
        let first = stages.first().map_or(1, |stage| stage.wanted);
        Self { stages, first, permutations, guaranteed }
    }

    /// The first round.
    pub(super) fn first(&self) -> Turn {
        Turn { wanted: self.first, stage: 0, round: 0 }
    }

    /// The round after another one, after which a course that is adaptive would have `fitting` tiles.
    ///
    /// One tile, which comes last, stays: there all packets are in one group, and a round serves as many for a block as want
    /// it or as it has nodes.
    pub(super) fn after(&self, turn: Turn, fitting: usize) -> Turn {
        let Turn { wanted, stage, round } = turn;
        let rounds = self.stages.get(stage).map_or(LONGEST, |stage| stage.rounds);
        let next = match wanted {
            1 => 1,
            _ if fitting < wanted => fitting,
            _ if round + 1 < rounds => wanted,
            _ if self.stages.is_empty() => wanted / 4,
            _ => {
                let next = self.stages.get(stage + 1).map_or(1, |stage| stage.wanted);
                return Turn { wanted: next, stage: stage + 1, round: 0 };
            }
        };
        let round = if next == wanted { round + 1 } else { 0 };
        Turn { wanted: next.max(1), stage, round }
    }

    /// The permutation of a round, from 0: of each stage it is 0, 1, …, and again when all are used up.
    pub(super) fn index(&self, turn: Turn) -> usize {
        turn.round % self.permutations
    }

    /// Nodes of the segments that are rotated in a round, at least as many as the stage has rounds.
    pub(super) fn segment(&self, turn: Turn) -> usize {
        let rounds = self.stages.get(turn.stage).map_or(LONGEST, |stage| stage.rounds);
        rounds.max(2).next_power_of_two()
    }

    /// The permutations that are used, and the words that a node stores for them.
    pub(super) fn stored(&self, words: StoredWords) -> (usize, usize) {
        if self.first == 1 {
            return (0, 0);
        }
        match words {
            StoredWords::All => (self.permutations, self.permutations),
            StoredWords::One if self.stages.is_empty() => (1, 1),
            StoredWords::One => {
                let scattered = (0..).zip(&self.stages).filter(|(_, stage)| stage.wanted > 1);
                let turn = |stage| Turn { wanted: 1, stage, round: 0 };
                let mut segments: Vec<usize> =
                    scattered.map(|(stage, _)| self.segment(turn(stage))).collect();
                segments.sort_unstable();
                segments.dedup();
                (1, segments.len())
            }
        }
    }
}

/// Stages like those that can be computed where n is a power of two.
fn uncomputed(shape: Shape, congestion: usize, schedule: Schedule) -> Vec<Stage> {
    let congestion = congestion.clamp(1, shape.nodes());
    let first = match schedule {
        Schedule::Fixed | Schedule::Shrink => congestion,
        // c/ln(n/c), with 7/10 for ln 2.
        Schedule::Overload => {
            let logarithm = (shape.nodes() / congestion).ilog2() as usize * 7 / 10;
            congestion / logarithm.max(1)
        }
    };
    let fewer = |&wanted: &usize| (schedule != Schedule::Fixed && wanted > 1).then_some(wanted / 4);
    std::iter::successors(Some(first), fewer)
        .map(|wanted| Stage { wanted: wanted.max(1), rounds: LONGEST })
        .collect()
}
