//! The meshcast program: message sets in, runs on the mesh machine, results out.
//!
//! [`run`] is the whole program, with algorithms of your own if you have some. [`command_line`] is the same without the process around
//! it: arguments in, an exit status out, results on one writer, errors on another; [`program`] describes the arguments. [`judge_rows`]
//! gives verdicts on rows of any program.
//! Everything else here serves the program.

mod app;
mod asymptotics;
mod catalogue;
mod commands;
mod console;
mod fastest;
mod film;
mod flags;
pub mod input;
mod load;
mod memory;
mod message_set;
mod output;
mod present;
mod readable;
pub mod replay;
mod results;
mod run;
mod stats;
mod store;
mod trace_writer;
mod verdicts;
mod version;

pub use app::description::program;
pub use app::process::run;
pub use app::program::command_line;
pub use catalogue::{Known, OwnAlgorithm};
pub use console::interrupt::end_cleanly_on_signals;
pub use console::terminal::{Shades, Terminal};
pub use trace_writer::{write_torus_trace, write_trace};
pub use verdicts::{Judged, judge_rows};
