//! Says where the flits of one worm were, and when.

use super::Timing;
use super::track::Track;

/// What happened to a worm. Hops are counted from 1: after the i-th the flit is at the end of the i-th channel of the path.
#[derive(Clone, Copy, Debug)]
pub struct Journey<'a> {
    pub(super) timing: Timing,
    pub(super) track: Track<'a>,
    pub(super) start: u64,
    pub(super) flits: u32,
    pub(super) hops: u32,
    /// When channels were granted; of a worm under way, so far.
    pub(super) grants: &'a [u64],
}

impl Journey<'_> {
    /// When it started; its start-up comes after that.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// When the channel of a hop was granted.
    ///
    /// # Panics
    /// If the path has no such hop.
    pub fn granted(&self, hop: u32) -> u64 {
        self.grants[hop as usize - 1]
    }

    /// When a flit of the message arrived after so many hops.
    ///
    /// # Panics
    /// If there is no such flit, or the path has fewer hops.
    pub fn arrival(&self, hops: u32, flit: u32) -> u64 {
        assert!(
            flit < self.flits && (1..=self.hops).contains(&hops),
            "a flit and a hop of the worm"
        );
        let behind = self.track.addresses() + u64::from(flit) * self.timing.period();
        self.leaves(self.track.end(hops) + behind - 1) + 1
    }

    /// When the front of the worm arrived after so many hops: the first address that was left, or flit 0.
    ///
    /// # Panics
    /// If the path has fewer hops.
    pub fn header(&self, hops: u32) -> u64 {
        assert!((1..=self.hops).contains(&hops), "a hop of the worm");
        let stripped = self.track.stop(hops - 1) - self.track.end(hops - 1);
        self.leaves(self.track.end(hops) + stripped - 1) + 1
    }

    /// When the last flit arrived after so many hops: the delivery to a destination there.
    ///
    /// # Panics
    /// If the path has fewer hops.
    pub fn tail(&self, hops: u32) -> u64 {
        self.arrival(hops, self.flits - 1)
    }

    /// When the last flit arrived at the last destination.
    pub fn completion(&self) -> u64 {
        self.tail(self.hops)
    }

    /// When the channel of a hop was free again.
    ///
    /// # Panics
    /// If the path has no such hop.
    pub fn released(&self, hop: u32) -> u64 {
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
