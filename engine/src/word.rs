//! Packs what a link carries besides packets: words of 64 bits.

use crate::register::Register;

/// A value that fits one 64-bit word: a prefix value, a rank, a flag.
pub trait Word: Register {
    /// The value as a word.
    fn to_bits(self) -> u64;
    /// The value back from [`Word::to_bits`].
    fn from_bits(bits: u64) -> Self;
}

impl Word for u64 {
    fn to_bits(self) -> u64 {
        self
    }
    fn from_bits(bits: u64) -> Self {
        bits
    }
}

impl Word for u32 {
    fn to_bits(self) -> u64 {
        u64::from(self)
    }
    fn from_bits(bits: u64) -> Self {
        bits as u32
    }
}

impl Word for bool {
    fn to_bits(self) -> u64 {
        u64::from(self)
    }
    fn from_bits(bits: u64) -> Self {
        bits != 0
    }
}

/// A pair of half-words: a flag or key beside a value.
impl Word for (u32, u32) {
    fn to_bits(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }
    fn from_bits(bits: u64) -> Self {
        ((bits >> 32) as u32, bits as u32)
    }
}
