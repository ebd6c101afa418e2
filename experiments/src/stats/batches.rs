//! Estimates the mean of a series whose neighbours depend on each other, by the means of batches.

use super::{CONFIDENCE, Mean, quantile};

impl Mean {
    /// Of all `values`, which are in the order of time, with the interval of batch means: values are cut into `batches` of equal size,
    /// but for one, and Student's t is taken of the means of batches. Batches that are long beside the time for which values remember
    /// each other have nearly independent means; the values themselves have not. Fewer values than batches are a batch each.
    ///
    /// None without values.
    ///
    /// # Source
    /// A. M. Law, "Simulation Modeling and Analysis", §9.5.3.
    pub(crate) fn of_batches(values: &[u64], batches: usize) -> Option<Self> {
        let average = |values: &[u64]| {
            let sum: u128 = values.iter().copied().map(u128::from).sum();
            sum as f64 / values.len() as f64
        };
        let (count, batches) = (values.len(), batches.min(values.len()));
        let bound = |batch: usize| (batch as u128 * count as u128 / batches as u128) as usize;
        let means: Vec<f64> =
            (0..batches).map(|batch| average(&values[bound(batch)..bound(batch + 1)])).collect();
        let estimate = (count > 0).then(|| average(values))?;
        let free = batches - 1;
        let square: f64 = means.iter().map(|mean| (mean - estimate).powi(2)).sum();
        let error = (square / free as f64 / batches as f64).sqrt();
        let reach = (free > 0).then(|| quantile(free, CONFIDENCE) * error);
        Some(Self {
            estimate,
            low: reach.map(|reach| estimate - reach),
            high: reach.map(|reach| estimate + reach),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Series of so many values around 10,000 in which a value remembers a share of the one before it.
    fn series(memory: f64, count: usize, random: &mut Xoshiro256PlusPlus) -> Vec<u64> {
        let mut state = 0.0;
        let mut next = || {
            // The sum of 12 coins of any value has variance 1.
            let noise = (0..12).map(|_| random.random::<f64>() - 0.5).sum::<f64>();
            state = memory * state + noise;
            (10_000.0 + 100.0 * state).round() as u64
        };
        // Forgets that it began at the mean.
        (0..200 + count).map(|_| next()).skip(200).collect()
    }

    /// In how many of 1,000 series the interval has the truth.
    fn covered(memory: f64, batches: usize) -> usize {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let has_truth = |_: &usize| {
            let mean = Mean::of_batches(&series(memory, 2_000, &mut random), batches).unwrap();
            (mean.low.unwrap()..=mean.high.unwrap()).contains(&10_000.0)
        };
        (0..1_000).filter(has_truth).count()
    }

    #[test]
    fn intervals_have_the_truth_in_95_of_100_series() {
        // 95 % of 1,000 is 950 ± 3·6.9.
        for memory in [0.0, 0.8] {
            let covered = covered(memory, 20);
            assert!((929..=971).contains(&covered), "{covered} of 1000 with memory {memory}");
        }
    }

    /// As if values were independent: the interval is 3 times too narrow for a memory of 0.8.
    #[test]
    fn intervals_without_batches_miss_the_truth_where_values_remember() {
        assert!(covered(0.8, 2_000) < 600);
        assert!((929..=971).contains(&covered(0.0, 2_000)));
    }

    #[test]
    fn a_mean_counts_every_value_once_whatever_the_batches() {
        let values = [1, 2, 3, 4, 100];
        let mean = Mean::of_batches(&values, 2).unwrap();
        // Means 1.5 and 107/3; t(1) = 12.7062.
        let square = (22f64 - 1.5).powi(2) + (107.0 / 3.0 - 22f64).powi(2);
        let reach = 12.7062 * (square / 2.0).sqrt();
        assert!((mean.estimate - 22.0).abs() < 1e-12);
        assert!((mean.high.unwrap() - 22.0 - reach).abs() < 1e-3, "{mean:?}");
        assert_eq!(Mean::of_batches(&values, 50), Mean::of_batches(&values, 5));
        assert_eq!(Mean::of_batches(&[7], 20).unwrap().low, None);
        assert_eq!(Mean::of_batches(&[], 20), None);
    }
}
