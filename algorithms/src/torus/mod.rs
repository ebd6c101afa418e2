//! Broadcasts in toroidal networks: three routing algorithms, their measures, and four communications.
//!
//! One function says over which dimension a point moves towards 0. As the torus looks the same from every node, it routes from
//! everywhere to everywhere, and its paths form the trees along which broadcasts go.

mod balanced;
mod branches;
mod broadcast;
mod communication;
mod diagonal;
mod measures;
mod personalized;
mod point_lists;
mod queue_order;
mod routing;
mod simple;

pub use communication::{Communication, CommunicationGraph, communicate};
pub use measures::{
    Measures, balanced_delta, diagonal_delta, simple_delta, simple_subtree, twice_theorem_5,
};
pub use queue_order::QueueOrder;
pub use routing::{Routing, TorusAlgorithm};
