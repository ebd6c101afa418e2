//! Turns a command line into an exit status.

mod error;
pub(crate) mod process;
pub(crate) mod program;
mod usage;
