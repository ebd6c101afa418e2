//! The flags that choose an algorithm.

use super::numbers;
use crate::algorithm::{Algorithm, Ignorance};
use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use meshcast_algorithms::Congestion;

/// The most migrations a visit that can be asked for; the proof of Theorem 3 has 150.
const MOST_INSTANCES: usize = 256;

/// An algorithm, its variant and its parameters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct AlgorithmArgs {
    /// The algorithm.
    #[arg(long = "algorithm", value_name = "NAME", value_parser = name_parser())]
    named: Algorithm,
    /// The variant of randomized [default: tuned]
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// The parameter r of randomized --variant paper: migrations a visit [default: 3 to 5, by the size of a block]; the
    /// other variants have one.
    #[arg(long, value_name = "r", value_parser = numbers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    instances: Option<usize>,
    /// Whether all nodes know the congestion. If not, buffered and unicast take the average for it, randomized and auto
    /// guess; hamiltonian and the greedy ones need none. Results say what was known, and the guesses.
    #[arg(long, value_name = "true|false", default_value_t = true, action = ArgAction::Set)]
    congestion_known: bool,
    /// How randomized and auto guess a congestion that is not known [default: counting]
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
}

impl Variant {
    /// The algorithm in this variant.
    fn algorithm(self) -> Algorithm {
        match self {
            Self::Paper => Algorithm::Paper { instances: None },
            Self::Tuned => Algorithm::Tuned,
            Self::Sweep => Algorithm::Sweep,
        }
    }
}

impl AlgorithmArgs {
    /// The algorithm that the flags ask for.
    pub(crate) fn algorithm(&self) -> Result<Algorithm, Failure> {
        if let (Some(variant), None) = (self.variant, self.named.variant()) {
            return Err(
                self.misplaced("--variant", variant.algorithm().variant().unwrap_or_default())
            );
        }
        let algorithm = self.variant.map_or(self.named, Variant::algorithm);
        match (algorithm, self.instances) {
            (Algorithm::Paper { .. }, instances) => Ok(Algorithm::Paper { instances }),
            (_, None) | (Algorithm::Tuned | Algorithm::Sweep, Some(1)) => Ok(algorithm),
            (Algorithm::Tuned | Algorithm::Sweep, Some(found)) => {
                Err(Failure::OneInstance { name: algorithm.label(), found })
            }
            (_, Some(found)) => Err(self.misplaced("--instances", &found.to_string())),
        }
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
