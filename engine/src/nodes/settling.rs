//! Puts the packets that arrive at a row of nodes into the lowest empty slots, a lane at a time.

use super::buffers::Buffers;
use crate::packet::EMPTY;
use std::ops::Range;

/// Nodes that are looked at together: most of those of a sparse row have nothing that arrives.
const CHUNK: usize = 32;

impl Buffers {
    /// Puts what arrives at nodes, the first of which is `first`, into the lowest empty slots of `lanes`. What finds none stays; returns
    /// whether all did find one.
    pub(crate) fn settle(
        &mut self,
        arriving: &mut [u64],
        first: usize,
        lanes: &Range<usize>,
    ) -> bool {
        let mut all_settled = true;
        for (chunk, arriving) in arriving.chunks_mut(CHUNK).enumerate() {
            let first = first + chunk * CHUNK;
            let mut settled = are_empty(arriving);
            let mut lanes = lanes.start..lanes.end.min(self.lanes());
            while !settled && let Some(lane) = lanes.next() {
                self.enliven(lane);
                let nodes = first..first + arriving.len();
                let (planes, counts, _) = self.parts();
                let counts = counts.get_mut(nodes.clone()).unwrap_or_default();
                settled = settle_in_lane(arriving, &mut planes[lane][nodes], counts);
            }
            all_settled &= settled;
        }
        all_settled
    }
}

/// Whether nothing arrives. An empty slot has all bits that a slot can have.
#[inline]
pub(crate) fn are_empty(arriving: &[u64]) -> bool {
    arriving.iter().fold(EMPTY, |bits, slot| bits & slot) == EMPTY
}

/// Puts what arrives into the `slots` of the same nodes that are empty, and counts it unless `counts` is empty; returns whether all of it
/// found one.
#[inline]
pub(crate) fn settle_in_lane(arriving: &mut [u64], slots: &mut [u64], counts: &mut [u32]) -> bool {
    for (count, (&held, &slot)) in counts.iter_mut().zip(arriving.iter().zip(&*slots)) {
        *count += u32::from(slot == EMPTY && held != EMPTY);
    }
    let mut left = EMPTY;
    for (arriving, slot) in arriving.iter_mut().zip(slots) {
        // All bits if the slot is empty, else none: no packet has the bit that an empty slot lacks.
        let takes = 0u64.wrapping_sub((*slot + 1) >> 63);
        let held = *arriving;
        *slot = *slot & !takes | held & takes;
        *arriving = (held | takes) & EMPTY;
        left &= *arriving;
    }
    left == EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_takes_the_lowest_empty_slot_of_its_node() {
        for counted in [false, true] {
            let mut buffers = Buffers::new(40, 3, false, 0);
            for lane in [0, 2] {
                buffers.enliven(lane);
            }
            buffers.planes_mut()[0][1] = 5;
            buffers.planes_mut()[0][35] = 6;
            buffers.planes_mut()[2][35] = 7;
            if counted {
                buffers.survey(|_, _| ());
            }
            let mut arriving = vec![EMPTY; 40];
            for node in [0, 1, 35] {
                arriving[node] = 10 + node as u64;
            }
            assert!(buffers.settle(&mut arriving, 0, &(0..3)));
            assert!(are_empty(&arriving));
            let held = |node: usize| [0, 1, 2].map(|lane| buffers.plane(lane)[node]);
            assert_eq!(held(0), [10, EMPTY, EMPTY]);
            assert_eq!(held(1), [5, 11, EMPTY]);
            assert_eq!(held(35), [6, 45, 7]);
            let mut counts = Vec::new();
            assert_eq!(buffers.survey(|_, count| counts.push(count)), 3);
            assert_eq!((counts[0], counts[1], counts[35], counts[2]), (1, 2, 3, 0));
        }
    }

    #[test]
    fn what_finds_no_slot_stays() {
        let mut buffers = Buffers::new(2, 2, false, 0);
        let mut arriving = [1, 2];
        assert!(buffers.settle(&mut arriving, 0, &(0..1)));
        let mut arriving = [3, EMPTY];
        assert!(!buffers.settle(&mut arriving, 0, &(0..1)));
        assert_eq!((arriving, buffers.open_lanes()), ([3, EMPTY], 1));
        assert!(buffers.settle(&mut arriving, 0, &(0..2)));
        assert_eq!([0, 1].map(|lane| buffers.plane(lane)[0]), [1, 3]);
    }
}
