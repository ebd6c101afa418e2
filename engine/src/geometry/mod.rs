//! States facts about the mesh that cost nothing: shapes, ports, orders, tilings and circuits; and those about the torus.

mod circuit;
mod lines;
mod order;
mod port;
mod shape;
mod tiling;
mod torus;

pub use circuit::{Circuit, Way};
pub use lines::Lines;
pub use order::Order;
pub use port::Port;
pub use shape::{MAX_NODES, Shape, ShapeError};
pub use tiling::{Tile, Tiling};
pub use torus::{MAX_TORUS_NODES, SignedDimension, Torus, TorusChannel, TorusError};
