//! Holds a permutation, checked once.

use crate::bit_set::BitSet;
use crate::draws::Draws;
use thiserror::Error;

/// A permutation π of 0, 1, …, len − 1, as a list: entry k is π(k).
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", section 5: such a list
/// stores a bipartite graph, an entry a node of the mesh.
///
/// # Example
/// ```
/// use meshcast_algorithms::Permutation;
/// let permutation = Permutation::new(vec![2, 0, 1])?;
/// assert_eq!(permutation.inverse().entries(), [1, 2, 0]);
/// assert_eq!(
///     Permutation::new(vec![2, 0, 2]).unwrap_err().to_string(),
///     "expected every number from 0 to 2 once, found 2 again in entry 2"
/// );
/// # Ok::<(), meshcast_algorithms::NotAPermutation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    entries: Vec<u32>,
}

/// Why a list is no permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAPermutation {
    /// An entry that is not below the length.
    #[error("expected numbers from 0 to {last}, found {found} in entry {entry}")]
    Range {
        /// The greatest number that may occur.
        last: u32,
        /// The number.
        found: u32,
        /// Its place, counted from 0.
        entry: usize,
    },
    /// A number that has occurred before.
    #[error("expected every number from 0 to {last} once, found {found} again in entry {entry}")]
    Twice {
        /// The greatest number that may occur.
        last: u32,
        /// The number.
        found: u32,
        /// Its second place, counted from 0.
        entry: usize,
    },
}

impl Permutation {
    /// The permutation with these entries.
    ///
    /// # Errors
    /// If a number from 0 to `entries.len() − 1` is missing, by the first entry that is out of range or occurs again.
    pub fn new(entries: Vec<u32>) -> Result<Self, NotAPermutation> {
        let last = (entries.len() as u32).wrapping_sub(1);
        let mut seen = BitSet::new(entries.len());
        for (entry, &found) in entries.iter().enumerate() {
            if found as usize >= entries.len() {
                return Err(NotAPermutation::Range { last, found, entry });
            }
            if !seen.insert(found as usize) {
                return Err(NotAPermutation::Twice { last, found, entry });
            }
        }
        Ok(Self { entries })
    }

    /// A random permutation of `len` numbers, each equally likely but for the period of the generator.
    pub fn random(len: usize, seed: u64) -> Self {
        Self { entries: Draws::new(seed).permutation(len) }
    }

    /// The entries: entry k is π(k).
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// How many numbers are permuted.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut entries = vec![0; self.len()];
        for (place, &number) in (0..).zip(&self.entries) {
            entries[number as usize] = place;
        }
        Self { entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_miss_a_number_are_refused() {
        let refused = |entries: &[u32]| Permutation::new(entries.to_vec()).unwrap_err();
        assert_eq!(refused(&[1]), NotAPermutation::Range { last: 0, found: 1, entry: 0 });
        assert_eq!(
            refused(&[0, u32::MAX]).to_string(),
            "expected numbers from 0 to 1, found 4294967295 in entry 1"
        );
        assert_eq!(refused(&[1, 2, 1]), NotAPermutation::Twice { last: 2, found: 1, entry: 2 });
    }

    #[test]
    fn random_permutations_are_permutations_and_undone_by_their_inverse() {
        for len in [0, 1, 2, 7, 1000] {
            let permutation = Permutation::random(len, 5);
            assert_eq!(Permutation::new(permutation.entries().to_vec()).as_ref(), Ok(&permutation));
            let inverse = permutation.inverse();
            assert!(
                (0..len)
                    .all(|k| permutation.entries()[inverse.entries()[k] as usize] as usize == k)
            );
            assert_eq!((permutation.len(), permutation.is_empty()), (len, len == 0));
        }
        assert_eq!(Permutation::random(50, 1), Permutation::random(50, 1));
        assert_ne!(Permutation::random(50, 1), Permutation::random(50, 2));
    }
}
