//! Runs one method at one rate.

use super::arrivals::{Arrival, arrivals};
use super::span::Passage;
use super::traffic::Traffic;
use crate::commands::worm::deadlock::unsent;
use crate::commands::worm::error::WormError;
use crate::commands::worm::experiment::method::Method;
use crate::commands::worm::experiment::sets::any_set;
use crate::results::worm_load::LoadPoint;
use meshcast_engine::wormhole::{self, Outcome, Start, Worm, WormholeError};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Multicasts that are sent alone to say what one takes.
const ALONE: usize = 64;

/// The worms of a run, and where those of each multicast end.
#[derive(Default)]
struct Sent {
    starts: Vec<u64>,
    worms: Vec<Worm>,
    ends: Vec<usize>,
    /// Plans that may not be the best.
    unproved: usize,
}

/// Sends multicasts by `method` at `rate` a node and microsecond, and says what happened in the window.
pub(crate) fn point(
    traffic: &Traffic,
    method: Method,
    rate: f64,
    seed: u64,
) -> Result<LoadPoint, WormError> {
    let Sent { starts, worms, ends, unproved } = sent(traffic, method, rate, seed)?;
    let nodes = traffic.network.nodes();
    let point = match wormhole::run(traffic.routers()?, traffic.network.channels(), &worms) {
        Ok(outcome) => traffic.span.point(rate, nodes, &passages(&outcome, &starts, &ends)),
        Err(WormholeError::Deadlock(_)) => traffic.span.deadlock(rate, nodes, &starts),
        Err(error) => {
            return Err(WormError::Wormhole {
                flags: "--startup, --router, --link, --flits, --warm-up, --window, --drain",
                error,
            });
        }
    };
    Ok(LoadPoint { unproved, ..point })
}

fn sent(traffic: &Traffic, method: Method, rate: f64, seed: u64) -> Result<Sent, WormError> {
    let mut sent = Sent::default();
    for Arrival { start, set } in arrivals(traffic, rate / 1000.0, seed)? {
        let (plan, before) = (method.plan(&set)?, sent.worms.len());
        let start_at = Start::At(start);
        sent.worms.extend(traffic.schedule.worms(&plan, &traffic.network, &start_at, before));
        sent.starts.push(start);
        sent.ends.push(sent.worms.len());
        sent.unproved += usize::from(plan.is_optimal() == Some(false));
    }
    Ok(sent)
}

fn passages(outcome: &Outcome, starts: &[u64], ends: &[usize]) -> Vec<Passage> {
    let mut first = 0;
    let passage = |(&start, &last): (&u64, &usize)| {
        let completions = (first..last).map(|worm| outcome.journey(worm).completion());
        first = last;
        Passage { start, end: completions.max().unwrap_or(start) }
    };
    starts.iter().zip(ends).map(passage).collect()
}

/// What multicasts by a method take alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone {
    /// From the beginning to the last delivery, on average.
    pub(super) latency_ns: f64,
    /// The rate a node and microsecond at which all virtual channels would be held all the time, if they were used evenly: no network
    /// carries more.
    pub(super) bound: f64,
}

/// Sends some multicasts like those of the traffic, one at a time.
pub(super) fn alone(traffic: &Traffic, method: Method, seed: u64) -> Result<Alone, WormError> {
    let (network, channels) = (&traffic.network, traffic.network.channels());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut latency, mut held) = (0u128, 0u128);
    for _ in 0..ALONE {
        let set = any_set(network, traffic.kind, (traffic.size, traffic.clusters), &mut random)?;
        let plan = method.plan(&set)?;
        let worms = traffic.schedule.worms(&plan, network, &Start::At(0), 0);
        let outcome = wormhole::run(traffic.routers()?, channels, &worms)
            .map_err(|error| unsent(network, &worms, error))?;
        latency += u128::from(outcome.end());
        held += outcome.channels().iter().map(|channel| u128::from(channel.held)).sum::<u128>();
    }
    let mean = |sum: u128| sum as f64 / ALONE as f64;
    Ok(Alone {
        latency_ns: mean(latency),
        bound: 1000.0 * traffic.lanes() as f64 / network.nodes() as f64 / mean(held),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::{Cli, Command, WormCommand};
    use clap::Parser;
    use meshcast_algorithms::pathbased::{Effort, Grouping, Scheme};

    fn dual_path() -> Method {
        let (scheme, grouping) = (Scheme::DualPath, Grouping::None);
        Method { scheme, effort: Effort::default(), grouping }
    }

    fn traffic(flags: &str) -> Traffic {
        let line = format!("meshcast worm load {flags}");
        let cli = Cli::try_parse_from(line.split_whitespace()).unwrap();
        let Command::Worm(args) = cli.command else { panic!("{line}") };
        let WormCommand::Load(args) = args.command else { panic!("{line}") };
        Traffic::new(&args.traffic).unwrap()
    }

    /// So seldom that no two multicasts meet: each takes `t_s`, a hop for each channel of its longer path, and its body.
    #[test]
    fn at_the_lowest_rates_multicasts_take_the_closed_formula() {
        let traffic =
            traffic("--mesh 6x6 --size 5 --warm-up 0 --window 10000000000 --drain 100000");
        let (rate, seed) = (1e-6, 3);
        let point = point(&traffic, dual_path(), rate, seed).unwrap();
        let all = arrivals(&traffic, rate / 1000.0, seed).unwrap();
        let own = all.iter().filter(|arrival| arrival.start < 10_000_000_000);
        let longest = |set| dual_path().plan(set).unwrap().max_length() as u64;
        let times: Vec<u64> =
            own.map(|arrival| 1000 + 25 * longest(&arrival.set) + 99 * 5).collect();
        let mean = times.iter().sum::<u64>() as f64 / times.len() as f64;
        assert_eq!((point.multicasts, point.censored), (times.len(), 0));
        assert!(times.len() > 300, "{}", times.len());
        assert_eq!(point.latency_ns.map(|latency| latency.estimate), Some(mean));
    }

    /// The channels that carry the most are used no more evenly than all of them.
    #[test]
    fn no_network_carries_more_than_the_bound() {
        let traffic = traffic("--mesh 4x4 --size 4 --window 1000000");
        let bound = alone(&traffic, dual_path(), 1).unwrap().bound;
        let point = point(&traffic, dual_path(), 1.2 * bound, 1).unwrap();
        assert!(point.saturated && point.accepted < bound, "{point:?} {bound}");
    }
}
