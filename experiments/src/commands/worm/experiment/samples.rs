//! Sums up what all methods took for all sets.

use super::method::Sample;
use super::trial::RULES;
use crate::results::worm_experiment::{Cell, Kind, MethodName, Test};
use crate::stats::{Mean, Ratio, SignTest};

/// What all methods took for all sets: by kind and size, so many sets each.
pub(super) struct Samples {
    pub(super) methods: Vec<MethodName>,
    /// Sets of a kind and size.
    pub(super) sets: usize,
    /// By set, then by method.
    pub(super) all: Vec<Vec<Sample>>,
}

impl Samples {
    /// All sets of a kind.
    pub(super) fn of_kind(&self, kind: Kind) -> &[Vec<Sample>] {
        let (random, clustered) = self.all.split_at(self.all.len() / 2);
        match kind {
            Kind::Random => random,
            Kind::Clustered => clustered,
        }
    }

    /// All methods on the sets of a kind and size.
    pub(super) fn cells(
        &self,
        kind: Kind,
        size: usize,
        sets: &[Vec<Sample>],
    ) -> impl Iterator<Item = Cell> {
        self.methods.iter().enumerate().map(move |(place, &method)| {
            let mean = |of: fn(&Sample) -> f64| Mean::of(sets.iter().map(|set| of(&set[place])));
            Cell {
                kind,
                size,
                method,
                links: mean(|sample| f64::from(sample.links)),
                groups: mean(|sample| f64::from(sample.groups)),
                latency_barrier_ns: mean(|sample| sample.times[0] as f64),
                latency_async_ns: mean(|sample| sample.times[1] as f64),
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
