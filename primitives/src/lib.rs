//! Primitives of the mesh machine, one a file.

mod circulation;
mod reduce;
mod scan;
pub mod sort;
mod tile_shift;

pub use circulation::Circulation;
pub use reduce::{reduce, reduce_steps};
pub use scan::{Segmented, scan, scan_steps, segmented_scan};
pub use sort::Sort;
pub use tile_shift::TileShift;
