//! Which of the messages that wait for a channel goes first.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// An order of service. Messages of one rank go in the order in which they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueOrder {
    /// That with the longest way to go; in a broadcast, to the farthest destination behind the channel.
    #[default]
    Farthest,
    /// The first to come.
    Fifo,
    /// That with the shortest way to go.
    Nearest,
    /// Whichever has drawn the greatest number as it joined the queue.
    Random,
}

impl QueueOrder {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Farthest, Self::Fifo, Self::Nearest, Self::Random];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Farthest => "farthest",
            Self::Fifo => "fifo",
            Self::Nearest => "nearest",
            Self::Random => "random",
        }
    }

    /// The urgency of a message that has a distance to go.
    pub(super) fn urgency(self, seed: u64) -> impl FnMut(u32) -> u32 {
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(seed);
        move |distance| match self {
            Self::Farthest => distance,
            Self::Fifo => 0,
            Self::Nearest => u32::MAX - distance,
            Self::Random => draws.next_u32(),
        }
    }
}
