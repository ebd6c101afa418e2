//! Reads the flags of `meshcast guarantee`.

use super::{Format, number_parsers};
use clap::{Args, Subcommand};

/// Say how many steps are proved to be enough.
#[derive(Debug, Args)]
pub(crate) struct GuaranteeArgs {
    #[command(subcommand)]
    pub(crate) command: GuaranteeCommand,
}

/// Of which algorithm.
#[derive(Debug, Subcommand)]
pub(crate) enum GuaranteeCommand {
    Randomized(RandomizedArgs),
    Slotted(SlottedArgs),
}

/// Print phases after which randomized --variant certified has delivered every message set.
///
/// They are enough but with a chance of 2^K, over the random numbers of the nodes, whatever the messages. What is proved, and how:
/// docs/certified.md. For deterministic algorithms: meshcast expander rounds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast guarantee randomized --nodes 65536 --congestion 256 --failure-log2 -20
  meshcast guarantee randomized --nodes 1000000 --congestion 64 --failure-log2 -40 --format json")]
pub(crate) struct RandomizedArgs {
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
}

/// Print phases after which randomized --variant slotted has delivered every message set.
///
/// They are enough but with a chance of 2^K, over the random numbers of the nodes, whatever the messages. What is proved, and how:
/// docs/slotted.md.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast guarantee slotted --nodes 65536 --congestion 256 --failure-log2 -20
  meshcast guarantee slotted --nodes 1000000 --congestion 64 --failure-log2 -40 --format json")]
pub(crate) struct SlottedArgs {
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
}

/// The mesh, the congestion and the chance that are asked about.
#[derive(Debug, Args)]
pub(crate) struct AskedArgs {
    /// Nodes of the mesh.
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Rows of the mesh [default: as square a mesh as there is]
    #[arg(long, value_name = "R", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) rows: Option<u64>,
    /// Most messages for one node.
    #[arg(long, value_name = "C", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) congestion: u64,
    /// The chance of a failure is at most 2^K.
    #[arg(long, value_name = "K", value_parser = number_parsers::whole::<i32>, allow_negative_numbers = true)]
    #[arg(default_value_t = -20)]
    pub(crate) failure_log2: i32,
    /// Accepted as by every command; nothing here is random.
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
