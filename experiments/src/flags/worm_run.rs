//! Reads the flags of `meshcast worm run`.

use super::worm::WormMethodArgs;
use super::{LeadersName, MessageSetArgs, RunArgs, WormTimesArgs};
use clap::Args;

/// Send a whole multicast message set as worms on a mesh, all messages at time 0, and say when the last delivery is made.
///
/// Sets are those of route, from files or generated. Every delivery is checked against the message set, along the channels that the
/// worms took. Messages of a node to itself need no worm.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm run --workload sparse --side 16
  meshcast worm run --input matrix.mtx --scheme otms --ports free --grouping ppg --leaders async
  meshcast worm run --workload transpose --side 32 --address-flits 1 --format json")]
pub(crate) struct WormRunArgs {
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) method: WormMethodArgs,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    /// After what the worms of leaders start.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    #[arg(help_heading = "Wormhole switching")]
    pub(crate) leaders: LeadersName,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
