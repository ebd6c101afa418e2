//! Worms that start after deliveries.

use super::worm;
use meshcast_engine::wormhole::{Body, Delivery, Outcome, Start, Timing, Worm, run};

fn after(deliveries: &[(usize, u32)], delay: u64) -> Start {
    let deliveries = deliveries.iter().map(|&(worm, hops)| Delivery { worm, hops }).collect();
    Start::After { deliveries, delay }
}

fn ran(channels: usize, worms: &[Worm]) -> Outcome {
    let timing = Timing::new(20, 5, Body::Link).expect("hops take time");
    run(timing, channels, worms).expect("no deadlock")
}

/// Fig. 2 of the paper with its three groups: leaders after 1 hop, and after 2 and 6 on the other path; then 2, 3 and 1 hops
/// to the other members. The worms to the members come first, so that a lower number does not mean an earlier start.
fn two_levels(starts: [Start; 3]) -> [u64; 5] {
    let member = |start: &Start, path: &[u32]| Worm {
        start: start.clone(),
        startup: 1000,
        ..worm(0, 100, path)
    };
    let [first, second, third] = starts;
    let worms = [
        member(&first, &[7, 8]),
        member(&second, &[9, 10, 11]),
        member(&third, &[12, 13]),
        Worm { startup: 1000, ..worm(0, 100, &[0]) },
        Worm { startup: 1000, destinations: vec![2, 6], ..worm(0, 100, &[1, 2, 3, 4, 5, 6]) },
    ];
    let outcome = ran(14, &worms);
    [0, 1, 2, 3, 4].map(|worm| outcome.journey(worm).completion())
}

#[test]
fn leaders_start_after_their_own_deliveries() {
    let starts = [after(&[(3, 1)], 0), after(&[(4, 2)], 0), after(&[(4, 6)], 0)];
    let leaders = [1000 + 25 + 495, 1000 + 50 + 495, 1000 + 150 + 495];
    let members = [leaders[0] + 1545, leaders[1] + 1570, leaders[2] + 1545];
    assert_eq!(two_levels(starts), [members[0], members[1], members[2], leaders[0], leaders[2]]);
}

#[test]
fn leaders_at_a_barrier_start_after_all_deliveries() {
    let barrier = || after(&[(4, 6), (3, 1), (4, 2)], 0);
    let slowest = 1000 + 150 + 495;
    let completions = two_levels([barrier(), barrier(), barrier()]);
    assert_eq!(completions[..3], [slowest + 1545, slowest + 1570, slowest + 1545]);
}

/// A source that thinks for 7 ns after each of its messages.
#[test]
fn a_closed_loop_goes_on_after_a_delay() {
    let looped = |message: usize| match message {
        0 => worm(3, 1, &[0, 1]),
        _ => Worm { start: after(&[(message - 1, 2)], 7), ..worm(0, 1, &[0, 1]) },
    };
    let worms: Vec<Worm> = (0..5).map(looped).collect();
    let outcome = ran(2, &worms);
    let starts: Vec<u64> = outcome.journeys().map(|journey| journey.start()).collect();
    assert_eq!(starts, [3, 60, 117, 174, 231]);
    assert_eq!(outcome.channels()[0].blocked, 0);
}

#[test]
fn a_start_after_no_deliveries_is_a_start_after_the_beginning() {
    let worms = [Worm { start: after(&[], 9), startup: 1, ..worm(0, 1, &[0]) }];
    let outcome = ran(1, &worms);
    assert_eq!((outcome.journey(0).start(), outcome.journey(0).granted(1)), (9, 10));
}

/// The delivery that worm 0 waits for is made in the moment in which worm 2 arrives: both request channel 3 then, and worm 2 started first.
#[test]
fn a_start_is_in_the_moment_of_the_delivery() {
    let worms = [
        Worm { start: after(&[(1, 1)], 0), ..worm(0, 1, &[3]) },
        worm(0, 2, &[0]),
        worm(5, 1, &[1, 3]),
        worm(0, 1, &[2]),
    ];
    let outcome = ran(4, &worms);
    assert_eq!(outcome.journey(0).start(), 30);
    assert_eq!((outcome.journey(2).granted(2), outcome.journey(0).granted(1)), (30, 55));
    assert_eq!(outcome.channels()[3].blocked, 25);
}
