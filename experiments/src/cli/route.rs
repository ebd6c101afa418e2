//! The flags of `meshcast route`.

use super::{CostArgs, MessageSetArgs, RunArgs};
use clap::{Args, ValueEnum};
use meshcast_engine::AuditLevel;
use std::path::PathBuf;

/// Route a multicast message set on a mesh and report steps, buffers, links and the lower bound.
///
/// Every delivery is checked against the message set by code that shares nothing with the algorithm.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast route --algorithm hamiltonian --input matrix.mtx
  meshcast route --algorithm hamiltonian --workload hot-block --side 32 --congestion 16 --audit full")]
pub(crate) struct RouteArgs {
    /// The algorithm.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) algorithm: Algorithm,
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) cost: CostArgs,
    #[command(flatten)]
    pub(crate) recording: RecordingArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// An algorithm by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// Every message tours the whole mesh, a copy each way round: about n steps, whatever the messages.
    Hamiltonian,
    /// Packets are replicated into c tiles, cloned there for every destination and routed: O(√(cn)) steps, buffers of
    /// O(c).
    Buffered,
}

impl Algorithm {
    /// Every algorithm, in the order of tables.
    pub(crate) const ALL: [Self; 2] = [Self::Hamiltonian, Self::Buffered];

    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hamiltonian => "hamiltonian",
            Self::Buffered => "buffered",
        }
    }

    /// Whether its buffers hold a few packets whatever the mesh and the messages.
    pub(crate) fn has_constant_buffer(self) -> bool {
        match self {
            Self::Hamiltonian => true,
            Self::Buffered => false,
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
    /// Write every event of the run to FILE, a line of JSON each, for replay; meant for small machines.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Write the messages as they are placed on the mesh to FILE.jsonl; --side reads them back on the same mesh.
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
}
