//! `meshcast worm experiment`: all schemes and groupings on the same sets.

mod crew;
mod load;
mod method;
mod sets;
mod statistics;

pub(crate) use load::{LoadResult, LoadRow};
pub(crate) use method::MethodName;
pub(crate) use sets::Kind;
pub(crate) use statistics::{Mean, SignTest};

use super::WormholeResult;
use crate::cli::{Format, WormExperimentArgs};
use crate::failure::Failure;
use crate::program::Report;
use crate::progress::watch;
use crate::results::{COMMIT, VERSION, json};
use crate::terminal::Terminal;
use crate::text;
use crate::verify::CONFIDENCE;
use meshcast_algorithms::pathbased::{Grouping, Network, Scheme};
use method::{Method, Sample, samples};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use sets::any_set;
use std::time::Instant;

/// Sizes, unless others are given.
const SIZES: usize = 20;
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
    pub(crate) cells: Vec<Cell>,
    pub(crate) sign_tests: Vec<Test>,
    pub(crate) timing: Timing,
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
    pub(crate) ratio: Option<Mean>,
}

/// Whatever cannot repeat.
#[derive(Debug, Serialize)]
pub(crate) struct Timing {
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
}

/// What is tried on what, once the command line has been checked.
struct Trial {
    network: Network,
    sizes: Vec<usize>,
    /// Dual-path first.
    schemes: Vec<Scheme>,
    /// None first.
    groupings: [Grouping; 3],
}

/// Makes the experiment that `args` ask for.
pub(super) fn experiment(args: &WormExperimentArgs, terminal: Terminal) -> Result<Report, Failure> {
    let start = Instant::now();
    let trial = Trial::new(args)?;
    let timing = || Timing { seconds: start.elapsed().as_secs_f64(), threads: args.run.threads() };
    let output = if args.load.is_empty() {
        let result =
            watch("sending multicasts", terminal.progress, || trial.compare(args, timing))?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_experiment(&result).into_bytes(),
        }
    } else {
        let result =
            watch("sending multicasts", terminal.progress, || load::sweep(&trial, args, timing))?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_load(&result).into_bytes(),
        }
    };
    Ok(Report::of(output))
}

impl Trial {
    fn new(args: &WormExperimentArgs) -> Result<Self, Failure> {
        let mesh = Network::mesh(&args.mesh.0);
        let network = mesh.map_err(|error| Failure::Network { flag: "--mesh", error })?;
        let most = network.nodes() - 1;
        if most == 0 {
            return Err(Failure::OneNode { network: network.to_string() });
        }
        let mut sizes: Vec<usize> = match &args.sizes[..] {
            [] if args.load.is_empty() => {
                (1..=SIZES).map(|part| (part * most / SIZES).max(1)).collect()
            }
            [] => vec![network.nodes().div_ceil(16).min(most)],
            sizes => sizes.to_vec(),
        };
        sizes.sort_unstable();
        sizes.dedup();
        if let Some(&found) = sizes.iter().find(|&&size| size == 0 || size > most) {
            return Err(Failure::SetSize { most, network: network.to_string(), found });
        }
        let mut schemes = vec![Scheme::DualPath];
        for scheme in args.schemes.iter().map(|name| name.scheme()) {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        let groupings = [Grouping::None, Grouping::Gpg(args.threshold), Grouping::Ppg];
        Ok(Self { network, sizes, schemes, groupings })
    }

    /// Every scheme with every grouping.
    fn methods(&self) -> Vec<Method> {
        let with = |&scheme: &Scheme| self.groupings.map(|grouping| Method { scheme, grouping });
        self.schemes.iter().flat_map(with).collect()
    }

    fn compare(
        &self,
        args: &WormExperimentArgs,
        timing: impl Fn() -> Timing,
    ) -> Result<ExperimentResult, Failure> {
        let count = args.sets.unwrap_or(SETS);
        let of_kinds = [Kind::Random, Kind::Clustered].into_iter();
        let batches: Vec<(Kind, usize)> =
            of_kinds.flat_map(|kind| self.sizes.iter().map(move |&size| (kind, size))).collect();
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(args.run.seed);
        let jobs: Vec<(Kind, usize, u64)> = batches
            .iter()
            .flat_map(|&batch| std::iter::repeat_n(batch, count))
            .map(|(kind, size)| (kind, size, seeds.random()))
            .collect();
        let times = args.times.timing()?;
        let all = crew::in_order(&jobs, args.run.threads(), |&(kind, size, seed)| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let set = any_set(&self.network, kind, (size, args.clusters), &mut random)?;
            samples(&set, (&self.schemes, &self.groupings), times, |leaders| {
                args.times.schedule(leaders)
            })
        })?;
        let methods: Vec<MethodName> = self.methods().into_iter().map(Method::name).collect();
        let (mut cells, mut sign_tests) = (Vec::new(), Vec::new());
        for (&(kind, size), sets) in batches.iter().zip(all.chunks(count)) {
            cells.extend(cells_of(kind, size, sets, &methods));
            sign_tests.extend(tests_of(kind, Some(size), sets, &methods));
        }
        for (kind, sets) in
            [Kind::Random, Kind::Clustered].into_iter().zip(all.chunks(all.len() / 2))
        {
            sign_tests.extend(tests_of(kind, None, sets, &methods));
        }
        Ok(ExperimentResult {
            schema: "meshcast.worm-experiment/1",
            version: VERSION,
            commit: COMMIT,
            seed: args.run.seed,
            network: self.network.to_string(),
            mesh: args.mesh.0.clone(),
            sets: count,
            clusters: args.clusters,
            threshold: args.threshold.to_string(),
            wormhole: WormholeResult::of(&args.times),
            confidence: CONFIDENCE,
            cells,
            sign_tests,
            timing: timing(),
        })
    }
}

/// All methods on the sets of a kind and size.
fn cells_of(
    kind: Kind,
    size: usize,
    sets: &[Vec<Sample>],
    methods: &[MethodName],
) -> impl Iterator<Item = Cell> {
    methods.iter().enumerate().map(move |(place, &method)| {
        let mean = |of: fn(&Sample) -> f64| Mean::of(sets.iter().map(|set| of(&set[place])));
        Cell {
            kind,
            size,
            method,
            links: mean(|sample| sample.links as f64),
            groups: mean(|sample| sample.groups as f64),
            latency_barrier_ns: mean(|sample| sample.times[0] as f64),
            latency_async_ns: mean(|sample| sample.times[1] as f64),
        }
    })
}

/// All methods but the first, beside the first.
fn tests_of(
    kind: Kind,
    size: Option<usize>,
    sets: &[Vec<Sample>],
    methods: &[MethodName],
) -> Vec<Test> {
    let mut tests = Vec::new();
    for (place, &method) in methods.iter().enumerate().skip(1) {
        for (rule, leaders) in ["barrier", "async"].into_iter().enumerate() {
            let pairs = sets.iter().map(|set| (set[place].times[rule], set[0].times[rule]));
            let ratio = Mean::of(pairs.clone().map(|(time, other)| time as f64 / other as f64));
            tests.push(Test { kind, size, method, leaders, signs: SignTest::of(pairs), ratio });
        }
    }
    tests
}
