//! Runs multicasts one at a time: every method on the same sets.

use super::claims::claims;
use super::method::{Method, Sample, samples};
use super::samples::Samples;
use super::sets::any_set;
use super::trial::Trial;
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{check_flits, wormhole};
use crate::console::progress::watch_parts;
use crate::flags::WormExperimentArgs;
use crate::memory;
use crate::results::worm_experiment::{ExperimentResult, Kind, MethodName, RunTime};
use crate::results::worm_network::NetworkResult;
use crate::results::{COMMIT, VERSION};
use crate::stats::CONFIDENCE;
use meshcast_algorithms::jobs::in_order;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Sets of each kind and size, unless said otherwise.
const SETS: usize = 200;

/// A kind, a size and the seed of a set.
type Job = (Kind, usize, u64);

/// Tries all methods on all sets.
pub(super) fn compare(
    trial: &Trial,
    args: &WormExperimentArgs,
    time: impl Fn() -> RunTime,
) -> Result<ExperimentResult, WormError> {
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
    let most = trial.sizes.last().copied().unwrap_or(0);
    check_flits(&args.times, &trial.network, (args.run.threads(), most))?;
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(args.run.seed);
    let jobs: Vec<Job> = batches
        .iter()
        .flat_map(|&batch| std::iter::repeat_n(batch, sets))
        .map(|(kind, size)| (kind, size, seeds.random()))
        .collect();
    let routers = args.times.routers(&trial.ends)?;
    let worth = |&(_, size, _): &Job| WORTH_OF_A_SET + size as u64;
    let all = watch_parts(jobs.iter().map(worth).sum(), trial.watched, |bar| {
        in_order(args.run.threads(), &jobs, |job @ &(kind, size, seed)| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let set = any_set(&trial.network, kind, (size, clusters), &mut random)?;
            let methods = (&trial.schemes[..], &trial.groupings[..]);
            let samples = samples(&set, methods, routers, |leaders| args.times.schedule(leaders));
            samples.inspect(|_| bar.inc(worth(job)))
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
        network: NetworkResult::of(&trial.network),
        sets,
        clusters,
        threshold: args.threshold.to_string(),
        wormhole: wormhole(&args.times),
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
