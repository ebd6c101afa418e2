//! The flags that choose an algorithm.

use super::schedule::{ScheduleName, WordsName};
use super::{PermutationArgs, numbers};
use crate::algorithm::{Algorithm, Ignorance};
use crate::failure::Failure;
use crate::input::Printed;
use crate::message_set::MessageSet;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use meshcast_algorithms::{Congestion, Marks, Permutation};
use std::path::PathBuf;

/// The most migrations a visit that can be asked for; the proof of Theorem 3 has 150.
const MOST_INSTANCES: usize = 256;

/// An algorithm, its variant and its parameters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct AlgorithmArgs {
    /// The algorithm, with or without its variant.
    #[arg(long = "algorithm", value_name = "NAME", value_parser = named_parser())]
    named: Named,
    /// The variant of randomized [default: tuned] or deterministic [default: rounds]
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// The parameter r: of randomized --variant paper migrations a visit [default: 3 to 5, by the size of a block], of
    /// deterministic --variant paper replicas of a packet [default: log₂ n]; the other variants have one.
    #[arg(long, value_name = "r", value_parser = numbers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    instances: Option<usize>,
    /// The parameter α of deterministic --variant paper: migrations of an iteration [default: the least number with which
    /// Lemma 4 is certain, or 4]
    #[arg(long, value_name = "α", value_parser = numbers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    alpha: Option<usize>,
    /// How replicas of deterministic --variant paper are marked [default: literal]
    #[arg(long, value_enum, value_name = "literal|lean")]
    marking: Option<MarksName>,
    /// How many tiles the rounds of deterministic have [default: fixed]
    #[arg(long, value_enum, value_name = "NAME")]
    schedule: Option<ScheduleName>,
    /// Whether deterministic stores a permutation for every round, or one for all [default: all]
    #[arg(long, value_enum, value_name = "all|one")]
    stored_words: Option<WordsName>,
    #[command(flatten)]
    permutations: PermutationArgs,
    /// Whether all nodes know the congestion. If not, buffered and unicast take the average for it, randomized, deterministic
    /// and auto guess; hamiltonian and the greedy ones need none. Results say what was known, and the guesses.
    #[arg(long, value_name = "true|false", default_value_t = true, action = ArgAction::Set)]
    congestion_known: bool,
    /// How randomized, deterministic and auto guess a congestion that is not known [default: counting]
    #[arg(long, value_enum)]
    congestion_by: Option<Guessing>,
}

/// A way to guess the congestion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Guessing {
    /// From the average on, four times as high as long as guesses are too low.
    Doubling,
    /// From what is counted in blocks of about √n nodes.
    #[default]
    Counting,
}

impl Guessing {
    fn name(self) -> &'static str {
        match self {
            Self::Doubling => "doubling",
            Self::Counting => "counting",
        }
    }
}

/// A variant of an algorithm by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Variant {
    /// Step by step as the paper has it.
    Paper,
    /// The same idea with less waste.
    Tuned,
    /// Along rows and columns of bands instead of tiles, from random places or a stored permutation's; measured, not proved.
    Sweep,
    /// A new place for every packet in every round, as stored permutations say; proved.
    Rounds,
}

impl Variant {
    fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Tuned => "tuned",
            Self::Sweep => "sweep",
            Self::Rounds => "rounds",
        }
    }
}

/// How replicas learn what has been visited, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarksName {
    /// Clones bring it back, by a sort, scans and a routing.
    #[default]
    Literal,
    /// They are marked when they are selected.
    Lean,
}

impl MarksName {
    /// The name on the command line and in plans.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Lean => "lean",
        }
    }

    /// What they are to the algorithm.
    pub(crate) fn marks(self) -> Marks {
        match self {
            Self::Literal => Marks::Literal,
            Self::Lean => Marks::Lean,
        }
    }
}

impl From<Marks> for MarksName {
    fn from(marks: Marks) -> Self {
        match marks {
            Marks::Literal => Self::Literal,
            Marks::Lean => Self::Lean,
        }
    }
}

impl AlgorithmArgs {
    /// The algorithm that the flags ask for.
    pub(crate) fn algorithm(&self) -> Result<Algorithm, Failure> {
        let algorithm = self.named.in_variant(self.variant)?;
        self.check_stored(algorithm)?;
        match (algorithm, self.instances) {
            (Algorithm::Paper { .. }, instances) => Ok(Algorithm::Paper { instances }),
            (Algorithm::DeterministicPaper { .. }, instances) => {
                Ok(Algorithm::DeterministicPaper {
                    instances,
                    alpha: self.alpha,
                    marks: self.marking.unwrap_or_default().marks(),
                })
            }
            (Algorithm::Rounds { .. }, None | Some(1)) => Ok(Algorithm::Rounds {
                pace: self.schedule.unwrap_or_default().pace(),
                words: self.stored_words.unwrap_or_default().words(),
            }),
            (_, None) | (Algorithm::Tuned | Algorithm::Sweep | Algorithm::StoredSweep, Some(1)) => {
                Ok(algorithm)
            }
            (
                Algorithm::Tuned
                | Algorithm::Sweep
                | Algorithm::StoredSweep
                | Algorithm::Rounds { .. },
                Some(found),
            ) => Err(Failure::OneInstance { name: algorithm.label(), found }),
            (_, Some(found)) => Err(self.misplaced("--instances", &found.to_string())),
        }
    }

