//! Runs PRAM programs on the mesh: kinds of PRAM, memory maps, conflicts, and programs.

mod bound;
mod conflict;
mod load;
mod memory_map;
mod mode;
mod program;
pub mod programs;
mod rivals;
mod run;

pub use conflict::{Access, Forbidden, PramConflict};
pub use load::TileLoad;
pub use memory_map::Layout;
pub use mode::PramMode;
pub use program::{Phase, Program};
pub use rivals::{ReadTraffic, Rival, RivalRun};
pub use run::{Pram, PramRun};
