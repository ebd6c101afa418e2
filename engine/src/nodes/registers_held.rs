//! Counts the words that the registers of every node take.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of registers that every node of a machine has: now, and at most so far.
#[derive(Debug, Default)]
struct Count {
    words: AtomicU64,
    peak: AtomicU64,
}

/// The count of a machine. Its registers have shares in it.
#[derive(Debug, Default)]
pub(crate) struct RegistersHeld(Arc<Count>);

/// The words of some registers, for as long as there are such.
#[derive(Debug)]
pub(crate) struct HeldWords {
    of: Arc<Count>,
    words: u64,
}

impl RegistersHeld {
    /// The count of a part of the machine, whose nodes have the registers that they have.
    pub(crate) fn part(&self) -> Self {
        let words = self.words();
        Self(Arc::new(Count { words: words.into(), peak: words.into() }))
    }

    /// Counts registers of `words` words a node.
    pub(crate) fn hold(&self, words: u64) -> HeldWords {
        HeldWords::new(&self.0, words)
    }

    /// Registers of a part of the machine that its whole has counted.
    pub(crate) fn hold_none(&self) -> HeldWords {
        self.hold(0)
    }

    /// The most words that a node had.
    pub(crate) fn peak(&self) -> u64 {
        self.0.peak.load(Ordering::Relaxed)
    }

    /// The words that every node has now.
    pub(crate) fn words(&self) -> u64 {
        self.0.words.load(Ordering::Relaxed)
    }

    /// A part of the machine has ended. Registers of it that are left count from now on as if they were always there.
    pub(crate) fn end(&self, part: &Self) {
        let left = part.words().saturating_sub(self.words());
        self.0.words.fetch_add(left, Ordering::Relaxed);
        self.0.peak.fetch_max(part.peak().max(self.words()), Ordering::Relaxed);
    }

    /// A part of the machine would have had nodes with so many words more than they have.
    pub(crate) fn raise_by(&self, more: u64) {
        self.0.peak.fetch_max(self.words() + more, Ordering::Relaxed);
    }
}

impl HeldWords {
    fn new(of: &Arc<Count>, words: u64) -> Self {
        let before = of.words.fetch_add(words, Ordering::Relaxed);
        of.peak.fetch_max(before + words, Ordering::Relaxed);
        Self { of: Arc::clone(of), words }
    }

    /// No words beside these.
    pub(crate) fn none(&self) -> Self {
        Self::new(&self.of, 0)
    }
}

impl Drop for HeldWords {
    fn drop(&mut self) {
        self.of.words.fetch_sub(self.words, Ordering::Relaxed);
    }
}
