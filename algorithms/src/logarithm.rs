//! Computes logarithms of ratios and of binomial coefficients, with a relative error that is stated.

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

/// What [`ln_ratio`] and [`ln_binomial`] err by at most, relative to their result: 64u, where u = 2^-53.
///
/// Taken for granted: the platform's `ln` and `ln_1p` err by at most 4 units in the last place, 8u (tests hold
/// them to that against integer arithmetic). One operation errs by u, whole numbers up to 2^53 not at all. Hence:
///
/// - `ln_ratio`, part < whole/2: the quotient errs by u, which moves its logarithm by u at most, and that is ln 2 at least: 8u +
///   u/ln 2 < 9.5u. Otherwise the argument x = −(1 − part/whole) ≥ −1/2 errs by u, which moves ln(1 + x), relatively, by
///   x/((1 + x)·ln(1 + x)) ≤ 1/ln 2 times that: the same.
/// - `ln_binomial` multiplied out: at most 31 terms of one sign with 9.5u each, and 30 additions: < 40u.
/// - `ln_binomial` by Stirling, k ≥ 32: the two terms of the entropy E are positive and err by 9.5u + u each, so E by
///   11.5u. The width W = ½ ln(2πkl/n) errs by 8uW and, by the four operations and the constant of its argument, by 3u.
///   The three s(m) are below 1/384, so their operations and what the series leaves out add less than 2u. The four
///   additions, of E, −W and the s(m), err by u each of no more than E. E ≥ k·ln(n/k) + k/2 ≥ 1.19k and W ≤ ½ ln(2πk),
///   so that W < 0.07E and the result is above 0.9E > 34. In all less than ((11.5 + 0.56 + 4)·E·u + 5u)/(0.9E) < 19u.
pub(crate) const RELATIVE_ERROR: f64 = 1.0 / (1_u64 << 47) as f64;

/// Below this many factors a binomial coefficient is multiplied out.
const FEW: u64 = 32;

/// ln(part / whole) for 0 < part ≤ whole < 2^53, zero or negative.
///
/// A ratio near 1 is taken by its difference from 1, so that the result has a small relative error there too.
pub(crate) fn ln_ratio(part: u64, whole: u64) -> f64 {
    debug_assert!(0 < part && part <= whole && whole < 1 << 53);
    if part < whole - part {
        (part as f64 / whole as f64).ln()
    } else {
        (-((whole - part) as f64) / whole as f64).ln_1p()
    }
}

/// The logarithm of the number of sets of `chosen` among `all` < 2^53 things; minus infinity if there are none.
///
/// Few factors are multiplied out. For k = min(chosen, all − chosen) ≥ 32 and l = all − k the formula of Stirling gives
/// k ln(all/k) + l ln(all/l) − ½ ln(2π k l / all) + s(all) − s(k) − s(l), where s(m) = ln m! − ln(√(2πm) (m/e)^m) has the
/// series 1/12m − 1/360m³ + 1/1260m⁵ − 1/1680m⁷ + …, whose remainder is less than the first term left out, 1/1188m⁹ (H. Robbins'
/// bounds in longer form; the series envelops s). For m ≥ 32 that is less than 2^-54.
pub(crate) fn ln_binomial(all: u64, chosen: u64) -> f64 {
    debug_assert!(all < 1 << 53);
    if chosen > all {
        return f64::NEG_INFINITY;
    }
    let few = chosen.min(all - chosen);
    if few < FEW {
        // Every factor is at least 2.
        return (0..few).map(|i| -ln_ratio(few - i, all - i)).sum();
    }
    let many = all - few;
    let (n, k, l) = (all as f64, few as f64, many as f64);
    let entropy = -k * ln_ratio(few, all) - l * ln_ratio(many, all);
    let width = 0.5 * (2.0 * PI * k * (l / n)).ln();
    entropy - width + stirling(n) - stirling(k) - stirling(l)
}

/// No less than the sum of what `terms` stand for: at most 8, each with [`RELATIVE_ERROR`] but for two operations that do not cancel.
///
/// Terms and additions err by (64 + 2 + 7)u of the sum of the absolute values; 256u are added, which covers the last
/// operations too.
pub(crate) fn upper_sum(terms: &[f64]) -> f64 {
    debug_assert!(terms.len() <= 8);
    let sum: f64 = terms.iter().sum();
    let size: f64 = terms.iter().map(|term| term.abs()).sum();
    sum + 4.0 * RELATIVE_ERROR * size
}

/// The first four terms of the series of ln m! − ln(√(2πm) (m/e)^m).
fn stirling(m: f64) -> f64 {
    let square = m * m;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / m
}
