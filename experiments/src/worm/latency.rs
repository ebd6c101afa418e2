//! `meshcast worm latency`: when the last destination of a multicast has all flits.

use super::{NodeResult, WormResult, network, planned};
use crate::cli::{Format, LeadersName, WormLatencyArgs, WormTimesArgs};
use crate::failure::Failure;
use crate::reply::Reply;
use crate::results::json;
use crate::terminal::Terminal;
use crate::text;
use meshcast_algorithms::pathbased::{Leaders, Network};
use meshcast_engine::wormhole::{self, ChannelUse, Start};
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
    pub(crate) channels: ChannelsResult,
    pub(crate) leaders_wait: &'static str,
    pub(crate) wormhole: WormholeResult,
}

/// What was done to the channels.
#[derive(Debug, Serialize)]
pub(crate) struct ChannelsResult {
    pub(crate) all: usize,
    /// Those that a worm crossed.
    pub(crate) used: usize,
    /// For how long one of those was held.
    pub(crate) mean_held_ns: f64,
    pub(crate) peak_held_ns: u64,
    /// The channel that was held the longest, of several the first.
    pub(crate) peak_held: ChannelResult,
    pub(crate) peak_blocked_ns: u64,
    /// The channel that worms waited for the longest, each counted; none if no worm waited.
    pub(crate) peak_blocked: Option<ChannelResult>,
    /// The most worms that waited for a channel at a time.
    pub(crate) longest_queue: u32,
}

/// A channel, by the nodes at its ends.
#[derive(Debug, Serialize)]
pub(crate) struct ChannelResult {
    pub(crate) from: NodeResult,
    pub(crate) to: NodeResult,
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
pub(super) fn latency(args: &WormLatencyArgs, terminal: Terminal) -> Result<Reply, Failure> {
    let network = network(&args.set)?;
    let timing = args.times.timing()?;
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
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
        channels: ChannelsResult::of(&network, chosen.channels()),
        leaders_wait: args.leaders.name(),
        wormhole: WormholeResult::of(&args.times),
    };
    Ok(Reply::of(match args.output.format {
        Format::Json => json(&result),
        Format::Text => text::worm_latency(&result).into_bytes(),
    }))
}

impl ChannelsResult {
    fn of(network: &Network, channels: &[ChannelUse]) -> Self {
        let used = channels.iter().filter(|channel| channel.worms > 0).count();
        let held: u128 = channels.iter().map(|channel| u128::from(channel.held)).sum();
        let (longest_held, peak_held_ns) = first_peak(channels, |channel| channel.held);
        let (most_blocked, peak_blocked_ns) = first_peak(channels, |channel| channel.blocked);
        let named = |channel| {
            let (from, to) = network.ends(channel);
            ChannelResult { from: NodeResult::of(network, from), to: NodeResult::of(network, to) }
        };
        Self {
            all: channels.len(),
            used,
            // Every multicast has a destination, to which a channel leads.
            mean_held_ns: held as f64 / used as f64,
            peak_held_ns,
            peak_held: named(longest_held),
            peak_blocked_ns,
            peak_blocked: (peak_blocked_ns > 0).then(|| named(most_blocked)),
            longest_queue: channels.iter().map(|channel| channel.longest_queue).max().unwrap_or(0),
        }
    }
}

/// The first channel of which `value` is the greatest, and what it is.
fn first_peak(channels: &[ChannelUse], value: impl Fn(&ChannelUse) -> u64) -> (u32, u64) {
    let numbered = (0..).zip(channels.iter().map(value));
    numbered.max_by_key(|&(channel, value)| (value, std::cmp::Reverse(channel))).unwrap_or((0, 0))
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
