//! Reads the flags of a message set.

use super::error::FlagError;
use super::number_parsers;
use crate::input::{Block, Placement, is_standard_input, side_of};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};
use meshcast_algorithms::{Grouping, Workload};
use meshcast_engine::MAX_NODES;
use std::path::PathBuf;

/// What to route, from a file or generated.
#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Message set (--input or --workload)")]
pub(crate) struct MessageSetArgs {
    /// A file, read by its suffix: .mtx, a sparse Matrix Market matrix A as the multicast of y = Ax; .jsonl, a
    /// line {"source":5,"destinations":[1,17]} a message; .txt or .edges, a line `source destination` a delivery; .gz or .zst after it
    /// if it is compressed. - is standard input, which may be any of these: its first bytes say which.
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// A generated set on a square mesh of side --side.
    #[arg(long, value_name = "NAME", value_parser = workload_parser())]
    pub(crate) workload: Option<Generated>,
    /// A permutation under which the messages of an adversarial workload are to collide in a round, as `meshcast expander
    /// generate` writes it; once for each round. Polynomials are known without.
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,
    /// What messages of an adversarial workload collide in [default: bands where only sweeps are run, polynomials where only
    /// explicit groups are, tiles otherwise]
    #[arg(long, value_enum, value_name = "GROUPS")]
    pub(crate) against_groups: Option<GroupsName>,
    /// Experts of the workload moe, one a node, spread evenly [default with --popularity: as many as it has]
    #[arg(long, value_name = "E", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) experts: Option<usize>,
    /// Experts of a token of the workload moe.
    #[arg(long, value_name = "k", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) top: Option<usize>,
    /// How often the experts of the workload moe were chosen, as measured: a text of whole numbers with white space between them
    /// [default: Zipf's law with exponent 1]
    #[arg(long, value_name = "FILE")]
    pub(crate) popularity: Option<PathBuf>,
    /// Rows of the mesh, and columns where --cols does not say otherwise [default with --input: enough for its nodes]
    #[arg(long, value_name = "S", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) side: Option<usize>,
    /// Columns of the mesh, for a rectangle.
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) cols: Option<usize>,
    /// Where the nodes of a file stand on the mesh [default: row-major]
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(crate) placement: Option<Placement>,
    /// Take a file with more rows than --side² nodes, of which a node gets up to k = ⌈rows / nodes⌉, and the messages of as many columns:
    /// cyclic, row i on node i mod n, or contiguous, row i on node ⌊i / k⌋
    #[arg(long, value_enum, value_name = "DIVISION", hide_possible_values = true)]
    pub(crate) block: Option<Block>,
    /// Destinations of a message: for sparse, adversarial (default the smaller of 4 and c) and hot-block (default 1)
    #[arg(long, value_name = "d", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) degree: Option<usize>,
    /// Messages for a node, at most or exactly as the workload has it [default: 4; 1 for permutation, transpose]
    #[arg(long, value_name = "c", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) congestion: Option<usize>,
}

impl MessageSetArgs {
    /// Whether no flag of a message set is given.
    pub(crate) fn is_absent(&self) -> bool {
        *self == Self::default()
    }

    /// The files that the flags name.
    pub(crate) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let with_side = |file: &PathBuf| [file.clone(), side_of(file)];
        let against = self.against.iter().flat_map(with_side).map(|file| ("--against", file));
        let inputs = self.input.iter().filter(|file| !is_standard_input(file));
        let popularity = self.popularity.iter().map(|file| ("--popularity", file.clone()));
        inputs.map(|file| ("--input", file.clone())).chain(against).chain(popularity).collect()
    }

    /// Refuses blocks, which `command` has no use for.
    pub(crate) fn refuse_blocks(&self, command: &'static str) -> Result<(), FlagError> {
        let (flag, needs) = ("--block", "route, compare, spmv, check or replay --run");
        self.block.map_or(Ok(()), |_| Err(FlagError::Misplaced { flag, needs, with: command }))
    }

    /// Refuses the flags of workloads that this is not.
    pub(crate) fn refuse_others(&self) -> Result<(), FlagError> {
        let (adversarial, moe) = (Generated::Adversarial, Generated::Experts);
        let flags = [
            ("--against", !self.against.is_empty(), adversarial),
            ("--against-groups", self.against_groups.is_some(), adversarial),
            ("--experts", self.experts.is_some(), moe),
            ("--top", self.top.is_some(), moe),
            ("--popularity", self.popularity.is_some(), moe),
        ];
        let is_misplaced = |of: Generated| self.workload != Some(of);
        match flags.into_iter().find(|&(_, given, of)| given && is_misplaced(of)) {
            None => Ok(()),
            Some((flag, _, of)) => {
                Err(FlagError::Misplaced { flag, needs: of.flag(), with: "another message set" })
            }
        }
    }
}

