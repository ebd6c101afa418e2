//! Tests logarithms against integer arithmetic that shares nothing with them.

use super::{RELATIVE_ERROR, ln_binomial, ln_ratio};
use std::f64::consts::LN_2;

/// log₂ of a whole number in units of 2^-60, a few of them too small: bit by bit, by squaring what is left.
fn log2_fixed(number: u64) -> u128 {
    let whole = number.ilog2();
    let mut mantissa = u128::from(number) << (63 - whole);
    let mut bits = u128::from(whole);
    for _ in 0..60 {
        mantissa = (mantissa * mantissa) >> 63;
        let bit = mantissa >> 64;
        mantissa >>= bit;
        bits = bits << 1 | bit;
    }
    bits
}

fn assert_close(found: f64, expected: f64, error: f64, what: &str) {
    let difference = (found - expected).abs();
    assert!(difference <= error * expected.abs(), "{what}: {found} is not {expected}");
}

#[test]
fn the_oracle_knows_some_logarithms() {
    assert_eq!(log2_fixed(1 << 40) >> 60, 40);
    // log2 3 = 1.5849625007211561814…
    let three = log2_fixed(3) as f64 / 2_f64.powi(60);
    assert_close(three, 1.584_962_500_721_156_2, 1e-15, "log2 3");
}

#[test]
fn ratios_err_by_less_than_stated() {
    let wholes = [2, 3, 7, 100, 4097, 999_983, (1 << 40) - 87, (1 << 50) + 1];
    for whole in wholes {
        for part in (1..64).map(|i| (whole / 64 * i).max(i)).chain([whole / 3 + 1]) {
            if part >= whole {
                continue;
            }
            let expected = (log2_fixed(whole) - log2_fixed(part)) as f64 / 2_f64.powi(60) * LN_2;
            let what = format!("ln({part}/{whole})");
            assert_close(-ln_ratio(part, whole), expected, RELATIVE_ERROR, &what);
        }
    }
}

#[test]
fn ratios_next_to_one_err_by_less_than_stated() {
    for whole in [1 << 30, (1 << 40) - 87, (1 << 50) + 1_u64] {
        for less in [1, 2, 3, 17, 255] {
            let lacking = less as f64 / whole as f64;
            let expected = -lacking * (1.0 + lacking / 2.0 + lacking * lacking / 3.0);
            assert_close(ln_ratio(whole - less, whole), expected, RELATIVE_ERROR / 4.0, "near 1");
        }
    }
    assert!(ln_ratio(5, 5) == 0.0);
}

/// The logarithm of a binomial coefficient as a sum of integer logarithms.
fn ln_binomial_fixed(all: u64, chosen: u64) -> f64 {
    let over = (0..chosen).map(|i| log2_fixed(all - i));
    let under = (1..=chosen).map(log2_fixed);
    (over.sum::<u128>() - under.sum::<u128>()) as f64 / 2_f64.powi(60) * LN_2
}

#[test]
fn binomial_coefficients_err_by_less_than_stated() {
    let alls = [1, 2, 5, 31, 32, 63, 64, 65, 66, 100, 1000, 4096, (1 << 26) + 5, 1 << 40];
    for all in alls {
        for chosen in [0, 1, 2, 3, 10, 30, 31, 32, 33, 34, 40, 100, 500, 2047] {
            if chosen <= all {
                let expected = ln_binomial_fixed(all, chosen);
                let what = format!("ln C({all}, {chosen})");
                assert_close(ln_binomial(all, chosen), expected, RELATIVE_ERROR, &what);
                assert_close(ln_binomial(all, all - chosen), expected, RELATIVE_ERROR, &what);
            }
        }
    }
    let (all, chosen) = (1 << 20, 1 << 18);
    let expected = ln_binomial_fixed(all, chosen);
    assert_close(ln_binomial(all, chosen), expected, RELATIVE_ERROR, "a large one");
    assert!(ln_binomial(3, 4) == f64::NEG_INFINITY);
}
