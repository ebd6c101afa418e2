//! Compares dual-path with and without groups under all readings of what the papers leave open, on the same sets.

use super::claims::verdict;
use super::method::{Method, Sample, plans, samples};
use super::samples::Samples;
use super::sets::{SETS, drawn, jobs, worth};
use super::trial::{RULES, Trial};
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{check_flits, wormhole};
use crate::console::progress::watch_parts;
use crate::flags::{BodyName, ChargeName, RoutingName, WormExperimentArgs, WormTimesArgs};
use crate::memory;
use crate::results::verdict::Verdict;
use crate::results::worm_experiment::{Kind, MethodName, RunTime};
use crate::results::worm_network::NetworkResult;
use crate::results::worm_readings::{Comparison, Reading, ReadingsResult};
use crate::results::{COMMIT, VERSION};
use crate::stats::CONFIDENCE;
use meshcast_algorithms::jobs::in_order;

/// All readings of the times that `given` has, leaders aside: a header of one flit, or with an address flit for each destination as fast
/// as a link or a router; routers that take their time once a worm or for each address; each body; each charge of the start-up.
fn all(given: &WormTimesArgs) -> Vec<WormTimesArgs> {
    let addresses = [(0, None), (1, Some(given.link)), (1, Some(given.router))];
    let mut readings = Vec::new();
    for routing in [RoutingName::PerWorm, RoutingName::PerAddress] {
        for (address_flits, address_flit_time) in addresses {
            for body in [BodyName::Link, BodyName::Router, BodyName::Both] {
                for startup_charged in [ChargeName::Each, ChargeName::Once] {
                    readings.push(WormTimesArgs {
                        body,
                        address_flits,
                        address_flit_time,
                        routing,
                        startup_charged,
                        ..given.clone()
                    });
                }
            }
        }
    }
    readings
}

/// Tries both groupings under all readings on all sets.
pub(super) fn readings(
    trial: &Trial,
    args: &WormExperimentArgs,
    time: impl Fn() -> RunTime,
) -> Result<ReadingsResult, WormError> {
    let sets = args.sets.unwrap_or(SETS);
    let readings = all(&args.times);
    let methods: Vec<MethodName> = trial.methods().into_iter().map(Method::name).collect();
    let drawn_sets = (trial.kinds.len() * trial.sizes.len()).saturating_mul(sets);
    let bytes = readings.len() * methods.len() * size_of::<Sample>();
    memory::check(|| "--sets, --sizes".to_owned(), memory::comparing(drawn_sets, bytes))?;
    let most = trial.sizes.last().copied().unwrap_or(0);
    for times in &readings {
        check_flits(times, &trial.network, (args.run.threads(), most))?;
    }
    let jobs = jobs(trial, sets, args.run.seed);
    // Refused before the first set is drawn.
    let routers = readings.iter().map(|times| Ok((times, times.routers(&trial.ends)?)));
    let routers = routers.collect::<Result<Vec<_>, WormError>>()?;
    let all = watch_parts(jobs.iter().map(worth).sum(), trial.watched, |bar| {
        in_order(args.run.threads(), &jobs, |job| {
            let set = drawn(&trial.network, *job, trial.clusters)?;
            let plans = plans(&set, (trial.schemes[0], trial.effort), &trial.groupings)?;
            let of = |&how| samples(&set, &plans, how);
            let samples = routers.iter().map(of).collect::<Result<Vec<_>, WormError>>();
            samples.inspect(|_| bar.inc(worth(job)))
        })
    })?;
    let mut of_readings: Vec<Vec<Vec<Sample>>> =
        vec![Vec::with_capacity(all.len()); readings.len()];
    for set in all {
        for (reading, samples) in of_readings.iter_mut().zip(set) {
            reading.push(samples);
        }
    }
    let mut rows = Vec::new();
    for (times, all) in readings.iter().zip(of_readings) {
        let samples = Samples { methods: methods.clone(), kinds: trial.kinds.clone(), sets, all };
        rows.extend(RULES.iter().enumerate().map(|(rule, &(_, leaders))| Reading {
            wormhole: wormhole(times),
            leaders,
            comparisons: comparisons(&samples, &trial.sizes, rule),
        }));
    }
    Ok(ReadingsResult {
        schema: "meshcast.worm-readings/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        network: NetworkResult::of(&trial.network),
        sizes: trial.sizes.clone(),
        sets,
        clusters: trial.clusters,
        threshold: trial.threshold.to_string(),
        confidence: CONFIDENCE,
        readings: rows,
        timing: time(),
    })
}

/// Both groupings on both kinds of sets under one rule for leaders, over all sizes and at each.
fn comparisons(samples: &Samples, sizes: &[usize], rule: usize) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for kind in Kind::BOTH {
        for (place, method) in samples.methods.iter().enumerate().skip(1) {
            let of = |sets: &[Vec<Sample>]| {
                samples.beside(sets.iter().map(|set| (set[place].times[rule], set[0].times[rule])))
            };
            let (signs, ratio) = of(samples.of_kind(kind));
            let at_sizes = sizes.iter().zip(samples.of_kind(kind).chunks(samples.sets));
            let judged: Vec<(usize, Verdict)> = at_sizes
                .map(|(&size, sets)| {
                    let (signs, ratio) = of(sets);
                    (size, verdict(&signs, ratio))
                })
                .collect();
            let with = |wanted| {
                let found = judged.iter().filter(move |(_, verdict)| *verdict == wanted);
                found.map(|&(size, _)| size).collect()
            };
            comparisons.push(Comparison {
                kind,
                grouping: method.grouping,
                signs,
                ratio,
                verdict: verdict(&signs, ratio),
                faster_at: with(Verdict::Supported),
                slower_at: with(Verdict::Refuted),
            });
        }
    }
    comparisons
}
