//! Finds the nodes with packets that are due: that have something to do now, as their keys say.

use super::buffers::Buffers;
use crate::packet::Packet;

impl Buffers {
    /// Of the nodes from `64 * word` on, a bit for each that holds a packet in `lane` for which `due` holds.
    #[inline]
    pub(crate) fn due(&self, lane: usize, word: usize, due: impl Fn(Packet) -> bool) -> u64 {
        if !self.is_live(lane) {
            return 0;
        }
        let plane = self.plane(lane);
        let slots = &plane[64 * word..plane.len().min(64 * (word + 1))];
        let bit = |slot: u64| u64::from(Packet::in_slot(slot).is_some_and(&due));
        slots.iter().enumerate().fold(0, |bits, (i, &slot)| bits | bit(slot) << i)
    }
}
