//! Reads the flags of `meshcast audit`.

use super::Format;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

/// Say which buffers were how full, where and when: of a run that was saved, or of all runs of a sweep.
///
/// Of a run: mean and greatest buffer by phase and by primitive, over time, and on the mesh. Of a sweep: the fullest buffer of each
/// algorithm, in which run and phase, and by primitive; means are over the runs of plans with audit = "full".
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("audited").required(true).args(["folder", "run"])))]
#[command(after_help = "Examples:
  meshcast route --algorithm buffered --workload uniform --side 32 --audit full --format json > run.json
  meshcast audit --run run.json
  meshcast audit results")]
pub(crate) struct AuditArgs {
    /// The folder of the results of a sweep.
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// What `meshcast route --audit full --format json` printed.
    #[arg(long, value_name = "FILE.json")]
    pub(crate) run: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
