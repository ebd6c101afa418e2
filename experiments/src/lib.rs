//! The meshcast program.
