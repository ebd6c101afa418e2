//! The algorithms: their names, what they need and how they are run.

use crate::message_set::MessageSet;
use crate::parameters::{Choice, Chosen};
use crate::run::Setting;
use meshcast_algorithms::{
    Auto, Buffered, Candidate, Congestion, DeterministicPaper, GreedyTree, GreedyUnicast,
    Hamiltonian, Marks, Multicast, Pace, Paper, Permutation, Permutations, Replication, Rounds,
    Schedule, StoredWords, Sweep, Tuned, Unicast,
};
use meshcast_engine::{Machine, Messages, Violation};
use std::sync::Arc;

/// An algorithm in one of its variants, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Hamiltonian,
    Buffered,
    /// With so many migrations a visit, or as many as suit the size of the blocks.
    Paper {
        instances: Option<usize>,
    },
    Tuned,
    Sweep,
    /// With so many replicas and migrations, or as many as suit the mesh and the permutation.
    DeterministicPaper {
        instances: Option<usize>,
        alpha: Option<usize>,
        marks: Marks,
    },
    /// The same from stored places.
    StoredSweep,
    /// With so many tiles in its rounds, and so many words stored for their places.
    Rounds {
        pace: Pace,
        words: StoredWords,
    },
    Unicast,
    GreedyUnicast,
    GreedyTree,
    /// The one with the fewest expected steps of those with a constant buffer.
    Auto,
}

impl From<Candidate> for Algorithm {
    fn from(candidate: Candidate) -> Self {
        match candidate {
            Candidate::Hamiltonian => Self::Hamiltonian,
            Candidate::Tuned => Self::Tuned,
            Candidate::Sweep => Self::Sweep,
            Candidate::Unicast => Self::Unicast,
        }
    }
}

impl Algorithm {
    /// Every algorithm, in the order of tables.
    pub(crate) const ALL: [Self; 12] = [
        Self::Hamiltonian,
        Self::Buffered,
        Self::Paper { instances: None },
        Self::Tuned,
        Self::Sweep,
        Self::DeterministicPaper { instances: None, alpha: None, marks: Marks::Literal },
        Self::Rounds { pace: Pace::Set(Schedule::Fixed), words: StoredWords::All },
        Self::StoredSweep,
        Self::Unicast,
        Self::GreedyUnicast,
        Self::GreedyTree,
        Self::Auto,
    ];

