//! The mesh machine.

mod geometry;
mod messages;

pub use geometry::{Circuit, MAX_NODES, Order, Port, Shape, ShapeError, Tile, Tiling};
pub use messages::{Messages, MessagesError};
