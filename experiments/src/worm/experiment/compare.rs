//! Multicasts one at a time: every method on the same sets.

use super::claims::{Claim, claims};
use super::method::{Method, MethodName, Sample, samples};
use super::sets::{Kind, any_set};
use super::statistics::{Mean, Ratio, SignTest};
use super::{RULES, RunTime, Trial, crew};
use crate::cli::WormExperimentArgs;
use crate::failure::Failure;
use crate::memory;
use crate::progress::watch_parts;
use crate::results::{COMMIT, VERSION};
use crate::verify::CONFIDENCE;
use crate::worm::WormholeResult;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// Sets of each kind and size, unless said otherwise.
const SETS: usize = 200;

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct ExperimentResult {
    schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    pub(crate) network: String,
    mesh: Vec<usize>,
    /// Of each kind and size.
    pub(crate) sets: usize,
    pub(crate) clusters: usize,
    pub(crate) threshold: String,
    pub(crate) wormhole: WormholeResult,
    confidence: f64,
    /// What ratios are.
    ratios: &'static str,
    pub(crate) claims: Vec<Claim>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) sign_tests: Vec<Test>,
    pub(crate) timing: RunTime,
}

/// A method on the sets of a kind and size.
#[derive(Debug, Serialize)]
pub(crate) struct Cell {
    pub(crate) kind: Kind,
    pub(crate) size: usize,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    pub(crate) links: Option<Mean>,
    pub(crate) groups: Option<Mean>,
    pub(crate) latency_barrier_ns: Option<Mean>,
    pub(crate) latency_async_ns: Option<Mean>,
}

/// A method beside dual-path without groups, set by set.
#[derive(Debug, Serialize)]
pub(crate) struct Test {
    pub(crate) kind: Kind,
    /// None of all sizes together.
    pub(crate) size: Option<usize>,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    pub(crate) leaders: &'static str,
    #[serde(flatten)]
    pub(crate) signs: SignTest,
    /// Its latency as a share of the other's.
    pub(crate) ratio: Option<Ratio>,
}

/// What all methods took for all sets: by kind and size, so many sets each.
pub(super) struct Samples {
    pub(super) methods: Vec<MethodName>,
    /// Sets of a kind and size.
    pub(super) sets: usize,
    /// By set, then by method.
    all: Vec<Vec<Sample>>,
}

/// A kind, a size and the seed of a set.
type Job = (Kind, usize, u64);

/// Tries all methods on all sets.
pub(super) fn compare(
    trial: &Trial,
    args: &WormExperimentArgs,
    time: impl Fn() -> RunTime,
) -> Result<ExperimentResult, Failure> {
    let sets = args.sets.unwrap_or(SETS);
    let clusters = args.clusters();
    let batches: Vec<(Kind, usize)> = Kind::BOTH
        .into_iter()
        .flat_map(|kind| trial.sizes.iter().map(move |&size| (kind, size)))
        .collect();
    let methods: Vec<MethodName> = trial.methods().into_iter().map(Method::name).collect();
    let need =
        memory::comparing(batches.len().saturating_mul(sets), methods.len() * size_of::<Sample>());
    memory::check(|| "--sets, --sizes, --schemes".to_owned(), need)?;
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(args.run.seed);
    let jobs: Vec<Job> = batches
        .iter()
        .flat_map(|&batch| std::iter::repeat_n(batch, sets))
        .map(|(kind, size)| (kind, size, seeds.random()))
        .collect();
    let times = args.times.timing()?;
    let worth = |&(_, size, _): &Job| WORTH_OF_A_SET + size as u64;
    let all = watch_parts(jobs.iter().map(worth).sum(), trial.watched, |bar| {
        crew::in_order(&jobs, (args.run.threads(), bar), worth, |&(kind, size, seed)| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let set = any_set(&trial.network, kind, (size, clusters), &mut random)?;
            samples(&set, (&trial.schemes, &trial.groupings), times, |leaders| {
                args.times.schedule(leaders)
            })
        })
    })?;
    let samples = Samples { methods, sets, all };
    let (mut cells, mut sign_tests) = (Vec::new(), Vec::new());
    for (&(kind, size), sets) in batches.iter().zip(samples.all.chunks(samples.sets)) {
        cells.extend(samples.cells(kind, size, sets));
        sign_tests.extend(samples.tests(kind, Some(size), sets));
    }
    for kind in Kind::BOTH {
        sign_tests.extend(samples.tests(kind, None, samples.of_kind(kind)));
    }
    Ok(ExperimentResult {
        schema: "meshcast.worm-experiment/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        network: trial.network.to_string(),
        mesh: args.mesh.0.clone(),
        sets,
        clusters,
        threshold: args.threshold.to_string(),
        wormhole: WormholeResult::of(&args.times),
        confidence: CONFIDENCE,
        ratios: "geometric means, with intervals by the variance within sizes",
        claims: claims(&samples, &args.times),
        cells,
        sign_tests,
        timing: time(),
    })
}

/// What a set takes beside what grows with its size, in the time of a destination. Only the bar depends on it.
const WORTH_OF_A_SET: u64 = 16;

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
    fn cells(&self, kind: Kind, size: usize, sets: &[Vec<Sample>]) -> impl Iterator<Item = Cell> {
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
    fn tests(&self, kind: Kind, size: Option<usize>, sets: &[Vec<Sample>]) -> Vec<Test> {
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
