//! Random worms in finite buffers, virtual channels and ports, beside a run nanosecond by nanosecond and flit by flit.

use super::recordings::{self, SeenRun};
use super::reference::{self, Case, Paths, case};
use meshcast_engine::wormhole::{
    Deadlock, Outcome, Ports, Resource, Routers, Worm, WormholeError, record, run,
};
use meshcast_tests::oracle::{FlitSight, Inside, Limits, Place, Sight, flits};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

#[derive(Clone, Debug)]
struct Limited {
    case: Case,
    buffer: Option<NonZeroU32>,
    virtual_channels: u32,
    ends: Vec<(u32, u32)>,
    inject_one: bool,
    consume_one: bool,
}

impl Limited {
    fn routers(&self) -> Routers<'_> {
        let &Self { inject_one, consume_one, .. } = self;
        let mut routers = Routers::new(self.case.timing())
            .with_virtual_channels(self.virtual_channels)
            .with_ports(Ports { ends: &self.ends, inject_one, consume_one })
            .noting_flits();
        if let Some(flits) = self.buffer {
            routers = routers.with_buffers(flits);
        }
        routers
    }

    fn run(&self) -> Result<Outcome, WormholeError> {
        run(self.routers(), self.case.channels, &self.case.worms)
    }

    fn see(&self) -> (FlitSight, Inside) {
        let times = self.case.times();
        let limits = Limits {
            places: self.buffer.map(|flits| flits.get() as usize),
            virtual_channels: self.virtual_channels as usize,
            ends: self.ends.clone(),
            inject_one: self.inject_one,
            consume_one: self.consume_one,
        };
        flits(times, &limits, self.case.channels, &self.case.worms)
    }

    /// Whether the engine moves flits one by one.
    fn is_limited(&self) -> bool {
        self.buffer.is_some() || self.virtual_channels > 1 || self.inject_one || self.consume_one
    }
}

/// Worms whose flits are apart, in routers with some limits, between up to seven nodes; no worm has two destinations at a node.
fn limited(paths: Paths, worms: usize) -> impl Strategy<Value = Limited> {
    let buffer = prop_oneof![Just(1), Just(2), Just(4), Just(0)].prop_map(NonZeroU32::new);
    let virtual_channels = prop_oneof![Just(1_u32), Just(2), Just(4)];
    let ends = prop::collection::vec((0..7_u32, 0..7_u32), 9);
    let ports = (any::<bool>(), any::<bool>());
    let limits = (buffer, virtual_channels, ends, ports);
    let all = (case(paths, 1..=worms), limits).prop_map(|(mut case, limits)| {
        let (buffer, virtual_channels, mut ends, (inject_one, consume_one)) = limits;
        ends.truncate(case.channels);
        if consume_one {
            case.worms = with_nodes_once(case.worms, &ends);
        }
        Limited { case, buffer, virtual_channels, ends, inject_one, consume_one }
    });
    let apart = |limited: &Limited| {
        let times = limited.case.times();
        let addresses_are = times.address_flits == 0 || times.address_period > 0;
        limited.is_limited() && times.period > 0 && addresses_are
    };
    all.prop_filter("limits, and flits apart", apart)
}

/// The worms without destinations at nodes to which they come again, and those who wait for such a delivery wait for the end of that path.
fn with_nodes_once(mut worms: Vec<Worm>, ends: &[(u32, u32)]) -> Vec<Worm> {
    for worm in &mut worms {
        let last: BTreeMap<u32, u32> = worm
            .destinations
            .iter()
            .map(|&hops| (ends[worm.path[hops as usize - 1] as usize].1, hops))
            .collect();
        worm.destinations.retain(|hops| last.values().any(|other| other == hops));
    }
    let stops: Vec<Vec<u32>> = worms.iter().map(|worm| worm.destinations.clone()).collect();
    for worm in &mut worms {
        if let meshcast_engine::wormhole::Start::After { deliveries, .. } = &mut worm.start {
            for delivery in deliveries {
                let stops = &stops[delivery.worm];
                if !stops.contains(&delivery.hops) {
                    delivery.hops = stops[stops.len() - 1];
                }
            }
        }
    }
    worms
}

