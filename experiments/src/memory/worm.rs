//! Predicts what experiments with worms need.

use super::SetSize;

/// What comparing ways of multicast needs at most on so many sets, each with `samples` bytes of results, beside the
/// sets that are worked at.
pub(crate) fn comparing(sets: usize, samples: usize) -> u64 {
    // The job, its result in two lists, a block of memory, and a pair of numbers with a logarithm for a test.
    const BYTES_A_SET: u64 = 128;
    (sets as u64).saturating_mul(BYTES_A_SET.saturating_add(samples as u64))
}

/// What flits under way need that move one by one: a time each, in lists that double as they grow.
pub(crate) fn under_way(flits: u64) -> u64 {
    flits.saturating_mul(16)
}

/// What so many multicasts by worms to `size` destinations need at once, each destination at most a `leg` from the one before it, with
/// so many flits under way if they move one by one.
pub(crate) fn loading(multicasts: u64, size: usize, leg: usize, flits: Option<u64>) -> u64 {
    // A set and a plan.
    const BYTES_A_MULTICAST: u64 = 350;
    // Of a set, a plan and a worm with what it waits for, in lists that double as they grow.
    const BYTES_A_DESTINATION: u64 = 560;
    let way = hops(leg).saturating_mul(bytes_a_hop(flits));
    let destination = way.saturating_add(BYTES_A_DESTINATION);
    let multicast = (size as u64).saturating_mul(destination).saturating_add(BYTES_A_MULTICAST);
    multicasts.saturating_mul(multicast).saturating_add(under_way(flits.unwrap_or(0)))
}

/// What sending a message set as worms needs on a network of so many nodes, each destination at most a `leg` from the one before it
/// and each message over every node once at most, with so many flits under way if they move one by one.
pub(crate) fn sending(set: SetSize, (nodes, leg): (usize, usize), flits: Option<u64>) -> u64 {
    // A plan with its paths and worms.
    const BYTES_A_MESSAGE: u64 = 800;
    // Of a plan and a worm: there is no set.
    const BYTES_A_DELIVERY: u64 = 48;
    let size = set.deliveries.div_ceil(set.messages.max(1));
    let way = size.saturating_mul(hops(leg)).min(nodes as u64);
    let message = way.saturating_mul(bytes_a_hop(flits)).saturating_add(BYTES_A_MESSAGE);
    let messages = set.messages.saturating_mul(message);
    let deliveries = set.deliveries.saturating_mul(BYTES_A_DELIVERY);
    messages.saturating_add(deliveries).saturating_add(under_way(flits.unwrap_or(0)))
}

/// A hop of a worm, whose flits may move one by one.
fn bytes_a_hop(flits: Option<u64>) -> u64 {
    // A node of a path, a channel of a worm, and its grant.
    const BYTES_A_HOP: u64 = 16;
    // A buffer of a worm whose flits move one by one, and the times of the hop to it.
    const BYTES_A_BUFFER: u64 = 80;
    BYTES_A_HOP + if flits.is_some() { BYTES_A_BUFFER } else { 0 }
}

/// From a destination to the next: random points are a third of the longest way apart.
fn hops(leg: usize) -> u64 {
    (leg as u64).div_ceil(3)
}

/// What a recording of worms needs with so many hops, and as many crossings of channels by flits, if they move one by one.
pub(crate) fn recording(hops: u64, crossings: Option<u64>) -> u64 {
    // A hold, in a list that doubles as it grows, and its moments, which are sorted.
    const BYTES_A_HOP: u64 = 240;
    // When a flit went in and out, in lists that double as they grow.
    const BYTES_A_CROSSING: u64 = 32;
    let flits = crossings.unwrap_or(0).saturating_mul(BYTES_A_CROSSING);
    hops.saturating_mul(BYTES_A_HOP).saturating_add(flits)
}

/// What a film of worms and its page need at most, with a value for each of so many cells.
pub(crate) fn filming_worms(cells: u64) -> u64 {
    // A byte in a list that doubles as it grows, and one among all sections; compressed, they are few.
    cells.saturating_mul(4)
}

/// What paths of worms need in a file of so many bytes: nodes with their names in the file, as numbers, and with their names in the result.
pub(crate) fn reading_paths(bytes: u64) -> u64 {
    bytes.saturating_mul(64)
}

/// What so many dependencies between channels need, and the channels with the names of their ends, of so many coordinates each.
pub(crate) fn dependencies(channels: u64, pairs: u64, coordinates: usize) -> u64 {
    // Both channels of a pair and one in the graph; of a channel its place, its numbering, and two nodes in lists of their own.
    const BYTES_A_PAIR: u64 = 12;
    const BYTES_A_CHANNEL: u64 = 160;
    // A number in memory for each end, and its digits in the result, twice while that grows.
    const BYTES_A_COORDINATE: u64 = 32;
    let names = BYTES_A_COORDINATE.saturating_mul(coordinates as u64);
    let channel = names.saturating_add(BYTES_A_CHANNEL);
    channels.saturating_mul(channel).saturating_add(pairs.saturating_mul(BYTES_A_PAIR))
}