    /// The name with the variant, if it has several, as in comparisons.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Hamiltonian => "hamiltonian",
            Self::Buffered => "buffered",
            Self::Paper { .. } => "randomized:paper",
            Self::Tuned => "randomized:tuned",
            Self::Sweep => "randomized:sweep",
            Self::DeterministicPaper { .. } => "deterministic:paper",
            Self::Rounds { .. } => "deterministic:rounds",
            Self::StoredSweep => "deterministic:sweep",
            Self::Unicast => "unicast",
            Self::GreedyUnicast => "greedy-unicast",
            Self::GreedyTree => "greedy-tree",
            Self::Auto => "auto",
        }
    }

    /// The name on the command line and in results, the same for all variants.
    pub(crate) fn name(self) -> &'static str {
        self.label().split_once(':').map_or(self.label(), |(name, _)| name)
    }

    /// The variant, of an algorithm that has several.
    pub(crate) fn variant(self) -> Option<&'static str> {
        self.label().split_once(':').map(|(_, variant)| variant)
    }

    /// Whether its name alone means this variant.
    pub(crate) fn is_by_default(self) -> bool {
        matches!(self.variant(), None | Some("tuned" | "rounds"))
    }

    /// The idea in a few words.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Hamiltonian => {
                "Every message tours the whole mesh, a copy each way round: about n steps, whatever the messages"
            }
            Self::Buffered => {
                "Packets are replicated into c tiles, cloned there for every destination and routed: O(√(cn)) steps, \
                 buffers of O(c)"
            }
            Self::Paper { .. } | Self::Tuned | Self::Sweep => {
                "Random groups of packets visit all tiles and leave copies where they are wanted: O(√(cn)) steps with \
                 high probability, buffers of a few packets"
            }
            Self::DeterministicPaper { .. } | Self::Rounds { .. } | Self::StoredSweep => {
                "Groups by stored permutations visit all tiles, new ones in every round or of several replicas: the same run \
                 whatever the seed once they are stored, buffers of a few packets"
            }
            Self::Unicast => {
                "A packet for every destination, d rounds of groups that visit all tiles: about √(dcn) steps, buffers of a \
                 few packets"
            }
            Self::GreedyUnicast => {
                "A packet for every destination, along its row and its column, first come, first served, unlimited buffers"
            }
            Self::GreedyTree => {
                "Every message spreads over a tree of a row and columns, first come, first served, unlimited buffers"
            }
            Self::Auto => {
                "Of hamiltonian, randomized (tuned or sweep) and unicast the one with the fewest expected steps for this \
                 n, c and d"
            }
        }
    }

    /// Whether its buffers hold a few packets whatever the mesh and the messages.
    pub(crate) fn has_constant_buffer(self) -> bool {
        match self {
            Self::Hamiltonian
            | Self::Paper { .. }
            | Self::Tuned
            | Self::Sweep
            | Self::DeterministicPaper { .. }
            | Self::StoredSweep
            | Self::Rounds { .. }
            | Self::Unicast
            | Self::Auto => true,
            Self::Buffered | Self::GreedyUnicast | Self::GreedyTree => false,
        }
    }

    /// What it does where no node knows the congestion.
    pub(crate) fn ignorance(self) -> Ignorance {
        match self {
            Self::Hamiltonian | Self::GreedyUnicast | Self::GreedyTree => Ignorance::NeedsNothing,
            Self::Buffered | Self::Unicast => Ignorance::TakesAverage,
            Self::Paper { .. }
            | Self::Tuned
            | Self::Sweep
            | Self::DeterministicPaper { .. }
            | Self::StoredSweep
            | Self::Rounds { .. }
            | Self::Auto => Ignorance::Guesses,
        }
    }

    /// Whether it may deliver a message to one node more than once: the output queue drops what it has.
    pub(crate) fn repeats_deliveries(self) -> bool {
        matches!(self, Self::DeterministicPaper { .. })
    }

    /// Why it is not compared with others on `set` unless it is named, if so: it would take too long.
    pub(crate) fn is_slow(self, set: &MessageSet) -> Option<String> {
        /// Nodes up to which a run takes seconds.
        const MOST_NODES: usize = 1024;
        let Self::DeterministicPaper { instances, .. } = self else { return None };
        let known = Congestion::Known;
        // Without replicas it is no other than `hamiltonian`.
        let replicates =
            || DeterministicPaper::entries(set.shape, &set.messages, instances, known) > 0;
        (set.shape.nodes() > MOST_NODES && replicates()).then(|| {
            format!(
                "slow, on more than {MOST_NODES} nodes only if named, as in --algorithms {},auto",
                self.label()
            )
        })
    }

    /// Whether its groups are those of bands.
    pub(crate) fn is_sweep(self) -> bool {
        matches!(self, Self::Sweep | Self::StoredSweep)
    }

    /// Whether it stores permutations of the nodes.
    pub(crate) fn permutes_nodes(self) -> bool {
        matches!(self, Self::Rounds { .. } | Self::StoredSweep)
    }

    /// What its nodes know of the congestion, in a word, if it makes a difference.
    pub(crate) fn knowledge(self, congestion: Congestion) -> Option<&'static str> {
        match (self.ignorance(), congestion) {
            (Ignorance::NeedsNothing, _) => None,
            (_, Congestion::Known) => Some("known"),
            (Ignorance::TakesAverage, _) => Some("average"),
            (Ignorance::Guesses, Congestion::Doubled) => Some("doubled"),
            (Ignorance::Guesses, Congestion::Counted) => Some("counted"),
        }
    }

    /// What it has planned for `set` in a setting.
    pub(crate) fn plan(self, set: &MessageSet, setting: Setting<'_>) -> Plan {
        let (shape, messages) = (set.shape, &set.messages);
        let Setting { seed, congestion, .. } = setting;
        let (mut choice, mut stored_words, mut known_to_adversary) = (None, None, None);
        let planned: Box<dyn Planned> = match self {
            Self::Hamiltonian => Box::new(Hamiltonian::new(shape, Arc::clone(messages))),
            Self::Buffered => Box::new(Buffered::new(shape, messages).with_congestion(congestion)),
            Self::Paper { instances } => {
                Box::new(Paper::new(shape, messages, instances, seed).with_congestion(congestion))
            }
            Self::Tuned => Box::new(Tuned::new(shape, messages, seed).with_congestion(congestion)),
            Self::Sweep => Box::new(Sweep::new(shape, messages, seed).with_congestion(congestion)),
            Self::DeterministicPaper { instances, alpha, marks } => {
                // A second or so.
                const EFFORT: u64 = 1 << 28;
                let replication = Replication { instances, alpha, marks, effort: EFFORT };
                let entries = DeterministicPaper::entries(shape, messages, instances, congestion);
                let drawn = Permutation::random(entries, Permutations::seed(seed, 1));
                let stored = setting.permutations.first().filter(|_| entries > 0).unwrap_or(&drawn);
                let paper =
                    DeterministicPaper::new(shape, messages, &replication, stored, congestion);
                stored_words = Some(paper.stored_words());
                known_to_adversary = set.are_against(std::iter::once(stored));
                Box::new(paper)
            }
            Self::StoredSweep => {
                let drawn = || Permutation::random(shape.nodes(), Permutations::seed(seed, 1));
                let stored = setting.permutations.first().cloned().unwrap_or_else(drawn);
                known_to_adversary = set.are_against(std::iter::once(&stored));
                let sweep = Sweep::stored(shape, messages, stored);
                stored_words = Some(sweep.stored_words());
                Box::new(sweep.with_congestion(congestion))
            }
            Self::Rounds { pace, words } => {
                let rounds = Rounds::new(shape, messages, pace, setting.stored(words));
                let rounds = rounds.with_congestion(congestion);
                stored_words = Some(rounds.stored_words());
                known_to_adversary = set.are_against(rounds.places());
                Box::new(rounds)
            }
            Self::Unicast => {
                Box::new(Unicast::new(shape, messages, seed).with_congestion(congestion))
            }
            Self::GreedyUnicast => Box::new(GreedyUnicast::new(shape, messages)),
            Self::GreedyTree => Box::new(GreedyTree::new(shape, messages)),
            Self::Auto => {
                let auto = Auto::with_congestion(shape, messages, seed, congestion);
                choice = Some(Choice::of(auto.forecast()));
                Box::new(auto)
            }
        };
        Plan { planned, choice, stored_words, known_to_adversary }
    }
}

