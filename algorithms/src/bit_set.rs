//! Stores a set of small numbers, one bit each.

use bitvec::vec::BitVec;

/// A set of numbers below a fixed length.
///
/// ```
/// use meshcast_algorithms::BitSet;
/// let mut set = BitSet::new(10);
/// assert!(set.insert(7));
/// assert!(!set.insert(7));
/// assert_eq!((set.contains(7), set.contains(8), set.count()), (true, false, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    bits: BitVec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `length`.
    pub fn new(length: usize) -> Self {
        Self { bits: BitVec::repeat(false, length) }
    }

    /// Adds `number`; true if it was not there yet.
    ///
    /// # Panics
    /// If `number` is not below the length.
    pub fn insert(&mut self, number: usize) -> bool {
        !self.bits.replace(number, true)
    }

    /// Whether `number` is in the set.
    ///
    /// # Panics
    /// If `number` is not below the length.
    pub fn contains(&self, number: usize) -> bool {
        self.bits[number]
    }

    /// Numbers in the set.
    pub fn count(&self) -> usize {
        self.bits.count_ones()
    }
}
