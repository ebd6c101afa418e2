//! Bounds the chance that a random permutation fails.

use super::lambda::Lambda;
use crate::logarithm::{ln_binomial, upper_sum};
use std::f64::consts::LN_2;

/// The most that the union bounds given here may fail, where no λ is asked for: 2 to this.
pub const FAILURE_LOG2: f64 = -20.0;
/// Roundings of a few operations, in parts of the result: thousands of times what they need.
const WIDER: f64 = 1e-12;

/// The parameters of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// m.
    pub inputs: usize,
    /// c.
    pub outputs: usize,
    /// r.
    pub degree: usize,
}

/// An upper bound of log2 of the probability that a uniformly random permutation has, in one of the graphs of a `family`, a set with
/// fewer than λ·r·s neighbours.
///
/// For one graph `Σ_s C(m, s)·C(c, k)·(cap(k))_{rs}/(rm)_{rs}` over 1 ≤ s ≤ ⌊c/r⌋, with k = ⌈λrs⌉ − 1,
/// cap(k) = k·⌊rm/c⌋ + min(k, rm mod c) the most numbers that lead to k outputs, and `(x)_y` = x(x − 1)…(x − y + 1):
/// for one of these sets of inputs, all r·s numbers of the permutation must lead to one of these sets of outputs. At
/// most 0. It speaks of the generator and of no particular permutation.
///
/// Since `(x)_y` = C(x, y)·y!, a term is one of four binomial coefficients, whose logarithms have a proved relative error; the sum
/// is widened by more than that.
///
/// ```
/// use meshcast_algorithms::{Sizes, union_bound};
/// let sizes = Sizes { inputs: 2, outputs: 2, degree: 1 };
/// // λ = 0.6: k = 0 for one input and 1 for two: they lead to one output with probability (1)_2/(2)_2 = 0.
/// assert_eq!(union_bound(&[sizes], "0.6".parse()?), f64::NEG_INFINITY);
/// # Ok::<(), meshcast_algorithms::NotALambda>(())
/// ```
pub fn union_bound(family: &[Sizes], lambda: Lambda) -> f64 {
    let terms: Vec<f64> = family.iter().flat_map(|sizes| terms(*sizes, lambda)).collect();
    log_sum(&terms)
}

/// The fewest neighbours of 1, 2, … up to ⌊c/r⌋ inputs in all but 2^`failure_log2` of all permutations, by the union bound: for each
/// size the most for which the sets of that size fail with an equal share of it, so that all hold together.
///
/// ```
/// use meshcast_algorithms::{Sizes, likely_neighbours};
/// let sizes = Sizes { inputs: 4096, outputs: 64, degree: 16 };
/// assert_eq!(likely_neighbours(sizes, -20.0), [6, 11, 15, 19]);
/// ```
pub fn likely_neighbours(sizes: Sizes, failure_log2: f64) -> Vec<usize> {
    let largest = (sizes.outputs / sizes.degree).min(sizes.inputs);
    let share = failure_log2 - (largest.max(1) as f64).log2();
    let most = |size: usize| {
        let fails =
            |few: usize| term(sizes, size, few).map_or(f64::NEG_INFINITY, |ln| log_sum(&[ln]));
        // A term does not decrease with the outputs as long as it is below 1, see `safe_lambda`.
        (1..=size * sizes.degree).take_while(|few| fails(*few) <= share).last().unwrap_or(0) + 1
    };
    (1..=largest).map(|size| most(size).min(sizes.outputs).min(size * sizes.degree)).collect()
}

/// Upper bounds of the natural logarithms of the terms that are not zero.
fn terms(sizes: Sizes, lambda: Lambda) -> impl Iterator<Item = f64> {
    (1..=(sizes.outputs / sizes.degree).min(sizes.inputs))
        .filter_map(move |size| term(sizes, size, lambda.most_below(size * sizes.degree)))
}