/// What an algorithm does where no node knows the congestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ignorance {
    /// It needs no congestion.
    NeedsNothing,
    /// It takes the average number of messages for a node in its place, and finds out more as it goes.
    TakesAverage,
    /// It guesses, in one way or another.
    Guesses,
}

/// The name of an algorithm with its variant.
pub(crate) fn label(name: &str, variant: Option<&str>) -> String {
    variant.map_or_else(|| name.to_owned(), |variant| format!("{name}:{variant}"))
}

/// A plan for a message set.
pub(crate) struct Plan {
    pub(crate) planned: Box<dyn Planned>,
    /// Why, if it was chosen among others.
    pub(crate) choice: Option<Choice>,
    /// Words that a node stores for permutations, of an algorithm that has some.
    pub(crate) stored_words: Option<usize>,
    /// Whether the adversary who chose the messages knows by which permutations it forms groups, if there is one and it has
    /// some.
    pub(crate) known_to_adversary: Option<bool>,
}

/// What an algorithm has planned for a message set.
pub(crate) trait Planned {
    /// Packets that a buffer must hold, if there is a limit.
    fn capacity(&self) -> Option<usize>;

    /// The messages as their headers list them.
    fn messages(&self) -> Arc<Messages>;

    /// Runs it; what it chose and found out.
    fn run(&self, machine: &mut Machine) -> Result<Chosen, Violation>;
}

