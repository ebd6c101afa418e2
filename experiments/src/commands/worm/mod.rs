//! `meshcast worm`: multicast by worms, which visit several destinations each.

mod experiment;
mod latency;
mod plan;
mod request;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::failure::Failure;
use crate::flags::{WormArgs, WormCommand};

/// Does what `args` ask for.
pub(crate) fn worm(args: &WormArgs, terminal: Terminal) -> Result<Reply, Failure> {
    match &args.command {
        WormCommand::Plan(args) => plan::plan(args, terminal),
        WormCommand::Latency(args) => latency::latency(args, terminal),
        WormCommand::Experiment(args) => experiment::experiment(args, terminal),
    }
}
