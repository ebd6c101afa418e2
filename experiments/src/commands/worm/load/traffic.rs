//! Says what an open loop sends through which network, once the flags have been checked.

use super::process::Process;
use super::span::Span;
use crate::commands::worm::error::WormError;
use crate::commands::worm::experiment::method::{
    Method, check_scheme, check_size, groupings_of, schemes_of, searches,
};
use crate::commands::worm::request::{self, refuse_idle};
use crate::flags::{
    ArrivalsName, CLUSTERS, FlagError, GroupingName, KindName, LeadersName, LoadTrafficArgs,
    StarName, WormTimesArgs, effort,
};
use crate::memory;
use crate::results::worm_experiment::Kind;
use crate::results::worm_load::{RATE_UNIT, TrafficResult};
use meshcast_algorithms::pathbased::{Grouping, Network, Schedule, Threshold};
use meshcast_engine::wormhole::Routers;

/// The sides of the mesh, unless there is another network.
const MESH: [usize; 2] = [16, 16];

/// Destinations of a multicast, unless said otherwise: this share of the nodes.
const SHARE: usize = 16;

/// What is sent through which network, and what is measured of it.
#[derive(Debug)]
pub(crate) struct Traffic {
    pub(super) network: Network,
    pub(super) kind: Kind,
    /// Destinations of a multicast.
    pub(super) size: usize,
    pub(super) clusters: usize,
    threshold: Option<Threshold>,
    effort: Option<u64>,
    leaders: LeadersName,
    pub(super) process: Process,
    pub(super) span: Span,
    times: WormTimesArgs,
    ends: Vec<(u32, u32)>,
    pub(super) schedule: Schedule,
    /// As results have it.
    pub(crate) result: TrafficResult,
}

impl Traffic {
    /// What `args` ask for.
    pub(crate) fn new(args: &LoadTrafficArgs) -> Result<Self, WormError> {
        let network = request::network_or(&args.network, &MESH)?;
        let size = size(args, &network)?;
        let is_clustered = args.kind == KindName::Clustered;
        let idle = args.clusters.is_some() && !is_clustered;
        refuse_idle(&[("--clusters", idle, "--kind clustered", "--kind random")])?;
        let clusters = args.clusters.unwrap_or(CLUSTERS);
        let span = Span {
            warm_up: args.warm_up as u64,
            window: args.window as u64,
            drain: args.drain as u64,
            batches: args.batches,
        };
        let process = process(args)?;
        let ends = request::ends(&network);
        // Times that no router has are refused before anything is drawn.
        args.times.routers(&ends)?;
        Ok(Self {
            kind: args.kind.into(),
            size,
            clusters,
            threshold: args.threshold,
            effort: args.effort,
            leaders: args.leaders,
            process,
            span,
            times: args.times.clone(),
            ends,
            schedule: args.times.schedule(args.leaders.rule()),
            result: TrafficResult {
                network: network.to_string(),
                nodes: network.nodes(),
                kind: Kind::from(args.kind).name(),
                size,
                clusters: is_clustered.then_some(clusters),
                threshold: threshold(args.threshold).to_string(),
                effort: effort(args.effort).0,
                leaders: args.leaders.name(),
                arrivals: args.arrivals.name(),
                slot_ns: match process {
                    Process::Poisson => None,
                    Process::Bernoulli { slot } => Some(slot),
                },
                warm_up_ns: span.warm_up,
                window_ns: span.window,
                drain_ns: span.drain,
                batches: span.batches,
                rate_unit: RATE_UNIT,
                wormhole: request::wormhole(&args.times),
            },
            network,
        })
    }

    /// Virtual channels of all channels together.
    pub(super) fn lanes(&self) -> usize {
        self.network.channels() * self.times.routers.virtual_channels
    }

