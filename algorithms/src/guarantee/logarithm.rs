//! Logarithms of ratios and of binomial coefficients, with a relative error that is stated.

use std::f64::consts::PI;

/// What [`ln_ratio`] and [`ln_binomial`] err by at most, relative to their result.
///
/// Derivation: the logarithms of the platform are taken to err by at most 4 units in the last place (tests hold them to
/// that against integer arithmetic), arithmetic by half a unit, integers up to 2^53 not at all. An argument that errs by two
/// units moves a logarithm that is at least ln 2 by no more than three. Every sum below is of terms
/// of one sign, or loses at most a third of its greatest term; so 64 units in the last place, 2^-47, are more than is lost.
pub(super) const RELATIVE_ERROR: f64 = 1.0 / (1_u64 << 47) as f64;

/// Below this many factors a binomial coefficient is multiplied out.
const FEW: u64 = 32;

/// ln(part / whole) for 0 < part ≤ whole < 2^53, zero or negative.
///
/// A ratio near 1 is taken by its difference from 1, so that the result has a small relative error there too.
pub(super) fn ln_ratio(part: u64, whole: u64) -> f64 {
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
pub(super) fn ln_binomial(all: u64, chosen: u64) -> f64 {
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

/// The first four terms of the series of ln m! − ln(√(2πm) (m/e)^m).
fn stirling(m: f64) -> f64 {
    let square = m * m;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / m
}
