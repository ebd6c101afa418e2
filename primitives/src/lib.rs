//! Primitives of the mesh machine, one a file.

mod circulation;
mod reduce;
mod scan;
pub mod sort;

pub use circulation::Circulation;
pub use reduce::{all_reduce, all_reduce_steps, reduce, reduce_steps};
pub use scan::{Segmented, scan, scan_steps, segmented_scan};
pub use sort::{KkSort, Sort};
