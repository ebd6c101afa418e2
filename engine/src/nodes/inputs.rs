//! Says which messages wait in the input queues of their sources.

use crate::messages::Messages;

/// The input queues of a machine's nodes. One holds a message, or several in the order of their classes, and each leaves it once.
#[derive(Debug, Default)]
pub(crate) enum InputQueues {
    /// There are none: a tile does not reach those of the whole mesh.
    #[default]
    Absent,
    /// All messages wait.
    Full,
    /// These messages wait, a bit each. Those past the last bit do not.
    Partly(Vec<u64>),
}

impl InputQueues {
    /// Input queues that all messages have left.
    pub(crate) fn empty() -> Self {
        Self::Partly(Vec::new())
    }

    pub(crate) fn are_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether no message has left.
    pub(crate) fn are_full(&self) -> bool {
        matches!(self, Self::Full)
    }

    /// The first message that waits at `node` of the whole mesh.
    pub(super) fn first_at(&self, messages: &Messages, node: u32) -> Option<usize> {
        match self {
            Self::Absent => None,
            Self::Full => messages.at(node),
            Self::Partly(waits) => messages.all_at(node).find(|&message| is_set(waits, message)),
        }
    }

    /// Lets all messages leave at once; returns whether all waited.
    pub(crate) fn leave_all(&mut self) -> bool {
        let all_waited = matches!(self, Self::Full);
        if all_waited {
            *self = Self::empty();
        }
        all_waited
    }

    /// The next message from number `first` on that waits.
    pub(crate) fn next(&mut self, messages: &Messages, first: usize) -> Option<usize> {
        let waits = self.open(messages);
        (first..messages.count()).find(|&message| is_set(waits, message))
    }

    /// Lets a message leave.
    pub(crate) fn leave(&mut self, messages: &Messages, message: usize) {
        let (place, bit) = place(message);
        self.open(messages)[place] &= !bit;
    }

    /// A bit for every message that waits.
    fn open(&mut self, messages: &Messages) -> &mut [u64] {
        if let Self::Full = self {
            let mut waits = vec![0; messages.count().div_ceil(WORD)];
            for message in 0..messages.count() {
                let (place, bit) = place(message);
                waits[place] |= bit;
            }
            *self = Self::Partly(waits);
        }
        match self {
            Self::Partly(waits) => waits,
            Self::Absent | Self::Full => &mut [],
        }
    }
}

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

fn place(message: usize) -> (usize, u64) {
    (message / WORD, 1 << (message % WORD))
}

fn is_set(waits: &[u64], message: usize) -> bool {
    let (place, bit) = place(message);
    waits.get(place).is_some_and(|word| word & bit != 0)
}
