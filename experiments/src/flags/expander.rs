//! Reads the flags of `meshcast expander`.

use super::{ExpanderRoundsArgs, RunArgs, number_parsers};
use clap::{Args, Subcommand};
use meshcast_algorithms::{DEFAULT_EFFORT, Lambda};
use std::path::PathBuf;

/// The most inputs, outputs or edges.
const MOST: usize = u32::MAX as usize;

/// Make graphs that expand, and prove how much they do.
///
/// A permutation of 0..rm-1 stands for a graph of m inputs with r edges each and c outputs: edge j of input i leads to
/// output floor(c p[ri+j] / rm). Its expansion lambda is the least of |neighbours of S| / (r |S|) over all sets S of 1 to
/// floor(c/r) inputs.
#[derive(Debug, Args)]
pub(crate) struct ExpanderArgs {
    #[command(subcommand)]
    pub(crate) command: ExpanderCommand,
}

/// What to do with an expander.
#[derive(Debug, Subcommand)]
pub(crate) enum ExpanderCommand {
    Generate(GenerateArgs),
    Verify(VerifyArgs),
    Family(FamilyArgs),
    Rounds(ExpanderRoundsArgs),
}

/// m and r.
#[derive(Debug, Args)]
pub(crate) struct InputsArgs {
    /// Inputs of the graph.
    #[arg(long, value_name = "M", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) inputs: usize,
    /// Edges of an input.
    #[arg(long, value_name = "R", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) degree: usize,
}

/// m, c and r.
#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) of_inputs: InputsArgs,
    /// Outputs of the graph.
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) outputs: usize,
}

/// Write a random permutation to FILE.npy, and what it is to FILE.npy.json.
///
/// With --outputs and --degree the permutation of a graph, rm numbers; with neither one of m numbers, such as the
/// permutations of deterministic on m nodes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast expander generate --inputs 1024 --outputs 64 --degree 10 --out graph.npy
  meshcast expander generate --inputs 4096 --out permutation.npy")]
pub(crate) struct GenerateArgs {
    /// Inputs of the graph, or numbers of the permutation.
    #[arg(long, value_name = "M", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) inputs: usize,
    /// Edges of an input [default: no graph, M numbers]
    #[arg(long, value_name = "R", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) degree: Option<usize>,
    /// Outputs of the graph; they do not change the permutation.
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MOST), requires = "degree")]
    #[arg(allow_negative_numbers = true)]
    pub(crate) outputs: Option<usize>,
    /// Where to write: a name that ends in .npy, or - for standard output, which has no side file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Bound the expansion of a graph from below and above, and say how each bound is proved.
///
/// c < r: no set is constrained, which the result says.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast expander verify graph.npy --inputs 1024 --outputs 64 --degree 10")]
pub(crate) struct VerifyArgs {
    /// The permutation: a .npy file of whole numbers, in one dimension or of shape (m, r).
    #[arg(value_name = "FILE.npy")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) graph: GraphArgs,
    /// The expansion that is asked for, such as 0.315; exit status 1 if it is refuted.
    #[arg(long, value_name = "L", allow_negative_numbers = true)]
    pub(crate) lambda: Option<Lambda>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How long to search.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Units of effort: 1 for a union of 64 outputs in the search, 256 for an annealing move or a set that is looked
    /// at; the default takes seconds.
    #[arg(long, value_name = "UNITS", default_value_t = DEFAULT_EFFORT)]
    #[arg(value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) effort: u64,
}

/// Verify one permutation for several c, each some times the one before.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast expander family graph.npy --inputs 1024 --degree 10")]
pub(crate) struct FamilyArgs {
    /// The permutation: a .npy file of whole numbers, in one dimension or of shape (m, r).
    #[arg(value_name = "FILE.npy")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) of_inputs: InputsArgs,
    /// The least c [default: the least power of 2 that is at least r]
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) from: Option<usize>,
    /// The greatest c [default: m - 1, or the least c if that is more]
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MOST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) to: Option<usize>,
    /// How many times the c before a c is.
    #[arg(long, value_name = "F", default_value_t = 4, value_parser = number_parsers::from_2())]
    #[arg(allow_negative_numbers = true)]
    pub(crate) factor: usize,
    /// Units of effort for all c together.
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
