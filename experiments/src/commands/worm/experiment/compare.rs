//! Runs multicasts one at a time: every method on the same sets.

use super::claims::claims;
use super::method::{Method, Sample, plans, samples};
use super::samples::Samples;
use super::sets::{SETS, drawn, jobs, worth};
use super::trial::Trial;
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{check_flits, wormhole};
use crate::console::progress::watch_parts;
use crate::flags::WormExperimentArgs;
use crate::memory;
use crate::results::worm_experiment::{ExperimentResult, MethodName, RunTime};
use crate::results::worm_network::NetworkResult;
use crate::results::{COMMIT, VERSION};
use crate::stats::CONFIDENCE;
use meshcast_algorithms::jobs::in_order;

/// Tries all methods on all sets.
pub(super) fn compare(
    trial: &Trial,
    args: &WormExperimentArgs,
    time: impl Fn() -> RunTime,
) -> Result<ExperimentResult, WormError> {
    let sets = args.sets.unwrap_or(SETS);
    let methods: Vec<MethodName> = trial.methods().into_iter().map(Method::name).collect();
    let drawn_sets = (trial.kinds.len() * trial.sizes.len()).saturating_mul(sets);
    let need = memory::comparing(drawn_sets, methods.len() * size_of::<Sample>());
    memory::check(|| "--sets, --sizes, --schemes".to_owned(), need)?;
    let most = trial.sizes.last().copied().unwrap_or(0);
    check_flits(&args.times, &trial.network, (args.run.threads(), most))?;
    let jobs = jobs(trial, sets, args.run.seed);
    // Refused before the first set is drawn.
    let routers = args.times.routers(&trial.ends)?;
    let all = watch_parts(jobs.iter().map(worth).sum(), trial.watched, |bar| {
        in_order(args.run.threads(), &jobs, |job| {
            let set = drawn(&trial.network, *job, trial.clusters)?;
            let of_scheme = |&scheme| {
                let plans = plans(&set, (scheme, trial.effort), &trial.groupings)?;
                samples(&set, &plans, (&args.times, routers))
            };
            let samples = trial.schemes.iter().map(of_scheme).collect::<Result<Vec<_>, _>>();
            samples.map(|samples| samples.concat()).inspect(|_| bar.inc(worth(job)))
        })
    })?;
    let samples = Samples { methods, kinds: trial.kinds.clone(), sets, all };
    let (mut cells, mut sign_tests) = (Vec::new(), Vec::new());
    for (job, sets) in jobs.iter().step_by(sets).zip(samples.all.chunks(samples.sets)) {
        cells.extend(samples.cells(job.kind, job.size, sets, args.leaders.rule()));
        sign_tests.extend(samples.tests(job.kind, Some(job.size), sets));
    }
    for &kind in &trial.kinds {
        sign_tests.extend(samples.tests(kind, None, samples.of_kind(kind)));
    }
    // The published comparison, and all other schemes.
    let (cells, scheme_cells) =
        cells.into_iter().partition(|cell| cell.method.scheme == "dual-path");
    Ok(ExperimentResult {
        schema: "meshcast.worm-experiment/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        network: NetworkResult::of(&trial.network),
        sets,
        clusters: trial.clusters,
        threshold: trial.threshold.to_string(),
        leaders_wait: args.leaders.name(),
        wormhole: wormhole(&args.times),
        confidence: CONFIDENCE,
        ratios: "geometric means, with intervals by the variance within sizes",
        claims: claims(&samples, &args.times),
        cells,
        scheme_cells,
        sign_tests,
        timing: time(),
    })
}
