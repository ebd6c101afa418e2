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
mod request;
mod run;

pub(crate) use error::WormError;
pub(crate) use experiment::method::Method;
pub(crate) use load::{Traffic, point};
pub(crate) use run::{Ending, Sending, Way};

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{WormArgs, WormCommand};

/// Does what `args` ask for.
pub(crate) fn worm(args: &WormArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let reply = match &args.command {
        WormCommand::Plan(args) => plan::plan(args, terminal),
        WormCommand::Latency(args) => latency::latency(args, terminal),
        WormCommand::Run(args) => run::run(args, terminal),
        WormCommand::Experiment(args) => experiment::experiment(args, terminal),
        WormCommand::Dependencies(args) => dependencies::dependencies(args),
        WormCommand::Load(args) => load::load(args, terminal),
    };
    complaining_of_deadlock(reply)
}

/// Turns a deadlock into a complaint: it is a fault of the run, and no refusal.
fn complaining_of_deadlock(reply: Result<Reply, WormError>) -> Result<Reply, WormError> {
    match reply {
        Err(WormError::Deadlock(found)) => Ok(Reply::of("").complaining(Some(found.to_string()))),
        reply => reply,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::wormhole::{Body, Start, Timing, Worm, run};

    /// Two worms, each on the channel that the other wants.
    #[test]
    fn a_deadlock_is_no_bad_input() {
        let worm = |path: [u32; 2]| Worm {
            start: Start::At(0),
            startup: 0,
            flits: 9,
            path: path.to_vec(),
            destinations: vec![2],
        };
        let timing = Timing::new(2, 1, Body::Link).expect("hops take time");
        let error = run(timing, 2, &[worm([0, 1]), worm([1, 0])]).expect_err("a deadlock");
        let reply = complaining_of_deadlock(Err(error.into())).expect("a reply");
        let complaint = reply.complaint.expect("a fault of the run");
        assert!(reply.output.at_most(None).is_empty() && !complaint.contains("--"), "{complaint}");
        let error = Timing::new(0, 0, Body::Link).expect_err("hops take no time");
        let refusal = complaining_of_deadlock(Err(error.into())).expect_err("bad input");
        assert!(refusal.to_string().starts_with("--startup, "), "{refusal}");
    }
}
