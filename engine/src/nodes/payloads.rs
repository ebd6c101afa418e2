//! Keeps the words that packets carry beside their keys, by the identities of the packets.

use std::collections::BTreeMap;

/// The payloads of a machine's packets. Those that nobody has written are 0 and take no memory.
#[derive(Debug, Default)]
pub(crate) struct Payloads {
    /// As many 0s as a packet carries words.
    blank: Vec<u64>,
    written: Written,
}

/// Payloads that have been written, by the identities of their packets.
pub(crate) type Written = BTreeMap<u32, Vec<u64>>;

impl Payloads {
    /// Payloads of `words` words.
    pub(super) fn of_words(words: usize) -> Self {
        Self { blank: vec![0; words], written: Written::new() }
    }

    /// Words of a payload.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.blank.len()
    }

    /// What a packet carries.
    pub(crate) fn of(&self, packet: u32) -> &[u64] {
        self.written.get(&packet).unwrap_or(&self.blank)
    }

    /// Replaces what a packet carries.
    pub(crate) fn write(&mut self, packet: u32, words: &[u64]) {
        if words == self.blank {
            self.written.remove(&packet);
        } else {
            self.written.insert(packet, words.to_vec());
        }
    }

    /// Gives a copy of a packet what the packet carries.
    #[inline]
    pub(crate) fn copy(&mut self, packet: u32, copy: u32) {
        if self.words() > 0
            && let Some(words) = self.written.get(&packet).cloned()
        {
            self.written.insert(copy, words);
        }
    }

    /// Forgets what a packet carries that leaves.
    #[inline]
    pub(crate) fn free(&mut self, packet: u32) {
        if self.words() > 0 {
            self.written.remove(&packet);
        }
    }

    /// Takes over what a packet of `other` carries.
    pub(super) fn take_over(&mut self, other: &mut Self, packet: u32) {
        if let Some(words) = other.written.remove(&packet) {
            self.written.insert(packet, words);
        }
    }

    /// Hands all payloads over.
    pub(crate) fn hand_over(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Takes payloads in, their packets under other identities.
    pub(crate) fn take_in(&mut self, payloads: Written, rename: impl Fn(&mut u32)) {
        self.written.extend(payloads.into_iter().map(|(mut packet, words)| {
            rename(&mut packet);
            (packet, words)
        }));
    }
}
