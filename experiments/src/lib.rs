//! The meshcast program: message sets in, runs on the mesh machine, results out.
//!
//! [`run`] is the whole program but for the process around it: arguments in, an exit status out, results on one writer,
//! errors on another. Everything else here serves it.

mod audit;
mod audit_summary;
mod catalogue;
mod cli;
mod compare;
mod crossover;
mod drawing;
mod expander;
mod failure;
mod fastest;
pub mod input;
mod interrupt;
mod load;
mod memory;
mod message_set;
mod output;
mod plot;
mod primitive;
mod program;
mod progress;
mod readable;
mod reply;
mod report;
mod results;
mod route;
mod run;
mod store;
mod sweep;
mod terminal;
mod text;
mod torus;
mod trace_writer;
mod usage;
mod verify;
mod worm;

pub use interrupt::end_cleanly_on_signals;
pub use program::run;
pub use terminal::{Shades, Terminal};
pub use trace_writer::{write_torus_trace, write_trace};
