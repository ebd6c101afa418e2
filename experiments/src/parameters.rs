//! What an algorithm chose for a message set, and what it found out, as results say it.

use crate::algorithm::Algorithm;
use crate::cli::ScheduleName;
use meshcast_algorithms::{
    AlphaIs, Assumption, AutoRun, BufferedRun, DeterministicPaperPhase, DeterministicPaperRun,
    Forecast, PaperRun, RoundsRun, SweepRun, TunedRun, UnicastRun,
};
use serde::Serialize;

/// What a guarantee is for that supposes nothing of the permutations.
pub(crate) const ANY_PERMUTATIONS: &str = "any permutations";

/// The parameters of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RouteParameters {
    /// Why this algorithm, if `auto` chose it.
    #[serde(flatten)]
    pub(crate) choice: Option<Choice>,
    #[serde(flatten)]
    pub(crate) chosen: Chosen,
    /// Words that a node stores for permutations, of an algorithm that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stored_words: Option<usize>,
    /// Whether they are from files, of which no guarantee for random permutations speaks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) permutations_from_files: bool,
    /// What nodes knew of the congestion, of an algorithm that needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) congestion: Option<&'static str>,
    /// Flags that made no difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) not_used: Vec<&'static str>,
    /// Whether all permutations that an adversary chose the messages against are among those of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) adversary_knows_permutations: Option<bool>,
    /// How often what the program claims of the machine was checked, if it claims anything.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) claims: u64,
    /// Deliveries that the output queues had already, of an algorithm that may make some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duplicates: Option<usize>,
    /// Whether the program was told for nothing when all was done, as no node could know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) told_when_done: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(claims: &u64) -> bool {
    *claims == 0
}

