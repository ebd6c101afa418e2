//! `meshcast worm`: multicast by worms, which visit several destinations each.

mod deadlock;
mod dependencies;
mod error;
mod experiment;
mod files;
mod latency;
mod load;
mod own_paths;
mod plan;
mod replay;
mod request;
mod run;

pub(crate) use error::WormError;
pub(crate) use experiment::method::Method;
pub(crate) use load::{Traffic, point};
pub(crate) use run::{Ending, Sending, Way};

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{WormArgs, WormCommand};
use deadlock::reported;

/// Does what `args` ask for.
pub(crate) fn worm(args: &WormArgs, terminal: Terminal) -> Result<Reply, WormError> {
    match &args.command {
        WormCommand::Plan(args) => plan::plan(args, terminal),
        WormCommand::Latency(args) => latency::latency(args, terminal),
        WormCommand::Run(args) => run::run(args, terminal),
        WormCommand::Experiment(args) => {
            reported(args.run.format, experiment::experiment(args, terminal))
        }
        WormCommand::Dependencies(args) => dependencies::dependencies(args),
        WormCommand::Load(args) => reported(args.run.format, load::load(args, terminal)),
    }
}
