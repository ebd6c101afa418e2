//! Reads the flags of `meshcast route`.

use super::RoutingArgs;
use clap::{Args, ValueEnum};
use meshcast_engine::{AuditLevel, Mode};
use std::path::PathBuf;

/// Route a multicast message set on a mesh and report steps, buffers, links and the lower bound.
///
/// Every delivery is checked against the message set by code that shares nothing with the algorithm.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast route --algorithm hamiltonian --input matrix.mtx
  meshcast route --algorithm hamiltonian --workload hot-block --side 32 --congestion 16 --audit full
  meshcast route --config run.toml
  zcat matrix.mtx.gz | meshcast route --algorithm hamiltonian --input -")]
pub(crate) struct RouteArgs {
    /// Take flags from a file with the keys of plans, of one value each: `algorithms = "buffered"`, `workloads = "uniform"`,
    /// `sides = 32`. A flag that is given replaces what the file says.
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) routing: RoutingArgs,
    #[command(flatten)]
    pub(crate) recording: RecordingArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// Every step, and every rule checked.
    #[default]
    Step,
    /// Parts whose steps do not depend on data are counted and not made: the same steps, ledger, copies and deliveries,
    /// but peaks are bounds.
    Leap,
    /// Both, one after the other; exit status 1 if they differ in anything. The result is that of the steps.
    Check,
}

impl ModeName {
    /// What results call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Leap => "leap",
            Self::Check => "check",
        }
    }

    /// The engine's mode, of the run that the result is of.
    pub(crate) fn mode(self) -> Mode {
        match self {
            Self::Step | Self::Check => Mode::Step,
            Self::Leap => Mode::Leap,
        }
    }
}

/// What to record of a run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct RecordingArgs {
    /// How closely to watch buffers and links.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) audit: AuditName,
    /// Draw the peak of every node to FILE.svg or FILE.png, or as SVG to - for standard output; with --audit full.
    #[arg(long, value_name = "FILE")]
    pub(crate) heat_map: Option<PathBuf>,
    /// Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Write the messages as they are placed on the mesh to FILE.jsonl, - for standard output; --side reads them back on the same mesh.
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) save_messages: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditName {
    /// The peak buffer of every phase and totals of links and copies.
    #[default]
    Peak,
    /// Also the peak of every node, the traffic of every link and the buffers over time.
    Full,
}

impl AuditName {
    /// The engine's level.
    pub(crate) fn level(self) -> AuditLevel {
        match self {
            Self::Peak => AuditLevel::Peak,
            Self::Full => AuditLevel::Full,
        }
    }

    /// Whether every node and link is watched.
    pub(crate) fn is_full(self) -> bool {
        self == Self::Full
    }
}
