//! Finite buffers: times by hand and by formula, and where they are those of worms that move as one piece.

use super::reference::{Case, Paths, case};
use super::{by_link, worm};
use meshcast_engine::wormhole::{
    Addresses, Body, Journey, Outcome, Routers, Start, Timing, Worm, WormholeError, run,
};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

fn buffers_of(flits: u32, timing: Timing) -> Routers<'static> {
    Routers::new(timing).with_buffers(flits.try_into().expect("not 0"))
}

fn ran(flits: u32, timing: Timing, channels: usize, worms: &[Worm]) -> Outcome {
    run(buffers_of(flits, timing).noting_flits(), channels, worms).expect("no deadlock")
}

fn releases(journey: Journey, hops: u32) -> Vec<u64> {
    (1..=hops).map(|hop| journey.released(hop)).collect()
}

/// Hops of 3 ns, flits 1 ns apart, a place for one: the example of docs/wormhole.md.
#[test]
fn a_flit_waits_for_the_place_of_the_one_ahead() {
    let worms = [worm(0, 4, &[0, 1]), worm(1, 3, &[2, 1, 3])];
    let outcome = ran(1, by_link(2, 1), 4, &worms);
    let arrivals = |worm: usize, hop: u32, flits: u32| -> Vec<u64> {
        (0..flits).map(|flit| outcome.journey(worm).arrival(hop, flit)).collect()
    };
    assert_eq!([arrivals(0, 1, 4), arrivals(0, 2, 4)], [[3, 4, 7, 8], [6, 7, 8, 9]]);
    assert_eq!(releases(outcome.journey(0), 2), [8, 9]);
    let second = outcome.journey(1);
    assert_eq!([1, 2, 3].map(|hop| second.granted(hop)), [1, 9, 12]);
    assert_eq!(arrivals(1, 1, 3), [4, 10, 13]);
    assert_eq!(arrivals(1, 2, 3), [12, 13, 16]);
    assert_eq!(arrivals(1, 3, 3), [15, 16, 17]);
    assert_eq!(releases(second, 3), [15, 16, 17]);
    assert_eq!((second.header(1), second.tail(1), second.completion()), (4, 13, 17));
}

/// A place for one flit: the tail of a worm of 100 flits is with a leader after i of d hops at `t_s` + max(25j + (99 − (j − i))·5), j =
/// i, …, d.
#[test]
fn a_worm_alone_in_single_places_takes_the_published_formula() {
    for hops in [1, 2, 7, 30, 98] {
        let path = (0..hops).collect();
        let destinations = (1..=hops).collect();
        let worm = Worm { start: Start::At(13), startup: 1000, flits: 100, path, destinations };
        let outcome = ran(1, by_link(20, 5), hops as usize, &[worm]);
        for leader in 1..=u64::from(hops) {
            let at = |j: u64| 25 * j + (99 - (j - leader)) * 5;
            let latest = (leader..=u64::from(hops)).map(at).max().expect("a hop");
            assert_eq!(
                outcome.journey(0).tail(leader as u32),
                13 + 1000 + latest,
                "{leader} of {hops}"
            );
        }
    }
}

/// The tail leaves the buffer after hop i when the last of all headers and bodies between it and the header lets it: the maximum over
/// J = i, …, min(d, i + ⌊(L − 1)/F⌋) of the moment in which the header leaves buffer J, and b(L − 1) − Fb(J − i).
#[test]
fn a_worm_alone_leaves_channels_by_the_formula() {
    for (router, link, body) in [(20, 5, Body::Link), (3, 7, Body::Router), (4, 2, Body::Both)] {
        let timing = Timing::new(router, link, body).expect("hops take time");
        for (hops, flits, places) in
            [(1, 1, 1), (3, 9, 1), (9, 4, 1), (12, 5, 2), (12, 30, 3), (12, 40, 5), (12, 100, 8)]
        {
            let path: Vec<u32> = (0..hops).collect();
            let outcome = ran(places, timing, hops as usize, &[worm(0, flits, &path)]);
            let [b, h, d, behind, places] =
                [timing.period(), timing.hop(), hops.into(), u64::from(flits) - 1, places.into()];
            let expected = (1..=d).map(|i| {
                let last = d.min(i + behind / places);
                let released = |j| j * h + b * behind - places * b * (j - i);
                (i..=last).map(released).max().expect("one at least")
            });
            let found = releases(outcome.journey(0), hops);
            assert_eq!(found, expected.collect::<Vec<_>>(), "{timing:?} {hops} {flits} {places}");
        }
    }
}

/// A worm of 8 flits arrives at the end of channel 3 at 110 and waits until 400, for one of 196 on channel 5. Another one requests
/// channel 1 at 150.
#[test]
fn a_worm_that_waits_collapses_into_large_buffers() {
    let worms = [worm(0, 196, &[5]), worm(70, 8, &[0, 1, 2, 3, 5, 6]), worm(150, 1, &[1])];
    let holds = |flits| {
        let outcome = ran(flits, by_link(8, 2), 7, &worms);
        (releases(outcome.journey(1), 4), outcome.journey(2).granted(1))
    };
    // The flits stop in buffer 4 alone; the tail is 14 ns behind the header until then.
    assert_eq!(holds(8), (vec![94, 104, 114, 414], 150));
    // They stop in buffers 4 and 3. Four flits are less than a hop of 10 ns has room for, which takes the tail 2 ns more a hop.
    assert_eq!(holds(4), (vec![96, 106, 406, 416], 150));
    // They stop where the header makes them, one in a buffer, back to the source. The header arrives at 420; flit 4 is in buffer 2 then.
    assert_eq!(holds(1), (vec![424, 426, 428, 430], 426));
}

