//! Sums up what all methods took for all sets.

use super::method::Sample;
use super::trial::RULES;
use crate::results::worm_experiment::{Cell, Kind, MethodName, Test};
use crate::stats::{Mean, Ratio, SignTest};
use meshcast_algorithms::pathbased::Leaders;

/// What all methods took for all sets: by kind and size, so many sets each.
pub(super) struct Samples {
    pub(super) methods: Vec<MethodName>,
    pub(super) kinds: Vec<Kind>,
    /// Sets of a kind and size.
    pub(super) sets: usize,
    /// By kind, size and set, then by method.
    pub(super) all: Vec<Vec<Sample>>,
}

impl Samples {
    /// All sets of a kind; none of a kind that was not drawn.
    pub(super) fn of_kind(&self, kind: Kind) -> &[Vec<Sample>] {
        let mut kinds = self.kinds.iter().zip(self.all.chunks(self.all.len() / self.kinds.len()));
        kinds.find(|&(&other, _)| other == kind).map_or(&[], |(_, sets)| sets)
    }

    /// All methods on the sets of a kind and size.
    pub(super) fn cells(
        &self,
        kind: Kind,
        size: usize,
        sets: &[Vec<Sample>],
        leaders: Leaders,
    ) -> impl Iterator<Item = Cell> {
        self.methods.iter().enumerate().map(move |(place, &method)| {
            let mean = |of: fn(&Sample) -> f64| Mean::of(sets.iter().map(|set| of(&set[place])));
            let times =
                [0, 1].map(|rule| Mean::of(sets.iter().map(|set| set[place].times[rule] as f64)));
            let chosen = RULES.iter().position(|&(rule, _)| rule == leaders).unwrap_or(0);
            Cell {
                kind,
                size,
                destinations: size,
                method,
                mean_ns: times[chosen].map(|mean| mean.estimate),
                unproved: sets.iter().filter(|set| !set[place].is_proved).count(),
                links: mean(|sample| f64::from(sample.links)),
                groups: mean(|sample| f64::from(sample.groups)),
                latency_barrier_ns: times[0],
                latency_async_ns: times[1],
            }
        })
    }

    /// All methods but the first, beside the first.
    pub(super) fn tests(&self, kind: Kind, size: Option<usize>, sets: &[Vec<Sample>]) -> Vec<Test> {
        let mut tests = Vec::new();
        for (place, &method) in self.methods.iter().enumerate().skip(1) {
            for (rule, (_, leaders)) in RULES.into_iter().enumerate() {
                let pairs = sets.iter().map(|set| (set[place].times[rule], set[0].times[rule]));
                let (signs, ratio) = self.beside(pairs);
                tests.push(Test { kind, size, method, leaders, signs, ratio });
            }
        }
        tests
    }

    /// One way beside another: the signs, and the ratio over sizes.
    pub(super) fn beside(
        &self,
        pairs: impl Iterator<Item = (u64, u64)> + Clone,
    ) -> (SignTest, Option<Ratio>) {
        let signs = SignTest::of(pairs.clone());
        let pairs: Vec<_> = pairs.map(|(one, other)| (one as f64, other as f64)).collect();
        (signs, Ratio::of(&pairs, self.sets))
    }
}
