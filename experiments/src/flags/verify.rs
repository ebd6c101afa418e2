//! Reads the flags of `meshcast verify`.

use super::Format;
use clap::Args;
use std::path::PathBuf;

/// Say whether runs hold the theorems about the algorithms.
///
/// Prints a line for each theorem and algorithm: supported, refuted or undecided, and the greatest ratio of steps to the bound. Exit
/// status 1 if a theorem is refuted. docs/verification.md has the claims and the rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast verify results
  meshcast verify rows.csv --details")]
pub(crate) struct VerifyStoreArgs {
    /// The folder of the results, or a file of rows as `meshcast export --csv` writes them, of any program.
    #[arg(value_name = "DIR|ROWS.csv")]
    pub(crate) rows: PathBuf,
    /// Print every claim and what its verdict rests on.
    #[arg(long)]
    pub(crate) details: bool,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
