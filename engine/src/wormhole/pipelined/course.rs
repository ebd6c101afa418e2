//! Says where the flits of a worm are that moves as one piece, and when.

use super::track::{Track, Tracks};
use crate::wormhole::Timing;

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
    pub(super) timing: Timing,
    pub(super) tracks: Tracks,
    /// How many destinations each worm has.
    pub(super) destinations: Vec<u32>,
    /// Where the grants of every worm begin, then the end.
    pub(super) offsets: Vec<usize>,
    pub(super) grants: Vec<u64>,
}

impl Courses {
    /// That of a worm with so many flits.
    pub(in crate::wormhole) fn of(&self, worm: usize, flits: u32) -> Course<'_> {
        let (from, to) = (self.offsets[worm], self.offsets[worm + 1]);
        let (hops, destinations) = ((to - from) as u32, self.destinations[worm] as usize);
        let track = self.tracks.of(self.timing, (from, hops), destinations);
        Course { timing: self.timing, track, flits, hops, grants: &self.grants[from..to] }
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
