//! Says what a node's copy unit does with a packet.

/// What becomes of a packet and its copy: the queue that each enters, and the key that it then has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The packet that was copied.
    pub original: (usize, u32),
    /// Its copy.
    pub copy: (usize, u32),
}

/// What a node's copy unit does with the packet at the head of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// It is copied.
    Copy(Copied),
    /// Its message is put into the node's output queue, and the packet enters a queue with a new key.
    Deliver((usize, u32)),
    /// Its message is put into the node's output queue, and the packet leaves the network.
    DeliverLast,
}
