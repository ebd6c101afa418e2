//! Random worms, beside a run nanosecond by nanosecond and flit by flit.

use super::recordings::{self, SeenRun};
use meshcast_engine::wormhole::{
    Addresses, Body, Deadlock, Delivery, Outcome, Resource, Start, Timing, Worm, WormholeError,
    record, run,
};
use meshcast_tests::oracle::{ChannelSight, Inside, Sight, Stuck, Times, wormhole_with_flits};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;
use std::ops::RangeInclusive;

#[derive(Clone, Debug)]
pub(super) struct Case {
    router: u64,
    link: u64,
    body: Body,
    addresses: Addresses,
    pub(super) channels: usize,
    pub(super) worms: Vec<Worm>,
}

impl Case {
    pub(super) fn timing(&self) -> Timing {
        let timing = Timing::new(self.router, self.link, self.body).expect("hops take time");
        timing.with_addresses(self.addresses)
    }

    pub(super) fn times(&self) -> Times {
        let period = match self.body {
            Body::Link => self.link,
            Body::Router => self.router,
            Body::Both => self.router + self.link,
        };
        Times {
            router: self.router,
            link: self.link,
            period,
            address_flits: self.addresses.flits as usize,
            address_period: self.addresses.period,
            one_by_one: self.addresses.routed_one_by_one,
        }
    }

    fn run(&self) -> Result<Outcome, WormholeError> {
        run(self.timing(), self.channels, &self.worms)
    }

    fn see(&self) -> (Sight, Inside) {
        wormhole_with_flits(self.times(), self.channels, &self.worms)
    }
}

/// Paths along the order of the channels, in which waits make no cycle, or through them at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paths {
    Ordered,
    Tangled,
}

fn path(paths: Paths, channels: usize) -> BoxedStrategy<Vec<u32>> {
    let ordered = subsequence((0..channels as u32).collect::<Vec<_>>(), 1..=channels.min(6));
    match paths {
        Paths::Ordered => ordered.boxed(),
        Paths::Tangled => ordered.prop_shuffle().boxed(),
    }
}

/// Which worm before this one, and which of its destinations.
type Pick = (Index, Index);

/// A worm that starts at a time or, if it has picks, so long after some deliveries.
fn drawn_worm(paths: Paths, channels: usize) -> impl Strategy<Value = (Worm, Option<Vec<Pick>>)> {
    let path = path(paths, channels);
    let startup = prop_oneof![Just(0), 0..30_u64];
    let start = prop_oneof![Just(0), 0..40_u64];
    let picks = prop::option::of(prop::collection::vec(any::<Pick>(), 0..3));
    (path, 1..=9_u32, startup, any::<u8>(), start, picks).prop_map(
        |(path, flits, startup, stops, start, picks)| {
            let end = path.len() as u32;
            let stops_after = |hops: &u32| *hops == end || stops >> hops & 1 == 1;
            let destinations = (1..=end).filter(stops_after).collect();
            (Worm { start: Start::At(start), startup, flits, path, destinations }, picks)
        },
    )
}

/// Lets worms wait for others: for those with lower numbers or, if reversed, with higher ones.
fn linked(drawn: Vec<(Worm, Option<Vec<Pick>>)>, reversed: bool) -> Vec<Worm> {
    let last = drawn.len() - 1;
    let number = |worm: usize| if reversed { last - worm } else { worm };
    let mut worms: Vec<Worm> = Vec::new();
    for (mut worm, picks) in drawn {
        if let (Start::At(delay), Some(picks)) = (&worm.start, picks) {
            let pick = |(other, stop): &Pick| {
                let other = other.index(worms.len());
                let hops = *stop.get(&worms[other].destinations);
                Delivery { worm: number(other), hops }
            };
            let picks = if worms.is_empty() { Vec::new() } else { picks };
            let deliveries = picks.iter().map(pick).collect();
            worm.start = Start::After { deliveries, delay: *delay };
        }
        worms.push(worm);
    }
    if reversed {
        worms.reverse();
    }
    worms
}

pub(super) fn case(paths: Paths, worms: RangeInclusive<usize>) -> impl Strategy<Value = Case> {
    let times = (0..=6_u64, 0..=4_u64).prop_filter("hops take time", |times| *times != (0, 0));
    let body = prop_oneof![Just(Body::Link), Just(Body::Router), Just(Body::Both)];
    let addresses = (prop_oneof![2 => Just(0), 2 => 1..=2_u32], 0..=7_u64, any::<bool>()).prop_map(
        |(flits, period, routed_one_by_one)| Addresses { flits, period, routed_one_by_one },
    );
    (times, body, addresses, 1..=9_usize, any::<bool>()).prop_flat_map(
        move |((router, link), body, addresses, channels, reversed)| {
            let drawn = prop::collection::vec(drawn_worm(paths, channels), worms.clone());
            drawn.prop_map(move |drawn| {
                let worms = linked(drawn, reversed);
                Case { router, link, body, addresses, channels, worms }
            })
        },
    )
}

