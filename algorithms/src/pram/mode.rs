//! Says what several processors may do with one cell in one step.

use meshcast_primitives::{Operator, Sharing};

/// A kind of PRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PramMode {
    /// Exclusive read, exclusive write.
    Erew,
    /// Concurrent read, exclusive write.
    Crew,
    /// Concurrent read and write; all that write a cell write one value.
    Common,
    /// One of those that write a cell succeeds: here the one with the lowest number, so that runs repeat.
    Arbitrary,
    /// The processor with the lowest number succeeds.
    Priority,
    /// The values written are combined; the old value of the cell is gone.
    Combining(Operator),
}

impl PramMode {
    /// What reads of one cell may do.
    pub(super) fn reading(self) -> Sharing {
        match self {
            Self::Erew => Sharing::Exclusive,
            _ => Sharing::First,
        }
    }

    /// What writes of one cell may do.
    pub(super) fn writing(self) -> Sharing {
        match self {
            Self::Erew | Self::Crew => Sharing::Exclusive,
            Self::Common => Sharing::Equal,
            Self::Arbitrary | Self::Priority => Sharing::First,
            Self::Combining(operator) => Sharing::Combined(operator),
        }
    }
}
