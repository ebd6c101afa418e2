//! Keeps words in the headers of packets: the marks and ranks that a program writes there.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The header words of all packets, one a delivery: packets of one message share them, since all inherited the same; its
/// [replicas](crate::Messages::with_replicas) have their own.
///
/// Shared by a machine and its tiles. While tiles run, a header whose packets are in one of them belongs to that tile;
/// the words of one whose packets are in several cannot change.
#[derive(Debug, Default)]
pub(crate) struct Headers {
    /// In the order of all deliveries, then for every replica once more; takes memory when first written, 0 until then.
    words: OnceLock<Vec<AtomicU32>>,
    /// By [piece](crate::messages::Messages::pieces) of a header, [`SPREAD`] while its packets are in several tiles
    /// that run in parallel; otherwise scratch of the machine or tile that has them all, 0 between uses.
    marks: OnceLock<Vec<AtomicU32>>,
}

/// The mark of a header whose packets are in several tiles.
pub(super) const SPREAD: u32 = u32::MAX;

/// Words that are looked at together.
const FEW: usize = 8;

impl Headers {
    /// The words that stand at `of`; all 0 in the header of a bare copy.
    #[inline]
    pub(super) fn words(&self, of: Range<usize>, bare: bool) -> Words<'_> {
        let count = of.len();
        let words = self.words.get().filter(|_| !bare);
        Words { words: words.map(|words| &words[of]), count }
    }

    /// The word at a place among all; 0 if none was ever written there.
    #[inline]
    pub(super) fn word(&self, place: usize) -> u32 {
        let word = self.words.get().and_then(|words| words.get(place));
        word.map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// The words that stand at `of` among `all`, to be written.
    #[inline]
    pub(super) fn to_write(
        &self,
        of: Range<usize>,
        bare: bool,
        all: impl FnOnce() -> usize,
    ) -> HeaderWords<'_> {
        let words = &begun(&self.words, all)[of];
        HeaderWords { words, bare, written: false }
    }

    /// The marks of all pieces, which are `all`.
    #[inline]
    pub(super) fn marks(&self, all: impl FnOnce() -> usize) -> &[AtomicU32] {
        begun(&self.marks, all)
    }
}

/// What a cell holds, at first `all` zeros.
#[inline]
fn begun(cell: &OnceLock<Vec<AtomicU32>>, all: impl FnOnce() -> usize) -> &[AtomicU32] {
    match cell.get() {
        Some(words) => words,
        None => zeros(cell, all()),
    }
}

#[cold]
fn zeros(cell: &OnceLock<Vec<AtomicU32>>, count: usize) -> &[AtomicU32] {
    cell.get_or_init(|| std::iter::repeat_with(AtomicU32::default).take(count).collect())
}

/// The words in a packet's header, word i for its destination i; at first all are 0.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// None if no words were ever written.
    words: Option<&'a [AtomicU32]>,
    count: usize,
}

impl fmt::Debug for Words<'_> {
    /// Leaves out whether any node has ever written words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> Words<'a> {
    /// Words: as many as the packet has destinations.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the packet has no destinations.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        assert!(i < self.count, "the packet has {} destinations", self.count);
        self.words.map_or(0, |words| words[i].load(Ordering::Relaxed))
    }

    /// All of them.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        let word = |words: &'a [AtomicU32], i: usize| words[i].load(Ordering::Relaxed);
        (0..self.count).map(move |i| self.words.map_or(0, |words| word(words, i)))
    }
}

/// The words in the header of a message's only packet, for the node that holds it to rewrite.
pub struct HeaderWords<'a> {
    words: &'a [AtomicU32],
    /// Whether the packet is a bare copy, which has no words.
    bare: bool,
    written: bool,
}

impl fmt::Debug for HeaderWords<'_> {
    /// Leaves out the words behind a bare copy.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|i| self.get(i))).finish()
    }
}

impl HeaderWords<'_> {
    /// Words: as many as the packet has destinations.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the packet has no destinations.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        if self.bare { 0 } else { self.words[i].load(Ordering::Relaxed) }
    }

    /// Writes another word in the place of each for which `word` gives one.
    pub fn replace(&mut self, word: impl Fn(u32) -> Option<u32>) {
        let before = |place: &AtomicU32| if self.bare { 0 } else { place.load(Ordering::Relaxed) };
        let mut written = false;
        // Most words of a long header stay: whether any of a few changes takes no branch a word.
        for places in self.words.chunks(FEW) {
            let changes = |any, place| any | word(before(place)).is_some();
            if !places.iter().fold(false, changes) {
                continue;
            }
            for place in places {
                if let Some(after) = word(before(place)) {
                    place.store(after, Ordering::Relaxed);
                }
            }
            written = true;
        }
        self.written |= written;
    }

    /// Whether a word has been written.
    #[inline]
    pub(crate) fn is_written(&self) -> bool {
        self.written
    }

    /// Writes the word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    #[inline]
    pub fn set(&mut self, i: usize, word: u32) {
        self.words[i].store(word, Ordering::Relaxed);
        self.written = true;
    }
}