/// A choice among algorithms.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    #[serde(skip)]
    pub(crate) algorithm: Algorithm,
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
            algorithm: Algorithm::from(best.candidate),
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
        /// Migrations of a visit, if there was one.
        #[serde(skip_serializing_if = "Option::is_none")]
        instances: Option<usize>,
        /// Sets of messages that were routed one after the other.
        sets: usize,
        /// The most phases of a set. The lists have an entry for each phase of the first set, then of the second.
        phases: usize,
        leftovers: Vec<u32>,
        leftovers_are: &'static str,
        /// How often the groups went round in every phase.
        tours: Vec<u64>,
        /// Rows and columns of the grid of tiles in every phase.
        tiles: Vec<(usize, usize)>,
        /// Rows and columns of the largest block in every phase.
        blocks: Vec<(usize, usize)>,
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
        leftovers_are: &'static str,
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
        /// By survey, of which there is one after the second phase and after each later one.
        leftovers: Vec<u32>,
        leftovers_are: &'static str,
        /// Bands of rows in every phase.
        bands: Vec<usize>,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    DeterministicPaper {
        /// Replicas of a packet, and migrations of an iteration.
        instances: usize,
        alpha: usize,
        /// Whether α was given, is certified, or the default since nothing is.
        alpha_is: &'static str,
        /// Whether λ constrains nothing, since there are more replicas of a packet than tiles.
        vacuous: bool,
        classes: usize,
        /// The most phases of a class. The next lists have an entry for each.
        phases: usize,
        /// Of all classes together.
        leftovers: Vec<u32>,
        leftovers_are: &'static str,
        /// The most packets alive for a block after a phase, and how many there can be; null if nothing is certain.
        alive: Vec<u32>,
        alive_at_most: Vec<Option<u32>>,
        /// Lemma 4 as the paper has it: c/(r·bⁱ⁻¹) packets after phase i.
        lemma_4: Vec<f64>,
        /// Whether the bound is 0 since every group is served whole, whatever the expansion.
        groups_served_whole: Vec<bool>,
        /// The first phase of a class in which more were alive than there can be.
        #[serde(skip)]
        broken_bound: Option<DeterministicPaperPhase>,
        /// Migrations of a visit.
        migrations: Vec<usize>,
        /// Rows and columns of the grid of tiles, and of the largest block, for the congestion or for every guess.
        tiles: Vec<(usize, usize)>,
        blocks: Vec<(usize, usize)>,
        /// Whether c ≥ log₂⁴ n, as the theorem supposes.
        in_range: bool,
        /// Whether the packets toured the whole mesh instead.
        fallback: bool,
        /// Guesses at the congestion, if it is unknown.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        guesses: Vec<usize>,
    },
    Rounds {
        instances: usize,
        schedule: &'static str,
        rounds: usize,
        leftovers: Vec<u32>,
        leftovers_are: &'static str,
        /// Rows and columns of the grid of tiles in every round.
        tiles: Vec<(usize, usize)>,
        /// Rows and columns of a block in every round.
        blocks: Vec<(usize, usize)>,
        /// Permutations, for each round of a stage or for all.
        permutations: usize,
        /// Rounds that are enough for the permutations that `guaranteed_for` names; null if nothing is guaranteed, as for permutations
        /// from files.
        guaranteed_rounds: Option<u64>,
        guaranteed_for: Option<&'static str>,
        /// The guess at the congestion, if it is unknown.
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

impl Chosen {
    /// What was left, and of what, if phases leave something.
    pub(crate) fn leftovers(&self) -> Option<(&[u32], &'static str)> {
        match self {
            Self::Paper { leftovers, leftovers_are, .. }
            | Self::Tuned { leftovers, leftovers_are, .. }
            | Self::Sweep { leftovers, leftovers_are, .. }
            | Self::DeterministicPaper { leftovers, leftovers_are, .. }
            | Self::Rounds { leftovers, leftovers_are, .. } => Some((leftovers, leftovers_are)),
            Self::Nothing {} | Self::Buffered { .. } | Self::Unicast { .. } => None,
        }
    }

    /// How many phases or rounds there were, of an algorithm that has them.
    pub(crate) fn phases(&self) -> Option<usize> {
        match *self {
            Self::Paper { phases, .. }
            | Self::Tuned { phases, .. }
            | Self::Sweep { phases, .. }
            | Self::DeterministicPaper { phases, .. } => Some(phases),
            Self::Rounds { rounds, .. } | Self::Unicast { rounds, .. } => Some(rounds),
            Self::Nothing {} | Self::Buffered { .. } => None,
        }
    }

    /// Those of some flags that made no difference with so much congestion: the whole mesh was toured, or was the only tile.
    pub(crate) fn not_used(&self, flags: &[&'static str], congestion: usize) -> Vec<&'static str> {
        let idle: &[&str] = match self {
            Self::Paper { phases: 0, .. } => &["--instances"],
            Self::DeterministicPaper { phases: 0, .. } => {
                &["--instances", "--alpha", "--marking", "--permutations"]
            }
            // Otherwise another schedule might have more tiles.
            Self::Rounds { permutations: 0, guesses, .. }
                if congestion <= 1 && guesses.is_empty() =>
            {
                &["--schedule", "--stored-words", "--permutations"]
            }
            Self::Rounds { permutations: 0, .. } => &["--stored-words", "--permutations"],
            _ => &[],
        };
        flags.iter().copied().filter(|flag| idle.contains(flag)).collect()
    }

    /// What an algorithm found out that it had excluded.
    pub(crate) fn complaint(&self) -> Option<String> {
        let Self::DeterministicPaper { broken_bound: Some(broken), .. } = self else { return None };
        let &DeterministicPaperPhase { class, phase, alive, bound, .. } = broken;
        let most = bound?;
        let after = format!("phase {} of class {}", phase + 1, class + 1);
        Some(format!(
            "expected at most {most} packets alive for a block after {after}, found {alive}"
        ))
    }

    /// Guesses at the congestion, if it is unknown.
    pub(crate) fn guesses(&self) -> &[usize] {
        match self {
            Self::Buffered { guesses, .. }
            | Self::Paper { guesses, .. }
            | Self::Tuned { guesses, .. }
            | Self::Sweep { guesses, .. }
            | Self::DeterministicPaper { guesses, .. }
            | Self::Rounds { guesses, .. }
            | Self::Unicast { guesses, .. } => guesses,
            Self::Nothing {} => &[],
        }
    }
}

impl From<()> for Chosen {
    fn from((): ()) -> Self {
        Self::Nothing {}
    }
}

impl From<AutoRun> for Chosen {
    fn from(run: AutoRun) -> Self {
        match run {
            AutoRun::Hamiltonian => Self::from(()),
            AutoRun::Tuned(run) => Self::from(run),
            AutoRun::Sweep(run) => Self::from(run),
            AutoRun::Unicast(run) => Self::from(run),
        }
    }
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
            instances: (!phases.is_empty()).then_some(instances),
            sets,
            phases: phases.iter().map(|phase| phase.phase + 1).max().unwrap_or(0),
            leftovers: phases.iter().map(|phase| phase.left).collect(),
            leftovers_are: "deliveries",
            tours: phases.iter().map(|phase| phase.tours).collect(),
            tiles: phases.iter().map(|phase| (phase.tiles_down, phase.tiles_across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
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
            leftovers_are: "packets",
            tiles: phases.iter().map(|phase| (phase.down, phase.across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            guesses: run.guesses,
        }
    }
}

impl From<SweepRun> for Chosen {
    fn from(run: SweepRun) -> Self {
        let SweepRun { bands, leftovers, guesses } = run;
        let leftovers_are = "times passed over in one column";
        Self::Sweep { instances: 1, phases: bands.len(), leftovers, leftovers_are, bands, guesses }
    }
}

impl From<DeterministicPaperRun> for Chosen {
    fn from(run: DeterministicPaperRun) -> Self {
        let of = |phase: usize| run.phases.iter().filter(move |found| found.phase == phase);
        let numbers = || 0..run.most_phases();
        let used = run.phases.iter().map(|phase| phase.guess + 1).max().unwrap_or(0);
        let used = &run.guesses[..used];
        let bound = |phase| {
            let bounds = of(phase).map(|found| found.bound).collect::<Option<Vec<u32>>>();
            bounds.and_then(|bounds| bounds.into_iter().max())
        };
        let most = |of_classes: &mut dyn Iterator<Item = f64>| of_classes.fold(0.0, f64::max);
        Self::DeterministicPaper {
            instances: run.instances,
            alpha: run.alpha,
            alpha_is: match run.alpha_is {
                AlphaIs::Given => "given",
                AlphaIs::Certified => "certified",
                AlphaIs::Default => "default",
            },
            vacuous: run.vacuous,
            classes: run.classes(),
            phases: run.most_phases(),
            leftovers: numbers().map(|phase| of(phase).map(|found| found.left).sum()).collect(),
            leftovers_are: "deliveries",
            alive: numbers().filter_map(|phase| of(phase).map(|found| found.alive).max()).collect(),
            alive_at_most: numbers().map(bound).collect(),
            lemma_4: numbers()
                .map(|phase| most(&mut of(phase).map(|found| found.lemma_4)))
                .collect(),
            groups_served_whole: numbers()
                .map(|phase| of(phase).all(|found| found.serves_all))
                .collect(),
            broken_bound: run.broken_bound().copied(),
            migrations: numbers()
                .filter_map(|phase| of(phase).map(|found| found.migrations).max())
                .collect(),
            tiles: used.iter().map(|guess| guess.tiles).collect(),
            blocks: used.iter().map(|guess| guess.block).collect(),
            in_range: run.in_range,
            fallback: run.fallback,
            guesses: if run.knows_congestion {
                Vec::new()
            } else {
                used.iter().map(|guess| guess.congestion).collect()
            },
        }
    }
}

impl From<RoundsRun> for Chosen {
    fn from(run: RoundsRun) -> Self {
        let rounds = &run.rounds;
        Self::Rounds {
            instances: 1,
            schedule: ScheduleName::from(run.pace).name(),
            rounds: rounds.len(),
            leftovers: run.leftovers(),
            leftovers_are: "packets",
            tiles: rounds.iter().map(|round| (round.down, round.across)).collect(),
            blocks: rounds.iter().map(|round| (round.block_rows, round.block_cols)).collect(),
            permutations: run.permutations,
            guaranteed_rounds: run.guaranteed.map(|guaranteed| guaranteed.rounds),
            guaranteed_for: run.guaranteed.map(|guaranteed| match guaranteed.assumes {
                Assumption::Nothing => ANY_PERMUTATIONS,
                Assumption::RandomPermutations => {
                    "uniformly random permutations, all but 2^-20 of them"
                }
            }),
            guesses: run.guess.into_iter().collect(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::DeterministicPaperGuess;

    #[test]
    fn a_bound_that_one_class_breaks_is_not_hidden_by_another() {
        let phase = |class, alive, bound| {
            let (guess, begins, phase, left) = (0, true, 0, 9);
            let (migrations, serves_all) = (4, false);
            DeterministicPaperPhase {
                class,
                guess,
                begins,
                phase,
                migrations,
                serves_all,
                left,
                alive,
                bound,
                lemma_4: 4.0 / 3.0,
            }
        };
        let guess = DeterministicPaperGuess { congestion: 4, tiles: (2, 2), block: (2, 4) };
        let complaint = |phases: Vec<DeterministicPaperPhase>| {
            let run = DeterministicPaperRun {
                fallback: false,
                instances: 3,
                alpha: 4,
                alpha_is: AlphaIs::Certified,
                vacuous: false,
                in_range: false,
                knows_congestion: true,
                guesses: vec![guess],
                phases,
            };
            Chosen::from(run).complaint()
        };
        assert_eq!(complaint(vec![phase(0, 5, Some(5)), phase(1, 9, None)]), None);
        let broken = [phase(0, 5, None), phase(1, 6, Some(5)), phase(2, 3, Some(7))];
        let expected =
            "expected at most 5 packets alive for a block after phase 1 of class 2, found 6";
        assert_eq!(complaint(broken.to_vec()).as_deref(), Some(expected));
    }
}
