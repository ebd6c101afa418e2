//! Turns a command line into an exit status.

pub(crate) mod program;
mod usage;
