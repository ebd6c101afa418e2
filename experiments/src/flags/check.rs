//! Reads the flags of `meshcast check`.

use super::{Format, MessageSetArgs, number_parsers};
use clap::Args;
use std::path::PathBuf;

/// Replay a trace and say whether it keeps every rule of the machine.
///
/// The replay reads the trace alone and shares no code with the machine: links, buffers, packets and deliveries follow
/// from the events. It stops at the first broken rule. With a message set, by the flags that `route` took, it also checks
/// that the trace has the messages of the set. docs/trace.md says what a replay checks and what it cannot see. Exit
/// status: 0 lawful; 1 a rule is broken; 2 no trace.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast route --algorithm hamiltonian --input matrix.mtx --trace run.ndjson
  meshcast check run.ndjson
  meshcast check run.ndjson --input matrix.mtx
  meshcast primitive sort --side 8 --trace - | meshcast check -")]
pub(crate) struct CheckArgs {
    /// A trace, as --trace writes it; - for standard input.
    #[arg(value_name = "TRACE")]
    pub(crate) trace: PathBuf,
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    /// The seed of the message set.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true, help_heading = "Message set (--input or --workload)")]
    pub(crate) seed: u64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
