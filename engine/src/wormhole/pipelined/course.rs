//! Says where the flits of a worm are that moves as one piece, and when.

use super::track::{Track, Tracks};
use crate::wormhole::{Timing, Worm};

/// The way of a worm and its grants, from which the rest follows. Hops are counted from 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::wormhole) struct Course<'a> {
    pub(super) timing: Timing,
    pub(super) track: Track<'a>,
    pub(in crate::wormhole) flits: u32,
    pub(in crate::wormhole) hops: u32,
    /// When channels were granted; of a worm under way, so far.
    pub(super) grants: &'a [u64],
}

/// The courses of all worms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::wormhole) struct Courses {
    timing: Timing,
    tracks: Tracks,
    /// How many destinations each worm has.
    destinations: Vec<u32>,
    /// Where the grants of every worm begin, then the end.
    offsets: Vec<usize>,
    grants: Vec<u64>,
}

impl Courses {
    /// Those of some worms, with their grants one after the other.
    pub(super) fn of_all(
        timing: Timing,
        tracks: Tracks,
        (worms, grants): (&[Worm], Vec<u64>),
    ) -> Self {
        let destinations = worms.iter().map(|worm| worm.destinations.len() as u32).collect();
        let mut offsets = vec![0];
        for worm in worms {
            offsets.push(offsets[offsets.len() - 1] + worm.path.len());
        }
        Self { timing, tracks, destinations, offsets, grants }
    }

    /// That of a worm with so many flits.
    pub(in crate::wormhole) fn of(&self, worm: usize, flits: u32) -> Course<'_> {
        let (from, to) = (self.offsets[worm], self.offsets[worm + 1]);
        let (hops, destinations) = ((to - from) as u32, self.destinations[worm] as usize);
        let track = self.tracks.of(self.timing, (from, hops), destinations);
        Course { timing: self.timing, track, flits, hops, grants: &self.grants[from..to] }
    }

    /// That of a worm with so many flits, which got so many channels.
    pub(in crate::wormhole) fn so_far(&self, worm: usize, flits: u32, granted: u32) -> Course<'_> {
        let course = self.of(worm, flits);
        Course { grants: &course.grants[..granted as usize], ..course }
    }
}

impl Course<'_> {
    /// When the channel of a hop was granted.
    pub(in crate::wormhole) fn granted(&self, hop: u32) -> u64 {
        self.grants[hop as usize - 1]
    }

    /// When a flit of the message arrived after so many hops.
    pub(in crate::wormhole) fn arrival(&self, hops: u32, flit: u32) -> u64 {
        assert!((1..=self.hops).contains(&hops), "a hop of the worm");
        let behind = self.track.addresses() + u64::from(flit) * self.timing.period();
        self.leaves(self.track.end(hops) + behind - 1) + 1
    }

    /// When the front of the worm arrived after so many hops: the first address that was left, or flit 0.
    pub(in crate::wormhole) fn header(&self, hops: u32) -> u64 {
        assert!((1..=self.hops).contains(&hops), "a hop of the worm");
        let stripped = self.track.stop(hops - 1) - self.track.end(hops - 1);
        self.leaves(self.track.end(hops) + stripped - 1) + 1
    }

    /// When the channel of a hop was free again.
    pub(in crate::wormhole) fn released(&self, hop: u32) -> u64 {
        assert!((1..=self.hops).contains(&hop), "a hop of the worm");
        self.leaves(self.track.end(hop) + self.behind())
    }

    /// The flits in the channel of a hop and the buffer at its end, after all that happens at a time, of a worm with destinations after so
    /// many hops.
    pub(in crate::wormhole) fn inside(&self, hop: u32, destinations: &[u32], time: u64) -> u64 {
        assert!((1..=self.hops).contains(&hop), "a hop of the worm");
        let stripped = |hops| {
            let served = destinations.partition_point(|&destination| destination <= hops);
            self.timing.address_flits(served)
        };
        let (front, end) = (stripped(hop - 1), self.track.end(hop));
        // Of the flits that come out of the channel, those before this one end here, on their arrival.
        let goes_on = if hop == self.hops { u64::MAX } else { stripped(hop) };
        let left = self.left(time);
        let entered = self.flits_until(left, self.track.end(hop - 1), destinations.len());
        let arrived = self.flits_until(
            time.checked_sub(1).and_then(|before| self.left(before)),
            end - 1,
            destinations.len(),
        );
        let gone_on = self.flits_until(left, end, destinations.len());
        let ended = arrived.min(goes_on).saturating_sub(front);
        entered.saturating_sub(front) - ended - gone_on.saturating_sub(goes_on)
    }

    /// The last position that the front of the whole worm has left at a time.
    fn left(&self, time: u64) -> Option<u64> {
        let granted = self.grants.partition_point(|&grant| grant <= time) as u32;
        let last = granted.checked_sub(1)?;
        let position = self.track.stop(last) + (time - self.granted(granted));
        Some(if granted < self.hops {
            position.min(self.track.stop(granted) - 1)
        } else {
            position
        })
    }

    /// How many flits, those of addresses among them, have left a position when the front has left another.
    fn flits_until(&self, left: Option<u64>, position: u64, destinations: usize) -> u64 {
        let Some(behind) = left.and_then(|left| left.checked_sub(position)) else { return 0 };
        let addresses = self.timing.address_flits(destinations);
        match behind.checked_sub(self.track.addresses()) {
            None => (behind / self.timing.address_period() + 1).min(addresses),
            Some(behind) => {
                let flits =
                    behind.checked_div(self.timing.period()).map_or(u64::MAX, |flits| flits + 1);
                addresses + flits.min(self.flits.into())
            }
        }
    }

    /// How far the tail is behind the front of the whole worm.
    fn behind(&self) -> u64 {
        self.track.addresses() + self.timing.behind(self.flits)
    }

    /// x(0, p): when the front leaves a position; beyond the last hop, in which it would with nothing in its way.
    fn leaves(&self, position: u64) -> u64 {
        let stop = self.track.last_stop(position);
        self.grants[stop as usize] + (position - self.track.stop(stop))
    }

    /// Of how many hops the grants so far settle when the tail arrives: the front comes to where it waits for the next channel.
    pub(super) fn hops_with_tails(&self) -> u32 {
        self.hops_of_tail(0)
    }

    /// Of how many hops the grants so far settle the release: the front may stop where it waits, and the tail with it, in a buffer.
    pub(super) fn hops_with_releases(&self) -> u32 {
        self.hops_of_tail(1)
    }

    /// How many hops the tail has behind it with the front so far before where it waits next; nothing stops it once all hops are granted.
    fn hops_of_tail(&self, before: u64) -> u32 {
        if self.grants.len() == self.hops as usize {
            return self.hops;
        }
        let front = self.track.stop(self.grants.len() as u32) - before;
        front.checked_sub(self.behind()).map_or(0, |tail| self.track.ends_before(tail))
    }
}