/// Leaves `--block` out of the help of commands that refuse it.
pub(super) fn without_blocks(flag: Arg) -> Arg {
    match flag.get_id().as_str() {
        "block" => flag.hide(true),
        _ => flag,
    }
}

/// A generated set by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generated {
    /// Of a family that a seed is enough for.
    Family(Workload),
    /// One that collides under permutations.
    Adversarial,
    /// Tokens for experts.
    Experts,
}

impl Generated {
    const ADVERSARIAL: &str = "adversarial";
    const EXPERTS: &str = "moe";

    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Family(workload) => workload.name(),
            Self::Adversarial => Self::ADVERSARIAL,
            Self::Experts => Self::EXPERTS,
        }
    }

    /// The flag with which it is named.
    fn flag(self) -> &'static str {
        match self {
            Self::Family(_) => "--workload",
            Self::Adversarial => "--workload adversarial",
            Self::Experts => "--workload moe",
        }
    }

    /// The set of this name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        if name == Self::ADVERSARIAL {
            return Ok(Self::Adversarial);
        }
        if name == Self::EXPERTS {
            return Ok(Self::Experts);
        }
        let found = Workload::ALL.into_iter().find(|workload| workload.name() == name);
        found.map(Self::Family).ok_or_else(|| format!("expected a workload, found {name}"))
    }
}

/// The groups of an algorithm that is to be provoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupsName {
    /// The tiles of the first round of deterministic --variant rounds.
    Tiles,
    /// The bands of the first phase of deterministic --variant sweep.
    Bands,
    /// The tiles of deterministic --variant explicit, whose groups follow from polynomials: no file is needed.
    Polynomials,
}

impl GroupsName {
    /// What they are called by the generator.
    ///
    /// Polynomials are over the field of an order, if one is asked for.
    pub(crate) fn grouping(self, order: Option<u64>) -> Grouping {
        match self {
            Self::Tiles => Grouping::Tiles,
            Self::Bands => Grouping::Bands,
            Self::Polynomials => Grouping::Polynomials(order),
        }
    }
}

fn workload_parser() -> impl TypedValueParser<Value = Generated> {
    let adversarial = PossibleValue::new(Generated::ADVERSARIAL).help(
        "messages for the same nodes are in few groups when brought to the places of the permutations --against",
    );
    let families =
        Workload::ALL.map(|workload| PossibleValue::new(workload.name()).help(describe(workload)));
    let experts = PossibleValue::new(Generated::EXPERTS)
        .help("every node sends a token to the top k of E experts, by Zipf's law or as measured");
    PossibleValuesParser::new(families.into_iter().chain([adversarial, experts]))
        .try_map(|name| Generated::named(&name))
}

fn describe(workload: Workload) -> &'static str {
    match workload {
        Workload::Uniform => "every node sends to c nodes and receives c messages, at random",
        Workload::Permutation => "every node sends to one node and receives one message, at random",
        Workload::Transpose => "the node at row i, column j sends to the node at row j, column i",
        Workload::Sparse => {
            "every node sends to d random nodes, none of which receives more than c messages"
        }
        Workload::HotBlock => "each node of a central square of n/c nodes receives c messages",
        Workload::LowerBound => {
            "each node of a corner square of n/2c nodes receives c messages from outside it"
        }
        Workload::Broadcast => "c random nodes send to all others",
        Workload::Cluster => "every node sends to the nodes of one block of about c nodes",
        Workload::PowerLaw => {
            "degrees follow Zipf's law with exponent 2; no node receives more than c messages"
        }
    }
}
