//! Runs worms.

use super::check::check;
use super::{Outcome, Recording, Routers, Worm, WormholeError};
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

/// Runs worms as [`run`] does, and keeps the states of the run instead of its outcome.
///
/// # Cost
/// That of `run`, and O(E) memory for E hops of all worms; where flits move one by one, 16 bytes for every hop of every flit.
///
/// # Errors
/// Those of `run` but for deadlocks, which end the recording.
///
/// # Panics
/// If `run` does.
///
/// # Example
/// Two worms, each on the channel that the other wants.
///
/// ```
/// use meshcast_engine::wormhole::{Body, Start, Timing, Worm, record};
/// let worm = |path: [u32; 2]| Worm {
///     start: Start::At(0),
///     startup: 0,
///     flits: 9,
///     path: path.to_vec(),
///     destinations: vec![2],
/// };
/// let recording = record(Timing::new(2, 1, Body::Link)?, 2, &[worm([0, 1]), worm([1, 0])])?;
/// assert_eq!(recording.deadlock().map(|deadlock| deadlock.time), Some(3));
/// let [first, second] = recording.records() else { panic!("two worms") };
/// assert!(first.holds[0].holds(3) && first.holds[1].waits(3));
/// assert_eq!((second.holds[1].requested, second.holds[1].granted), (3, None));
/// // The header enters the channel at 0, and a flit every nanosecond until the header waits, at 3.
/// let flits = [0, 1, 2, 3, 9].map(|time| recording.flits(0, 1, time));
/// assert_eq!(flits, [1, 2, 3, 3, 3]);
/// # Ok::<(), meshcast_engine::wormhole::WormholeError>(())
/// ```
pub fn record<'a>(
    routers: impl Into<Routers<'a>>,
    channels: usize,
    worms: &[Worm],
) -> Result<Recording, WormholeError> {
    assert!(u32::try_from(worms.len()).is_ok(), "worms have numbers of 32 bits");
    let routers = routers.into();
    check(routers, channels, worms)?;
    if routers.is_plain() {
        pipelined::record(routers.timing(), channels, worms)
    } else {
        flits::record(routers, channels, worms)
    }
}
