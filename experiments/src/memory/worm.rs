//! Predicts what experiments with worms need.

use super::SetSize;
use meshcast_engine::Shape;

/// What comparing ways of multicast needs at most on so many sets, each with `samples` bytes of results, beside the
/// sets that are worked at.
pub(crate) fn comparing(sets: usize, samples: usize) -> u64 {
    // The job, its result in two lists, a block of memory, and a pair of numbers with a logarithm for a test.
    const BYTES_A_SET: u64 = 128;
    (sets as u64).saturating_mul(BYTES_A_SET.saturating_add(samples as u64))
}

/// What so many multicasts by worms to `size` destinations need at once, each destination at most a `leg` from the one before it.
pub(crate) fn loading(multicasts: u64, size: usize, leg: usize) -> u64 {
    // A set and a plan.
    const BYTES_A_MULTICAST: u64 = 350;
    // Of a set, a plan and a worm with what it waits for, in lists that double as they grow.
    const BYTES_A_DESTINATION: u64 = 560;
    let destination = hops(leg).saturating_mul(BYTES_A_HOP).saturating_add(BYTES_A_DESTINATION);
    let multicast = (size as u64).saturating_mul(destination).saturating_add(BYTES_A_MULTICAST);
    multicasts.saturating_mul(multicast)
}

/// What sending a message set as worms on its mesh needs, each message over every node once at most.
pub(crate) fn sending(set: SetSize, shape: Shape) -> u64 {
    // A plan with its paths and worms.
    const BYTES_A_MESSAGE: u64 = 800;
    // Of a plan and a worm: there is no set.
    const BYTES_A_DELIVERY: u64 = 48;
    let size = set.deliveries.div_ceil(set.messages.max(1));
    let way = size.saturating_mul(hops(shape.rows() + shape.cols())).min(shape.nodes() as u64);
    let message = way.saturating_mul(BYTES_A_HOP).saturating_add(BYTES_A_MESSAGE);
    let messages = set.messages.saturating_mul(message);
    messages.saturating_add(set.deliveries.saturating_mul(BYTES_A_DELIVERY))
}

/// A node of a path, a channel of a worm, and its grant.
const BYTES_A_HOP: u64 = 16;

/// From a destination to the next: random points are a third of the longest way apart.
fn hops(leg: usize) -> u64 {
    (leg as u64).div_ceil(3)
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
            let (found, measured) = (loading(multicasts, size, leg), multicasts * bytes);
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
            let found = sending(size, Shape::new(side, side).expect("a shape"));
            assert!(2 * measured <= 3 * found && 2 * found <= 3 * measured, "{found} {measured}");
        }
    }
}