    /// How the network switches worms.
    pub(super) fn routers(&self) -> Result<Routers<'_>, WormError> {
        Ok(self.times.routers(&self.ends)?)
    }

    /// Refuses a scheme that the network does not have.
    pub(crate) fn check_scheme(
        &self,
        flag: &'static str,
        scheme: StarName,
    ) -> Result<(), WormError> {
        check_scheme(flag, scheme.scheme(), &self.network)
    }

    /// The methods of these names, or all that the network has. Refuses what they cannot serve, and flags on which none depends.
    pub(crate) fn methods(
        &self,
        schemes: &[StarName],
        groupings: &[GroupingName],
    ) -> Result<Vec<Method>, WormError> {
        let schemes = match schemes {
            [] => schemes_of(&self.network),
            names => names.iter().map(|name| name.scheme()).collect(),
        };
        let groupings = match groupings {
            [] => groupings_of(&self.network, threshold(self.threshold)),
            names => names.iter().map(|&name| self.grouping(name)).collect(),
        };
        let mut methods = Vec::new();
        for &scheme in &schemes {
            for &grouping in &groupings {
                let method = Method { scheme, effort: effort(self.effort), grouping };
                if !methods.contains(&method) {
                    methods.push(method);
                }
            }
        }
        let ungrouped = methods.iter().filter(|method| method.grouping == Grouping::None);
        check_size("--size", self.size, ungrouped.map(|method| method.scheme))?;
        self.check_idle(&methods)?;
        Ok(methods)
    }

    /// Refuses flags on which no method depends.
    fn check_idle(&self, methods: &[Method]) -> Result<(), WormError> {
        let none = |depends: fn(&Method) -> bool| !methods.iter().any(depends);
        let searchless = none(|method| searches(method.scheme));
        let unboxed = none(|method| matches!(method.grouping, Grouping::Gpg(_)));
        let groupless = none(|method| method.grouping != Grouping::None);
        let is_async = self.leaders == LeadersName::Async;
        let (effort, threshold) = (self.effort.is_some(), self.threshold.is_some());
        refuse_idle(&[
            ("--effort", effort && searchless, "ocms or otms among --schemes", "others"),
            ("--threshold", threshold && unboxed, "gpg among --groupings", "others"),
            ("--leaders async", is_async && groupless, "gpg or ppg among --groupings", "none"),
        ])
    }

    fn grouping(&self, name: GroupingName) -> Grouping {
        match name {
            GroupingName::None => Grouping::None,
            GroupingName::Gpg => Grouping::Gpg(threshold(self.threshold)),
            GroupingName::Ppg => Grouping::Ppg,
        }
    }

    /// Refuses a rate that Bernoulli arrivals cannot have.
    pub(crate) fn check_slots(&self, flag: &'static str, rate: f64) -> Result<(), WormError> {
        let Process::Bernoulli { slot } = self.process else { return Ok(()) };
        let most = 1000.0 / slot as f64;
        if rate <= most {
            return Ok(());
        }
        Err(WormError::ManyCoins { flag, slot, most, found: rate })
    }

    /// Refuses a rate that arrivals cannot have, or one whose runs, so many at once, do not fit.
    pub(super) fn check_rate(
        &self,
        flag: &'static str,
        rate: f64,
        (methods, at_once): (&[Method], usize),
    ) -> Result<(), WormError> {
        self.check_slots(flag, rate)?;
        let most = methods.iter().map(|&method| self.memory_needed(method, rate)).max();
        memory::check(
            || format!("{flag}, --warm-up, --window, --drain"),
            most.unwrap_or(0).saturating_mul(at_once as u64),
        )?;
        Ok(())
    }

    /// Bytes that a run of a method at a rate needs.
    pub(crate) fn memory_needed(&self, method: Method, rate: f64) -> u64 {
        let all = rate / 1000.0 * self.network.nodes() as f64 * self.span.end() as f64;
        let is_grouped = method.grouping != Grouping::None;
        let destinations = (all as u64).saturating_mul(self.size as u64);
        let flits = self.times.flits_under_way(destinations, self.network.channels());
        memory::looping((all as u64, self.size), self.leg(), is_grouped, flits)
    }

    /// Channels between two nodes, on average over some pairs.
    fn leg(&self) -> f64 {
        const PAIRS: u64 = 64;
        let nodes = self.network.nodes() as u64;
        // Pairs that are spread evenly over both nodes.
        let pair = |place: u64| {
            ((place * nodes / PAIRS) as u32, (place * 29 % PAIRS * nodes / PAIRS) as u32)
        };
        let ways = (0..PAIRS).map(|place| {
            let (from, to) = pair(place);
            self.network.distance(from, to)
        });
        ways.sum::<usize>() as f64 / PAIRS as f64
    }
}

/// The threshold that is given, or that of the experiment of the paper.
fn threshold(given: Option<Threshold>) -> Threshold {
    given.unwrap_or(Threshold::FOUR_FIFTHS)
}

/// Destinations of a multicast on `network`.
fn size(args: &LoadTrafficArgs, network: &Network) -> Result<usize, WormError> {
    let most = network.nodes() - 1;
    if most == 0 {
        return Err(WormError::OneNode { flag: args.network.flag(), network: network.to_string() });
    }
    let size = args.size.unwrap_or(network.nodes().div_ceil(SHARE));
    if size == 0 || size > most {
        let network = network.to_string();
        return Err(WormError::SetSize { flag: "--size", most, network, found: size });
    }
    Ok(size)
}

fn process(args: &LoadTrafficArgs) -> Result<Process, WormError> {
    match (args.arrivals, args.slot) {
        (ArrivalsName::Poisson, None) => Ok(Process::Poisson),
        (ArrivalsName::Poisson, Some(_)) => {
            let (needs, with) = ("--arrivals bernoulli", "--arrivals poisson");
            Err(FlagError::Misplaced { flag: "--slot", needs, with }.into())
        }
        (ArrivalsName::Bernoulli, slot) => {
            let slot = slot.map_or(args.times.link, |slot| slot as u64);
            Ok(Process::Bernoulli { slot: slot.max(1) })
        }
    }
}
