//! Tells of worms that wait for each other for ever: no refusal, for the input was good, but a fault of the run.

use super::error::WormError;
use super::files::draw;
use crate::console::reply::Reply;
use crate::flags::Format;
use crate::present::{text, worm_picture};
use crate::results::worm::WayResult;
use crate::results::worm_routes::DeadlockResult;
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::Deadlock;
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
