//! Reads the flags of `meshcast verify`.

use super::Format;
use clap::Args;
use std::path::PathBuf;

/// Say what the results of a sweep make of the claims about the algorithms.
///
/// Fits log steps on log n, log c and log d, with 95 % intervals, and gives a verdict on every claim: supported, not supported
/// or undecided at this range. docs/verification.md has the claims and the rules. Exit status 1 if a claim is not supported.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast verify results")]
pub(crate) struct VerifyStoreArgs {
    /// The folder of the results.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
