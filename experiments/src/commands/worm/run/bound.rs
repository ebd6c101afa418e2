//! Bounds the time that worms take for a message set from below.
//!
//! Let h be a hop of a header of one flit, b the time between flits and L the flits of a message. A worm holds a channel for h + (L − 1)b
//! at least, whatever it carries beside the message and wherever it waits. Worms on virtual channels share a channel, which
//! passes a flit every b: each keeps it busy for Lb.
//!
//! - **Distance.** The last flit of a message is at a destination D links away no sooner than after the start-up, D hops and (L − 1)b; it
//!   follows the flits of an address. Leaders on the way only add to that.
//! - **Entries into a submesh.** Let m messages have a source outside a submesh and a destination inside, and let n directed links lead
//!   into it. A link among them is crossed by a worm of each of ⌈m/n⌉ messages, one after another.

use crate::flags::WormTimesArgs;
use crate::message_set::MessageSet;
use meshcast_algorithms::most_entries;

/// Nanoseconds that no worms with these times can beat on a set.
pub(super) fn lower_bound(set: &MessageSet, times: &WormTimesArgs) -> u64 {
    let farthest = set.messages.iter().flat_map(|(source, destinations)| {
        let distance = move |&to: &u32| set.shape.distance(source as usize, to as usize);
        destinations.iter().map(distance)
    });
    let distance = farthest.max().unwrap_or(0) as u64;
    if distance == 0 {
        return 0;
    }
    let addresses = (times.address_flits as u64).saturating_mul(times.address_flit_ns());
    let far = distance.saturating_mul(times.hop_ns());
    let far = far.saturating_add(addresses).saturating_add(times.behind_ns());
    let held = times.least_hold_ns();
    let near = most_entries(set.shape, &set.messages).saturating_mul(held);
    times.startup.saturating_add(far.max(near))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{Messages, Shape};
    use std::sync::Arc;

    /// On 3 x 3 nodes with the times of the paper: h = 25, b = 5, L = 100.
    fn bound(pairs: &[(u32, u32)]) -> u64 {
        let messages = Arc::new(Messages::from_pairs(9, pairs.to_vec()).expect("a set"));
        let shape = Shape::new(3, 3).expect("a shape");
        let set = MessageSet { source: "set".to_owned(), shape, messages, against: Vec::new() };
        lower_bound(&set, &WormTimesArgs::usual())
    }

    #[test]
    fn the_farthest_destination_and_the_busiest_links_bound_the_time() {
        assert_eq!(bound(&[(4, 4)]), 0);
        assert_eq!(bound(&[(0, 8)]), 1000 + 4 * 25 + 99 * 5);
        // Two links lead into the corner: one of them is crossed four times.
        let for_the_corner: Vec<(u32, u32)> = (1..9).map(|from| (from, 0)).collect();
        assert_eq!(bound(&for_the_corner), 1000 + 4 * (25 + 99 * 5));
        assert_eq!(bound(&for_the_corner[..2]), 1000 + 2 * 25 + 99 * 5);
    }
}
