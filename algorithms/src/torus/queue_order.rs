//! Orders the messages that wait for a channel.

use meshcast_engine::Joining;
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
    /// Whichever has drawn the greatest number, one for every node that it waits in.
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

    /// The urgency of a message that joins a queue. What it draws depends on the seed, the message and the node alone, not on what else
    /// is served when.
    pub(super) fn urgency(self, seed: u64) -> impl Fn(Joining) -> u32 {
        let key = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        move |Joining { message, node, distance }| match self {
            Self::Farthest => distance,
            Self::Fifo => 0,
            Self::Nearest => u32::MAX - distance,
            Self::Random => {
                let which = message << 32 | u64::from(node);
                Xoshiro256PlusPlus::seed_from_u64(key ^ which).next_u32()
            }
        }
    }
}
