//! Describes what is sent: worms and their starts.

/// A message that crosses channels in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worm {
    /// When it starts.
    pub start: Start,
    /// `t_s`: nanoseconds from its start to the request of its first channel.
    pub startup: u64,
    /// L: its flits, the header among them.
    pub flits: u32,
    /// The channels it crosses, each once.
    pub path: Vec<u32>,
    /// After how many hops it meets a destination, in increasing order; the last ends the path.
    pub destinations: Vec<u32>,
}

/// When a worm starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At this nanosecond.
    At(u64),
    /// So many nanoseconds after the last of some deliveries; without any, after the beginning. All leaders of a
    /// barrier start after the deliveries to all of them, others after their own; a source in a closed loop starts
    /// after what it sent before.
    After {
        /// What must have been delivered.
        deliveries: Vec<Delivery>,
        /// Nanoseconds from then on.
        delay: u64,
    },
}

/// The arrival of a worm's last flit at one of its destinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delivery {
    /// Number of the worm.
    pub worm: usize,
    /// Hops from its source to the destination.
    pub hops: u32,
}
