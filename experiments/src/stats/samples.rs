//! Computes means with intervals, and sign tests.

use super::{CONFIDENCE, quantile};
use serde::Serialize;
use statrs::function::factorial::ln_binomial;
use std::cmp::Ordering;
use std::f64::consts::{LN_2, LN_10};

/// A mean and its Student-t interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Mean {
    #[serde(rename = "mean")]
    pub(crate) estimate: f64,
    /// None of a single value.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// How much one way takes of what another does: the geometric mean of ratios, and an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Ratio {
    #[serde(rename = "mean")]
    pub(crate) estimate: f64,
    /// None of strata of one pair.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// On how many sets one way is faster than another, and how likely that is if neither is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct SignTest {
    pub(crate) faster: u64,
    pub(crate) slower: u64,
    pub(crate) equal: u64,
    /// Of so uneven a split of the sets on which they differ, by fair coins, to either side. 0 where numbers end.
    pub(crate) p: f64,
    /// Its decimal logarithm, which does not end.
    pub(crate) p_log10: f64,
}

impl Mean {
    /// Of `values`, none if there are none.
    pub(crate) fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let count = values.clone().count();
        let mean = values.clone().sum::<f64>() / count as f64;
        let free = count.checked_sub(1)?;
        let square: f64 = values.map(|value| (value - mean).powi(2)).sum();
        let error = (square / free as f64 / count as f64).sqrt();
        let reach = (free > 0).then(|| quantile(free, CONFIDENCE) * error);
        Some(Self {
            estimate: mean,
            low: reach.map(|reach| mean - reach),
            high: reach.map(|reach| mean + reach),
        })
    }
}

impl Ratio {
    /// Of `pairs`, one way's before the other's, in strata of `stratum` pairs each; none of none.
    ///
    /// The mean of logarithms has Student's t interval, whose variance is that within the strata: which strata there are is no chance.
    pub(crate) fn of(pairs: &[(f64, f64)], stratum: usize) -> Option<Self> {
        let strata = pairs.chunks_exact(stratum.max(1));
        let logs = |pairs: &[(f64, f64)]| -> Vec<f64> {
            pairs.iter().map(|(one, other)| (one / other).ln()).collect()
        };
        let count = strata.len().checked_mul(stratum).filter(|&count| count > 0)?;
        let (mut sum, mut square) = (0.0, 0.0);
        for logs in strata.clone().map(logs) {
            let mean = logs.iter().sum::<f64>() / stratum as f64;
            sum += mean * stratum as f64;
            square += logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
        }
        let mean = sum / count as f64;
        let free = count - strata.len();
        let error = (square / free as f64 / count as f64).sqrt();
        let reach = (free > 0).then(|| quantile(free, CONFIDENCE) * error);
        Some(Self {
            estimate: mean.exp(),
            low: reach.map(|reach| (mean - reach).exp()),
            high: reach.map(|reach| (mean + reach).exp()),
        })
    }
}

impl SignTest {
    /// Of pairs of times, one way's before the other's.
    pub(crate) fn of<T: Ord>(pairs: impl Iterator<Item = (T, T)>) -> Self {
        let (mut faster, mut slower, mut equal) = (0, 0, 0);
        for (time, other) in pairs {
            match time.cmp(&other) {
                Ordering::Less => faster += 1,
                Ordering::Greater => slower += 1,
                Ordering::Equal => equal += 1,
            }
        }
        let p_log10 = (2f64.log10() + tail(faster.min(slower), faster + slower)).min(0.0);
        Self { faster, slower, equal, p: 10f64.powf(p_log10), p_log10 }
    }
}

/// The decimal logarithm of the probability that so many fair coins show at most `heads` heads.
fn tail(heads: u64, coins: u64) -> f64 {
    // The last term, and all of them as a share of it.
    let (mut term, mut sum) = (1.0, 1.0);
    for heads in (1..=heads).rev() {
        term *= heads as f64 / (coins - heads + 1) as f64;
        sum += term;
    }
    (ln_binomial(coins, heads) - coins as f64 * LN_2 + sum.ln()) / LN_10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_of_ten_are_so_uneven_with_probability_112_of_1024() {
        let pairs = (0..14).map(|pair| (u64::from(pair >= 2), u64::from(!(2..10).contains(&pair))));
        let test = SignTest::of(pairs);
        assert_eq!((test.faster, test.slower, test.equal), (2, 8, 4));
        assert!((test.p - 2.0 * (1.0 + 10.0 + 45.0) / 1024.0).abs() < 1e-12, "{}", test.p);
        let even = SignTest::of([(5, 5)].into_iter());
        assert!((even.p - 1.0).abs() < 1e-12 && even.equal == 1);
    }

    #[test]
    fn the_interval_is_that_of_students_sleep() {
        // Student 1908, additional hours of sleep: mean 1.58, t(9) = 2.262, s = 1.23.
        let hours = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let Mean { estimate, low, high } = Mean::of(hours.into_iter()).unwrap();
        assert!((estimate - 1.58).abs() < 1e-9);
        assert!((low.unwrap() - 0.70).abs() < 0.005 && (high.unwrap() - 2.46).abs() < 0.005);
        assert_eq!(Mean::of([3.0].into_iter()).unwrap().low, None);
    }

    /// The exact sum of binomial coefficients, as whole numbers, has this logarithm.
    #[test]
    fn where_numbers_end_the_logarithm_goes_on() {
        let test =
            SignTest::of((0..3124).map(|pair| (u64::from(pair >= 113), u64::from(pair < 113))));
        assert_eq!((test.faster, test.slower), (113, 3011));
        assert!(test.p == 0.0 && (test.p_log10 + 730.436_731_711).abs() < 1e-6, "{}", test.p_log10);
    }

    #[test]
    fn a_geometric_mean_is_one_over_that_of_the_other_way_round() {
        let pairs = [(1.0, 2.0), (4.0, 2.0), (3.0, 1.0), (8.0, 2.0)];
        let ratio = Ratio::of(&pairs, 2).unwrap();
        let back = Ratio::of(&pairs.map(|(one, other)| (other, one)), 2).unwrap();
        assert!((ratio.estimate - 12f64.powf(0.25)).abs() < 1e-12, "{}", ratio.estimate);
        assert!((ratio.estimate * back.estimate - 1.0).abs() < 1e-12);
        assert!((ratio.low.unwrap() * back.high.unwrap() - 1.0).abs() < 1e-12);
        // ln 2 to both sides of the mean in one stratum, ln 4/3 from end to end in the other; t(2) = 4.3027.
        let square = 2.0 * 2f64.ln().powi(2) + (4.0f64 / 3.0).ln().powi(2) / 2.0;
        let reach = 4.302_65 * (square / 2.0 / 4.0).sqrt();
        assert!((ratio.high.unwrap() / ratio.estimate - reach.exp()).abs() < 1e-3);
        assert_eq!(Ratio::of(&pairs, 1).unwrap().low, None);
        assert_eq!(Ratio::of(&[], 1), None);
    }
}
