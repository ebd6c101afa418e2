//! Lays out what a request carries beside its key.

/// The payload of a request: where its cell is and where it has to come back to, and the value.
pub(super) const WORDS: usize = 2;
/// The word with the value.
pub(super) const VALUE: usize = 1;

/// The place of the cell, in the lower half of the first word.
pub(super) fn place(words: &[u64]) -> u32 {
    words[0] as u32
}

/// The node that a request comes back to, in the upper half of the first word.
pub(super) fn sorted_at(words: &[u64]) -> u32 {
    (words[0] >> 32) as u32
}

/// The first word.
pub(super) fn header(place: u32, sorted_at: u32) -> u64 {
    u64::from(sorted_at) << 32 | u64::from(place)
}
