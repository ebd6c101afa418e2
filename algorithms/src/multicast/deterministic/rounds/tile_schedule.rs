//! Schedules how many tiles each round has.

use super::guaranteed_rounds::{Assumption, GuaranteedRounds};
use super::place_claim::StageSoFar;
use crate::guarantee::{Question, Schedule, StoredWords, guarantee};
use crate::multicast::visits::{Habit, Load, Manner, Next, Outlook, Stand, Tessellation, block};
use meshcast_engine::Shape;

/// Rounds of a stage where none are computed. By Theorem B of `docs/rounds.md` they are enough for n/c up to 2²⁷ where n and c are powers
/// of 4 and every next stage has a quarter of the tiles; otherwise nothing says so, and the tile that comes last does what is left.
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
pub(super) struct TileSchedule {
    /// None if it is adaptive.
    stages: Vec<Stage>,
    /// The tiles of the first round.
    first: Tessellation,
    shape: Shape,
    /// Permutations of a stage, after which the first comes again.
    pub(super) cycle: usize,
    /// Rounds after which nothing is left, with computed stages on tiles that are all alike.
    pub(super) guaranteed: Option<GuaranteedRounds>,
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast::deterministic) struct Turn {
    pub(in crate::multicast::deterministic) grid: Tessellation,
    stage: usize,
    /// Its number in the stage, from 0.
    pub(in crate::multicast::deterministic) round: usize,
}

impl Turn {
    /// The first round of the first stage.
    pub(in crate::multicast::deterministic) fn first(grid: Tessellation) -> Self {
        Self { grid, stage: 0, round: 0 }
    }

    /// The next round of the stage, with these tiles. One that has not scattered packets has used no permutation.
    pub(in crate::multicast::deterministic) fn then(self, grid: Tessellation) -> Self {
        let scattered = usize::from(self.grid.tiles() > 1);
        Self { grid, stage: self.stage, round: self.round + scattered }
    }
}

impl TileSchedule {
    /// The schedule for a load, with no more than `limit` permutations.
    pub(super) fn new(
        shape: Shape,
        load: Load,
        pace: Pace,
        words: StoredWords,
        limit: Option<usize>,
    ) -> Self {
        match pace {
            Pace::Set(schedule) => Self::set(shape, load, schedule, words, limit),
            Pace::Adaptive => {
                let cycle = limit.unwrap_or(LONGEST).min(LONGEST);
                let first = opening(shape, load);
                Self { stages: Vec::new(), first, shape, cycle, guaranteed: None }
            }
        }
    }

    fn set(
        shape: Shape,
        load: Load,
        schedule: Schedule,
        words: StoredWords,
        limit: Option<usize>,
    ) -> Self {
        let question = Question {
            nodes: shape.nodes() as u64,
            congestion: load.at_node() as u64,
            instances: 1,
            failure_log2: FAILURE,
            words,
        };
        let computed = guarantee(schedule, &question).ok();
        let stages: Vec<Stage> = match &computed {
            Some(computed) => (computed.stages.iter())
                .map(|stage| Stage { wanted: stage.tiles as usize, rounds: stage.rounds as usize })
                .collect(),
            None => uncomputed(shape, load, schedule),
        };
        let is_computed = computed.is_some();
        // Rounds that cannot fail do with any groups.
        let needed = match &computed {
            Some(computed) => computed.permutations(StoredWords::All) as usize,
            None => LONGEST,
        };
        let cycle = limit.unwrap_or(usize::MAX).min(needed.max(1));
        let holds = cycle >= needed && are_as_proved(shape, &stages);
        let assumes = match needed {
            0 => Assumption::Nothing,
            _ => Assumption::RandomPermutations,
        };
        let guaranteed = computed.filter(|_| holds);
        let guaranteed =
            guaranteed.map(|computed| GuaranteedRounds { rounds: computed.rounds(), assumes });
        let first = match schedule {
            Schedule::Fixed if !is_computed => opening(shape, load),
            _ => Tessellation::new(shape, stages.first().map_or(1, |stage| stage.wanted)),
        };
        Self { stages, first, shape, cycle, guaranteed }
    }

    /// The first round.
    pub(super) fn first(&self) -> Turn {
        Turn::first(self.first)
    }

