//! Worms that nothing is in the way of.

use super::worm;
use meshcast_engine::wormhole::{Body, ChannelUse, Start, Timing, Worm, run};

/// Router 20 and link 5, the published times, and others; what they say of headers and bodies.
const TIMES: [(u64, u64, Body, u64, u64); 8] = [
    (20, 5, Body::Link, 25, 5),
    (20, 5, Body::Router, 25, 20),
    (20, 5, Body::Both, 25, 25),
    (3, 7, Body::Link, 10, 7),
    (3, 7, Body::Router, 10, 3),
    (0, 1, Body::Link, 1, 1),
    (0, 4, Body::Router, 4, 0),
    (6, 0, Body::Both, 6, 6),
];

#[test]
fn a_worm_alone_takes_the_formula_at_every_destination() {
    for (router, link, body, header, period) in TIMES {
        let timing = Timing::new(router, link, body).expect("hops take time");
        for (hops, flits) in [(1, 1), (1, 9), (2, 1), (7, 1), (7, 3), (7, 7), (7, 8), (5, 100)] {
            for (start, startup) in [(0, 0), (0, 1000), (13, 0), (13, 1000)] {
                let path = (0..hops).rev().collect();
                let destinations = (1..=hops).collect();
                let worm = Worm { start: Start::At(start), startup, flits, path, destinations };
                let outcome = run(timing, hops as usize, &[worm]).expect("nothing in its way");
                let journey = outcome.journey(0);
                let what = format!("{timing:?}, {hops} hops, {flits} flits");
                for hop in 1..=hops {
                    let granted = start + startup + u64::from(hop - 1) * header;
                    assert_eq!(journey.granted(hop), granted, "{what}");
                    let latency = startup + header * u64::from(hop) + u64::from(flits - 1) * period;
                    assert_eq!(journey.tail(hop) - journey.start(), latency, "{what}");
                    for flit in 0..flits {
                        let arrival = granted + header + u64::from(flit) * period;
                        assert_eq!(journey.arrival(hop, flit), arrival, "{what}");
                    }
                    let held = header + u64::from(flits - 1) * period;
                    assert_eq!(journey.released(hop), granted + held, "{what}");
                    let flits = u64::from(flits);
                    let alone = ChannelUse { worms: 1, flits, held, ..ChannelUse::default() };
                    assert_eq!(outcome.channels()[(hops - hop) as usize], alone, "{what}");
                }
                assert_eq!(journey.start(), start, "{what}");
                assert_eq!(journey.completion(), journey.tail(hops), "{what}");
                assert_eq!(outcome.end(), journey.completion(), "{what}");
            }
        }
    }
}

/// Fig. 2 of the paper by dual-path: 5 and 18 hops from one source, at once.
#[test]
fn the_longer_path_of_a_multicast_is_its_latency() {
    let timing = Timing::new(20, 5, Body::Link).expect("hops take time");
    let (high, low): (Vec<u32>, Vec<u32>) = ((0..5).collect(), (5..23).collect());
    let multicast = [&high, &low].map(|path| Worm { startup: 1000, ..worm(0, 100, path) });
    let outcome = run(timing, 23, &multicast).expect("disjoint paths");
    let completions = outcome.journeys().map(|journey| journey.completion());
    assert_eq!(completions.collect::<Vec<_>>(), [1000 + 125 + 495, 1000 + 450 + 495]);
}

#[test]
fn nothing_is_done_without_worms() {
    let timing = Timing::new(1, 1, Body::Link).expect("hops take time");
    let outcome = run(timing, 3, &[]).expect("nothing to do");
    assert_eq!((outcome.end(), outcome.journeys().len()), (0, 0));
    assert_eq!(outcome.channels(), [ChannelUse::default(); 3]);
}
