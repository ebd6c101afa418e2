//! `meshcast worm latency`: when the last destination of a multicast has all flits.

use super::deadlock::deadlocked;
use super::error::WormError;
use super::files::{check_files, draw, write_csv};
use super::own_paths;
use super::replay::{Sent, replay};
use super::request::{check_crossings, check_flits, ends, network, planned, wormhole as times_of};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormLatencyArgs;
use crate::output::{OutputError, Piped};
use crate::present::{text, worm_picture};
use crate::results::worm::{ChannelsResult, LatencyResult, WayResult, WormResult};
use crate::results::worm_network::ChannelResult;
use crate::results::worm_rows;
use meshcast_algorithms::pathbased::{Leaders, Network, Plan};
use meshcast_engine::wormhole::{self, ChannelUse, Outcome, Start, WormholeError};
use std::path::Path;

/// Sends the worms that `args` ask for.
pub(super) fn latency(args: &WormLatencyArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let (svg, csv) = (args.svg.as_deref(), args.csv.as_deref());
    check_files(&args.set.files(), svg, csv, Some(&args.page))?;
    let network = network(&args.set.network)?;
    if let Some(file) = &args.set.paths {
        return own_paths::latency((args, terminal), &network, file);
    }
    let ends = ends(&network);
    let routers = args.times.routers(&ends)?;
    check_flits(&args.times, &network, (1, args.set.destinations.len()))?;
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
    let worms = |leaders| args.times.schedule(leaders).worms(&plan, &network, &Start::At(0), 0);
    check_crossings(&args.times, &worms(Leaders::Barrier))?;
    let sent = |leaders| {
        watch("sending the worms", terminal.progress, || {
            wormhole::run(routers, network.channels(), &worms(leaders))
        })
    };
    let page = || {
        let worms = worms(args.leaders.rule());
        let sent =
            Sent { network: &network, times: &args.times, routers, worms: &worms, messages: None };
        let title = format!("{} on the {network}", args.set.method.scheme.name());
        replay(&args.page, sent, &title, terminal)
    };
    let result = WormResult::new(&set, &plan, (scheme, grouping), times_of(&args.times));
    let both = sent(Leaders::Barrier).and_then(|barrier| Ok((barrier, sent(Leaders::Async)?)));
    let (barrier, on_their_own) = match both {
        Ok(both) => both,
        Err(WormholeError::Deadlock(deadlock)) => {
            let waits = deadlock.waits.iter();
            let ways = waits.map(|wait| result.paths[wait.worm].way.clone());
            let ways: Vec<WayResult> = ways.collect();
            let reply = deadlocked((args.output.format, svg), &network, &deadlock, &ways)?;
            return Ok(reply.piping(page()?));
        }
        Err(error) => return Err(error.into()),
    };
    let chosen = match args.leaders.rule() {
        Leaders::Barrier => &barrier,
        Leaders::Async => &on_their_own,
    };
    let drawn = draw(svg, &network, || worm_picture::plan(&network, &result))?;
    let written = written(csv, (&result, &plan), chosen)?;
    let page = page()?;
    let result = LatencyResult {
        plan: result,
        latency_ns: chosen.end(),
        latency_barrier_ns: barrier.end(),
        latency_async_ns: on_their_own.end(),
        blocked_ns: chosen.channels().iter().map(|channel| channel.blocked).sum(),
        blocked_at_ports_ns: chosen.waited_for_ports(),
        channels: ChannelsResult::of(&network, chosen.channels()),
        leaders_wait: args.leaders.name(),
    };
    let reply = Reply::showing(args.output.format, &result, text::worm_latency);
    Ok(reply.piping(drawn).piping(written).piping(page))
}

/// Writes a row for each worm of a plan with its times; returns what is for standard output.
fn written(
    csv: Option<&Path>,
    (result, plan): (&WormResult, &Plan),
    outcome: &Outcome,
) -> Result<Option<Piped>, OutputError> {
    let columns = [&worm_rows::WAY[..], &worm_rows::STAGE, &worm_rows::TIMES].concat();
    let rows = result.paths.iter().zip(plan.worms()).zip(outcome.journeys()).enumerate();
    let rows = rows.map(|(number, ((path, worm), journey))| {
        let way = worm_rows::way(number, &path.way);
        let hops = worm.path.hops().iter().map(|&hops| hops as u32);
        let times = worm_rows::times(&journey, hops);
        [&way[..], &worm_rows::stage(path), &times].concat()
    });
    write_csv(csv, &columns, rows)
}

impl ChannelsResult {
    /// What was done to the channels of `network`, some of which worms have crossed.
    pub(super) fn of(network: &Network, channels: &[ChannelUse]) -> Self {
        let used = channels.iter().filter(|channel| channel.worms > 0).count();
        let held: u128 = channels.iter().map(|channel| u128::from(channel.held)).sum();
        let (longest_held, peak_held_ns) = first_peak(channels, |channel| channel.held);
        let (most_blocked, peak_blocked_ns) = first_peak(channels, |channel| channel.blocked);
        let named = |channel| ChannelResult::of(network, channel);
        Self {
            all: channels.len(),
            used,
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
