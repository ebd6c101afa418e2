//! Bounds the longest chain of messages of which each may depend on the one before.

/// How long a chain of dependent messages may have become: in messages, and in the hops that they made.
///
/// In a step a chain grows by a hop at most. The hop begins a message, unless the step only passes on what the last hop has brought:
/// its packets move whatever is in them, and no node has done anything in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    pub(crate) depth: u64,
    pub(crate) distance: u64,
    /// Whether the last message goes on if the next hop passes it on.
    is_passing: bool,
}

/// What the forms of a step do to chains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hop {
    /// Whether anything crosses a link.
    pub(crate) sends: bool,
    /// Whether a node does anything but pass on what it has.
    pub(crate) acts: bool,
}

impl Chain {
    /// Takes in a step.
    #[inline]
    pub(crate) fn grow(&mut self, hop: Hop) {
        if hop.sends {
            self.depth += u64::from(hop.acts || !self.is_passing);
            self.distance += 1;
        }
        self.is_passing = !hop.acts && (hop.sends || self.is_passing);
    }

    /// Nodes do something with what they have.
    #[inline]
    pub(crate) fn act(&mut self) {
        self.is_passing = false;
    }

    /// Goes on with what follows.
    pub(crate) fn extend(&mut self, by: Self) {
        self.depth += by.depth;
        self.distance += by.distance;
        self.is_passing = by.is_passing;
    }

    /// The longest of parts that run at the same time, none of which hears of another.
    pub(crate) fn longest(parts: impl Iterator<Item = Self>) -> Self {
        parts.fold(Self::default(), |longest, part| Self {
            depth: longest.depth.max(part.depth),
            distance: longest.distance.max(part.distance),
            is_passing: false,
        })
    }
}
