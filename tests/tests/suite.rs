//! All tests that see more than one crate.

mod bounds;
mod calibration;
mod cli;
mod contracts;
mod differential;
mod model;
mod pages;
mod pathbased;
mod pram;
mod replay;
mod torus;
mod wormhole;
