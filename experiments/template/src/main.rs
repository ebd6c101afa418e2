//! The program `meshcast` with one more algorithm.
//!
//! `cargo run --release -- compare --workload sparse --side 16` has it beside the others.

mod snake_tour;

use std::process::ExitCode;

fn main() -> ExitCode {
    meshcast::run(&[snake_tour::algorithm()])
}
