//! All tests that see more than one crate.

mod bounds;
mod contracts;
mod differential;
mod model;
