//! Sums up what came of worms that have all arrived.

use super::deliveries::{SentMessage, deliveries};
use super::sending::{Sending, Way};
use super::worms_of_set::WormsOfSet;
use crate::commands::worm::request::wormhole as times_of;
use crate::results::worm::{ChannelsResult, WayResult, grouping_names, scheme_names};
use crate::results::worm_experiment::RunTime;
use crate::results::worm_network::NetworkResult;
use crate::results::worm_rows;
use crate::results::worm_run::{RunLatency, WormRunResult};
use crate::results::{COMMIT, MessagesResult, VERSION};
use crate::run::delivery_complaint;
use meshcast_algorithms::check_deliveries;
use meshcast_engine::wormhole::Outcome;

/// Worms of a set that have all arrived.
pub(crate) struct Arrived<'a> {
    pub(super) sending: &'a Sending<'a>,
    pub(super) way: Way,
    pub(super) of_set: WormsOfSet,
    pub(super) outcome: Outcome,
    /// What it took to find the plans and send the worms.
    pub(super) seconds: f64,
}

impl Arrived<'_> {
    /// What came of it, and what is wrong, if anything is.
    pub(crate) fn result(&self) -> (WormRunResult, Option<String>) {
        let Self { sending, way, of_set, outcome, seconds } = self;
        let Sending { set, network, times, run, lower_bound, .. } = *sending;
        let made = deliveries(network, &of_set.messages, &of_set.worms, outcome);
        let check = check_deliveries(&set.messages, made);
        let (scheme, ports) = scheme_names(way.search.scheme);
        let (grouping, threshold) = grouping_names(way.grouping);
        let (makespan, bound) = (outcome.end(), *lower_bound);
        let channels = outcome.channels();
        let result = WormRunResult {
            schema: "meshcast.worm-run/1",
            version: VERSION,
            commit: COMMIT,
            seed: run.seed,
            network: NetworkResult::of(network),
            messages: MessagesResult::of(set),
            scheme,
            ports,
            grouping,
            threshold,
            leaders_wait: way.leaders.name(),
            makespan_ns: makespan,
            lower_bound_ns: bound,
            makespan_over_lower_bound: (bound > 0).then(|| makespan as f64 / bound as f64),
            latency_ns: latency(&of_set.messages, outcome),
            deliveries: check.delivered,
            undelivered: check.undelivered,
            worms: of_set.worms.len(),
            links: of_set.links,
            unproved: of_set.unproved,
            blocked_ns: channels.iter().map(|channel| channel.blocked).sum(),
            blocked_at_ports_ns: outcome.waited_for_ports(),
            channels: (!of_set.worms.is_empty()).then(|| ChannelsResult::of(network, channels)),
            wormhole: times_of(times),
            timing: RunTime { seconds: *seconds, threads: run.threads() },
        };
        (result, delivery_complaint(&check))
    }

    /// A row for each worm, by their numbers: its message, its way and its times.
    pub(super) fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let network = self.sending.network();
        self.of_set.messages.iter().enumerate().flat_map(move |(message, sent)| {
            sent.worms.clone().map(move |number| {
                let worm = &self.of_set.worms[number];
                let way = worm_rows::way(number, &WayResult::of_worm(network, worm));
                let destinations = worm.destinations.iter().copied();
                let times = worm_rows::times(&self.outcome.journey(number), destinations);
                [&worm_rows::message(message)[..], &way, &times].concat()
            })
        })
    }
}

/// How long messages take to all of their destinations; none where no message has one.
fn latency(messages: &[SentMessage], outcome: &Outcome) -> Option<RunLatency> {
    let (mut count, mut sum, mut greatest) = (0u64, 0u128, 0);
    for message in messages.iter().filter(|message| message.at_home || !message.worms.is_empty()) {
        let ends = message.worms.clone().map(|worm| outcome.journey(worm).completion());
        let end = ends.max().unwrap_or(0);
        (count, sum, greatest) = (count + 1, sum + u128::from(end), greatest.max(end));
    }
    (count > 0).then(|| RunLatency { mean: sum as f64 / count as f64, greatest })
}
