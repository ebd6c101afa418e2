//! Sends the messages of a set as worms, all at time 0, and sums up what came of them.

use super::bound::lower_bound;
use super::deliveries::{Consignment, deliveries};
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{ends, plan, wormhole as times_of};
use crate::console::progress::{watch, watch_parts};
use crate::flags::{LeadersName, RunArgs, WormTimesArgs};
use crate::memory::{self, SetSize};
use crate::message_set::MessageSet;
use crate::results::worm::{ChannelsResult, grouping_names, scheme_names};
use crate::results::worm_experiment::RunTime;
use crate::results::worm_run::{RunLatency, WormRunResult};
use crate::results::{COMMIT, MessagesResult, VERSION};
use crate::run::delivery_complaint;
use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Network, Plan, Search};
use meshcast_algorithms::{check_deliveries, jobs::in_order};
use meshcast_engine::wormhole::{self, Outcome, Start, Worm};
use std::time::Instant;

/// A message set on its mesh, to be sent as worms with these times.
pub(crate) struct Fleet<'a> {
    set: &'a MessageSet,
    network: Network,
    ends: Vec<(u32, u32)>,
    times: &'a WormTimesArgs,
    run: &'a RunArgs,
    lower_bound: u64,
}

/// Which worms serve a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) search: Search,
    pub(crate) grouping: Grouping,
    pub(crate) leaders: LeadersName,
}

/// Worms on their way, message by message.
struct Sailing {
    worms: Vec<Worm>,
    messages: Vec<Consignment>,
    links: usize,
    /// Messages whose plan is not proved to be the best; none where none is looked for.
    unproved: Option<usize>,
}

impl<'a> Fleet<'a> {
    /// That of `set`, if its mesh is not too large for worms and there is room.
    pub(crate) fn on(
        set: &'a MessageSet,
        times: &'a WormTimesArgs,
        run: &'a RunArgs,
    ) -> Result<Self, WormError> {
        // Coordinates are columns first, so that both number nodes row by row.
        let network = Network::mesh(&[set.shape.cols(), set.shape.rows()]);
        let flag = "--side, --cols, --input";
        let network = network.map_err(|error| WormError::Network { flag, error })?;
        let ends = ends(&network);
        // Times that cannot be are refused before anything is sent.
        times.routers(&ends)?;
        let size = SetSize::of(&set.messages);
        let flits = times.flits_under_way(size.deliveries, network.channels());
        let need = memory::sending(size, set.shape, flits);
        memory::check(|| "sending the message set as worms".to_owned(), need)?;
        let lower_bound = lower_bound(set, times);
        Ok(Self { set, network, ends, times, run, lower_bound })
    }

    /// Sends all messages one way: what came of them, and what is wrong, if anything is.
    pub(crate) fn send(
        &self,
        way: Way,
        watched: bool,
    ) -> Result<(WormRunResult, Option<String>), WormError> {
        let started = Instant::now();
        let sailing = self.sailing(way, self.plans(way, watched)?);
        let routers = self.times.routers(&self.ends)?;
        let outcome = watch("sending the worms", watched, || {
            wormhole::run(routers, self.network.channels(), &sailing.worms)
        })?;
        let elapsed = started.elapsed();
        let made = deliveries(&self.network, &sailing.messages, &sailing.worms, &outcome);
        let check = check_deliveries(&self.set.messages, made);
        let (scheme, ports) = scheme_names(way.search.scheme);
        let (grouping, threshold) = grouping_names(way.grouping);
        let makespan = outcome.end();
        let channels = outcome.channels();
        let result = WormRunResult {
            schema: "meshcast.worm-run/1",
            version: VERSION,
            commit: COMMIT,
            seed: self.run.seed,
            network: self.network.to_string(),
            mesh: vec![self.set.shape.cols(), self.set.shape.rows()],
            messages: MessagesResult::of(self.set),
            scheme,
            ports,
            grouping,
            threshold,
            leaders_wait: way.leaders.name(),
            makespan_ns: makespan,
            lower_bound_ns: self.lower_bound,
            makespan_over_lower_bound: (self.lower_bound > 0)
                .then(|| makespan as f64 / self.lower_bound as f64),
            latency_ns: latency(&sailing.messages, &outcome),
            deliveries: check.delivered,
            undelivered: check.undelivered,
            worms: sailing.worms.len(),
            links: sailing.links,
            unproved: sailing.unproved,
            blocked_ns: channels.iter().map(|channel| channel.blocked).sum(),
            blocked_at_ports_ns: outcome.waited_for_ports(),
            channels: (!sailing.worms.is_empty())
                .then(|| ChannelsResult::of(&self.network, channels)),
            wormhole: times_of(self.times),
            timing: RunTime { seconds: elapsed.as_secs_f64(), threads: self.run.threads() },
        };
        Ok((result, delivery_complaint(&check)))
    }

    /// The plan of every message that has a destination other than its source.
    fn plans(&self, way: Way, watched: bool) -> Result<Vec<Option<Plan>>, WormError> {
        let messages = &self.set.messages;
        let worth = |message: usize| 1 + messages.destinations(message).len() as u64;
        let all = (0..messages.count()).map(worth).sum();
        watch_parts(all, watched, |bar| {
            in_order(self.run.threads(), 0..messages.count(), |message| {
                let source = messages.source(message);
                let others = messages.destinations(message).iter().copied();
                let others: Vec<u32> = others.filter(|&node| node != source).collect();
                let plan = (!others.is_empty()).then(|| {
                    let set = MulticastSet::new(&self.network, source, others)?;
                    plan(&set, way.search, way.grouping)
                });
                plan.transpose().inspect(|_| bar.inc(worth(message)))
            })
        })
    }

    fn sailing(&self, way: Way, plans: Vec<Option<Plan>>) -> Sailing {
        let schedule = self.times.schedule(way.leaders.rule());
        let (mut worms, mut messages) = (Vec::new(), Vec::with_capacity(plans.len()));
        let (mut links, mut unproved) = (0, None);
        for (message, plan) in plans.into_iter().enumerate() {
            let first = worms.len();
            let source = self.set.messages.source(message);
            let at_home = self.set.messages.destinations(message).contains(&source);
            if let Some(plan) = plan {
                worms.extend(schedule.worms(&plan, &self.network, &Start::At(0), first));
                links += plan.links();
                if let Some(is_optimal) = plan.is_optimal() {
                    *unproved.get_or_insert(0) += usize::from(!is_optimal);
                }
            }
            messages.push(Consignment { source, at_home, worms: first..worms.len() });
        }
        Sailing { worms, messages, links, unproved }
    }
}

/// How long messages take to all of their destinations; none where no message has one.
fn latency(messages: &[Consignment], outcome: &Outcome) -> Option<RunLatency> {
    let (mut count, mut sum, mut greatest) = (0u64, 0u128, 0);
    for message in messages.iter().filter(|message| message.at_home || !message.worms.is_empty()) {
        let ends = message.worms.clone().map(|worm| outcome.journey(worm).completion());
        let end = ends.max().unwrap_or(0);
        (count, sum, greatest) = (count + 1, sum + u128::from(end), greatest.max(end));
    }
    (count > 0).then(|| RunLatency { mean: sum as f64 / count as f64, greatest })
}