/// An upper bound of the natural logarithm of the expected number of sets of `size` inputs whose edges all lead to one of the sets of `few`
/// outputs; `None` if these have too few edges for that.
fn term(sizes: Sizes, size: usize, few: usize) -> Option<f64> {
    let Sizes { inputs, outputs, degree } = sizes;
    let (edges, ends) = (inputs * degree, size * degree);
    let room = few * (edges / outputs) + few.min(edges % outputs);
    (room >= ends).then(|| {
        let ln = |all: usize, chosen: usize| ln_binomial(all as u64, chosen as u64);
        upper_sum(&[ln(inputs, size), ln(outputs, few), ln(room, ends), -ln(edges, ends)])
    })
}

/// The upper bound of log2 of a sum of which upper bounds of the terms' natural logarithms are given; at most 0.
fn log_sum(terms: &[f64]) -> f64 {
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    let sum: f64 = terms.iter().map(|term| (term - most).exp()).sum();
    // Each addition rounds once, each exponential by a few units.
    let rounding = (terms.len() + 16) as f64 * f64::EPSILON;
    let log2 = (most + sum.ln() + rounding) / LN_2;
    (log2 + WIDER * (most.abs() / LN_2 + 1.0)).min(0.0)
}

/// The largest λ, in millionths, whose union bound is at most 2^`failure_log2` < 1; `None` if none is.
///
/// It is found by bisection: where the bound is below 1 it does not decrease with λ. For a term,
/// T(k) = C(m, s)·C(c, k)·(cap(k))_{rs}/(rm)_{rs}, is log-concave in k: C(c, k) is, cap is concave, and ln `(x)_{rs}`
/// increases and is concave. At k = rs ≤ c all of a set's edges lead to k outputs for certain, so that the sum over the
/// sets of k outputs, C(c, k)·(cap(k))_{rs}/(rm)_{rs}, is at least 1, and T(rs) ≥ C(m, s) ≥ 1. What is log-concave,
/// below 1 at k and at least 1 at rs > k does not decrease up to k. So if the bound of λ is below 1, with it every
/// term, then for no smaller λ any term is greater. All this but for rounding: what is given back was evaluated, and is
/// safe; a λ that misses the bound by a rounding may be taken for one that does not keep it.
///
/// ```
/// use meshcast_algorithms::{Sizes, safe_lambda, union_bound};
/// let sizes = Sizes { inputs: 1024, outputs: 64, degree: 10 };
/// let lambda = safe_lambda(&[sizes], -20.0).expect("some λ is safe");
/// assert!(union_bound(&[sizes], lambda) <= -20.0);
/// ```
pub fn safe_lambda(family: &[Sizes], failure_log2: f64) -> Option<Lambda> {
    let (mut safe, mut above) = (0, 1_000_000);
    while above - safe > 1 {
        let middle = u32::midpoint(safe, above);
        match Lambda::of_millionths(middle) {
            Some(lambda) if union_bound(family, lambda) <= failure_log2 => safe = middle,
            _ => above = middle,
        }
    }
    Lambda::of_millionths(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_bound_that_can_be_written_out() {
        // m = 4, c = 4, r = 2, λ = 0.6: sets of 1 and 2 inputs, k = 1 and 2, every output has 2 edges.
        // 4·4·(2·1)/(8·7) + 6·6·(4·3·2·1)/(8·7·6·5) = 4/7 + 18/35 > 1; with λ = 0.5, k = 0 and 1, room 0 and 2 < 4.
        let sizes = Sizes { inputs: 4, outputs: 4, degree: 2 };
        assert!(union_bound(&[sizes], "0.6".parse().unwrap()) >= 0.0);
        assert!(union_bound(&[sizes], "0.5".parse().unwrap()).is_infinite());
        // m = 4, c = 4, r = 3: sets of 1 input, k = 1, room for 3 numbers: 4·4·(3·2·1)/(12·11·10) = 96/1320.
        let sizes = Sizes { inputs: 4, outputs: 4, degree: 3 };
        let found = union_bound(&[sizes], "0.6".parse().unwrap());
        assert!(
            (found - (96.0f64 / 1320.0).log2()).abs() < 1e-9 && found >= (96.0f64 / 1320.0).log2(),
            "{found}"
        );
    }
}
