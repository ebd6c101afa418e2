//! States what a guarantee is asked for: the mesh, the schedule of tiles, and the share of permutations that may fail.

/// Where the place of a packet in a round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredWords {
    /// From a permutation of the round's own: a stored word a node for each round of the longest stage.
    All,
    /// From one permutation for all rounds: in round j of a stage of R rounds the packet of node i goes where the
    /// permutation sends i moved on by j within its segment of 2^⌈lg R⌉ nodes.
    One,
}

/// The numbers of tiles of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The congestion, in all rounds.
    Fixed,
    /// The congestion at first, then a quarter, a sixteenth and so on, no fewer than half of what the packets still alive would
    /// fill if they were spread evenly.
    Shrink,
    /// The same, with as few tiles as pays.
    Overload,
}

/// What is to be guaranteed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Nodes, n: a power of two.
    pub nodes: u64,
    /// Most messages for one node, c.
    pub congestion: u64,
    /// Most copies that a node takes in a visit, α.
    pub instances: u64,
    /// The share of all permutations that may fail, as the exponent of a power of two: −20 stands for 2^−20.
    pub failure_log2: i32,
    /// What is stored.
    pub words: StoredWords,
}
