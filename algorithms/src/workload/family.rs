//! Names the families of message sets that can be generated.

use std::fmt;

/// A family of message sets on a square mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workload {
    /// Every node sends to c nodes and receives c messages, at random.
    Uniform,
    /// Every node sends to one node and receives one message, at random.
    Permutation,
    /// The node at row i, column j sends to the node at row j, column i.
    Transpose,
    /// Every node sends to d random nodes, none of which receives more than c messages.
    Sparse,
    /// Each node of a central square of about n/c nodes receives c messages.
    HotBlock,
    /// Each node of a corner square of about n/2c nodes receives c messages from outside it.
    LowerBound,
    /// c random nodes send to all others.
    Broadcast,
    /// Every node sends to c nodes of one block of about c nodes.
    Cluster,
    /// Degrees follow Zipf's law with exponent 2; no node receives more than c messages.
    PowerLaw,
}

impl Workload {
    /// All workloads.
    pub const ALL: [Self; 9] = [
        Self::Uniform,
        Self::Permutation,
        Self::Transpose,
        Self::Sparse,
        Self::HotBlock,
        Self::LowerBound,
        Self::Broadcast,
        Self::Cluster,
        Self::PowerLaw,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Permutation => "permutation",
            Self::Transpose => "transpose",
            Self::Sparse => "sparse",
            Self::HotBlock => "hot-block",
            Self::LowerBound => "lower-bound",
            Self::Broadcast => "broadcast",
            Self::Cluster => "cluster",
            Self::PowerLaw => "power-law",
        }
    }

    /// Whether every node sends one message and receives one.
    pub(super) fn is_permutation(self) -> bool {
        matches!(self, Self::Permutation | Self::Transpose)
    }
}

impl fmt::Display for Workload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