    /// The round after another one, with the tiles of its stage or of the next.
    ///
    /// One tile, which comes last, stays: there all packets are in one group, and a round serves as many for a block as want
    /// it or as it has nodes.
    pub(super) fn after(&self, turn: Turn) -> Turn {
        if turn.round + 1 < self.longest(turn) {
            return turn.then(turn.grid);
        }
        let stage = turn.stage + 1;
        let wanted = self.stages.get(stage).map_or(1, |stage| stage.wanted);
        Turn { grid: Tessellation::new(self.shape, wanted), stage, round: 0 }
    }

    /// The permutation of a round, from 0: of each stage it is 0, 1, …, and again when all are used up.
    pub(super) fn index(&self, turn: Turn) -> usize {
        turn.round % self.cycle
    }

    /// Rounds that the stage of a round may have.
    pub(super) fn longest(&self, turn: Turn) -> usize {
        self.stages.get(turn.stage).map_or(LONGEST, |stage| stage.rounds)
    }

    /// Notes in `stages` a round that scatters packets.
    pub(super) fn note(&self, turn: Turn, stages: &mut Vec<StageSoFar>) {
        if turn.round == 0 {
            stages.push(StageSoFar { most: self.longest(turn), made: 0 });
        }
        stages.last_mut().expect("a stage begins with its first round").made += 1;
    }

    /// Nodes of the segments that are rotated in a round, at least as many as the stage has rounds.
    pub(super) fn segment(&self, turn: Turn) -> usize {
        self.longest(turn).max(2).next_power_of_two()
    }

    /// The permutations that are used: one for each round of a stage, or one for all; none if there is but one tile.
    pub(super) fn used(&self, words: StoredWords) -> usize {
        match words {
            _ if self.first.tiles() == 1 => 0,
            StoredWords::All => self.cycle,
            StoredWords::One => 1,
        }
    }

    /// Words that a node stores to be ready for each of these schedules: the entries for the longest stage, which serve
    /// shorter ones too, or one for every length of a segment.
    pub(super) fn stored_words(schedules: &[Self], words: StoredWords) -> usize {
        match words {
            StoredWords::All => {
                schedules.iter().map(|schedule| schedule.used(words)).max().unwrap_or(0)
            }
            StoredWords::One => {
                let mut segments: Vec<usize> = schedules.iter().flat_map(Self::segments).collect();
                segments.sort_unstable();
                segments.dedup();
                segments.len()
            }
        }
    }

    /// The lengths of the segments of all stages that scatter packets.
    fn segments(&self) -> Vec<usize> {
        if self.stages.is_empty() {
            return if self.first.tiles() > 1 {
                vec![self.segment(self.first())]
            } else {
                Vec::new()
            };
        }
        let scattered = (0..).zip(&self.stages).filter(|(_, stage)| stage.wanted > 1);
        let turn = |stage| Turn { grid: self.first, stage, round: 0 };
        scattered.map(|(stage, _)| self.segment(turn(stage))).collect()
    }
}

/// The tiles of the first round where no guarantee says how many.
pub(super) fn opening(shape: Shape, load: Load) -> Tessellation {
    match outlook(shape).next(shape.nodes() as f64, load, Stand::Full).next {
        Next::Round(grid) => grid,
        Next::Broadcast => unreachable!("packets at all nodes begin with a round"),
    }
}

/// What is expected of rounds.
pub(super) fn outlook(shape: Shape) -> Outlook {
    // A routing of all packets takes about 3.4 sides.
    Outlook::new(shape, |_| Habit { manner: Manner::Exact, deal: 1.7 })
}

