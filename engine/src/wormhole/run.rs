//! Runs worms.

use super::check::check;
use super::{Outcome, Routers, Worm, WormholeError};
use super::{flits, pipelined};

/// Sends worms over `channels` channels, numbered from 0, and says when everything happened; [the
/// model](super#the-model) says what happens. A [`Timing`](super::Timing) stands for routers with its times and no limits but channels.
///
/// # Cost
/// O(E log E) time for E hops of all worms, whatever their flits; O(E + channels) memory. With finite buffers, virtual channels or limited
/// ports O(F log F) time for F hops of all flits, and O(E + channels + flits under way) memory.
///
/// # Errors
/// Worms that make no sense, times of 2^64 ns, flits that follow each other in no time where they move one by one, or a
/// [deadlock](WormholeError::Deadlock).
///
/// # Panics
/// If there are 2^32 worms or more, or ports are limited and do not say where each channel begins and ends.
///
/// # Source
/// Chen, Chang, Sheu, §4, and [what it leaves open](super#the-model).
///
/// # Example
/// [In the module](super#example).
pub fn run<'a>(
    routers: impl Into<Routers<'a>>,
    channels: usize,
    worms: &[Worm],
) -> Result<Outcome, WormholeError> {
    assert!(u32::try_from(worms.len()).is_ok(), "worms have numbers of 32 bits");
    let routers = routers.into();
    check(routers, channels, worms)?;
    if routers.is_plain() {
        pipelined::run(routers.timing(), channels, worms)
    } else {
        flits::run(routers, channels, worms)
    }
}
