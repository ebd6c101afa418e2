//! Reads the flags of `meshcast compare`.

use super::algorithm::label_parser;
use super::list_parser::PartOf;
use super::{
    CostArgs, HeaderArgs, MessageSetArgs, ModeName, PermutationArgs, RunArgs, WormTimesArgs,
};
use crate::catalogue::Algorithm;
use clap::{Arg, Args};

/// Route one message set with every algorithm and print a table: steps, buffers, copies, energy, depth and distance.
///
/// An algorithm that does not fit in memory is named with the reason; the others run all the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast compare --input matrix.mtx
  meshcast compare --workload uniform --side 64 --congestion 64 --algorithms hamiltonian,randomized,greedy-tree
  meshcast compare --workload sparse --side 16 --worms --address-flits 1")]
#[command(mut_args(needing_worms))]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    /// The algorithms, a comma between two [default: all; on more than 1,024 nodes all but deterministic:paper, which takes a
    /// thousand times √(cn) steps and more]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = PartOf(label_parser()))]
    pub(crate) algorithms: Vec<Algorithm>,
    /// Files as with route, of a number a node: those of deterministic:rounds, of which deterministic:sweep takes the first.
    #[command(flatten)]
    pub(crate) permutations: PermutationArgs,
    /// Also send the set as worms, by dual-path and multi-path with and without groups, and give all times in nanoseconds.
    #[arg(long)]
    pub(crate) worms: bool,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    #[command(flatten)]
    pub(crate) cost: CostArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) header: HeaderArgs,
    /// Whether every step is made.
    #[arg(long, value_enum, default_value_t, help_heading = "Run and output")]
    pub(crate) mode: ModeName,
}

/// Flags of worms need `--worms`.
fn needing_worms(flag: Arg) -> Arg {
    match flag.get_help_heading() {
        Some("Wormhole switching") => flag.requires("worms"),
        _ => flag,
    }
}
