//! Starts `meshcast`, the program that runs multicasts on the mesh machine.

use std::process::ExitCode;

fn main() -> ExitCode {
    meshcast::run(&[])
}
