//! Draws the moments in which a node begins multicasts.

/// How the moments of a node are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Process {
    /// Independent exponential gaps; moments are rounded down to whole nanoseconds.
    Poisson,
    /// A coin every so many nanoseconds, from the beginning on.
    Bernoulli { slot: u64 },
}

/// The moments of a node.
pub(super) enum Clock {
    Poisson { now: f64, rate: f64 },
    Bernoulli { slots: u64, slot: u64, no_head: f64 },
}

impl Clock {
    pub(super) fn new(process: Process, rate: f64) -> Self {
        match process {
            Process::Poisson => Self::Poisson { now: 0.0, rate },
            // The logarithm of the probability that a coin says no.
            Process::Bernoulli { slot } => {
                Self::Bernoulli { slots: 0, slot, no_head: (-rate * slot as f64).ln_1p() }
            }
        }
    }

    /// The next moment, by a number that is at least 0 and below 1.
    pub(super) fn next(&mut self, uniform: f64) -> u64 {
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
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// How many of so many slots have a moment, and how many of those follow one in the slot before.
    fn counted(clock: &mut Clock, slots: u64) -> (u64, u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut moments, mut neighbours, mut last) = (0, 0, None);
        loop {
            let moment = clock.next(random.random());
            if moment >= slots {
                return (moments, neighbours);
            }
            moments += 1;
            neighbours += u64::from(last.is_some_and(|last: u64| last + 1 == moment));
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
