//! Cycles of waits.

use super::{by_link, worm};
use meshcast_engine::wormhole::{Deadlock, Resource, Wait, Worm, WormholeError, run};

/// Worms around a ring of as many channels: each begins on its own, one nanosecond after the one before, and needs the next.
fn around(ring: u32, flits: u32) -> Vec<Worm> {
    let path = |first: u32| [first, (first + 1) % ring];
    (0..ring).map(|first| worm(u64::from(first), flits, &path(first))).collect()
}

fn deadlock(channels: usize, worms: &[Worm]) -> Deadlock {
    match run(by_link(8, 2), channels, worms) {
        Err(WormholeError::Deadlock(deadlock)) => deadlock,
        other => panic!("a deadlock, found {other:?}"),
    }
}

#[test]
fn four_worms_around_a_ring_are_a_deadlock_that_is_named() {
    for flits in [1, 2, 8, 100] {
        let found = deadlock(4, &around(4, flits));
        let wait = |worm: u32| Wait {
            worm: worm as usize,
            resource: Resource::Channel((worm + 1) % 4),
            since: u64::from(10 + worm),
        };
        assert_eq!(found, Deadlock { time: 13, waits: (0..4).map(wait).collect() });
    }
    let found = run(by_link(8, 2), 4, &around(4, 8)).expect_err("a deadlock").to_string();
    let text = "deadlock at 13 ns: worm 0 waits for channel 1 of worm 1, worm 1 waits for channel 2 of worm 2, \
                worm 2 waits for channel 3 of worm 3, worm 3 waits for channel 0 of worm 0";
    assert_eq!(found, text);
}

/// One worm less, and the ring is no cycle; one that starts when another is through, and it is none either.
#[test]
fn three_worms_around_a_ring_of_four_arrive() {
    for missing in 0..4 {
        let mut worms = around(4, 8);
        worms.remove(missing);
        assert!(run(by_link(8, 2), 4, &worms).is_ok());
        let mut worms = around(4, 8);
        worms[missing] = worm(1000, 8, &worms[missing].path);
        assert!(run(by_link(8, 2), 4, &worms).is_ok());
    }
}

/// Who waits for a worm of the cycle is not on it, whoever has the lowest number.
#[test]
fn bystanders_are_not_named() {
    let mut worms = vec![worm(5, 3, &[6, 0]), worm(5, 3, &[7, 6]), worm(0, 3, &[8])];
    worms.extend(around(4, 8));
    let found = deadlock(9, &worms);
    let named: Vec<usize> = found.waits.iter().map(|wait| wait.worm).collect();
    assert_eq!((named, found.time), (vec![3, 4, 5, 6], 13));
}

/// Two rings; in the second the waits close first, though its numbers are higher.
#[test]
fn of_two_deadlocks_the_first_is_named() {
    let late = |worm: Worm| Worm { startup: 20, ..worm };
    let far =
        |worm: Worm| Worm { path: worm.path.iter().map(|channel| channel + 3).collect(), ..worm };
    let mut worms: Vec<Worm> = around(3, 8).into_iter().map(late).collect();
    worms.extend(around(4, 8).into_iter().map(far));
    let found = deadlock(7, &worms);
    let named: Vec<usize> = found.waits.iter().map(|wait| wait.worm).collect();
    assert_eq!((named, found.time), (vec![3, 4, 5, 6], 13));
}

/// Two worms that cross each other's channels in opposite orders.
#[test]
fn two_worms_wait_for_each_other() {
    let found = deadlock(2, &[worm(0, 1, &[0, 1]), worm(4, 1, &[1, 0])]);
    let waits = [(0, 1, 10), (1, 0, 14)];
    let waits = waits.map(|(worm, channel, since)| {
        let resource = Resource::Channel(channel);
        Wait { worm, resource, since }
    });
    assert_eq!(found, Deadlock { time: 14, waits: waits.to_vec() });
}
