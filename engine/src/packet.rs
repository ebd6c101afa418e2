//! Packs what a buffer slot holds into 8 bytes: a packet.

use crate::geometry::MAX_NODES;
use std::fmt;

/// A packet in a buffer: a 32-bit key, the part of the header a program works with, and the number of the rest of the
/// header: of its message, or of the [part](crate::Messages::in_parts) or [replica](crate::Messages::with_replicas) of a
/// message that it carries.
///
/// The message's body and destinations stay put in [`Messages`](crate::Messages); the packet is an 8-byte handle.
/// Packets compare by key, then by the numbers of their headers, whose order follows from sources and parts alone; bare copies come
/// last. The numbers themselves are not for
/// programs: being dense, they would tell a node how many others have messages. A program cannot make a packet up: packets come out
/// of input queues and copies, and only their keys can be rewritten, by the node that holds them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packet(u64);

impl fmt::Debug for Packet {
    /// Leaves out the number of the header.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packet").field("key", &self.key()).finish_non_exhaustive()
    }
}

/// Bits of a header's number: at most a message a node, and at most three times as many parts, or replicas, of messages.
const NUMBER_BITS: u32 = MAX_NODES.trailing_zeros() + 2;

/// The bit beside the number that marks a bare copy.
const BARE: u64 = 1 << NUMBER_BITS;

/// Bits below the key.
const HANDLE_BITS: u32 = NUMBER_BITS + 1;

/// The word of a slot without a packet. It compares above every packet, so that sorting moves holes to the end; its top
/// bit is clear, so that slots can be compared by the sign of their difference.
pub(crate) const EMPTY: u64 = u64::MAX >> 1;

impl Packet {
    pub(crate) fn new(key: u32, handle: u32) -> Self {
        debug_assert!(handle >> NUMBER_BITS == 0);
        Self(u64::from(key) << HANDLE_BITS | u64::from(handle))
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
        Self(u64::from(key) << HANDLE_BITS | self.0 & ((1 << HANDLE_BITS) - 1))
    }

    #[must_use]
    pub(crate) fn with_handle(self, handle: u32) -> Self {
        Self(Self::new(self.key(), handle).0 | self.0 & BARE)
    }

    /// The packet with a blank in the place of its header words, for good: so are its copies.
    #[must_use]
    pub(crate) fn bare(self) -> Self {
        Self(self.0 | BARE)
    }

    pub(crate) fn is_bare(self) -> bool {
        self.0 & BARE != 0
    }

    /// The key.
    pub fn key(self) -> u32 {
        (self.0 >> HANDLE_BITS) as u32
    }

    /// The number of its header: a message, or past the messages, a part of one.
    pub(crate) fn handle(self) -> u32 {
        self.0 as u32 & ((1 << NUMBER_BITS) - 1)
    }
}

/// The keys that agree with a pattern in some of their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Bits of a slot, and what they are.
    mask: u64,
    pattern: u64,
}

// No bit of a key is that by which holes are told from packets.
const _: () = assert!((u32::MAX as u64) << HANDLE_BITS < Keys::HOLE);

impl Keys {
    /// A bit that [`EMPTY`] has and no packet.
    const HOLE: u64 = 1 << 62;

    /// The keys whose bits in `mask` are those of `pattern`.
    ///
    /// # Panics
    /// If the pattern has other bits.
    pub fn like(mask: u32, pattern: u32) -> Self {
        assert!(pattern & !mask == 0, "the pattern lies within the mask");
        let bits = |key: u32| u64::from(key) << HANDLE_BITS;
        Self { mask: bits(mask) | Self::HOLE, pattern: bits(pattern) }
    }

    /// Whether the key of a packet is one of them.
    #[inline]
    pub fn are_of(self, packet: Packet) -> bool {
        self.are_of_slot(packet.slot())
    }

    /// Whether a slot holds a packet that has one of them.
    #[inline]
    pub(crate) fn are_of_slot(self, slot: u64) -> bool {
        slot & self.mask == self.pattern
    }
}

/// What a slot holds while it is on the move: the packet and, in a machine with identities, its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) packet: Packet,
    pub(crate) identity: u32,
}