impl<A: Multicast<Run: Into<Chosen>>> Planned for A {
    fn capacity(&self) -> Option<usize> {
        Multicast::capacity(self)
    }

    fn messages(&self) -> Arc<Messages> {
        Multicast::messages(self)
    }

    fn run(&self, machine: &mut Machine) -> Result<Chosen, Violation> {
        Multicast::run(self, machine).map(Into::into)
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::{Workload, generate};
    use meshcast_engine::{AuditLevel, CostModel, Mode, Shape};
    use std::collections::BTreeSet;

    #[test]
    fn every_algorithm_has_a_label_of_its_own_and_every_name_a_default() {
        let labels: BTreeSet<&str> = Algorithm::ALL.map(Algorithm::label).into();
        assert_eq!(labels.len(), Algorithm::ALL.len());
        for algorithm in Algorithm::ALL {
            let same = Algorithm::ALL.into_iter().filter(|other| other.name() == algorithm.name());
            assert_eq!(same.filter(|other| other.is_by_default()).count(), 1, "{algorithm:?}");
        }
    }

    const ROUNDS: Algorithm =
        Algorithm::Rounds { pace: Pace::Set(Schedule::Fixed), words: StoredWords::All };

    /// A uniform set on a square of this side, against these permutations.
    fn uniform(side: usize, congestion: usize, against: Vec<Permutation>) -> MessageSet {
        let messages = generate(Workload::Uniform, side, None, Some(congestion), 1);
        let messages = Arc::new(messages.expect("in range"));
        let shape = Shape::new(side, side).expect("small");
        MessageSet { source: "uniform".to_owned(), shape, messages, against }
    }

    /// n = 256: places of rounds, the one permutation of a sweep, and that of replicas, two a packet.
    #[test]
    fn the_adversary_knows_what_groups_follow_from() {
        let stored = |number| Permutation::random(256, Permutations::seed(1, number));
        let known = |algorithm: Algorithm, against: Vec<Permutation>| {
            let setting = Setting {
                model: CostModel::default(),
                mode: Mode::Step,
                audit: AuditLevel::Peak,
                threads: 1,
                seed: 1,
                congestion: Congestion::Known,
                permutations: &[],
                flags: &[],
            };
            algorithm.plan(&uniform(16, 16, against), setting).known_to_adversary
        };
        let marks = Marks::Lean;
        let paper = Algorithm::DeterministicPaper { instances: Some(2), alpha: Some(1), marks };
        for algorithm in [ROUNDS, Algorithm::StoredSweep, paper] {
            assert_eq!(known(algorithm, Vec::new()), None);
            assert_eq!(known(algorithm, vec![stored(1)]), Some(true), "{algorithm:?}");
            assert_eq!(known(algorithm, vec![Permutation::random(256, 9)]), Some(false));
            let both = known(algorithm, vec![stored(2), stored(1)]);
            assert_eq!(both, Some(algorithm == ROUNDS), "{algorithm:?}");
        }
        // No round has so many permutations.
        assert_eq!(known(ROUNDS, vec![stored(100)]), Some(false));
        assert_eq!(known(Algorithm::Tuned, vec![stored(1)]), None);
        let one = Algorithm::Rounds { pace: Pace::Adaptive, words: StoredWords::One };
        let drawn = Permutations::Drawn { words: StoredWords::One, seed: 1 };
        let set = uniform(16, 16, Vec::new());
        let rounds = Rounds::new(set.shape, &set.messages, Pace::Adaptive, drawn);
        assert_eq!(known(one, rounds.places().collect()), Some(true));
        assert_eq!(known(one, vec![stored(1)]), Some(false), "no round has packets there");
    }
}
