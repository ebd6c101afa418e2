//! Draws the random sides and congestions that ranges and forecasts are stated for.

use super::{below, generator};

/// The most deliveries of a set.
pub const MOST_DELIVERIES: usize = 3_000_000;

/// The seed of the pairs that documented ranges are from.
pub const PAIRS_SEED: u64 = 2026;

/// Random pairs of a side and a congestion c: sides from 16 to 300; c at most n/16, evenly on a logarithmic scale, and such that a set
/// has at most [`MOST_DELIVERIES`].
pub fn pairs(seed: u64) -> impl Iterator<Item = (usize, usize)> {
    pairs_up_to(seed, MOST_DELIVERIES)
}

/// Pairs of which c is at most n/16 alone, for formulas.
pub fn pairs_of_any_size(seed: u64) -> impl Iterator<Item = (usize, usize)> {
    pairs_up_to(seed, usize::MAX)
}

/// The power of two nearest to a side and the power of 4 nearest to a congestion, at most n/16.
pub fn nearest_powers(side: usize, c: usize) -> (usize, usize) {
    let near_side = 1 << (side as f64).log2().round() as u32;
    let near_c = 4_usize.pow((c as f64).log(4.0).round() as u32);
    (near_side, near_c.min(near_side * near_side / 16))
}

fn pairs_up_to(seed: u64, most_deliveries: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut random = generator(seed);
    std::iter::repeat_with(move || {
        let side = 16 + below(&mut random, 285);
        let nodes = side * side;
        let most = (nodes / 16).min(most_deliveries / nodes) as f64;
        let c = most.powf(below(&mut random, 1 << 20) as f64 / f64::from(1 << 20)).round() as usize;
        (side, c)
    })
}
