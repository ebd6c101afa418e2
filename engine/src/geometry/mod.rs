//! Shapes, ports, orders, tilings and circuits: facts about the mesh that cost nothing.

mod circuit;
mod lines;
mod order;
mod port;
mod shape;
mod tiling;

pub use circuit::{Circuit, Way};
pub use lines::Lines;
pub use order::Order;
pub use port::Port;
pub use shape::{MAX_NODES, Shape, ShapeError};
pub use tiling::{Tile, Tiling};
