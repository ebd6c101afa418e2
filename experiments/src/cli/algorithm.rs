//! The flags that choose an algorithm.

use super::numbers;
use crate::algorithm::{Algorithm, Ignorance};
use crate::failure::Failure;
use crate::input::{Printed, read_permutation};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use meshcast_algorithms::{Congestion, Pace, Permutation, Schedule, StoredWords};
use meshcast_engine::Shape;
use std::path::PathBuf;

/// The most migrations a visit that can be asked for; the proof of Theorem 3 has 150.
const MOST_INSTANCES: usize = 256;

/// An algorithm, its variant and its parameters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct AlgorithmArgs {
    /// The algorithm.
    #[arg(long = "algorithm", value_name = "NAME", value_parser = name_parser())]
    named: Algorithm,
    /// The variant of randomized [default: tuned] or deterministic [default: rounds]
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// The parameter r of randomized --variant paper: migrations a visit [default: 3 to 5, by the size of a block]; the
    /// other variants have one.
    #[arg(long, value_name = "r", value_parser = numbers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    instances: Option<usize>,
    /// How many tiles the rounds of deterministic have [default: fixed]
    #[arg(long, value_enum, value_name = "NAME")]
    schedule: Option<ScheduleName>,
    /// Whether deterministic stores a permutation for every round, or one for all [default: all]
    #[arg(long, value_enum, value_name = "all|one")]
    stored_words: Option<WordsName>,
    /// The permutations of deterministic, for rounds 1, 2, ...: .npy files of int64 or uint32, a number a node
    /// [default: drawn from the seed]
    #[arg(long, value_name = "FILE.npy", num_args = 1..)]
    permutations: Vec<PathBuf>,
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
    /// Along rows and columns of bands instead of tiles; measured, not proved.
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

/// What the numbers of tiles follow, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ScheduleName {
    /// c tiles in all rounds.
    #[default]
    Fixed,
    /// c tiles at first, then a quarter, a sixteenth and so on, after rounds that are computed before.
    Shrink,
    /// The same with as few tiles as pays.
    Overload,
    /// After each round as few tiles as what is left asks for: it is counted.
    Adaptive,
}

impl ScheduleName {
    fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Shrink => "shrink",
            Self::Overload => "overload",
            Self::Adaptive => "adaptive",
        }
    }

    fn pace(self) -> Pace {
        match self {
            Self::Fixed => Pace::Set(Schedule::Fixed),
            Self::Shrink => Pace::Set(Schedule::Shrink),
            Self::Overload => Pace::Set(Schedule::Overload),
            Self::Adaptive => Pace::Adaptive,
        }
    }
}

/// How many permutations are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum WordsName {
    /// One for each round of a stage.
    #[default]
    All,
    /// One, which is rotated within segments from round to round; its guarantee is a sketch.
    One,
}

impl WordsName {
    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One => "one",
        }
    }

    fn words(self) -> StoredWords {
        match self {
            Self::All => StoredWords::All,
            Self::One => StoredWords::One,
        }
    }
}

impl AlgorithmArgs {
    /// The algorithm that the flags ask for.
    pub(crate) fn algorithm(&self) -> Result<Algorithm, Failure> {
        let algorithm = match self.variant {
            None => self.named,
            Some(variant) => {
                let is_meant = |algorithm: &Algorithm| {
                    algorithm.name() == self.named.name()
                        && algorithm.variant() == Some(variant.name())
                };
                let found = Algorithm::ALL.into_iter().find(is_meant);
                found.ok_or_else(|| self.misplaced("--variant", variant.name()))?
            }
        };
        self.check_rounds(algorithm)?;
        match (algorithm, self.instances) {
            (Algorithm::Paper { .. }, instances) => Ok(Algorithm::Paper { instances }),
            (Algorithm::Rounds { .. }, None | Some(1)) => Ok(Algorithm::Rounds {
                pace: self.schedule.unwrap_or_default().pace(),
                words: self.stored_words.unwrap_or_default().words(),
            }),
            (_, None) | (Algorithm::Tuned | Algorithm::Sweep, Some(1)) => Ok(algorithm),
            (Algorithm::Tuned | Algorithm::Sweep | Algorithm::Rounds { .. }, Some(found)) => {
                Err(Failure::OneInstance { name: algorithm.label(), found })
            }
            (_, Some(found)) => Err(self.misplaced("--instances", &found.to_string())),
        }
    }

    /// Refuses flags of `rounds` with another algorithm.
    fn check_rounds(&self, algorithm: Algorithm) -> Result<(), Failure> {
        if matches!(algorithm, Algorithm::Rounds { .. }) {
            return Ok(());
        }
        let file = self.permutations.first().map(|file| file.to_string_lossy());
        let flags = [
            ("--schedule", self.schedule.map(|schedule| schedule.name().to_owned())),
            ("--stored-words", self.stored_words.map(|words| words.name().to_owned())),
            ("--permutations", file.map(|file| Printed::of(&file).to_string())),
        ];
        let found = flags.into_iter().find_map(|(flag, found)| Some((flag, found?)));
        found.map_or(Ok(()), |(flag, found)| Err(self.misplaced(flag, &found)))
    }

    /// The permutations that the flags name, for nodes of `shape`.
    pub(crate) fn permutations(&self, shape: Shape) -> Result<Vec<Permutation>, Failure> {
        let (files, nodes) = (&self.permutations, shape.nodes());
        if self.stored_words == Some(WordsName::One) && files.len() > 1 {
            return Err(Failure::OnePermutation { found: files.len() });
        }
        let read = |path: &PathBuf| {
            let permutation = read_permutation(path)?.permutation;
            let (file, found) = (Printed::of(&path.to_string_lossy()), permutation.len());
            let fits = found == nodes;
            if fits {
                Ok(permutation)
            } else {
                Err(Failure::PermutationLength { file, nodes, found })
            }
        };
        files.iter().map(read).collect()
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
            (false, Some(by)) if self.named.ignorance() != Ignorance::Guesses => {
                Err(self.misplaced("--congestion-by", by.name()))
            }
            (false, by) => Ok(match by.unwrap_or_default() {
                Guessing::Doubling => Congestion::Doubled,
                Guessing::Counting => Congestion::Counted,
            }),
        }
    }

    fn misplaced(&self, flag: &'static str, found: &str) -> Failure {
        Failure::NotOfAlgorithm { flag, algorithm: self.named.name(), found: found.to_owned() }
    }
}

/// A parser of the names of algorithms, whatever their variants.
fn name_parser() -> impl TypedValueParser<Value = Algorithm> {
    let by_default = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_by_default());
    let values = by_default
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.description()));
    PossibleValuesParser::new(values).try_map(|name| named(&name))
}

/// A parser of the names of algorithms with their variants, as in `randomized:paper`.
pub(super) fn label_parser() -> impl TypedValueParser<Value = Algorithm> {
    let labels = Algorithm::ALL.into_iter().flat_map(|algorithm| {
        let name = algorithm.is_by_default().then_some(algorithm.name());
        let label = algorithm.variant().map(|_| algorithm.label());
        name.map(PossibleValue::new).into_iter().chain(label.map(PossibleValue::new))
    });
    PossibleValuesParser::new(labels).try_map(|label| named(&label))
}

/// The algorithm with this label, or the default variant of this name.
fn named(name: &str) -> Result<Algorithm, String> {
    let is_meant = |algorithm: &Algorithm| {
        algorithm.label() == name || algorithm.is_by_default() && algorithm.name() == name
    };
    let found = Algorithm::ALL.into_iter().find(is_meant);
    found.ok_or_else(|| format!("expected an algorithm, found {name}"))
}
