//! Many multicasts at once.

use super::method::{Method, MethodName};
use super::sets::{Kind, set_from};
use super::statistics::Mean;
use super::{Timing, Trial, crew};
use crate::cli::WormExperimentArgs;
use crate::failure::Failure;
use crate::results::{COMMIT, VERSION};
use crate::worm::WormholeResult;
use meshcast_algorithms::pathbased::{Leaders, MulticastSet, Plan};
use meshcast_engine::wormhole::{self, Start, WormholeError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// Runs of each load, unless said otherwise.
const RUNS: usize = 20;

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct LoadResult {
    schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    pub(crate) network: String,
    mesh: Vec<usize>,
    /// Of each probability and size.
    pub(crate) runs: usize,
    pub(crate) arrivals_ns: u64,
    pub(crate) threshold: String,
    pub(crate) wormhole: WormholeResult,
    pub(crate) rows: Vec<LoadRow>,
    pub(crate) timing: Timing,
}

/// A method under a load.
#[derive(Debug, Serialize)]
pub(crate) struct LoadRow {
    pub(crate) probability: f64,
    pub(crate) size: usize,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    pub(crate) leaders: &'static str,
    /// In all runs.
    pub(crate) multicasts: usize,
    /// From the start of a multicast to its end: the mean of the runs' means.
    pub(crate) latency_ns: Option<Mean>,
    /// For how long the headers of a multicast wait, likewise.
    pub(crate) blocked_ns: Option<Mean>,
    /// Runs that ended in one.
    pub(crate) deadlocks: usize,
}

/// One run: all its multicasts at once.
#[derive(Clone, Copy, Debug)]
struct Sample {
    multicasts: usize,
    /// Latency and waiting time of a multicast on average; none after a deadlock, or without multicasts.
    means: Option<(f64, f64)>,
    has_deadlock: bool,
}

/// A load and the seed of a run.
type Job = (f64, usize, u64);

const RULES: [(Leaders, &str); 2] = [(Leaders::Barrier, "barrier"), (Leaders::Async, "async")];

/// Runs all methods under all loads.
pub(super) fn sweep(
    trial: &Trial,
    args: &WormExperimentArgs,
    timing: impl Fn() -> Timing,
) -> Result<LoadResult, Failure> {
    let runs = args.sets.unwrap_or(RUNS);
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(args.run.seed);
    let loads = args.load.iter().flat_map(|&p| trial.sizes.iter().map(move |&size| (p, size)));
    let jobs: Vec<Job> = loads
        .clone()
        .flat_map(|load| std::iter::repeat_n(load, runs))
        .map(|(p, size)| (p, size, seeds.random()))
        .collect();
    let methods = trial.methods();
    let all = crew::in_order(&jobs, args.run.threads(), |job| run(trial, &methods, args, *job))?;
    let mut rows = Vec::new();
    for ((probability, size), samples) in loads.zip(all.chunks(runs)) {
        for (place, method) in methods.iter().enumerate() {
            for (rule, (_, leaders)) in RULES.into_iter().enumerate() {
                let samples = samples.iter().map(|run| run[place][rule]);
                let means = samples.clone().filter_map(|run| run.means);
                rows.push(LoadRow {
                    probability,
                    size,
                    method: method.name(),
                    leaders,
                    multicasts: samples.clone().map(|run| run.multicasts).sum(),
                    latency_ns: Mean::of(means.clone().map(|(latency, _)| latency)),
                    blocked_ns: Mean::of(means.map(|(_, blocked)| blocked)),
                    deadlocks: samples.filter(|run| run.has_deadlock).count(),
                });
            }
        }
    }
    Ok(LoadResult {
        schema: "meshcast.worm-load/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        network: trial.network.to_string(),
        mesh: args.mesh.0.clone(),
        runs,
        arrivals_ns: args.arrivals.unwrap_or(0),
        threshold: args.threshold.to_string(),
        wormhole: WormholeResult::of(&args.times),
        rows,
        timing: timing(),
    })
}

/// All methods on the same multicasts.
fn run(
    trial: &Trial,
    methods: &[Method],
    args: &WormExperimentArgs,
    (probability, size, seed): Job,
) -> Result<Vec<[Sample; 2]>, Failure> {
    let network = &trial.network;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut multicasts = Vec::new();
    for source in 0..network.nodes() as u32 {
        if random.random_bool(probability) {
            let start = random.random_range(0..=args.arrivals.unwrap_or(0));
            let clusters = args.clusters;
            let set = set_from(network, source, Kind::Random, (size, clusters), &mut random)?;
            multicasts.push((start, set));
        }
    }
    let of_method = |method: &Method| {
        let plan = |(start, set): &(u64, MulticastSet)| Ok((*start, method.plan(set)?));
        let plans = multicasts.iter().map(plan).collect::<Result<Vec<_>, Failure>>()?;
        let [barrier, on_their_own] = RULES.map(|(leaders, _)| send(trial, args, &plans, leaders));
        Ok([barrier?, on_their_own?])
    };
    methods.iter().map(of_method).collect()
}

/// Sends all plans in one run.
fn send(
    trial: &Trial,
    args: &WormExperimentArgs,
    plans: &[(u64, Plan)],
    leaders: Leaders,
) -> Result<Sample, Failure> {
    let schedule = args.times.schedule(leaders);
    let (mut worms, mut ends) = (Vec::new(), Vec::new());
    for (start, plan) in plans {
        worms.extend(schedule.worms(plan, &trial.network, &Start::At(*start), worms.len()));
        ends.push(worms.len());
    }
    let multicasts = plans.len();
    match wormhole::run(args.times.timing()?, trial.network.channels(), &worms) {
        Ok(outcome) => {
            let mut latency = 0;
            let mut first = 0;
            for (&end, (start, _)) in ends.iter().zip(plans) {
                let completions = (first..end).map(|worm| outcome.journey(worm).completion());
                latency += completions.max().unwrap_or(*start) - start;
                first = end;
            }
            let blocked: u64 = outcome.channels().iter().map(|channel| channel.blocked).sum();
            let mean = |sum: u64| sum as f64 / multicasts as f64;
            let means = (multicasts > 0).then(|| (mean(latency), mean(blocked)));
            Ok(Sample { multicasts, means, has_deadlock: false })
        }
        Err(WormholeError::Deadlock(_)) => {
            Ok(Sample { multicasts, means: None, has_deadlock: true })
        }
        Err(error) => Err(error.into()),
    }
}
