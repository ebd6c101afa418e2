//! Draws when nodes begin multicasts, and to which destinations.

use super::traffic::Traffic;
use crate::commands::worm::experiment::sets::set_from;
use meshcast_algorithms::pathbased::{MulticastSet, SetError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How the moments of a node are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Process {
    /// Independent exponential gaps; moments are rounded down to whole nanoseconds.
    Poisson,
    /// A coin every so many nanoseconds, from the beginning on.
    Bernoulli { slot: u64 },
}

/// A multicast and when it begins.
#[derive(Debug)]
pub(super) struct Arrival<'a> {
    pub(super) start: u64,
    pub(super) set: MulticastSet<'a>,
}

/// All multicasts of a run at `rate` a node and nanosecond, in the order of their moments, those of one moment by their sources.
///
/// Every node draws from a stream of its own, a number that its gap grows with and then a set, so that the j-th multicast of a node has the
/// same destinations at every rate, and only the gaps shrink.
pub(super) fn arrivals<'a>(
    traffic: &'a Traffic,
    rate: f64,
    seed: u64,
) -> Result<Vec<Arrival<'a>>, SetError> {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut arrivals = Vec::new();
    for source in 0..traffic.network.nodes() as u32 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seeds.random());
        let mut clock = Clock::new(traffic.process, rate);
        loop {
            let start = clock.next(random.random());
            if start >= traffic.span.end() {
                break;
            }
            let how = (traffic.kind, traffic.size, traffic.clusters);
            let set = set_from(&traffic.network, source, how, &mut random)?;
            arrivals.push(Arrival { start, set });
        }
    }
    arrivals.sort_by_key(|arrival| (arrival.start, arrival.set.source()));
    Ok(arrivals)
}

/// The moments of a node.
enum Clock {
    Poisson { now: f64, rate: f64 },
    Bernoulli { slots: u64, slot: u64, no_head: f64 },
}

impl Clock {
    fn new(process: Process, rate: f64) -> Self {
        match process {
            Process::Poisson => Self::Poisson { now: 0.0, rate },
            // The logarithm of the probability that a coin says no.
            Process::Bernoulli { slot } => {
                Self::Bernoulli { slots: 0, slot, no_head: (-rate * slot as f64).ln_1p() }
            }
        }
    }

    /// The next moment, by a number that is at least 0 and below 1.
    fn next(&mut self, uniform: f64) -> u64 {
        let logarithm = (-uniform).ln_1p();
        match self {
            Self::Poisson { now, rate } => {
                *now -= logarithm / *rate;
                *now as u64
            }
            Self::Bernoulli { slots, slot, no_head } => {
                let moment = slots.saturating_add((logarithm / *no_head) as u64);
                *slots = moment.saturating_add(1);
                moment.saturating_mul(*slot)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of a million slots have a moment, how many of those are followed by one in the next slot, and all gaps in sum.
    fn counted(clock: &mut Clock, slots: u64) -> (u64, u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut moments, mut neighbours, mut last) = (0, 0, None);
        loop {
            let moment = clock.next(random.random());
            if moment >= slots {
                return (moments, neighbours);
            }
            moments += 1;
            neighbours += u64::from(last == Some(moment - 1));
            last = Some(moment);
        }
    }

    #[test]
    fn a_node_begins_as_many_as_the_rate_says() {
        let (slots, rate) = (1_000_000, 0.2);
        let (moments, neighbours) =
            counted(&mut Clock::new(Process::Bernoulli { slot: 1 }, rate), slots);
        // 200,000 ± 3·400 heads, of which a fifth follow a head.
        assert!((198_800..=201_200).contains(&moments), "{moments}");
        assert!((38_800..=41_200).contains(&neighbours), "{neighbours}");
        let (moments, _) = counted(&mut Clock::new(Process::Poisson, rate), slots);
        // 200,000 ± 3·447.
        assert!((198_658..=201_342).contains(&moments), "{moments}");
    }

    #[test]
    fn slots_are_whole_and_the_surest_coin_never_misses() {
        let mut clock = Clock::new(Process::Bernoulli { slot: 5 }, 0.2);
        assert_eq!([0.0, 0.5, 0.99].map(|uniform| clock.next(uniform)), [0, 5, 10]);
        let mut clock = Clock::new(Process::Bernoulli { slot: 5 }, 0.1);
        // ln(1 − 0.9)/ln(1 − 0.5) = 3.3: three tails, a head.
        assert_eq!([0.4, 0.9, 0.4].map(|uniform| clock.next(uniform)), [0, 20, 25]);
    }
}
