//! Recordings beside what the reference sees, nanosecond by nanosecond, and beside the outcomes of the same runs.

use super::{by_link, worm};
use meshcast_engine::wormhole::{Outcome, Recording, Resource, Worm, WormholeError, record};
use meshcast_tests::oracle::Inside;
use std::collections::BTreeMap;

/// What the reference saw of a run.
pub(super) struct SeenRun<'a> {
    pub(super) starts: &'a [Option<u64>],
    /// Grants and releases: worm by worm, hop by hop.
    pub(super) holds: &'a [Vec<(Option<u64>, Option<u64>)>],
    /// By worm, for all its destinations.
    pub(super) deliveries: Vec<Vec<Option<u64>>>,
    pub(super) inside: &'a Inside,
}

impl SeenRun<'_> {
    /// The recording has the same starts, holds, deliveries and flits in every nanosecond.
    pub(super) fn check(&self, recording: &Recording, worms: &[Worm]) {
        for (number, (record, worm)) in recording.records().iter().zip(worms).enumerate() {
            assert_eq!(record.start, self.starts[number], "worm {number}");
            let mut holds = vec![(None, None); worm.path.len()];
            for hold in &record.holds {
                if let Resource::Channel(channel) = hold.resource {
                    assert_eq!(channel, worm.path[hold.hop as usize - 1], "worm {number}");
                    holds[hold.hop as usize - 1] = (hold.granted, hold.released);
                }
            }
            assert_eq!(holds, self.holds[number], "worm {number}");
            let seen = worm.destinations.iter().zip(&self.deliveries[number]);
            let seen = seen.filter_map(|(&hops, time)| Some((hops, (*time)?)));
            assert_eq!(record.deliveries, seen.collect::<Vec<_>>(), "worm {number}");
        }
        for (time, inside) in (0..).zip(self.inside) {
            for (number, hops) in inside.iter().enumerate() {
                let flits = (1..=hops.len() as u32).map(|hop| recording.flits(number, hop, time));
                assert_eq!(&flits.collect::<Vec<_>>(), hops, "worm {number} at {time}");
            }
        }
    }
}

/// What happened to each channel, as recorded: its worms, for how long they held it, and for how long worms waited for it.
fn sums(recording: &Recording) -> BTreeMap<Resource, (u64, u64, u64)> {
    let mut sums: BTreeMap<Resource, (u64, u64, u64)> = BTreeMap::new();
    for hold in recording.records().iter().flat_map(|record| &record.holds) {
        let (worms, held, blocked) = sums.entry(hold.resource).or_default();
        let (granted, released) = (hold.granted.expect("a grant"), hold.released.expect("an end"));
        (*worms, *held) = (*worms + 1, *held + released - granted);
        *blocked += granted - hold.requested;
    }
    sums
}

/// Channels have the worms, the times held and the times blocked of the outcome; a deadlock is that of the run, and its worms wait.
pub(super) fn check_sums(recording: &Recording, outcome: &Result<Outcome, WormholeError>) {
    match outcome {
        Ok(outcome) => {
            assert_eq!(recording.deadlock(), None);
            let sums = sums(recording);
            let waits = sums.iter().filter(|sum| !matches!(sum.0, Resource::Channel(_)));
            let at_ports: u64 = waits.map(|(_, &(_, _, blocked))| blocked).sum();
            assert_eq!(at_ports, outcome.waited_for_ports());
            for (channel, usage) in (0..).zip(outcome.channels()) {
                let found = sums.get(&Resource::Channel(channel)).copied().unwrap_or_default();
                assert_eq!(found, (usage.worms, usage.held, usage.blocked), "channel {channel}");
            }
        }
        Err(WormholeError::Deadlock(deadlock)) => {
            assert_eq!(recording.deadlock(), Some(deadlock));
            for (wait, next) in deadlock.waits.iter().zip(deadlock.waits.iter().cycle().skip(1)) {
                let of = |worm: usize| recording.records()[worm].holds.iter();
                let own = of(wait.worm).find(|hold| hold.granted.is_none()).expect("it waits");
                assert_eq!((own.resource, own.requested), (wait.resource, wait.since));
                assert!(
                    of(next.worm)
                        .any(|hold| hold.resource == wait.resource && hold.holds(deadlock.time))
                );
            }
        }
        Err(error) => panic!("{error}"),
    }
}

/// The example of the documentation by hand: worm 1 waits for channel 1 from 4 to 9.
#[test]
fn a_recording_has_the_states_worked_out_by_hand() {
    let worms = [worm(0, 4, &[0, 1]), worm(1, 3, &[2, 1, 3])];
    let recording = record(by_link(2, 1), 4, &worms).expect("worms that make sense");
    let [first, second] = recording.records() else { panic!("two worms") };
    assert_eq!((first.start, &first.deliveries), (Some(0), &vec![(2, 9)]));
    let times = |hold: usize| {
        let hold = second.holds[hold];
        (hold.requested, hold.granted, hold.released)
    };
    assert_eq!(
        [0, 1, 2].map(times),
        [(1, Some(1), Some(11)), (4, Some(9), Some(14)), (12, Some(12), Some(17))]
    );
    let waits = [3, 4, 8, 9].map(|time| second.holds[1].waits(time));
    assert_eq!(waits, [false, true, true, false]);
    // Its flits stop at positions 3, 2 and 1: all in channel 2, until the header goes on at 9.
    assert_eq!(
        [1, 2, 3, 4, 8, 9, 10, 11].map(|time| recording.flits(1, 1, time)),
        [1, 2, 3, 3, 3, 2, 1, 0]
    );
    assert_eq!(recording.moments(), [0, 1, 3, 4, 6, 9, 11, 12, 14, 17]);
}