/// What a run of so many multicasts of an open loop needs, whose destinations are `leg` channels apart on average: worms
/// alone, since plans are dropped one by one. With groups it is at most so much: that of groups of two. So many flits are under way if
/// they move one by one.
pub(crate) fn looping(
    (multicasts, size): (u64, usize),
    leg: f64,
    is_grouped: bool,
    flits: Option<u64>,
) -> u64 {
    // A set, and what is kept of the multicast.
    const BYTES_A_MULTICAST: f64 = 150.0;
    // A worm, in lists that double as they grow, and what is kept of it.
    const BYTES_A_WORM: f64 = 330.0;
    // Of a set and a worm.
    const BYTES_A_DESTINATION: f64 = 20.0;
    // A channel of a path, and its grant.
    const BYTES_A_HOP: f64 = 14.0;
    // A buffer of a worm whose flits move one by one.
    const BYTES_A_BUFFER: f64 = 48.0;
    // A delivery that a worm waits for.
    const BYTES_A_DELIVERY: f64 = 16.0;
    let worms = size.min(2) as f64 * BYTES_A_WORM;
    let hop = BYTES_A_HOP + if flits.is_some() { BYTES_A_BUFFER } else { 0.0 };
    let destinations = size as f64 * (leg * hop + BYTES_A_DESTINATION);
    let groups = if is_grouped { (size / 2) as f64 } else { 0.0 };
    let leaders = groups * (BYTES_A_WORM + groups * BYTES_A_DELIVERY);
    let all = multicasts as f64 * (BYTES_A_MULTICAST + worms + destinations + leaders);
    (all as u64).saturating_add(under_way(flits.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Peaks of `meshcast worm experiment --load 1 --messages M --sizes K --sets 1 --mesh SHAPE --threads 1`, less 9 MB
    /// of the program itself.
    #[test]
    fn loads_need_about_what_was_measured() {
        for (nodes, messages, size, leg, bytes) in [
            (4, 20_000, 1, 4, 993),
            (4, 10_000, 3, 4, 2_984),
            (16, 4_000, 3, 8, 2_252),
            (64, 2_000, 1, 16, 963),
            (64, 1_000, 4, 16, 3_282),
            (64, 600, 8, 16, 5_312),
            (64, 1_000, 4, 12, 2_912),
            (256, 60, 16, 32, 8_485),
            (1024, 40, 4, 64, 4_098),
        ] {
            let multicasts = nodes * messages;
            let (found, measured) = (loading(multicasts, size, leg, None), multicasts * bytes);
            assert!(2 * measured <= 3 * found && 2 * found <= 3 * measured, "{found} {measured}");
        }
    }

    /// Peaks of `meshcast worm load --mesh SHAPE --size K --rate R --schemes S --groupings G --threads 1`, less 9 MB of the program itself.
    #[test]
    fn open_loops_need_about_what_was_measured() {
        for (size, leg, is_grouped, flits, measured) in [
            (16, 10.7, false, None, 3_184),
            (16, 10.7, true, None, 6_186),
            (8, 5.3, false, None, 1_827),
            (1, 5.3, false, None, 519),
            (1, 0.5, false, None, 485),
            (8, 2.6, true, None, 2_554),
            (4, 3.9, false, None, 975),
            // With --virtual-channels 2 and --buffer-flits 4.
            (16, 10.7, false, Some(9_600), 8_648),
            (16, 10.7, false, Some(3_840), 8_653),
        ] {
            let found = looping((1000, size), leg, is_grouped, flits) / 1000;
            assert!(2 * measured <= 3 * found && 2 * found <= 3 * measured, "{found} {measured}");
        }
    }

    /// Peaks of `meshcast worm run --threads 1` less 12.8 MB of the program itself: of permutation, of uniform with c = 16 and
    /// addresses in headers, of sparse and of broadcast with c = 64 and groups of PPG.
    #[test]
    fn sets_of_worms_need_about_what_was_measured() {
        for (side, messages, deliveries, measured) in [
            (128, 16_384, 16_384, 34_900_000),
            (32, 1_024, 16_384, 7_100_000),
            (64, 4_096, 16_384, 14_300_000),
            (64, 64, 262_080, 12_800_000),
        ] {
            let size = SetSize { messages, deliveries, degree: 0, congestion: 0 };
            let found = sending(size, (side * side, 2 * side), None);
            assert!(2 * measured <= 3 * found && 2 * found <= 3 * measured, "{found} {measured}");
        }
    }
}
