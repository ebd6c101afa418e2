//! Sends the messages of a set as worms, all at time 0.

use super::arrived::Arrived;
use super::bound::lower_bound;
use super::set_and_network::mesh;
use super::worms_of_set::WormsOfSet;
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{check_crossings, ends, longest_leg, plan};
use crate::console::progress::{watch, watch_parts};
use crate::flags::{LeadersName, RunArgs, WormTimesArgs};
use crate::memory::{self, SetSize};
use crate::message_set::MessageSet;
use crate::results::worm::WayResult;
use meshcast_algorithms::jobs::in_order;
use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Network, Plan, Search};
use meshcast_engine::wormhole::{self, Deadlock, Routers, WormholeError};
use std::time::Instant;

/// A message set on its network, to be sent as worms with these times.
pub(crate) struct Sending<'a> {
    pub(super) set: &'a MessageSet,
    pub(super) network: Network,
    ends: Vec<(u32, u32)>,
    pub(super) times: &'a WormTimesArgs,
    pub(super) run: &'a RunArgs,
    pub(super) lower_bound: u64,
}

/// Which worms serve a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) search: Search,
    pub(crate) grouping: Grouping,
    pub(crate) leaders: LeadersName,
}

/// How worms end.
pub(crate) enum Ending<'a> {
    /// They have all arrived.
    Arrived(Box<Arrived<'a>>),
    /// Some wait for each other for ever, on these ways, in the order of the cycle.
    Stuck { deadlock: Deadlock, ways: Vec<WayResult>, of_set: WormsOfSet },
}

impl<'a> Sending<'a> {
    /// That of `set` on its mesh.
    pub(crate) fn on_mesh(
        set: &'a MessageSet,
        times: &'a WormTimesArgs,
        run: &'a RunArgs,
    ) -> Result<Self, WormError> {
        Self::on(set, mesh(set)?, times, run)
    }

    /// That of `set` on a network of as many nodes, if there is room.
    pub(super) fn on(
        set: &'a MessageSet,
        network: Network,
        times: &'a WormTimesArgs,
        run: &'a RunArgs,
    ) -> Result<Self, WormError> {
        let ends = ends(&network);
        // Times that cannot be are refused before anything is sent.
        times.routers(&ends)?;
        let size = SetSize::of(&set.messages);
        let flits = times.flits_under_way(size.deliveries, network.channels());
        let need = memory::sending(size, (network.nodes(), longest_leg(&network)), flits);
        memory::check(|| "sending the message set as worms".to_owned(), need)?;
        let lower_bound = lower_bound(&set.messages, &network, times);
        Ok(Self { set, network, ends, times, run, lower_bound })
    }

    /// What the worms are sent on.
    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    /// How routers switch the worms.
    pub(super) fn routers(&self) -> Result<Routers<'_>, WormError> {
        Ok(self.times.routers(&self.ends)?)
    }

    /// Sends all messages one way.
    pub(crate) fn send(&'a self, way: Way, watched: bool) -> Result<Ending<'a>, WormError> {
        let started = Instant::now();
        let schedule = self.times.schedule(way.leaders.rule());
        let plans = self.plans(way, watched)?;
        let of_set = WormsOfSet::of(&self.set.messages, plans, (schedule, &self.network));
        check_crossings(self.times, &of_set.worms)?;
        let routers = self.routers()?;
        let sent = watch("sending the worms", watched, || {
            wormhole::run(routers, self.network.channels(), &of_set.worms)
        });
        match sent {
            Ok(outcome) => {
                let seconds = started.elapsed().as_secs_f64();
                let arrived = Arrived { sending: self, way, of_set, outcome, seconds };
                Ok(Ending::Arrived(Box::new(arrived)))
            }
            Err(WormholeError::Deadlock(deadlock)) => {
                let worms = deadlock.waits.iter().map(|wait| &of_set.worms[wait.worm]);
                let ways = worms.map(|worm| WayResult::of_worm(&self.network, worm)).collect();
                Ok(Ending::Stuck { deadlock, ways, of_set })
            }
            Err(error) => Err(error.into()),
        }
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
}
