//! Says in the fewest words what the primitives should compute.
//!
//! Nothing here is fast, and nothing is shared with the product: nodes are row-major indices, values stand in lists.

mod expander;
mod flits;
mod migration;
mod order;
pub mod pathbased;
mod scan;
mod torus;
mod walk;
mod wormhole;

pub use expander::{failures, fewest_outputs, outputs_of};
pub use flits::{Circle, FlitSight, Limits, Place, flits};
pub use migration::{Master, migration, tile_nodes};
pub use order::{arrange, column_major_order, read_along, row_major_order, snake_order, sorted};
pub use scan::{reduction, scan, segmented_broadcast, segmented_scan};
pub use torus::{
    NaiveChannel, NaiveOrder, NaiveRun, NaiveTorus, Point, Rule, balanced_step, diagonal_step,
    printed_dimension, printed_signs, simple_step,
};
pub use walk::{WalkFault, check_closed_walk, check_hamiltonian_cycle};
pub use wormhole::{ChannelSight, Inside, Sight, Stuck, Times, wormhole, wormhole_with_flits};
