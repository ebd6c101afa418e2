//! `meshcast worm latency`: when the last destination of a multicast has all flits.

use super::{WormResult, network, planned};
use crate::cli::{Format, LeadersName, WormLatencyArgs, WormTimesArgs};
use crate::failure::Failure;
use crate::program::Report;
use crate::results::json;
use crate::text;
use meshcast_algorithms::pathbased::Leaders;
use meshcast_engine::wormhole::{self, Start};
use serde::Serialize;

/// The result: that of `plan`, and times.
#[derive(Debug, Serialize)]
pub(crate) struct LatencyResult {
    #[serde(flatten)]
    pub(crate) plan: WormResult,
    /// Of the rule for leaders that was asked for.
    pub(crate) latency_ns: u64,
    pub(crate) latency_barrier_ns: u64,
    pub(crate) latency_async_ns: u64,
    /// For how long headers waited for channels, all together.
    pub(crate) blocked_ns: u64,
    pub(crate) leaders_wait: &'static str,
    pub(crate) wormhole: WormholeResult,
}

/// What takes how long.
#[derive(Debug, Serialize)]
pub(crate) struct WormholeResult {
    startup_ns: u64,
    router_ns: u64,
    link_ns: u64,
    flits: usize,
    body: &'static str,
    startup_charged: &'static str,
}

/// Sends the worms that `args` ask for.
pub(super) fn latency(args: &WormLatencyArgs) -> Result<Report, Failure> {
    let network = network(&args.set)?;
    let timing = args.times.timing()?;
    let (set, plan, scheme, grouping) = planned(&args.set, &network)?;
    let sent = |leaders| {
        let worms = args.times.schedule(leaders).worms(&plan, &network, &Start::At(0), 0);
        wormhole::run(timing, network.channels(), &worms)
    };
    let (barrier, on_their_own) = (sent(Leaders::Barrier)?, sent(Leaders::Async)?);
    let chosen = match args.leaders {
        LeadersName::Barrier => &barrier,
        LeadersName::Async => &on_their_own,
    };
    let result = LatencyResult {
        plan: WormResult::new(&set, &plan, scheme, grouping),
        latency_ns: chosen.end(),
        latency_barrier_ns: barrier.end(),
        latency_async_ns: on_their_own.end(),
        blocked_ns: chosen.channels().iter().map(|channel| channel.blocked).sum(),
        leaders_wait: args.leaders.name(),
        wormhole: WormholeResult::of(&args.times),
    };
    Ok(Report::of(match args.format {
        Format::Json => json(&result),
        Format::Text => text::worm_latency(&result).into_bytes(),
    }))
}

impl WormholeResult {
    pub(super) fn of(times: &WormTimesArgs) -> Self {
        Self {
            startup_ns: times.startup,
            router_ns: times.router,
            link_ns: times.link,
            flits: times.flits,
            body: times.body.name(),
            startup_charged: times.startup_charged.name(),
        }
    }

    /// In a line.
    pub(crate) fn text(&self) -> String {
        let Self { startup_ns, router_ns, link_ns, flits, body, startup_charged } = self;
        format!(
            "{flits} flits, start-up {startup_ns} ns charged {startup_charged}, router {router_ns} ns, link {link_ns} ns, body by {body}"
        )
    }
}
