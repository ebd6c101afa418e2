//! What the papers claim of times, under every reading of what they leave open.

use super::fig_2;
use meshcast_algorithms::pathbased::{
    Grouping, Leaders, Network, Plan, Schedule, Scheme, StartupCharge,
};
use meshcast_engine::wormhole::{Addresses, Body, Start, Timing, run};

/// A worm alone by hand: `stops` are the hops at whose ends its destinations are, and `at` is the one whose delivery is asked for.
fn alone(reading: Reading, startup: u64, stops: &[u64], at: usize) -> u64 {
    let (mut travel, mut left) = (0, stops.len() as u64);
    for hop in 1..=stops[at] {
        travel += 5 + 20 * if reading.one_by_one { left } else { 1 };
        left -= u64::from(stops.contains(&hop));
    }
    startup + travel + reading.address * stops.len() as u64 + 99 * reading.body.1
}

#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Nanoseconds of address flits for each destination.
    address: u64,
    one_by_one: bool,
    body: (Body, u64),
    charged: StartupCharge,
    leaders: Leaders,
}

/// Headers of one flit, or an address flit as fast as a link or a router; all else as in the table of docs/pathbased.md.
fn readings() -> Vec<Reading> {
    let mut readings = Vec::new();
    for address in [0, 5, 20] {
        for one_by_one in [false, true] {
            for body in [(Body::Link, 5), (Body::Router, 20), (Body::Both, 25)] {
                for charged in [StartupCharge::Each, StartupCharge::Once] {
                    for leaders in [Leaders::Barrier, Leaders::Async] {
                        readings.push(Reading { address, one_by_one, body, charged, leaders });
                    }
                }
            }
        }
    }
    readings
}

/// The latency of the printed set with and without the printed groups, which are those of PPG.
fn latencies(reading: Reading) -> [u64; 2] {
    let mesh = Network::mesh(&[8, 8]).expect("a mesh");
    let flits = u32::from(reading.address > 0);
    let addresses =
        Addresses { flits, period: reading.address, routed_one_by_one: reading.one_by_one };
    let timing = Timing::new(20, 5, reading.body.0).expect("hops take time");
    let Reading { leaders, charged, .. } = reading;
    let schedule = Schedule { startup: 1000, flits: 100, leaders, charged };
    [Grouping::Ppg, Grouping::None].map(|grouping| {
        let plan = Plan::new(&fig_2(&mesh), Scheme::DualPath, grouping).expect("a plan");
        let worms = schedule.worms(&plan, &mesh, &Start::At(0), 0);
        let outcome = run(timing.with_addresses(addresses), mesh.channels(), &worms);
        outcome.expect("no deadlock").end()
    })
}

/// The same by hand: worms over 5 and 18 hops without groups; to the leaders over 1 and 6 hops, from (2, 6) over 1 and 2, from (2, 3) over
/// 3, from (5, 2) over 2. None waits.
fn by_hand(reading: Reading) -> [u64; 2] {
    let last = |startup, stops: &[u64]| alone(reading, startup, stops, stops.len() - 1);
    let plain = last(1000, &[1, 2, 5]).max(last(1000, &[2, 6, 10, 11, 18]));
    let second = if reading.charged == StartupCharge::Each { 1000 } else { 0 };
    let told = [last(1000, &[1]), alone(reading, 1000, &[2, 6], 0), last(1000, &[2, 6])];
    let on =
        [last(second, &[1]).max(last(second, &[2])), last(second, &[2, 3]), last(second, &[2])];
    let grouped = match reading.leaders {
        Leaders::Barrier => told.into_iter().max().unwrap_or(0) + on.into_iter().max().unwrap_or(0),
        Leaders::Async => told.iter().zip(on).map(|(told, on)| told + on).max().unwrap_or(0),
    };
    [grouped, plain]
}

/// "We also reduce the transmission time" (Chen, Chang, Sheu, §2.2): so it does where routers take their time for every address, the
/// start-up is charged once and the body follows by the link; it does not under any other reading.
#[test]
fn the_groups_of_fig_3_save_time_where_routers_take_time_for_each_address() {
    let (mut saves, all) = (0, readings());
    for &reading in &all {
        let [grouped, plain] = latencies(reading);
        assert_eq!([grouped, plain], by_hand(reading), "{reading:?}");
        let expected = reading.one_by_one
            && reading.body.0 == Body::Link
            && reading.charged == StartupCharge::Once;
        assert_eq!(grouped < plain, expected, "{reading:?}: {grouped} {plain}");
        saves += usize::from(grouped < plain);
    }
    assert_eq!((saves, all.len()), (6, 72));
    let usual = |leaders| {
        let usual = all.iter().find(|reading| {
            (reading.address, reading.one_by_one, reading.leaders) == (0, false, leaders)
        });
        latencies(*usual.expect("headers of one flit"))
    };
    assert_eq!(usual(Leaders::Barrier), [3215, 1945]);
    assert_eq!(usual(Leaders::Async), [3190, 1945]);
}
