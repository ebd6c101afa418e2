//! Searches for saturation by bisection.

use crate::results::worm_load::{LoadPoint, Saturation};

/// Runs that a search takes, about. Only the bar depends on it.
pub(super) const RUNS: u64 = 8;

/// Below this share of the bound nothing is searched.
const LEAST_SHARE: f64 = 1.0 / 4096.0;

/// The rates that a search may try, which are the same for all methods: powers of 1 and the tolerance, to four digits.
#[derive(Clone, Copy, Debug)]
struct Ladder {
    tolerance: f64,
}

impl Ladder {
    fn rate(self, rung: i32) -> f64 {
        let rate = (1.0 + self.tolerance).powi(rung);
        format!("{rate:.3e}").parse().unwrap_or(rate)
    }

    /// The first rung that is not below a rate.
    fn rung(self, rate: f64) -> i32 {
        (rate.ln() / self.tolerance.ln_1p()).ceil() as i32
    }
}

/// The greatest rate that a search tries where no network carries more than `bound`: one that is saturated whatever the method, if the
/// window is long enough for that to be seen.
pub(super) fn greatest(bound: f64, tolerance: f64) -> f64 {
    let ladder = Ladder { tolerance };
    ladder.rate(ladder.rung(bound * 1.2))
}

/// All points that were tried, and the rates that saturation is between: none if nothing was saturated up to [`greatest`].
///
/// Begins at an eighth of `bound`, doubles or halves the rate until one rate is saturated and the other is not, and bisects between them.
pub(super) fn search<E>(
    bound: f64,
    tolerance: f64,
    mut run: impl FnMut(f64) -> Result<LoadPoint, E>,
) -> Result<(Vec<LoadPoint>, Option<Saturation>), E> {
    let ladder = Ladder { tolerance };
    let octave = ladder.rung(2.0).max(1);
    let (least, most) = (ladder.rung(bound * LEAST_SHARE), ladder.rung(bound * 1.2));
    let mut tried = Vec::new();
    // Rungs below and above saturation.
    let (mut low, mut high) = (None, None);
    let mut rung = ladder.rung(bound / 8.0);
    loop {
        let point = run(ladder.rate(rung))?;
        tried.push(point);
        *(if point.saturated { &mut high } else { &mut low }) = Some((rung, point));
        rung = match (low, high) {
            (Some((low, _)), Some((high, _))) if high - low > 1 => low + (high - low) / 2,
            (None, Some((high, _))) if high > least => (high - octave).max(least),
            (Some((low, _)), None) if low < most => (low + octave).min(most),
            _ => break,
        };
    }
    let saturation = high.map(|(_, high)| Saturation {
        low: low.map_or(0.0, |(_, low)| low.rate),
        high: high.rate,
        accepted: high.accepted,
    });
    Ok((tried, saturation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// What a search finds where all rates from `capacity` on are saturated, and how many it tries.
    fn found(capacity: f64, bound: f64, tolerance: f64) -> (Option<Saturation>, usize) {
        let run = |rate: f64| {
            let (saturated, accepted) = (rate >= capacity, rate.min(capacity));
            let (multicasts, censored, unproved) = (0, 0, 0);
            Ok::<_, Infallible>(LoadPoint {
                rate,
                offered: rate,
                accepted,
                multicasts,
                censored,
                unproved,
                latency_ns: None,
                growth: None,
                saturated,
                deadlock: false,
            })
        };
        let Ok((tried, saturation)) = search(bound, tolerance, run);
        (saturation, tried.len())
    }

    #[test]
    fn saturation_is_between_rates_that_are_a_tolerance_apart() {
        for (capacity, bound) in [(0.3, 1.0), (0.0123, 0.0124), (7.0, 4000.0), (0.9, 0.85)] {
            for tolerance in [0.5, 0.05, 0.01] {
                let (saturation, tried) = found(capacity, bound, tolerance);
                let Saturation { low, high, accepted } = saturation.unwrap();
                assert!(low < capacity && capacity <= high, "{low} {high}");
                assert!(high / low < 1.001 * (1.0 + tolerance), "{low} {high}");
                assert_eq!(Some(accepted), Some(capacity));
                assert!(tried <= 18, "{tried}");
            }
        }
    }

    #[test]
    fn what_is_never_saturated_or_always_has_no_two_rates() {
        assert_eq!(found(2.0, 1.0, 0.05).0, None);
        let (saturation, tried) = found(1e-9, 1.0, 0.05);
        assert_eq!(saturation.map(|found| found.low), Some(0.0));
        assert!(tried < 16, "{tried}");
    }
}
