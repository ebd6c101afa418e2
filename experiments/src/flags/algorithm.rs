//! Reads the flags that choose an algorithm.

use super::error::FlagError;
use super::{PermutationArgs, number_parsers};
use crate::catalogue::{
    self, Algorithm, Flag, Ignorance, MOST_INSTANCES, MarksName, Parameters, ScheduleName,
    WordsName,
};
use crate::readable::Printed;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use meshcast_algorithms::Congestion;
use std::path::PathBuf;

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
    /// The parameter r: of randomized --variant paper migrations a visit [default: as many as are expected
    /// to be enough, 3 if c is unknown], of deterministic --variant paper replicas of a packet [default: the most for
    /// ⌊log₂ n⌋ classes]; the other variants have one.
    #[arg(long, value_name = "r", value_parser = number_parsers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    instances: Option<usize>,
    /// The parameter α of deterministic --variant paper: migrations of an iteration [default: the least number with which
    /// Lemma 4 is certain, or 4]
    #[arg(long, value_name = "α", value_parser = number_parsers::from_1_to(MOST_INSTANCES))]
    #[arg(allow_negative_numbers = true)]
    alpha: Option<usize>,
    /// How replicas of deterministic --variant paper are marked [default: literal]
    #[arg(long, value_enum, value_name = "literal|lean")]
    marking: Option<MarksName>,
    /// How many tiles the rounds of deterministic have [default: adaptive]
    #[arg(long, value_enum, value_name = "NAME")]
    schedule: Option<ScheduleName>,
    /// Whether deterministic stores a permutation for every round, or one for all [default: all]
    #[arg(long, value_enum, value_name = "all|one")]
    stored_words: Option<WordsName>,
    /// The order of the field of deterministic --variant explicit, a prime power: as many tiles as that [default: the order that is
    /// expected to take the fewest steps, of those whose certified steps are about the fewest]
    #[arg(long, value_name = "q", value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    field: Option<u64>,
    #[command(flatten)]
    permutations: PermutationArgs,
    /// Whether all nodes know the congestion. If not, buffered, unicast and randomized:slotted take the average for it, the others
    /// of randomized, deterministic and auto guess; hamiltonian and the greedy ones need none. Results say what was known, and the
    /// guesses.
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
    /// Phases that are proved to be enough for every message set, but with a chance of 2^-20.
    Certified,
    /// A sweep whose copies board trains, with phases that are proved in the same way, and fewer steps.
    Slotted,
    /// A new place for every packet in every round, as stored permutations say; proved.
    Rounds,
    /// The same with groups by polynomials that nodes compute, nothing stored; certified for every message set.
    Explicit,
}

impl Variant {
    fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Tuned => "tuned",
            Self::Sweep => "sweep",
            Self::Certified => "certified",
            Self::Slotted => "slotted",
            Self::Rounds => "rounds",
            Self::Explicit => "explicit",
        }
    }
}

impl AlgorithmArgs {
    /// The algorithm that the flags ask for.
    pub(crate) fn algorithm(&self) -> Result<Algorithm, FlagError> {
        let algorithm = self.named.in_variant(self.variant)?;
        for (flag, found) in self.given() {
            // Variants without a parameter r have one instance, which may be said.
            let is_single = flag == Flag::Instances && algorithm.variant().is_some();
            if algorithm.has(flag) || is_single && found == "1" {
                continue;
            }
            if is_single {
                let (name, found) = (algorithm.label(), self.instances.unwrap_or_default());
                return Err(FlagError::OneInstance { name, found });
            }
            return Err(misplaced(algorithm, flag, found));
        }
        Ok(algorithm.with(Parameters {
            instances: self.instances.filter(|_| algorithm.has(Flag::Instances)),
            alpha: self.alpha,
            marking: self.marking.unwrap_or_default(),
            schedule: self.schedule.unwrap_or_default(),
            stored_words: self.stored_words.unwrap_or_default(),
            field: self.field,
        }))
    }

