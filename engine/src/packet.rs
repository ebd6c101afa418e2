//! Packets: what a buffer slot holds.

use crate::geometry::MAX_NODES;

/// A packet in a buffer: a 32-bit key, the part of the header a program works with, and the number of its message.
///
/// The message's body and destinations stay put in [`Messages`](crate::Messages); the packet is an 8-byte handle.
/// Packets compare by key, then by message number. A program cannot make one up: packets come out of input queues
/// and copies, and only their keys can be rewritten, by the node that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packet(u64);

/// Bits of a message number: a message a node at most.
const MESSAGE_BITS: u32 = MAX_NODES.trailing_zeros();

/// The word of a slot without a packet. It compares above every packet, so that sorting moves holes to the end; its top
/// bit is clear, so that slots can be compared by the sign of their difference.
pub(crate) const EMPTY: u64 = u64::MAX >> 1;

impl Packet {
    pub(crate) fn new(key: u32, message: u32) -> Self {
        debug_assert!(message >> MESSAGE_BITS == 0);
        Self(u64::from(key) << MESSAGE_BITS | u64::from(message))
    }

    /// The packet in a slot, if there is one.
    pub(crate) fn in_slot(slot: u64) -> Option<Self> {
        (slot != EMPTY).then_some(Self(slot))
    }

    pub(crate) fn slot(self) -> u64 {
        self.0
    }

    #[must_use]
    pub(crate) fn with_key(self, key: u32) -> Self {
        Self::new(key, self.message())
    }

    /// The key.
    pub fn key(self) -> u32 {
        (self.0 >> MESSAGE_BITS) as u32
    }

    /// The number of the packet's message.
    pub fn message(self) -> u32 {
        self.0 as u32 & (MAX_NODES as u32 - 1)
    }
}
