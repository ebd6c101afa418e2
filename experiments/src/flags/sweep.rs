//! Reads the flags of `meshcast sweep`, `merge` and `export`.

use super::folder::folder;
use super::slurm::SlurmArgs;
use super::{Format, RunArgs};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;

/// Make the runs of a plan, each once, and store a row for each.
///
/// Killed at any moment and run again, it makes the runs that have no row yet. A plan is a TOML file or one that is shipped:
/// quick (under a minute), bounds, buffers, crossover, expanders, full. --seed is for tables of a plan without seeds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast sweep quick --out results
  meshcast sweep plan.toml --out part1 --shard 1/4
  meshcast sweep plan.toml --out results --slurm --tasks 20")]
pub(crate) struct SweepArgs {
    /// The plan: a file, or the name of a shipped plan.
    #[arg(value_name = "PLAN")]
    pub(crate) plan: String,
    /// The folder of the results; made if it is not there.
    #[arg(long, value_name = "DIR", value_parser = folder())]
    pub(crate) out: PathBuf,
    /// Make the i-th of N parts of the runs only, i from 1.
    #[arg(long, value_name = "i/N", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Drop stored rows that are damaged or edited, and repeat their runs; the damaged file is kept.
    #[arg(long)]
    pub(crate) repair: bool,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Put the results of several sweeps together.
///
/// A run that several have must have come out the same, timing aside.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast merge part1 part2 --out results")]
pub(crate) struct MergeArgs {
    /// The folders of the results to be put together.
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// The folder to add them to, which may be one of them; made if it is not there.
    #[arg(long, value_name = "DIR", value_parser = folder())]
    pub(crate) out: PathBuf,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Write the rows of a sweep to a file for other programs.
///
/// Columns that cannot repeat start with timing_; docs/rows.md says what each column is.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("file").required(true).args(["csv", "parquet"])))]
#[command(after_help = "Example:
  meshcast export results --csv runs.csv")]
pub(crate) struct ExportArgs {
    /// The folder of the results.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Write comma-separated values; - for standard output.
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) csv: Option<PathBuf>,
    /// Write Apache Parquet, - for standard output; only in programs that were built with `--features parquet`.
    #[arg(long, value_name = "FILE.parquet")]
    pub(crate) parquet: Option<PathBuf>,
    /// Which rows.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) table: TableName,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// A table of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// A row a run of an algorithm.
    #[default]
    Runs,
    /// A row a verified expander.
    Expanders,
    /// A row a method and rate of an open loop of multicasts.
    Loads,
    /// A row a run of a PRAM program.
    Prams,
}

/// One of several equal parts of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 0.
    pub(crate) index: usize,
    pub(crate) count: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

impl Shard {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let parts = text.split_once('/').and_then(|(index, count)| {
            Some((index.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
        });
        match parts {
            Some((index, count)) if (1..=count).contains(&index) => {
                Ok(Self { index: index - 1, count })
            }
            _ => Err("expected i/N with i from 1 to N"),
        }
    }
}
