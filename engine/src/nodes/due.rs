//! Finds the nodes with packets that are due: that have something to do now, as their keys say.

use super::buffers::Buffers;
use crate::kernels::Kernels;
use crate::packet::{EMPTY, Keys};
use pulp::NullaryFnOnce;

/// Nodes that a word has a bit each for.
const NODES: usize = 64;

/// The slots of some nodes, and the keys that are looked for.
struct Due<'a> {
    slots: &'a [u64],
    keys: Keys,
}

impl NullaryFnOnce for Due<'_> {
    type Output = u64;

    #[expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]
    #[inline(always)]
    fn call(self) -> u64 {
        let mut empty = [EMPTY; NODES];
        // Vector code needs to know how many there are.
        let slots: &[u64; NODES] = if let Ok(slots) = self.slots.try_into() {
            slots
        } else {
            empty[..self.slots.len()].copy_from_slice(self.slots);
            &empty
        };
        let bit = |slot| u64::from(self.keys.are_of_slot(slot));
        slots.iter().enumerate().fold(0, |bits, (i, &slot)| bits | bit(slot) << i)
    }
}

impl Buffers {
    /// Of the nodes from 64 × `word` on, a bit for each that holds a packet in `lane` with one of `keys`.
    #[inline]
    pub(crate) fn due(&self, (lane, word): (usize, usize), kernels: Kernels, keys: Keys) -> u64 {
        if !self.is_live(lane) {
            return 0;
        }
        let plane = self.plane(lane);
        let slots = &plane[NODES * word..plane.len().min(NODES * (word + 1))];
        kernels.run(Due { slots, keys })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Packet;

    /// On words of 64 nodes, whole and cut off.
    #[test]
    fn packets_that_are_due_are_found() {
        let nodes = 64 + 19;
        let mut buffers = Buffers::new(nodes, 1, false, 0);
        buffers.enliven(0);
        let key = |node: usize| if node % 7 == 3 { u32::MAX } else { (node * node % 7) as u32 };
        for node in (0..nodes).filter(|node| node % 5 != 2) {
            buffers.planes_mut()[0][node] = Packet::new(key(node), 0).slot();
        }
        for (mask, pattern) in [(0, 0), (u32::MAX, 2), (u32::MAX, u32::MAX), (5, 4), (1 << 31, 0)] {
            for (word, kernels) in
                (0..2).flat_map(|word| [Kernels::Widest, Kernels::Portable].map(|k| (word, k)))
            {
                let bits = buffers.due((0, word), kernels, Keys::like(mask, pattern));
                for i in 0..64 {
                    let node = 64 * word + i;
                    let held = node < nodes && node % 5 != 2;
                    let is_due = held && key(node) & mask == pattern;
                    assert_eq!(bits >> i & 1 == 1, is_due, "node {node}, {mask:x} {pattern:x}");
                }
            }
        }
    }
}
