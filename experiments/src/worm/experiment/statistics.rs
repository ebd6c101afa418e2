//! Means with intervals, and sign tests.

use crate::verify::{CONFIDENCE, quantile};
use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF};
use std::cmp::Ordering;

/// A mean and its Student-t interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Mean {
    #[serde(rename = "mean")]
    pub(crate) estimate: f64,
    /// None of a single value.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
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

/// On how many sets one way is faster than another, and how likely that is if neither is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct SignTest {
    pub(crate) faster: u64,
    pub(crate) slower: u64,
    pub(crate) equal: u64,
    /// Of so uneven a split of the sets on which they differ, by fair coins, to either side.
    pub(crate) p: f64,
}

impl SignTest {
    /// Of pairs of times, one way's before the other's.
    pub(crate) fn of(pairs: impl Iterator<Item = (u64, u64)>) -> Self {
        let (mut faster, mut slower, mut equal) = (0, 0, 0);
        for (time, other) in pairs {
            match time.cmp(&other) {
                Ordering::Less => faster += 1,
                Ordering::Greater => slower += 1,
                Ordering::Equal => equal += 1,
            }
        }
        let tail =
            Binomial::new(0.5, faster + slower).map_or(1.0, |coins| coins.cdf(faster.min(slower)));
        Self { faster, slower, equal, p: (2.0 * tail).min(1.0) }
    }
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
}