/// As many places as flits of a worm are in a hop: headers, grants and releases are those of worms that move as one piece, and tails
/// come no later; flits that wait do so in buffers, and not on their way.
#[test]
fn a_hop_full_of_places_grants_as_worms_in_one_piece() {
    let rng_seed = RngSeed::Fixed(1);
    let config = ProptestConfig {
        rng_seed,
        failure_persistence: None,
        cases: 2000,
        ..ProptestConfig::default()
    };
    let start_at_times = |case: &Case| {
        let worms = case.worms.iter().map(|worm| match worm.start {
            Start::At(_) => worm.clone(),
            Start::After { delay, .. } => Worm { start: Start::At(delay), ..worm.clone() },
        });
        worms.collect::<Vec<_>>()
    };
    let times = (1..=4_u64, 1..=5_u64);
    let cases = (case(Paths::Tangled, 1..=9), times);
    let compared = TestRunner::new(config).run(&cases, |(case, (link, places))| {
        let (timing, worms) = (by_link(link * (places - 1), link), start_at_times(&case));
        let one_piece = run(timing, case.channels, &worms);
        let by_flits = run(buffers_of(places as u32, timing), case.channels, &worms);
        let (one_piece, by_flits) = match (one_piece, by_flits) {
            (Ok(one_piece), Ok(by_flits)) => (one_piece, by_flits),
            (one_piece, by_flits) => {
                prop_assert_eq!(one_piece.err(), by_flits.err());
                return Ok(());
            }
        };
        prop_assert_eq!(one_piece.channels(), by_flits.channels());
        for (worm, (one, other)) in worms.iter().zip(one_piece.journeys().zip(by_flits.journeys()))
        {
            for hop in 1..=worm.path.len() as u32 {
                prop_assert_eq!(one.granted(hop), other.granted(hop));
                prop_assert_eq!(one.header(hop), other.header(hop));
                prop_assert_eq!(one.released(hop), other.released(hop));
                prop_assert!(one.tail(hop) >= other.tail(hop));
            }
            prop_assert_eq!(one.completion(), other.completion());
        }
        Ok(())
    });
    compared.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Where there is room for a stream, a worm alone with addresses takes as long flit by flit as in one piece: the hops, its addresses, and
/// the body.
#[test]
fn a_worm_alone_with_addresses_takes_the_formula() {
    let config = ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        cases: 2000,
        ..ProptestConfig::default()
    };
    let times = (0..9_u64, 1..7_u64, 1..12_u64, 0..3_u32, any::<bool>());
    let worms = (1..10_u32, any::<u16>(), 1..30_u32);
    let compared = TestRunner::new(config).run(
        &(times, worms),
        |((router, link, apart, flits, each), worm)| {
            let addresses = Addresses { flits, period: apart, routed_one_by_one: each };
            let timing = by_link(router, link).with_addresses(addresses);
            let (hops, stops, length) = worm;
            let destinations: Vec<u32> =
                (1..=hops).filter(|&hop| hop == hops || stops >> hop & 1 == 1).collect();
            let left = |hop: u32| destinations.iter().filter(|&&stop| stop > hop).count() as u64;
            let routed = |hop: u32| if each { router * left(hop) } else { router };
            let under_way: u64 = (0..hops).map(|hop| link + routed(hop)).sum();
            let of_addresses = u64::from(flits) * apart * left(0);
            let expected = under_way + of_addresses + u64::from(length - 1) * link;
            let path = (0..hops).collect();
            let (start, startup) = (Start::At(0), 0);
            let worm =
                Worm { start, startup, flits: length, path, destinations: destinations.clone() };
            for routers in [
                Routers::new(timing),
                Routers::new(timing).with_virtual_channels(2),
                buffers_of(1000, timing),
            ] {
                let outcome = run(routers, hops as usize, std::slice::from_ref(&worm));
                prop_assert_eq!(outcome.expect("no deadlock").end(), expected);
            }
            Ok(())
        },
    );
    compared.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn flits_that_move_one_by_one_are_apart() {
    let timing = by_link(8, 0);
    assert!(run(timing, 1, &[worm(0, 3, &[0])]).is_ok());
    let refused = run(buffers_of(1, timing), 1, &[worm(0, 3, &[0])]);
    assert_eq!(refused, Err(WormholeError::FlitsTakeNoTime));
    let at_once = Addresses { flits: 1, period: 0, routed_one_by_one: false };
    let timing = by_link(8, 2).with_addresses(at_once);
    assert!(run(timing, 1, &[worm(0, 3, &[0])]).is_ok());
    let refused = run(buffers_of(1, timing), 1, &[worm(0, 3, &[0])]);
    assert_eq!(refused, Err(WormholeError::FlitsTakeNoTime));
}
