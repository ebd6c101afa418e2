//! Runs many multicasts at once.

use super::method::Method;
use super::sets::random_set;
use super::trial::{RULES, Trial};
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{longest_leg, wormhole as wormhole_of};
use crate::console::progress::watch_parts;
use crate::flags::WormExperimentArgs;
use crate::memory;
use crate::results::worm_experiment::{LoadResult, LoadRow, MethodName, Paired, RunTime};
use crate::results::worm_network::NetworkResult;
use crate::results::{COMMIT, VERSION};
use crate::stats::{Mean, Ratio, SignTest};
use meshcast_algorithms::jobs::in_order;
use meshcast_algorithms::pathbased::{Leaders, MulticastSet, Plan};
use meshcast_engine::wormhole::{self, Delivery, Outcome, Start, Worm, WormholeError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Runs of each load, unless said otherwise.
const RUNS: usize = 20;

/// One run: all its multicasts at once.
#[derive(Clone, Copy, Debug)]
struct LoadSample {
    multicasts: usize,
    /// None after a deadlock, or without multicasts.
    totals: Option<Totals>,
    has_deadlock: bool,
}

/// What all multicasts of a run took, in nanoseconds, and all channels.
#[derive(Clone, Copy, Debug)]
struct Totals {
    latency: u128,
    blocked: u128,
    end: u64,
    held: u128,
    longest_held: u64,
    longest_queue: u32,
}

/// The multicasts of a source, one after another, and when the first one starts.
struct Sender<'a> {
    start: u64,
    sets: Vec<MulticastSet<'a>>,
}

/// A load and the seed of a run.
type Job = (f64, usize, u64);

/// Runs all methods under all loads.
pub(super) fn sweep(
    trial: &Trial,
    args: &WormExperimentArgs,
    time: impl Fn() -> RunTime,
) -> Result<LoadResult, WormError> {
    let runs = args.sets.unwrap_or(RUNS);
    let methods = trial.methods();
    let loads = args.load.iter().flat_map(|&p| trial.sizes.iter().map(move |&size| (p, size)));
    check_memory(trial, args, loads.clone().count().saturating_mul(runs), methods.len())?;
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(args.run.seed);
    let jobs: Vec<Job> = loads
        .clone()
        .flat_map(|load| std::iter::repeat_n(load, runs))
        .map(|(p, size)| (p, size, seeds.random()))
        .collect();
    let worth = |&(p, size, _): &Job| 1 + (p * (trial.network.nodes() * size) as f64) as u64;
    let all = watch_parts(jobs.iter().map(worth).sum(), trial.watched, |bar| {
        in_order(args.run.threads(), &jobs, |job| {
            run(trial, &methods, args, *job).inspect(|_| bar.inc(worth(job)))
        })
    })?;
    let lanes = (trial.network.channels(), args.times.routers.virtual_channels);
    let mut rows = Vec::new();
    for ((probability, size), samples) in loads.zip(all.chunks(runs)) {
        for (place, method) in methods.iter().enumerate() {
            for (rule, (_, leaders)) in RULES.into_iter().enumerate() {
                let of = |place: usize| samples.iter().map(move |run| run[place][rule]);
                let beside = (place > 0).then(|| paired(of(place).zip(of(0))));
                rows.push(LoadRow {
                    beside_dual_path: beside,
                    ..row((probability, size), (method.name(), leaders), lanes, of(place))
                });
            }
        }
    }
    Ok(LoadResult {
        schema: "meshcast.worm-experiment-load/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        network: NetworkResult::of(&trial.network),
        runs,
        arrivals_ns: args.arrivals.unwrap_or(0),
        messages: messages(args),
        think_ns: args.think.unwrap_or(0),
        threshold: trial.threshold.to_string(),
        wormhole: wormhole_of(&args.times),
        rows,
        timing: time(),
    })
}

fn messages(args: &WormExperimentArgs) -> usize {
    args.messages.unwrap_or(1)
}

/// Refuses what does not fit, by the largest load.
fn check_memory(
    trial: &Trial,
    args: &WormExperimentArgs,
    runs: usize,
    methods: usize,
) -> Result<(), WormError> {
    let most = args.load.iter().copied().fold(0.0, f64::max);
    let senders = (trial.network.nodes() as f64 * most).ceil() as u64;
    let multicasts = senders.saturating_mul(messages(args) as u64);
    let size = trial.sizes.last().copied().unwrap_or(0);
    let destinations = multicasts.saturating_mul(size as u64);
    let flits = args.times.flits_under_way(destinations, trial.network.channels());
    let run = memory::loading(multicasts, size, longest_leg(&trial.network), flits);
    let at_once = run.saturating_mul(args.run.threads().min(runs) as u64);
    let need =
        at_once.saturating_add(memory::comparing(runs, methods * size_of::<[LoadSample; 2]>()));
    memory::check(|| "--load, --messages, --sizes, --sets".to_owned(), need)?;
    Ok(())
}