/// What the engine says, in the words of the reference.
pub(crate) fn sight_of(worms: &[Worm], outcome: &Outcome) -> Sight {
    let arrivals = worms.iter().zip(outcome.journeys()).map(|(worm, journey)| {
        let flits = |hops| (0..worm.flits).map(|flit| Some(journey.arrival(hops, flit))).collect();
        (1..=worm.path.len() as u32).map(flits).collect()
    });
    let holds = outcome.journeys().zip(worms).map(|(journey, worm)| {
        let hold = |hop| (Some(journey.granted(hop)), Some(journey.released(hop)));
        (1..=worm.path.len() as u32).map(hold).collect()
    });
    let channels = outcome.channels().iter().map(|channel| ChannelSight {
        worms: channel.worms,
        flits: channel.flits,
        held: channel.held,
        blocked: channel.blocked,
        longest_queue: channel.longest_queue,
    });
    Sight {
        starts: outcome.journeys().map(|journey| Some(journey.start())).collect(),
        arrivals: arrivals.collect(),
        holds: holds.collect(),
        channels: channels.collect(),
        stuck: None,
    }
}

/// The waits of a deadlock are those that lasted, its cycle the one that was seen to close first.
fn check_deadlock(found: &Deadlock, stuck: &Stuck) {
    for (place, wait) in found.waits.iter().enumerate() {
        let next = found.waits[(place + 1) % found.waits.len()].worm;
        let Resource::Channel(channel) = wait.resource else { panic!("a channel: {found}") };
        assert_eq!(stuck.waits[wait.worm], Some((channel, wait.since)), "{found}");
        assert_eq!(stuck.holders[channel as usize], Some(next), "{found}");
    }
    let circle = found.waits.iter().map(|wait| wait.worm).collect();
    assert_eq!(stuck.closed, Some((found.time, circle)), "{found}");
}

/// What cases had in them.
#[derive(Default)]
struct Seen {
    deadlocks: Cell<usize>,
    with_waits: Cell<usize>,
    with_queues: Cell<usize>,
}

fn count(cell: &Cell<usize>, holds: bool) {
    cell.set(cell.get() + usize::from(holds));
}

fn check(case: &Case, seen: &Seen) {
    let (sight, inside) = case.see();
    let recording =
        record(case.timing(), case.channels, &case.worms).expect("worms that make sense");
    let last =
        |hops: &u32, of: &[Vec<Option<u64>>]| of[*hops as usize - 1].last().copied().flatten();
    let deliveries = case.worms.iter().zip(&sight.arrivals).map(|(worm, arrivals)| {
        worm.destinations.iter().map(|hops| last(hops, arrivals)).collect()
    });
    let seen_run = SeenRun {
        starts: &sight.starts,
        holds: &sight.holds,
        deliveries: deliveries.collect(),
        inside: &inside,
    };
    seen_run.check(&recording, &case.worms);
    let outcome = case.run();
    recordings::check_sums(&recording, &outcome);
    match outcome {
        Ok(outcome) => {
            assert_eq!(sight_of(&case.worms, &outcome), sight, "{case:?}");
            count(&seen.with_waits, sight.channels.iter().any(|channel| channel.blocked > 0));
            count(
                &seen.with_queues,
                sight.channels.iter().any(|channel| channel.longest_queue > 1),
            );
        }
        Err(WormholeError::Deadlock(deadlock)) => {
            let stuck = sight.stuck.unwrap_or_else(|| panic!("{deadlock} in {case:?}"));
            check_deadlock(&deadlock, &stuck);
            count(&seen.deadlocks, true);
        }
        Err(error) => panic!("{error} in {case:?}"),
    }
}

fn check_all(cases: u32, strategy: &impl Strategy<Value = Case>) -> Seen {
    let seen = Seen::default();
    let rng_seed = RngSeed::Fixed(1);
    let config =
        ProptestConfig { rng_seed, failure_persistence: None, cases, ..ProptestConfig::default() };
    let checked = TestRunner::new(config).run(strategy, |case| {
        check(&case, &seen);
        Ok(())
    });
    checked.unwrap_or_else(|failure| panic!("{failure}"));
    seen
}

#[test]
fn ordered_worms_do_what_the_reference_sees_and_never_deadlock() {
    let seen = check_all(3000, &case(Paths::Ordered, 1..=12));
    assert_eq!(seen.deadlocks.get(), 0);
    assert!(
        seen.with_waits.get() > 1000 && seen.with_queues.get() > 500,
        "{}",
        seen.with_waits.get()
    );
}

#[test]
fn tangled_worms_do_what_the_reference_sees_or_deadlock_where_it_does() {
    let seen = check_all(3000, &case(Paths::Tangled, 1..=6));
    assert!(seen.deadlocks.get() > 300 && seen.with_waits.get() > 300, "{}", seen.deadlocks.get());
}

/// The published times and as many flits.
#[test]
fn long_worms_do_what_the_reference_sees() {
    let strategy = case(Paths::Ordered, 2..=6).prop_map(|case| Case {
        router: 20,
        link: 5,
        worms: case
            .worms
            .into_iter()
            .map(|worm| Worm { flits: worm.flits * 11 + 1, ..worm })
            .collect(),
        ..case
    });
    let seen = check_all(60, &strategy);
    assert!(seen.with_waits.get() > 30);
}
