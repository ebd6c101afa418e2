//! Reads the flags of `meshcast worm run`.

use super::message_set::without_blocks;
use super::worm::{NETWORKS, WormMethodArgs};
use super::{LeadersName, MessageSetArgs, NetworkArgs, RunArgs, WormReplayArgs, WormTimesArgs};
use clap::{Arg, Args};
use std::path::PathBuf;

/// Send a whole multicast message set as worms, all messages at time 0, and say when the last delivery is made.
///
/// Sets are those of route, from files or generated, on the mesh of --side and --cols, or on another network, whose nodes have the
/// numbers of the set: x1 + K1 * (x2 + K2 * ...). Every delivery is checked against the message set, along the channels that
/// the worms took. Messages of a node to itself need no worm.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm run --workload sparse --side 16
  meshcast worm run --input matrix.mtx --scheme otms --ports free --grouping ppg --leaders async
  meshcast worm run --workload transpose --side 32 --address-flits 1 --format json
  meshcast worm run --workload uniform --torus 4x4x4 --csv worms.csv
  meshcast worm run --input matrix.mtx --hypercube 8 --consume one --svg deadlock.svg
  meshcast worm run --workload sparse --side 8 --replay worms.html")]
#[command(mut_args(unless_a_network_says), mut_args(without_blocks))]
pub(crate) struct WormRunArgs {
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[command(flatten)]
    pub(crate) method: WormMethodArgs,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    /// After what the worms of leaders start.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    #[arg(help_heading = "Wormhole switching")]
    pub(crate) leaders: LeadersName,
    /// Write a row a worm to FILE.csv: its message, its path, and when it delivers; - for standard output.
    #[arg(long, value_name = "FILE.csv", help_heading = "Run and output")]
    pub(crate) csv: Option<PathBuf>,
    /// If the run ends in a deadlock, draw its cycle into FILE.svg; - for standard output.
    #[arg(long, value_name = "FILE", help_heading = "Run and output")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: WormReplayArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A network says how many nodes there are; --side and --cols do not go with it.
fn unless_a_network_says(flag: Arg) -> Arg {
    match flag.get_id().as_str() {
        "side" | "cols" => flag.conflicts_with_all(NETWORKS),
        _ => flag,
    }
}
