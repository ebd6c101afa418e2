//! Says what several processors may do with one cell in one step.

use meshcast_engine::Shape;
use meshcast_primitives::{Operator, SharedMemory, Sharing};

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
    /// Steps of a read and of a write on `shape`, which may be larger than any machine, if no tile is overloaded: what
    /// [`Pram::access_steps`](super::Pram::access_steps) says of the tiles of [`Pram::new`](super::Pram::new).
    pub fn access_steps_on(self, shape: Shape) -> (u64, u64) {
        let (side, per_node) = (SharedMemory::TILE_SIDE, SharedMemory::PER_NODE);
        let write = SharedMemory::write_steps_on(shape, (side, per_node), self.operator());
        (SharedMemory::read_steps_on(shape, side, per_node), write + self.comparisons())
    }

    /// What combines values, if they are combined.
    pub(super) fn operator(self) -> Option<Operator> {
        match self {
            Self::Combining(operator) => Some(operator),
            _ => None,
        }
    }

    /// Steps of a write in which neighbours compare values.
    pub(super) fn comparisons(self) -> u64 {
        u64::from(self == Self::Common)
    }

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
