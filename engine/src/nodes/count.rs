//! Counts the packets in slots, which needs a look at every slot.

use crate::packet::EMPTY;
use pulp::NullaryFnOnce;

/// Nodes whose slots are looked at lane after lane, while their counts are near.
const CHUNK: usize = 512;

/// The lanes of all nodes, and where their packets are counted, by lane and by node.
pub(super) struct Count<'a> {
    pub(super) planes: &'a [Vec<u64>],
    /// Lanes that may hold packets; afterwards, those that do.
    pub(super) live: &'a mut [bool],
    pub(super) packets: &'a mut [usize],
    /// All 0 at first.
    pub(super) counts: &'a mut [u32],
}

impl NullaryFnOnce for Count<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]
    #[inline(always)]
    fn call(self) {
        let Self { planes, live, packets, counts } = self;
        packets.fill(0);
        for (chunk, counts) in counts.chunks_mut(CHUNK).enumerate() {
            let nodes = chunk * CHUNK..chunk * CHUNK + counts.len();
            for ((plane, live), packets) in planes.iter().zip(&*live).zip(&mut *packets) {
                if !live {
                    continue;
                }
                let mut in_chunk = 0;
                for (count, &slot) in counts.iter_mut().zip(&plane[nodes.clone()]) {
                    let held = u32::from(slot != EMPTY);
                    *count += held;
                    in_chunk += held;
                }
                *packets += in_chunk as usize;
            }
        }
        for (live, &packets) in live.iter_mut().zip(&*packets) {
            *live &= packets > 0;
        }
    }
}
