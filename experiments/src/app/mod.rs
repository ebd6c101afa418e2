//! Turns a command line into an exit status.

pub(crate) mod description;
mod error;
pub(crate) mod process;
pub(crate) mod program;
mod usage;
