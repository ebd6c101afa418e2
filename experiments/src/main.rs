//! `meshcast`: multicast on the mesh machine, from the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    meshcast::run(&[])
}