    /// Refuses flags of one variant of `deterministic` with another, or with other algorithms.
    fn check_stored(&self, algorithm: Algorithm) -> Result<(), Failure> {
        let rounds = matches!(algorithm, Algorithm::Rounds { .. });
        let paper = matches!(algorithm, Algorithm::DeterministicPaper { .. });
        let stores = rounds || paper || algorithm == Algorithm::StoredSweep;
        let file = self.permutations.first().map(|file| file.to_string_lossy());
        let flags = [
            ("--schedule", rounds, self.schedule.map(|schedule| schedule.name().to_owned())),
            ("--stored-words", rounds, self.stored_words.map(|words| words.name().to_owned())),
            ("--alpha", paper, self.alpha.map(|alpha| alpha.to_string())),
            ("--marking", paper, self.marking.map(|marks| marks.name().to_owned())),
            ("--permutations", stores, file.map(|file| Printed::of(&file).to_string())),
        ];
        let mut misplaced = flags.into_iter().filter(|&(_, fits, _)| !fits);
        match misplaced.find_map(|(flag, _, found)| Some((flag, found?))) {
            Some((flag, found)) if stores => {
                Err(Failure::NotOfAlgorithm { flag, algorithm: algorithm.label(), found })
            }
            Some((flag, found)) => Err(self.misplaced(flag, &found)),
            None => Ok(()),
        }
    }

    /// The files that the flags name.
    pub(crate) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        self.permutations.files()
    }

    /// Files with permutations that the flags name.
    pub(crate) fn permutation_files(&self) -> usize {
        self.permutations.count()
    }

    /// The permutations that the flags name, for `algorithm` on `set`.
    pub(crate) fn permutations(
        &self,
        algorithm: Algorithm,
        set: &MessageSet,
    ) -> Result<Vec<Permutation>, Failure> {
        self.permutations.load(algorithm, set, self.congestion()?)
    }

    /// The flags given that may turn out to be of no use on a message set.
    pub(crate) fn parameters(&self) -> Vec<&'static str> {
        let flags = [
            ("--instances", self.instances.is_some()),
            ("--alpha", self.alpha.is_some()),
            ("--marking", self.marking.is_some()),
            ("--schedule", self.schedule.is_some()),
            ("--stored-words", self.stored_words.is_some()),
            ("--permutations", self.permutations.first().is_some()),
        ];
        flags.into_iter().filter_map(|(flag, given)| given.then_some(flag)).collect()
    }

    /// What nodes know of the congestion.
    pub(crate) fn congestion(&self) -> Result<Congestion, Failure> {
        match (self.congestion_known, self.congestion_by) {
            (true, None) => Ok(Congestion::Known),
            (true, Some(_)) => Err(Failure::Misplaced {
                flag: "--congestion-by",
                needs: "--congestion-known false",
                with: "--congestion-known true",
            }),
            (false, Some(by)) if self.named.algorithm.ignorance() != Ignorance::Guesses => {
                Err(self.misplaced("--congestion-by", by.name()))
            }
            (false, by) => Ok(match by.unwrap_or_default() {
                Guessing::Doubling => Congestion::Doubled,
                Guessing::Counting => Congestion::Counted,
            }),
        }
    }

    fn misplaced(&self, flag: &'static str, found: &str) -> Failure {
        Failure::NotOfAlgorithm {
            flag,
            algorithm: self.named.algorithm.name(),
            found: found.to_owned(),
        }
    }
}

/// A parser of the names of algorithms, with or without their variants: `randomized`, `randomized:paper`.
fn named_parser() -> impl TypedValueParser<Value = Named> {
    let values = Algorithm::ALL.into_iter().flat_map(|algorithm| {
        let help = |name| PossibleValue::new(name).help(algorithm.description());
        let name = algorithm.is_by_default().then(|| help(algorithm.name()));
        let label = algorithm.variant().map(|_| PossibleValue::new(algorithm.label()));
        name.into_iter().chain(label)
    });
    PossibleValuesParser::new(values).try_map(|name| Named::of(&name))
}

/// The same parser, which yields the algorithm alone.
pub(super) fn label_parser() -> impl TypedValueParser<Value = Algorithm> {
    named_parser().map(|named| named.algorithm)
}

/// An algorithm as it was named.
#[derive(Clone, Copy, Debug)]
struct Named {
    algorithm: Algorithm,
    /// Whether the name has the variant in it.
    has_variant: bool,
}

impl Named {
    /// The algorithm with this label, or the default variant of this name.
    fn of(name: &str) -> Result<Self, String> {
        let is_meant = |algorithm: &Algorithm| {
            algorithm.label() == name || algorithm.is_by_default() && algorithm.name() == name
        };
        let found = Algorithm::ALL.into_iter().find(is_meant);
        let algorithm = found.ok_or_else(|| format!("expected an algorithm, found {name}"))?;
        Ok(Self { algorithm, has_variant: algorithm.name() != name })
    }

    /// The algorithm in the variant that a flag names.
    fn in_variant(self, variant: Option<Variant>) -> Result<Algorithm, Failure> {
        let Some(variant) = variant else { return Ok(self.algorithm) };
        let is_meant = |algorithm: &Algorithm| {
            algorithm.name() == self.algorithm.name() && algorithm.variant() == Some(variant.name())
        };
        let found = Algorithm::ALL.into_iter().find(is_meant);
        let found = found.ok_or_else(|| Failure::NotOfAlgorithm {
            flag: "--variant",
            algorithm: self.algorithm.name(),
            found: variant.name().to_owned(),
        })?;
        if self.has_variant && found != self.algorithm {
            let (algorithm, found) = (self.algorithm.label(), variant.name());
            return Err(Failure::TwoVariants { algorithm, found });
        }
        Ok(found)
    }
}
