//! Says where the flits of one worm were, and when.

use super::Timing;

/// What happened to a worm. Hops are counted from 1: after the i-th the flit is at the end of the i-th channel of the path.
#[derive(Clone, Copy, Debug)]
pub struct Journey<'a> {
    pub(super) timing: Timing,
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

    /// When a flit arrived after so many hops.
    ///
    /// # Panics
    /// If there is no such flit, or the path has fewer hops.
    pub fn arrival(&self, hops: u32, flit: u32) -> u64 {
        assert!(
            flit < self.flits && (1..=self.hops).contains(&hops),
            "a flit and a hop of the worm"
        );
        let position = u64::from(hops) * self.timing.hop() + u64::from(flit) * self.timing.period();
        self.leaves(position - 1) + 1
    }

    /// When the header arrived after so many hops.
    ///
    /// # Panics
    /// If the path has fewer hops.
    pub fn header(&self, hops: u32) -> u64 {
        self.arrival(hops, 0)
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
        self.leaves(u64::from(hop) * self.timing.hop() + self.timing.behind(self.flits))
    }

    /// x(0, p): when the header leaves a position; beyond the last hop, in which it would with nothing in its way.
    fn leaves(&self, position: u64) -> u64 {
        let hops_before = (position / self.timing.hop()).min(u64::from(self.hops) - 1);
        self.grants[hops_before as usize] + (position - hops_before * self.timing.hop())
    }

    /// Of how many hops the grants so far settle when the tail arrives: the header comes to the end of the last hop that is granted.
    pub(super) fn hops_with_tails(&self) -> u32 {
        self.hops_of_tail(self.grants.len() as u64 * self.timing.hop())
    }

    /// Of how many hops the grants so far settle the release: the header may stop at the end of the last hop that is granted, and
    /// the tail with it, in a buffer.
    pub(super) fn hops_with_releases(&self) -> u32 {
        self.hops_of_tail(self.grants.len() as u64 * self.timing.hop() - 1)
    }

    /// How many hops the tail has behind it with the header at a position; nothing stops it once all hops are granted.
    fn hops_of_tail(&self, header: u64) -> u32 {
        if self.grants.len() == self.hops as usize {
            return self.hops;
        }
        (header.saturating_sub(self.timing.behind(self.flits)) / self.timing.hop()) as u32
    }
}
