//! The meshcast program.

pub mod input;