    /// The flags given that only some algorithms have, each with what it says.
    fn given(&self) -> Vec<(Flag, String)> {
        let said = |flag| match flag {
            Flag::Instances => self.instances.map(|instances| instances.to_string()),
            Flag::Alpha => self.alpha.map(|alpha| alpha.to_string()),
            Flag::Marking => self.marking.map(|marks| marks.name().to_owned()),
            Flag::Schedule => self.schedule.map(|schedule| schedule.name().to_owned()),
            Flag::StoredWords => self.stored_words.map(|words| words.name().to_owned()),
            Flag::Field => self.field.map(|order| order.to_string()),
            Flag::Permutations => {
                let file = self.permutations.paths().first();
                file.map(|file| Printed::of(&file.to_string_lossy()).to_string())
            }
        };
        Flag::ALL.into_iter().filter_map(|flag| Some((flag, said(flag)?))).collect()
    }

    /// The files that the flags name.
    pub(crate) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        self.permutations.files()
    }

    /// The permutations that the flags name.
    pub(crate) fn permutations(&self) -> &PermutationArgs {
        &self.permutations
    }

    /// The flags given that may turn out to be of no use on a message set.
    pub(crate) fn parameters(&self) -> Vec<&'static str> {
        self.given().into_iter().map(|(flag, _)| flag.name()).collect()
    }

    /// What nodes know of the congestion.
    pub(crate) fn congestion(&self) -> Result<Congestion, FlagError> {
        match (self.congestion_known, self.congestion_by) {
            (true, None) => Ok(Congestion::Known),
            (true, Some(_)) => Err(FlagError::Misplaced {
                flag: "--congestion-by",
                needs: "--congestion-known false",
                with: "--congestion-known true",
            }),
            (false, Some(by)) if self.named.algorithm.entry().ignorance() != Ignorance::Guesses => {
                Err(FlagError::NoSuchParameter {
                    flag: "--congestion-by",
                    name: self.named.algorithm.name(),
                    found: by.name().to_owned(),
                })
            }
            (false, by) => Ok(match by.unwrap_or_default() {
                Guessing::Doubling => Congestion::Doubled,
                Guessing::Counting => Congestion::Counted,
            }),
        }
    }
}

/// The refusal of a flag of another algorithm, or of another variant of this one.
fn misplaced(algorithm: Algorithm, flag: Flag, found: String) -> FlagError {
    let is_of_a_variant = |other: Algorithm| other.name() == algorithm.name() && other.has(flag);
    let has_variant = catalogue::all().any(is_of_a_variant);
    let name = if has_variant { algorithm.label() } else { algorithm.name() };
    FlagError::NoSuchParameter { flag: flag.name(), name, found }
}

/// A parser of the names of algorithms, with or without their variants: `randomized`, `randomized:paper`.
fn named_parser() -> impl TypedValueParser<Value = Named> {
    let values = catalogue::all().flat_map(|algorithm| {
        let help = |name| PossibleValue::new(name).help(algorithm.entry().description());
        let name = algorithm.entry().is_default_variant().then(|| help(algorithm.name()));
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
    /// The algorithm of this name, with its variant or the default one.
    fn of(name: &str) -> Result<Self, String> {
        let found = catalogue::named(name);
        let algorithm = found.ok_or_else(|| format!("expected an algorithm, found {name}"))?;
        Ok(Self { algorithm, has_variant: algorithm.name() != name })
    }

    /// The algorithm in the variant that a flag names.
    fn in_variant(self, variant: Option<Variant>) -> Result<Algorithm, FlagError> {
        let Some(variant) = variant else { return Ok(self.algorithm) };
        let is_meant = |algorithm: &Algorithm| {
            algorithm.name() == self.algorithm.name() && algorithm.variant() == Some(variant.name())
        };
        let found = catalogue::all().find(is_meant);
        let found = found.ok_or_else(|| FlagError::NoSuchParameter {
            flag: "--variant",
            name: self.algorithm.name(),
            found: variant.name().to_owned(),
        })?;
        if self.has_variant && found != self.algorithm {
            let (algorithm, found) = (self.algorithm.label(), variant.name());
            return Err(FlagError::TwoVariants { algorithm, found });
        }
        Ok(found)
    }
}