/// Whether tiles and blocks are those of the proof: as many tiles as are wanted, all alike and without nodes outside their
/// cores; in them blocks of 2b' nodes, b' = 2^⌊k/2⌋ where a tile has 2^k, or one node where it has one; and every block made of
/// whole blocks of the stage before.
fn are_as_proved(shape: Shape, stages: &[Stage]) -> bool {
    let is_even = |stage: &Stage| {
        let tessellation = Tessellation::new(shape, stage.wanted);
        let (tile, (rows, cols)) = (tessellation.core(), block(tessellation.core()));
        let nodes = (2 << (tile.nodes().ilog2() / 2)).min(tile.nodes());
        tessellation.tiles() == stage.wanted
            && tessellation.places() == shape.nodes()
            && rows * cols == nodes
            && tile.rows().is_multiple_of(rows)
            && tile.cols().is_multiple_of(cols)
    };
    let blocks: Vec<(usize, usize)> =
        stages.iter().map(|stage| block(Tessellation::new(shape, stage.wanted).core())).collect();
    let is_made_of = |pair: &[(usize, usize)]| {
        pair[1].0.is_multiple_of(pair[0].0) && pair[1].1.is_multiple_of(pair[0].1)
    };
    stages.iter().all(is_even) && blocks.windows(2).all(is_made_of)
}

/// Stages like those that can be computed where n is a power of two.
fn uncomputed(shape: Shape, load: Load, schedule: Schedule) -> Vec<Stage> {
    let congestion = (load.at_node() as usize).clamp(1, shape.nodes());
    let first = match schedule {
        Schedule::Fixed => opening(shape, load).tiles(),
        Schedule::Shrink => congestion,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All shapes of up to 2¹² nodes whose sides are powers of two, all c, and as many tiles as stages may have.
    #[test]
    fn tiles_and_blocks_are_those_of_the_proof_where_sides_are_powers_of_two() {
        let mut unlike = Vec::new();
        for (down, across) in
            (0..=12).flat_map(|down| (0..=12 - down).map(move |across| (down, across)))
        {
            let shape = Shape::new(1 << down, 1 << across).expect("small");
            for c in 0..=down + across {
                let falling =
                    (0..=c / 2).map(|less| Stage { wanted: 1 << (c - 2 * less), rounds: 1 });
                if !are_as_proved(shape, &falling.collect::<Vec<Stage>>()) {
                    unlike.push((down, across, c));
                }
            }
        }
        assert_eq!(unlike, []);
    }

    /// Three rounds with 16 tiles, six with four, then one tile: what the claim on places is told of each, and the segments.
    #[test]
    fn stages_are_noted_with_their_own_lengths() {
        let stages = [(16, 3), (4, 6), (1, 9)].map(|(wanted, rounds)| Stage { wanted, rounds });
        let shape = Shape::new(16, 16).expect("small");
        let first = Tessellation::new(shape, 16);
        let schedule =
            TileSchedule { stages: stages.into(), first, shape, cycle: 4, guaranteed: None };
        let (mut turn, mut noted, mut told) = (schedule.first(), Vec::new(), Vec::new());
        while turn.grid.tiles() > 1 {
            schedule.note(turn, &mut noted);
            let last = noted.last().expect("noted");
            told.push((
                turn.grid.tiles(),
                last.most,
                last.made,
                schedule.index(turn),
                schedule.segment(turn),
            ));
            turn = schedule.after(turn);
        }
        let expected = [
            (16, 3, 1, 0, 4),
            (16, 3, 2, 1, 4),
            (16, 3, 3, 2, 4),
            (4, 6, 1, 0, 8),
            (4, 6, 2, 1, 8),
            (4, 6, 3, 2, 8),
            (4, 6, 4, 3, 8),
            (4, 6, 5, 0, 8),
            (4, 6, 6, 1, 8),
        ];
        assert_eq!(told, expected);
        let lengths: Vec<(usize, usize)> =
            noted.iter().map(|stage| (stage.most, stage.made)).collect();
        assert_eq!(lengths, [(3, 3), (6, 6)]);
    }

    #[test]
    fn other_tiles_have_no_guarantee() {
        let stage = |wanted| Stage { wanted, rounds: 1 };
        let are = |rows, cols, stages: &[Stage]| {
            are_as_proved(Shape::new(rows, cols).expect("small"), stages)
        };
        assert!(are(32, 32, &[stage(16), stage(4), stage(1)]));
        assert!(!are(32, 32, &[stage(4), stage(16)]), "blocks are cut");
        assert!(!are(32, 32, &[stage(15)]), "there are no 15 tiles");
        assert!(!are(36, 36, &[stage(16)]), "a tile of 81 nodes has no blocks of 16");
    }
}
