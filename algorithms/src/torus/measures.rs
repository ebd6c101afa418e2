//! Measures how evenly a routing loads the channels: the paper's Δ and Λ.

use super::routing::Routing;
use meshcast_engine::{SignedDimension, Torus, TorusChannel};

/// What can be counted of a routing's paths to 0, in points.
///
/// Λ is counted by the last hop, as in the paper's Theorem 1, and by the first, as in its Lemma 2. They differ: for the diagonal algorithm
/// in three dimensions from K = 4 on. The first hops are what a broadcast along input graphs loads the channels with, the last hops the
/// same for output graphs.
///
/// # Source
/// Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, Definitions 1 and 2, Lemma 2.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Measures, Routing, TorusAlgorithm};
/// use meshcast_engine::Torus;
/// // On 3 × 3 nodes the simple algorithm enters 0 along the second dimension from its two neighbours there alone.
/// let measures = Measures::of(&Routing::new(Torus::new(3, 2)?, TorusAlgorithm::Simple));
/// assert_eq!(measures.subtrees, [(1, 3), (-1, 3), (2, 1), (-2, 1)]);
/// assert_eq!((measures.delta, measures.lambda), (2, vec![0, 2]));
/// # Ok::<(), meshcast_engine::TorusError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// `N_i`: the points whose path enters 0 along each direction.
    pub subtrees: Vec<(SignedDimension, u64)>,
    /// Δ: the greatest difference of two of them.
    pub delta: u64,
    /// Λ(d) for d = 0, 1, … diameter − 1: the same of the points at distance d + 1 alone.
    pub lambda: Vec<u64>,
    /// The points whose path leaves them along each direction.
    pub first_hop: Vec<(SignedDimension, u64)>,
    /// `Λ_F(d)`: Λ(d) by the first hop.
    pub lambda_first_hop: Vec<u64>,
}

impl Measures {
    /// Those of `routing`.
    pub fn of(routing: &Routing) -> Self {
        let torus = routing.torus();
        let last = routing.last_hops();
        let (subtrees, lambda) = count(torus, |point| last[point as usize].into());
        let (first_hop, lambda_first_hop) = count(torus, |point| routing.hop(point).number());
        let delta = spread(subtrees.iter().map(|&(_, points)| points));
        Self { subtrees, delta, lambda, first_hop, lambda_first_hop }
    }
}

/// The points by direction, and the spread of those of every level.
fn count(torus: Torus, channel: impl Fn(u32) -> usize) -> (Vec<(SignedDimension, u64)>, Vec<u64>) {
    // Where K = 2 every coordinate that is not 0 is positive.
    let directions: Vec<usize> = (0..torus.dims())
        .flat_map(|dimension| [false, true].map(|grows| TorusChannel { dimension, grows }))
        .filter(|channel| torus.radix() > 2 || !channel.grows)
        .map(TorusChannel::number)
        .collect();
    let mut levels = vec![vec![0; 2 * torus.dims()]; torus.diameter()];
    for point in 1..torus.nodes() as u32 {
        levels[torus.distance(point) as usize - 1][channel(point)] += 1;
    }
    let total = |number: usize| levels.iter().map(|level| level[number]).sum();
    let totals = directions
        .iter()
        .map(|&number| (TorusChannel::numbered(number).signed_dimension(), total(number)));
    let spreads = levels.iter().map(|level| spread(directions.iter().map(|&number| level[number])));
    (totals.collect(), spreads.collect())
}

fn spread(values: impl Iterator<Item = u64> + Clone) -> u64 {
    values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
}

/// K^e, which no more nodes than a torus may have make overflow.
fn power(torus: Torus, exponent: usize) -> u64 {
    (torus.radix() as u64).pow(exponent as u32)
}

/// (K − 1)/2 where the formulas hold, for odd K.
fn half(torus: Torus) -> Option<u64> {
    (torus.radix() % 2 == 1).then_some(torus.radix() as u64 / 2)
}

/// `N_i` of the simple algorithm, from the proof of Theorem 4: ½(K−1)K^(n−|i|), for odd K.
pub fn simple_subtree(torus: Torus, direction: SignedDimension) -> Option<u64> {
    let below = torus.dims().checked_sub(direction.unsigned_abs() as usize)?;
    half(torus).map(|half| half * power(torus, below))
}

/// Theorem 4, Δ of the simple algorithm: ½(K−1)(K^(n−1)−1), for odd K.
pub fn simple_delta(torus: Torus) -> Option<u64> {
    half(torus).map(|half| half * (power(torus, torus.dims() - 1) - 1))
}

/// Δ of the diagonal algorithm in up to four dimensions, for odd K: 0, 0, ((K−1)/2)³, 2((K−1)/2)².
///
/// # Source
/// For three and four dimensions none but counting: for odd K up to 17 in three dimensions and up to 13 in four. Beyond that it is a
/// conjecture. The paper bounds Δ, see [`twice_theorem_5`].
pub fn diagonal_delta(torus: Torus) -> Option<u64> {
    let half = half(torus)?;
    match torus.dims() {
        1 | 2 => Some(0),
        3 => Some(half.pow(3)),
        4 => Some(2 * half.pow(2)),
        _ => None,
    }
}

/// Δ of the balanced algorithm where it is proved, for odd K and n an odd prime: 0 where n divides K − 1, which is where 2n divides
/// K^n − 1, and otherwise 1.
///
/// # Source
/// This project's own; the proof is in `docs/torus.md`.
pub fn balanced_delta(torus: Torus) -> Option<u64> {
    let (radix, dims) = (torus.radix(), torus.dims());
    let is_odd_prime = dims > 2 && (2..dims).all(|divisor| !dims.is_multiple_of(divisor));
    (is_odd_prime && radix % 2 == 1).then(|| u64::from(!(radix - 1).is_multiple_of(dims)))
}

/// Twice the bound of Theorem 5 on Δ of the diagonal algorithm, for n ≥ 2 and odd K: ((K−1)/2)^n + (n−2)/2 · K^(n−2), without
/// the first term if n is a power of two. The paper has Δ below it, which n = 2 does not allow: there both are 0.
pub fn twice_theorem_5(torus: Torus) -> Option<u64> {
    let (half, dims) = (half(torus)?, torus.dims());
    let rest = dims.checked_sub(2)?;
    let first = if dims.is_power_of_two() { 0 } else { 2 * half.pow(dims as u32) };
    Some(first + rest as u64 * power(torus, rest))
}