/// What the engine says, in the words of the reference.
fn sight_of(worms: &[Worm], outcome: &Outcome) -> FlitSight {
    let Sight { starts, arrivals, holds, channels, .. } = reference::sight_of(worms, outcome);
    let deliveries = worms.iter().zip(outcome.journeys()).map(|(worm, journey)| {
        worm.destinations.iter().map(|&hops| Some(journey.tail(hops))).collect()
    });
    FlitSight {
        starts,
        arrivals,
        deliveries: deliveries.collect(),
        holds,
        channels,
        waited_for_ports: outcome.waited_for_ports(),
        closed: None,
    }
}

fn place_of(resource: Resource) -> Place {
    match resource {
        Resource::Channel(channel) => Place::Channel(channel),
        Resource::InjectionPort(node) => Place::Source(node),
        Resource::ConsumptionPort(node) => Place::Memory(node),
    }
}

/// What cases had in them.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    cases: usize,
    with_waits: usize,
    with_waits_for_ports: usize,
    deadlocks: usize,
    deadlocks_on_ports: usize,
}

fn check_deadlock(found: &Deadlock, sight: &FlitSight) {
    let waits = found.waits.iter().map(|wait| (wait.worm, place_of(wait.resource), wait.since));
    assert_eq!(sight.closed, Some((found.time, waits.collect())), "{found}");
}

fn check(limited: &Limited, seen: &mut Seen) {
    let (sight, inside) = limited.see();
    let worms = &limited.case.worms;
    let recording = record(limited.routers(), limited.case.channels, worms);
    let recording = recording.expect("worms that make sense");
    let seen_run = SeenRun {
        starts: &sight.starts,
        holds: &sight.holds,
        deliveries: sight.deliveries.clone(),
        inside: &inside,
    };
    seen_run.check(&recording, worms);
    let outcome = limited.run();
    recordings::check_sums(&recording, &outcome);
    seen.cases += 1;
    match outcome {
        Ok(outcome) => {
            assert_eq!(sight_of(&limited.case.worms, &outcome), sight, "{limited:?}");
            seen.with_waits +=
                usize::from(sight.channels.iter().any(|channel| channel.blocked > 0));
            seen.with_waits_for_ports += usize::from(sight.waited_for_ports > 0);
        }
        Err(WormholeError::Deadlock(deadlock)) => {
            check_deadlock(&deadlock, &sight);
            let is_port = |resource| !matches!(resource, Resource::Channel(_));
            seen.deadlocks += 1;
            seen.deadlocks_on_ports +=
                usize::from(deadlock.waits.iter().any(|wait| is_port(wait.resource)));
        }
        Err(error) => panic!("{error} in {limited:?}"),
    }
}

/// Checks cases; by the size of buffers, 0 if they have none, and virtual channels.
fn check_all(cases: u32, strategy: &impl Strategy<Value = Limited>) -> BTreeMap<(u32, u32), Seen> {
    let seen = std::cell::RefCell::new(BTreeMap::new());
    let rng_seed = RngSeed::Fixed(1);
    let config =
        ProptestConfig { rng_seed, failure_persistence: None, cases, ..ProptestConfig::default() };
    let checked = TestRunner::new(config).run(strategy, |limited| {
        let kind = (limited.buffer.map_or(0, NonZeroU32::get), limited.virtual_channels);
        check(&limited, seen.borrow_mut().entry(kind).or_default());
        Ok(())
    });
    checked.unwrap_or_else(|failure| panic!("{failure}"));
    seen.into_inner()
}

#[test]
fn ordered_worms_do_what_the_reference_sees() {
    let seen = check_all(4000, &limited(Paths::Ordered, 14));
    assert_eq!(seen.len(), 12, "four buffers, three numbers of virtual channels");
    for (kind, seen) in seen {
        assert!(seen.with_waits > 20 && seen.with_waits_for_ports > 20, "{kind:?}: {seen:?}");
    }
}

#[test]
fn tangled_worms_do_what_the_reference_sees_or_deadlock_where_it_does() {
    let seen = check_all(4000, &limited(Paths::Tangled, 14));
    for (kind, seen) in &seen {
        assert!(seen.deadlocks_on_ports > 1, "{kind:?}: {seen:?}");
        assert!(kind.1 == 4 || seen.deadlocks > seen.deadlocks_on_ports, "{kind:?}: {seen:?}");
    }
    assert!(seen.values().map(|seen| seen.deadlocks).sum::<usize>() > 300, "{seen:?}");
}
