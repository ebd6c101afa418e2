//! What is refused.

use super::{by_link, worm};
use meshcast_engine::wormhole::{Body, Delivery, Start, Timing, Worm, WormholeError, run};

fn refused(worms: &[Worm]) -> WormholeError {
    run(by_link(8, 2), 5, worms).expect_err("bad input")
}

/// A worm behind a good one, which is refused.
fn second(bad: Worm) -> WormholeError {
    refused(&[worm(0, 1, &[0, 1]), bad])
}

fn after(worm: usize, hops: u32) -> Start {
    Start::After { deliveries: vec![Delivery { worm, hops }], delay: 0 }
}

#[test]
fn times_must_pass() {
    for body in [Body::Link, Body::Router, Body::Both] {
        assert_eq!(Timing::new(0, 0, body), Err(WormholeError::HopsTakeNoTime));
        assert_eq!(Timing::new(u64::MAX, 1, body), Err(WormholeError::TooLong));
    }
}

#[test]
fn a_worm_must_have_flits_and_a_path() {
    assert_eq!(second(worm(0, 0, &[0])), WormholeError::NoFlits { worm: 1 });
    let pathless = Worm { destinations: vec![1], ..worm(0, 1, &[]) };
    assert_eq!(second(pathless), WormholeError::EmptyPath { worm: 1 });
}

#[test]
fn a_path_has_channels_that_there_are_once_each() {
    let outside = WormholeError::ChannelOutside { worm: 1, channel: 5, channels: 5 };
    assert_eq!(second(worm(0, 1, &[4, 5])), outside);
    assert_eq!(outside.to_string(), "channel 5 of worm 1 is none of 5");
    let twice = WormholeError::ChannelTwice { worm: 1, channel: 3 };
    assert_eq!(second(worm(0, 1, &[3, 4, 3])), twice);
    // Two worms may share one, of course.
    assert!(run(by_link(8, 2), 5, &[worm(0, 1, &[3, 4]), worm(0, 1, &[3, 4])]).is_ok());
}

#[test]
fn destinations_increase_to_the_end_of_the_path() {
    for bad in [&[][..], &[0, 3], &[1, 1, 3], &[2, 1, 3], &[1, 2], &[3, 4], &[4]] {
        let bad = Worm { destinations: bad.to_vec(), ..worm(0, 1, &[2, 3, 4]) };
        assert_eq!(second(bad), WormholeError::BadDestinations { worm: 1, hops: 3 });
    }
    for good in [&[3][..], &[1, 3], &[1, 2, 3]] {
        let good = Worm { destinations: good.to_vec(), ..worm(0, 1, &[2, 3, 4]) };
        assert!(run(by_link(8, 2), 5, &[good]).is_ok());
    }
}

#[test]
fn a_start_waits_for_deliveries_that_there_are() {
    for (other, hops) in [(0, 1), (0, 3), (2, 1), (1, 2)] {
        let bad = Worm { start: after(other, hops), ..worm(0, 1, &[0]) };
        let delivery = Delivery { worm: other, hops };
        assert_eq!(second(bad), WormholeError::NoSuchDelivery { worm: 1, delivery });
    }
}

#[test]
fn worms_that_start_after_each_other_are_named() {
    let itself = Worm { start: after(0, 1), ..worm(0, 1, &[0]) };
    assert_eq!(refused(&[itself]), WormholeError::StartsInACycle { worms: vec![0] });
    // Worm 0 waits for 4 and that for 2, which waits for 1, 3 and 2 again in turn.
    let starts = [after(4, 1), after(3, 1), after(1, 1), after(2, 1), after(2, 1)];
    let worms = starts.map(|start| Worm { start, ..worm(0, 1, &[0]) });
    assert_eq!(refused(&worms), WormholeError::StartsInACycle { worms: vec![1, 3, 2] });
}

#[test]
fn times_must_fit() {
    let alone = |bad: Worm| run(by_link(8, 2), 5, &[bad]);
    let long = [
        worm(u64::MAX, 1, &[0]),
        Worm { startup: u64::MAX, ..worm(0, 1, &[0]) },
        Worm {
            start: Start::After { deliveries: Vec::new(), delay: u64::MAX },
            ..worm(0, 1, &[0])
        },
    ];
    for bad in long {
        assert_eq!(alone(bad), Err(WormholeError::TooLong));
    }
    // 2^32 flits or so, 2^32 ns apart, or hops as long.
    let slow = |router, link| Timing::new(router, link, Body::Link).expect("hops take time");
    let many = [worm(0, u32::MAX, &[0])];
    assert_eq!(run(slow(0, 1 << 33), 5, &many), Err(WormholeError::TooLong));
    let hops = [worm(0, 1, &[0, 1, 2, 3])];
    assert_eq!(run(slow(1 << 62, 0), 5, &hops), Err(WormholeError::TooLong));
    // All there is, shared by the waiting of all worms and one more.
    let at = |start| worm(start, 1, &[0]);
    let (half, third) = (u64::MAX / 2 - 11, u64::MAX / 3 - 21);
    assert_eq!(alone(at(half)).expect("it fits").end(), half + 10);
    assert_eq!(alone(at(half + 1)), Err(WormholeError::TooLong));
    let two = run(by_link(8, 2), 5, &[at(third), at(0)]).expect("it fits");
    assert_eq!(two.end(), third + 10);
    assert_eq!(refused(&[at(third + 1), at(0)]), WormholeError::TooLong);
}
