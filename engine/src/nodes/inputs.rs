//! Says which messages wait in the input queues of their sources.

use crate::messages::Messages;

/// The input queues of a machine's nodes. One holds at most a message, which leaves it once.
#[derive(Debug, Default)]
pub(crate) enum InputQueues {
    /// There are none: a tile does not reach those of the whole mesh.
    #[default]
    Absent,
    /// All messages wait.
    Full,
    /// The messages of these nodes wait, a bit each. Nodes past the last bit have none.
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

    /// Whether a message waits at `node` of the whole mesh.
    pub(super) fn holds(&self, messages: &Messages, node: u32) -> bool {
        match self {
            Self::Absent => false,
            Self::Full => messages.at(node).is_some(),
            Self::Partly(waits) => is_set(waits, node),
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
        (first..messages.count()).find(|&message| is_set(waits, messages.source(message)))
    }

    /// Lets a message leave.
    pub(crate) fn leave(&mut self, messages: &Messages, message: usize) {
        let (place, bit) = place(messages.source(message));
        self.open(messages)[place] &= !bit;
    }

    /// A bit for every node whose message waits.
    fn open(&mut self, messages: &Messages) -> &mut [u64] {
        if let Self::Full = self {
            let mut waits = vec![0; messages.nodes().div_ceil(u64::BITS as usize)];
            for &source in messages.sources() {
                let (place, bit) = place(source);
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

fn place(node: u32) -> (usize, u64) {
    ((node / u64::BITS) as usize, 1 << (node % u64::BITS))
}

fn is_set(waits: &[u64], node: u32) -> bool {
    let (place, bit) = place(node);
    waits.get(place).is_some_and(|word| word & bit != 0)
}
