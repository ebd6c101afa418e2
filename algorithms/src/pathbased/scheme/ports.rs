//! States by which ports a worm may leave the source.

/// By which ports a worm may leave the source for its first destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ports {
    /// By that of R alone.
    Strict,
    /// By any to a neighbour whose label is between the source's and the destination's, that of the destination included.
    Free,
}
