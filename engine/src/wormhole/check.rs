//! Refuses worms that make no sense before a run.

use super::{Ports, Routers, Start, Worm, WormholeError};

/// Looks at every worm for itself, and at how long all could take.
pub(super) fn check(
    routers: Routers,
    channels: usize,
    worms: &[Worm],
) -> Result<(), WormholeError> {
    // Which worm was the last with a channel.
    let mut last_with = vec![usize::MAX; channels];
    for (number, worm) in worms.iter().enumerate() {
        check_worm(worm, number, &mut last_with)?;
    }
    if !routers.is_plain() && routers.timing().has_flits_at_once() {
        return Err(WormholeError::FlitsTakeNoTime);
    }
    check_ports(routers.ports(), channels, worms)?;
    longest(routers, worms).map(|_| ()).ok_or(WormholeError::TooLong)
}

fn check_ports(ports: Ports, channels: usize, worms: &[Worm]) -> Result<(), WormholeError> {
    if ports.inject_one || ports.consume_one {
        assert_eq!(ports.ends.len(), channels, "every channel begins and ends at a node");
    }
    if !ports.consume_one {
        return Ok(());
    }
    for (number, worm) in worms.iter().enumerate() {
        let node = |&hops: &u32| ports.ends[worm.path[hops as usize - 1] as usize].1;
        let mut nodes: Vec<u32> = worm.destinations.iter().map(node).collect();
        nodes.sort_unstable();
        if let Some(twice) = nodes.array_windows().find(|[one, next]| one == next) {
            return Err(WormholeError::DestinationTwice { worm: number, node: twice[0] });
        }
    }
    Ok(())
}

fn check_worm(worm: &Worm, number: usize, last_with: &mut [usize]) -> Result<(), WormholeError> {
    if worm.flits == 0 {
        return Err(WormholeError::NoFlits { worm: number });
    }
    if worm.path.is_empty() {
        return Err(WormholeError::EmptyPath { worm: number });
    }
    let channels = last_with.len();
    for &channel in &worm.path {
        match last_with.get_mut(channel as usize) {
            None => return Err(WormholeError::ChannelOutside { worm: number, channel, channels }),
            Some(last) if *last == number => {
                return Err(WormholeError::ChannelTwice { worm: number, channel });
            }
            Some(last) => *last = number,
        }
    }
    let (hops, destinations) = (worm.path.len(), &worm.destinations);
    let increase = destinations.is_sorted_by(|one, next| one < next);
    let from_1_to_the_end = destinations.first().is_some_and(|&first| first >= 1)
        && destinations.last().is_some_and(|&last| last as usize == hops);
    if increase && from_1_to_the_end {
        return Ok(());
    }
    Err(WormholeError::BadDestinations { worm: number, hops })
}

/// A time that nothing in a run reaches, not even the waiting of all worms in sum. From the last start that is given as a time until the
/// end there is always a worm that starts up or moves, or a delay that passes, and none does so for longer than it would alone. Where
/// flits move one by one, some flit crosses a channel or passes a port.
fn longest(routers: Routers, worms: &[Worm]) -> Option<u64> {
    let mut last_start = 0;
    let mut sum: u64 = 1;
    for worm in worms {
        let wait = match worm.start {
            Start::At(start) => {
                last_start = start.max(last_start);
                0
            }
            Start::After { delay, .. } => delay,
        };
        let (hops, destinations) = (worm.path.len(), worm.destinations.len());
        let alone = if routers.is_plain() {
            routers.timing().alone(hops, worm.flits, destinations)?
        } else {
            routers.timing().one_by_one(hops, worm.flits, destinations)?
        };
        for time in [wait, worm.startup, alone] {
            sum = sum.checked_add(time)?;
        }
    }
    last_start.checked_add(sum)?.checked_mul(worms.len() as u64 + 1)
}
