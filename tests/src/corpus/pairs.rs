//! Draws the random sides and congestions that ranges and forecasts are stated for.

use super::{below, generator};

/// The most deliveries of a set.
pub const MOST_DELIVERIES: usize = 3_000_000;

/// The seed of the pairs that documented ranges are from.
pub const PAIRS_SEED: u64 = 2026;

/// Random pairs of a side and a congestion c: sides from 16 to 300; c at most n/16, evenly on a logarithmic scale, and such that a set
/// has at most [`MOST_DELIVERIES`].
pub fn pairs(seed: u64) -> impl Iterator<Item = (usize, usize)> {
    let mut random = generator(seed);
    std::iter::repeat_with(move || {
        let side = 16 + below(&mut random, 285);
        let nodes = side * side;
        let most = (nodes / 16).min(MOST_DELIVERIES / nodes) as f64;
        let c = most.powf(below(&mut random, 1 << 20) as f64 / f64::from(1 << 20)).round() as usize;
        (side, c)
    })
}
