//! `meshcast worm experiment`: all schemes and groupings on the same sets.

mod claims;
mod compare;
mod crew;
mod load;
mod method;
mod sets;
mod statistics;

pub(crate) use claims::Claim;
pub(crate) use compare::{Cell, ExperimentResult, Test};
pub(crate) use load::{LoadResult, LoadRow};
pub(crate) use sets::Kind;
pub(crate) use statistics::{Mean, Ratio};

use crate::cli::{Format, WormExperimentArgs};
use crate::failure::Failure;
use crate::reply::Reply;
use crate::results::json;
use crate::terminal::Terminal;
use crate::text;
use meshcast_algorithms::pathbased::{Grouping, Leaders, Network, Ports, Scheme};
use method::Method;
use serde::Serialize;
use std::time::Instant;

/// Sizes, unless others are given.
const SIZES: usize = 20;

/// The rules for leaders, and their names.
const RULES: [(Leaders, &str); 2] = [(Leaders::Barrier, "barrier"), (Leaders::Async, "async")];

/// Whatever cannot repeat.
#[derive(Debug, Serialize)]
pub(crate) struct RunTime {
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
    /// Whether progress is shown.
    watched: bool,
}

/// Makes the experiment that `args` ask for.
pub(super) fn experiment(args: &WormExperimentArgs, terminal: Terminal) -> Result<Reply, Failure> {
    let start = Instant::now();
    let trial = Trial::new(args, terminal.progress)?;
    let time = || RunTime { seconds: start.elapsed().as_secs_f64(), threads: args.run.threads() };
    let output = if args.load.is_empty() {
        let result = compare::compare(&trial, args, time)?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_experiment(&result).into_bytes(),
        }
    } else {
        let result = load::sweep(&trial, args, time)?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_load(&result).into_bytes(),
        }
    };
    Ok(Reply::of(output))
}

impl Trial {
    fn new(args: &WormExperimentArgs, watched: bool) -> Result<Self, Failure> {
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
        for scheme in asked_for(args) {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        let groupings = [Grouping::None, Grouping::Gpg(args.threshold), Grouping::Ppg];
        Ok(Self { network, sizes, schemes, groupings, watched })
    }

    /// Every scheme with every grouping.
    fn methods(&self) -> Vec<Method> {
        let with = |&scheme: &Scheme| self.groupings.map(|grouping| Method { scheme, grouping });
        self.schemes.iter().flat_map(with).collect()
    }
}

/// The schemes that `args` name, or all that a mesh of its dimensions has.
fn asked_for(args: &WormExperimentArgs) -> Vec<Scheme> {
    if !args.schemes.is_empty() {
        return args.schemes.iter().map(|name| name.scheme()).collect();
    }
    let of_planes = (args.mesh.0.len() == 2).then_some(Scheme::MultiPath);
    let [strict, free] = [Ports::Strict, Ports::Free];
    let others =
        [Scheme::Ocms(strict), Scheme::Ocms(free), Scheme::Otms(strict), Scheme::Otms(free)];
    of_planes.into_iter().chain(others).collect()
}