/// What a method did in the runs of a load.
fn row(
    (probability, size): (f64, usize),
    (method, leaders): (MethodName, &'static str),
    (channels, virtual_channels): (usize, usize),
    samples: impl Iterator<Item = LoadSample> + Clone,
) -> LoadRow {
    let each = samples.clone().filter_map(|run| Some((run.multicasts as f64, run.totals?)));
    let mean = |of: fn(f64, Totals) -> f64| {
        Mean::of(each.clone().map(move |(multicasts, totals)| of(multicasts, totals)))
    };
    // A channel is held once by each of its virtual channels.
    let share = |held: f64, totals: Totals| held / virtual_channels as f64 / totals.end as f64;
    let all = each.clone().map(|(_, totals)| share(totals.held as f64 / channels as f64, totals));
    let peaks = each.clone().map(|(_, totals)| share(totals.longest_held as f64, totals));
    LoadRow {
        probability,
        size,
        method,
        leaders,
        multicasts: samples.clone().map(|run| run.multicasts).sum(),
        latency_ns: mean(|multicasts, totals| totals.latency as f64 / multicasts),
        blocked_ns: mean(|multicasts, totals| totals.blocked as f64 / multicasts),
        end_ns: mean(|_, totals| totals.end as f64),
        utilisation: Mean::of(all),
        peak_utilisation: Mean::of(peaks),
        longest_queue: each.map(|(_, totals)| totals.longest_queue).max().unwrap_or(0),
        deadlocks: samples.filter(|run| run.has_deadlock).count(),
        beside_dual_path: None,
    }
}

/// Runs of one method and another; the multicasts are the same, so that latencies in sum are as good as means.
fn paired(runs: impl Iterator<Item = (LoadSample, LoadSample)>) -> Paired {
    let latencies =
        runs.filter_map(|(one, other)| Some((one.totals?.latency, other.totals?.latency)));
    let latencies: Vec<(u128, u128)> = latencies.collect();
    let pairs: Vec<_> = latencies.iter().map(|&(one, other)| (one as f64, other as f64)).collect();
    Paired { signs: SignTest::of(latencies.into_iter()), ratio: Ratio::of(&pairs, pairs.len()) }
}

/// All methods on the same multicasts.
fn run(
    trial: &Trial,
    methods: &[Method],
    args: &WormExperimentArgs,
    (probability, size, seed): Job,
) -> Result<Vec<[LoadSample; 2]>, WormError> {
    let network = &trial.network;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut senders = Vec::new();
    for source in 0..network.nodes() as u32 {
        if random.random_bool(probability) {
            let start = random.random_range(0..=args.arrivals.unwrap_or(0));
            let set = |_| random_set(network, source, size, &mut random);
            let sets = (0..messages(args)).map(set).collect::<Result<_, _>>()?;
            senders.push(Sender { start, sets });
        }
    }
    let of_method = |method: &Method| {
        let plans = |sender: &Sender| {
            let plans = sender.sets.iter().map(|set| method.plan(set));
            Ok((sender.start, plans.collect::<Result<Vec<_>, WormError>>()?))
        };
        let plans = senders.iter().map(plans).collect::<Result<Vec<_>, WormError>>()?;
        let [barrier, on_their_own] = RULES.map(|(leaders, _)| leaders);
        let sample = send(trial, args, &plans, barrier)?;
        let mut all = plans.iter().flat_map(|(_, plans)| plans);
        let is_grouped = all.any(|plan| plan.groups().len() > 1);
        let other = if is_grouped { send(trial, args, &plans, on_their_own)? } else { sample };
        Ok([sample, other])
    };
    methods.iter().map(of_method).collect()
}

/// Sends all plans in one run, those of a source one after another.
fn send(
    trial: &Trial,
    args: &WormExperimentArgs,
    plans: &[(u64, Vec<Plan>)],
    leaders: Leaders,
) -> Result<LoadSample, WormError> {
    let schedule = args.times.schedule(leaders);
    let network = &trial.network;
    // Where the worms of each multicast end.
    let (mut worms, mut ends) = (Vec::new(), Vec::new());
    for (start, plans) in plans {
        let mut start = Start::At(*start);
        for plan in plans {
            let before = worms.len();
            worms.extend(schedule.worms(plan, network, &start, before));
            start = after(&worms, before, args.think.unwrap_or(0));
            ends.push(worms.len());
        }
    }
    let multicasts = ends.len();
    match wormhole::run(args.times.routers(&trial.ends)?, network.channels(), &worms) {
        Ok(outcome) => {
            let totals = (multicasts > 0).then(|| totals(&outcome, &ends));
            Ok(LoadSample { multicasts, totals, has_deadlock: false })
        }
        Err(WormholeError::Deadlock(_)) => {
            Ok(LoadSample { multicasts, totals: None, has_deadlock: true })
        }
        Err(error) => Err(WormError::Wormhole {
            flags: "--startup, --router, --link, --flits, --arrivals, --messages, --think",
            error,
        }),
    }
}

/// So long after the last delivery of the worms from a number on.
fn after(worms: &[Worm], from: usize, delay: u64) -> Start {
    let last = |(worm, sent): (usize, &Worm)| Delivery { worm, hops: sent.path.len() as u32 };
    Start::After { deliveries: worms.iter().enumerate().skip(from).map(last).collect(), delay }
}

/// What came of multicasts whose worms end at `ends`.
fn totals(outcome: &Outcome, ends: &[usize]) -> Totals {
    let mut latency = 0;
    let mut first = 0;
    for &end in ends {
        let start = outcome.journey(first).start();
        let completions = (first..end).map(|worm| outcome.journey(worm).completion());
        latency += u128::from(completions.max().unwrap_or(start) - start);
        first = end;
    }
    let channels = outcome.channels().iter();
    let blocked = channels.clone().map(|channel| u128::from(channel.blocked));
    Totals {
        latency,
        blocked: blocked.sum::<u128>() + u128::from(outcome.waited_for_ports()),
        end: outcome.end(),
        held: channels.clone().map(|channel| u128::from(channel.held)).sum(),
        longest_held: channels.clone().map(|channel| channel.held).max().unwrap_or(0),
        longest_queue: channels.map(|channel| channel.longest_queue).max().unwrap_or(0),
    }
}
