//! Tells of worms that wait for each other for ever: no refusal, for the input was good, but a fault of the run.

use super::error::WormError;
use super::files::draw;
use crate::console::reply::Reply;
use crate::flags::Format;
use crate::present::{text, worm_picture};
use crate::results::worm::WayResult;
use crate::results::worm_routes::DeadlockResult;
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{Deadlock, Worm, WormholeError};
use std::path::Path;

/// The reply of a run that ended in a deadlock of worms, whose ways stand in the order of the cycle; its picture goes into the file `svg`,
/// if there is one.
pub(super) fn deadlocked(
    (format, svg): (Format, Option<&Path>),
    network: &Network,
    deadlock: &Deadlock,
    ways: &[WayResult],
) -> Result<Reply, WormError> {
    let result = DeadlockResult::of(network, deadlock, ways);
    let piped = draw(svg, network, || worm_picture::deadlock(network, &result, ways))?;
    let reply = Reply::showing(format, &result, text::worm_deadlock).piping(piped);
    Ok(reply.complaining(Some(result.complaint())))
}

/// Why `worms` are not sent on `network`; a deadlock with the names of its nodes.
pub(super) fn unsent(network: &Network, worms: &[Worm], error: WormholeError) -> WormError {
    let WormholeError::Deadlock(deadlock) = error else { return error.into() };
    WormError::Deadlock(Box::new(DeadlockResult::of_worms(network, &deadlock, worms)))
}

/// The reply of a command that draws no deadlocks: one that it has met is a fault of the run, and no refusal.
pub(super) fn reported(
    format: Format,
    reply: Result<Reply, WormError>,
) -> Result<Reply, WormError> {
    let Err(WormError::Deadlock(result)) = reply else { return reply };
    let reply = Reply::showing(format, &*result, text::worm_deadlock);
    Ok(reply.complaining(Some(result.complaint())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::wormhole::{Body, Start, Timing, run};

    /// Two worms on a line of three nodes, each on the channel that the other wants.
    #[test]
    fn a_deadlock_is_no_bad_input() {
        let network = Network::mesh(&[3]).expect("a line");
        let worm = |path: [u32; 2]| Worm {
            start: Start::At(0),
            startup: 0,
            flits: 9,
            path: path.to_vec(),
            destinations: vec![2],
        };
        let timing = Timing::new(2, 1, Body::Link).expect("hops take time");
        let worms = [worm([0, 1]), worm([1, 0])];
        let error = run(timing, 2, &worms).expect_err("a deadlock");
        let found = Err(unsent(&network, &worms, error));
        let reply = reported(Format::Text, found).expect("a reply");
        let complaint = reply.complaint.expect("a fault of the run");
        assert!(complaint.starts_with("deadlock at 3 ns: worm 1 waits for the channel from "));
        let error = Timing::new(0, 0, Body::Link).expect_err("hops take no time");
        let refusal = reported(Format::Text, Err(error.into())).expect_err("bad input");
        assert!(refusal.to_string().starts_with("--startup, "), "{refusal}");
    }
}
