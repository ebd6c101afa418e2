//! Says what worms need on their way, and what a flit takes.

use super::Place;
use super::moves::Network;
use crate::oracle::wormhole::Times;

impl Network<'_> {
    /// Flits of addresses that have been stripped when a worm leaves a buffer.
    pub(super) fn stripped(&self, worm: usize, buffer: usize) -> usize {
        let before = self.worms[worm].destinations.iter().filter(|&&hops| hops as usize <= buffer);
        before.count() * self.times.address_flits
    }

    pub(super) fn address_flits(&self, worm: usize) -> usize {
        self.times.address_flits * self.worms[worm].destinations.len()
    }

    pub(super) fn is_destination(&self, worm: usize, buffer: usize) -> bool {
        self.worms[worm].destinations.contains(&(buffer as u32))
    }

    pub(super) fn memory(&self, worm: usize, buffer: usize) -> Place {
        Place::Memory(self.limits.ends[self.worms[worm].path[buffer - 1] as usize].1)
    }

    pub(super) fn source(&self, worm: usize) -> Place {
        Place::Source(self.limits.ends[self.worms[worm].path[0] as usize].0)
    }

    /// All that a worm needs, in order, each with the buffer and the flit that has to be there first.
    pub(super) fn needs(&self, worm: usize) -> Vec<(Place, usize, usize)> {
        let mut needs = Vec::new();
        if self.limits.inject_one {
            needs.push((self.source(worm), 0, 0));
        }
        for (buffer, &channel) in self.worms[worm].path.iter().enumerate() {
            needs.push((Place::Channel(channel), buffer, self.stripped(worm, buffer)));
            if self.limits.consume_one && self.is_destination(worm, buffer + 1) {
                needs.push((
                    self.memory(worm, buffer + 1),
                    buffer + 1,
                    self.stripped(worm, buffer),
                ));
            }
        }
        needs
    }

    pub(super) fn period_of(&self, worm: usize, flit: usize) -> u64 {
        let Times { period, address_period, .. } = self.times;
        if flit < self.address_flits(worm) { address_period } else { period }
    }

    /// What the hop after a buffer takes the front of a worm.
    pub(super) fn hop_time(&self, worm: usize, buffer: usize) -> u64 {
        let left = self.worms[worm].destinations.iter().filter(|&&hops| hops as usize > buffer);
        let routed = if self.times.one_by_one { left.count() as u64 } else { 1 };
        self.times.router * routed + self.times.link
    }
}
