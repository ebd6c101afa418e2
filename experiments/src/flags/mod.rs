//! Reads the command line: its commands, flags and help.

mod algorithm;
mod audit;
mod check;
mod compare;
mod cost;
mod crossover;
mod error;
mod expander;
mod expander_rounds;
mod folder;
mod guarantee;
mod header;
mod limits;
mod list_parser;
mod message_set;
mod number_parsers;
mod permutations;
mod pram;
mod pram_names;
mod primitive;
mod replay;
mod report;
mod route;
mod routing;
mod schedule;
mod slurm;
mod spmv;
mod sweep;
mod torus;
mod verify;
mod worm;
mod worm_experiment;
mod worm_load;
mod worm_network;
mod worm_replay;
mod worm_routers;
mod worm_run;
mod worm_times;

pub(crate) use algorithm::AlgorithmArgs;
pub(crate) use audit::AuditArgs;
pub(crate) use check::CheckArgs;
pub(crate) use compare::CompareArgs;
pub(crate) use cost::CostArgs;
pub(crate) use crossover::CrossoverArgs;
pub(crate) use error::FlagError;
pub(crate) use expander::{
    ExpanderArgs, ExpanderCommand, FamilyArgs, GenerateArgs, InputsArgs, VerifyArgs,
};
pub(crate) use expander_rounds::ExpanderRoundsArgs;
pub(crate) use guarantee::{AskedArgs, GuaranteeArgs, GuaranteeCommand};
pub(crate) use header::HeaderArgs;
pub(crate) use limits::LimitsArgs;
pub(crate) use message_set::{Generated, MessageSetArgs};
pub(crate) use permutations::PermutationArgs;
pub(crate) use pram::{
    PramArgs, PramCommand, PramCompareArgs, PramKindArgs, PramListArgs, PramOverloadsArgs,
    PramProgramArgs, PramRunArgs, PramTileArgs,
};
pub(crate) use pram_names::{
    AccessPatternName, LayoutName, OperatorName, PramKindName, PramProgramName,
};
pub(crate) use primitive::{OrderName, Pattern, PrimitiveArgs, PrimitiveName};
pub(crate) use replay::ReplayArgs;
pub(crate) use report::{PlotArgs, ReportArgs};
pub(crate) use route::{AuditName, ModeName, RecordingArgs, RouteArgs};
pub(crate) use routing::RoutingArgs;
pub(crate) use slurm::{MOST_TASKS, SlurmArgs};
pub(crate) use spmv::SpmvArgs;
pub(crate) use sweep::{ExportArgs, MergeArgs, Shard, SweepArgs, TableName};
pub(crate) use torus::{TorusArgs, TorusCommand, TorusMeasureArgs, TorusRunArgs, TorusTableArgs};
pub(crate) use verify::VerifyStoreArgs;
pub(crate) use worm::{
    GroupingName, PortsName, SchemeName, WormArgs, WormCommand, WormDependenciesArgs,
    WormLatencyArgs, WormMethodArgs, WormPlanArgs, WormSetArgs, effort,
};
pub(crate) use worm_experiment::{CLUSTERS, KindName, StarName, WormExperimentArgs};
pub(crate) use worm_load::{ArrivalsName, LoadTrafficArgs, WormLoadArgs};
pub(crate) use worm_network::NetworkArgs;
pub(crate) use worm_replay::WormReplayArgs;
pub(crate) use worm_routers::WormRouterArgs;
pub(crate) use worm_run::WormRunArgs;
pub(crate) use worm_times::{BodyName, ChargeName, LeadersName, RoutingName, WormTimesArgs};

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// The version and the commit that the program was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("MESHCAST_COMMIT"), ")");

/// A step-exact emulator of store-and-forward mesh machines and their multicast algorithms.
///
/// Messages wait at the nodes of a rows x cols mesh, each for one or many destinations. An algorithm carries them there, step by
/// step, under the rules of the machine: a packet a link a step, a copy a node a step, buffers of a few packets. meshcast
/// counts every step, audits every buffer and says how far from a lower bound the run was.
///
/// Results go to standard output, errors to standard error. An option that writes a file takes - for standard output; the result then
/// goes to standard error. Exit status: 0 done; 1 the run broke a rule of the
/// machine or left a delivery undone; 2 bad usage or input.
#[derive(Debug, Parser)]
#[command(name = "meshcast", version = VERSION, after_help = "Example:
  meshcast route --algorithm hamiltonian --workload sparse --side 32")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Route(RouteArgs),
    Compare(CompareArgs),
    Primitive(PrimitiveArgs),
    Expander(ExpanderArgs),
    Guarantee(GuaranteeArgs),
    Sweep(SweepArgs),
    Merge(MergeArgs),
    Export(ExportArgs),
    Plot(PlotArgs),
    Report(ReportArgs),
    Verify(VerifyStoreArgs),
    Crossover(CrossoverArgs),
    Limits(LimitsArgs),
    Audit(AuditArgs),
    Check(CheckArgs),
    Replay(ReplayArgs),
    Torus(TorusArgs),
    Worm(WormArgs),
    Pram(PramArgs),
    Spmv(SpmvArgs),
    /// Print the completion script of a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page, in roff: `meshcast man | man -l -`.
    Man {
        /// The words of a command whose own page to print: `worm plan`.
        command: Vec<String>,
        /// Write the pages of the program and of all its commands into a folder instead; made if it is not there.
        #[arg(long, value_name = "DIR", value_parser = folder::folder(), conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

/// The most threads worth asking for.
const MOST_THREADS: usize = 1024;

/// What every run takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run and output")]
pub(crate) struct RunArgs {
    /// Fixes whatever is random: the same seed gives the same output on every machine, timing aside.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Threads that do the work; they change no result [default: one a processor]
    #[arg(long, value_name = "N", value_parser = number_parsers::from_1_to(MOST_THREADS))]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl RunArgs {
    /// Threads that were asked for.
    pub(crate) fn asked_threads(&self) -> Option<usize> {
        self.threads
    }

    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(|| processors().min(MOST_THREADS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
