//! Worms in each other's way, checked by hand.

use super::{by_link, worm};
use meshcast_engine::wormhole::{Outcome, Timing, Worm, run};

fn ran(timing: Timing, channels: usize, worms: &[Worm]) -> Outcome {
    run(timing, channels, worms).expect("no deadlock")
}

/// In which order worms were granted the last channel of their paths.
fn order(outcome: &Outcome, worms: &[Worm]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worms.len()).collect();
    order.sort_by_key(|&worm| outcome.journey(worm).granted(worms[worm].path.len() as u32));
    order
}

/// Hops of 10 ns, flits 2 ns apart: worm 0 has channel 0 for 10 + 19 · 2 = 48 ns, the others for 10 each.
#[test]
fn requests_are_granted_in_the_order_of_their_times() {
    let worms = [worm(0, 20, &[0]), worm(3, 1, &[0]), worm(2, 1, &[0]), worm(1, 1, &[0])];
    let outcome = ran(by_link(8, 2), 1, &worms);
    let grants: Vec<u64> = outcome.journeys().map(|journey| journey.granted(1)).collect();
    assert_eq!(grants, [0, 68, 58, 48]);
    let channel = outcome.channels()[0];
    assert_eq!((channel.worms, channel.flits, channel.longest_queue), (4, 23, 3));
    assert_eq!((channel.held, channel.blocked), (78, 65 + 56 + 47));
}

/// A header that arrives when the channel becomes free is behind whoever waits, and does not wait if nobody does.
#[test]
fn a_request_in_the_moment_of_the_release_is_the_last_of_the_queue() {
    let worms = [worm(0, 1, &[0]), worm(9, 1, &[0]), worm(0, 1, &[1, 0])];
    assert_eq!(order(&ran(by_link(8, 2), 2, &worms), &worms), [0, 1, 2]);
    let worms = [worm(0, 1, &[0]), worm(0, 1, &[1, 0])];
    let outcome = ran(by_link(8, 2), 2, &worms);
    assert_eq!(outcome.journey(1).granted(2), 10);
    assert_eq!((outcome.channels()[0].blocked, outcome.channels()[0].longest_queue), (0, 0));
}

/// All four request channel 9 at 20: what started first, then over the lower channel, from a source first, then the lower number.
#[test]
fn requests_of_one_moment_have_a_total_order() {
    let timing = by_link(8, 2);
    let at_the_source = |start| Worm { startup: 20 - start, ..worm(start, 1, &[9]) };
    let worms = [
        worm(10, 1, &[4, 9]),
        worm(10, 1, &[3, 9]),
        worm(0, 1, &[8, 5, 9]),
        at_the_source(10),
        at_the_source(10),
        at_the_source(9),
        worm(0, 1, &[7, 6, 9]),
    ];
    let outcome = ran(timing, 10, &worms);
    assert_eq!(order(&outcome, &worms), [2, 6, 5, 3, 4, 1, 0]);
    for (number, worm) in worms.iter().enumerate() {
        let granted = outcome.journey(number).granted(worm.path.len() as u32);
        assert!(granted >= 20 && granted.is_multiple_of(10), "all wait from 20 on: {granted}");
    }
    assert_eq!(outcome.channels()[9].longest_queue, 6);
}

/// Worm 1 stops 40 ns from its source, at the end of channel 3, until channel 5 is free; its tail is then 24 ns behind, in channel 1.
#[test]
fn a_worm_that_waits_keeps_all_channels_in_which_it_is() {
    let worms = [
        worm(0, 196, &[5]),
        worm(70, 13, &[0, 1, 2, 3, 5, 6]),
        worm(101, 1, &[1]),
        worm(101, 1, &[2]),
        worm(101, 1, &[3]),
    ];
    let outcome = ran(by_link(8, 2), 7, &worms);
    let waiting = outcome.journey(1);
    let grants: Vec<u64> = (1..=6).map(|hop| waiting.granted(hop)).collect();
    assert_eq!(grants, [70, 80, 90, 100, 400, 410]);
    // Flits 0 to 12 are 40, 38, … 16 ns from the source from 110 to 400.
    assert_eq!([0, 1, 5, 6, 12].map(|flit| waiting.arrival(3, flit)), [100, 102, 110, 402, 414]);
    assert_eq!((waiting.tail(1), waiting.tail(2), waiting.tail(6)), (104, 404, 444));
    let releases: Vec<u64> = (1..=6).map(|hop| waiting.released(hop)).collect();
    assert_eq!(releases, [104, 404, 414, 424, 434, 444]);
    assert_eq!([2, 3, 4].map(|worm| outcome.journey(worm).granted(1)), [404, 414, 424]);
}

/// With 11 flits the tail stops in the buffer of channel 1: it has arrived there, and leaves it when the header goes on.
#[test]
fn a_tail_that_stops_in_a_buffer_keeps_its_channel() {
    let worms = [worm(0, 196, &[5]), worm(70, 11, &[0, 1, 2, 3, 5, 6]), worm(101, 1, &[1, 4])];
    let outcome = ran(by_link(8, 2), 7, &worms);
    let waiting = outcome.journey(1);
    assert_eq!((waiting.tail(2), waiting.released(2)), (110, 400));
    // Three channels change hands in one moment.
    assert_eq!(outcome.journey(0).released(1), 400);
    assert_eq!(waiting.granted(5), 400);
    assert_eq!(outcome.journey(2).granted(1), 400);
}
