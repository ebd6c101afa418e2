//! Keeps the words that packets carry beside their keys: by the identities of the packets, or where they have none by their headers.

use crate::packet::Held;
use std::collections::BTreeMap;

/// The payloads of a machine's packets. Those that nobody has written are 0.
#[derive(Debug, Default)]
pub(crate) struct Payloads {
    /// As many 0s as a packet carries words.
    blank: Vec<u64>,
    /// Of packets with identities; those that are 0 take no memory.
    written: Written,
    /// The last word with which each message leaves its input queue, if they do not leave with 0.
    carried: Vec<u64>,
    /// Of packets without identities, which a machine that leaps has.
    by_header: Option<ByHeader>,
}

/// Payloads that have been written, by the identities of their packets.
pub(crate) type Written = BTreeMap<u32, Vec<u64>>;

/// Payloads by message, of its packet and of one bare copy: an effect of a leap takes packets along by their headers alone.
#[derive(Debug, Default)]
struct ByHeader {
    words: Vec<u64>,
    /// Whether the bare copy of a message is about.
    is_copied: Vec<bool>,
}

impl ByHeader {
    fn place(held: Held) -> usize {
        2 * held.packet.handle() as usize + usize::from(held.packet.is_bare())
    }

    /// # Panics
    /// If a message would have more packets than its own and one bare copy.
    fn copy(&mut self, original: Held, copy: Held) {
        let message = copy.packet.handle() as usize;
        if self.is_copied.len() <= message {
            self.is_copied.resize(message + 1, false);
        }
        let is_first = !std::mem::replace(&mut self.is_copied[message], true);
        assert!(
            copy.packet.is_bare() && !original.packet.is_bare() && is_first,
            "in a machine that leaps a message whose packets carry payloads has one bare copy at a time"
        );
    }
}

impl Payloads {
    /// Payloads of `words` words.
    pub(super) fn of_words(words: usize, identified: bool) -> Self {
        let by_header = (words > 0 && !identified).then(ByHeader::default);
        Self { blank: vec![0; words], written: Written::new(), carried: Vec::new(), by_header }
    }

    /// Words of a payload.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.blank.len()
    }

    /// Whether packets are told apart by their headers, which then must stay as they are.
    #[inline]
    pub(crate) fn are_by_header(&self) -> bool {
        self.by_header.is_some()
    }

    /// What a packet carries.
    pub(crate) fn of(&self, held: Held) -> &[u64] {
        let words = match &self.by_header {
            Some(by_header) => {
                let first = ByHeader::place(held) * self.words();
                by_header.words.get(first..first + self.words())
            }
            None => self.written.get(&held.identity).map(Vec::as_slice),
        };
        words.unwrap_or(&self.blank)
    }

    /// Has messages leave with these last words.
    pub(crate) fn carry(&mut self, values: Vec<u64>) {
        self.carried = values;
    }

    /// Gives the packet of a message that leaves its input queue what it is to carry.
    #[inline]
    pub(crate) fn enter(&mut self, held: Held, message: usize) {
        if let Some(&value) = self.carried.get(message) {
            let mut words = self.blank.clone();
            if let Some(last) = words.last_mut() {
                *last = value;
            }
            self.write(held, &words);
        }
    }

    /// Replaces what a packet carries.
    pub(crate) fn write(&mut self, held: Held, words: &[u64]) {
        if let Some(by_header) = &mut self.by_header {
            let first = ByHeader::place(held) * words.len();
            let end = first + words.len();
            if by_header.words.len() < end {
                by_header.words.resize(end, 0);
            }
            by_header.words[first..end].copy_from_slice(words);
        } else if words == self.blank {
            self.written.remove(&held.identity);
        } else {
            self.written.insert(held.identity, words.to_vec());
        }
    }

    /// Gives a copy of a packet what the packet carries.
    ///
    /// # Panics
    /// Where packets have no identities, if a message would have more packets than its own and one bare copy.
    #[inline]
    pub(crate) fn copy(&mut self, original: Held, copy: Held) {
        if self.words() > 0 {
            self.copy_words(original, copy);
        }
    }

    #[cold]
    fn copy_words(&mut self, original: Held, copy: Held) {
        if let Some(by_header) = &mut self.by_header {
            by_header.copy(original, copy);
        }
        let words = self.of(original).to_vec();
        self.write(copy, &words);
    }

    /// Forgets what a packet carries that leaves.
    #[inline]
    pub(crate) fn free(&mut self, held: Held) {
        if self.words() > 0 {
            self.free_words(held);
        }
    }

    #[cold]
    fn free_words(&mut self, held: Held) {
        match &mut self.by_header {
            Some(by_header) if held.packet.is_bare() => {
                by_header.is_copied[held.packet.handle() as usize] = false;
            }
            Some(_) => {}
            None => drop(self.written.remove(&held.identity)),
        }
    }

    /// Takes over what a packet of `other` carries.
    ///
    /// # Panics
    /// If packets have no identities.
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
