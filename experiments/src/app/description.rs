//! Describes the command line to those who build other interfaces on it.

use crate::flags::Cli;
use clap::CommandFactory;

/// The commands of the program with their flags, defaults and help texts, as clap has them. What [`command_line`](crate::command_line)
/// takes is exactly what this names.
///
/// ```
/// let program = meshcast::program();
/// let route = program.find_subcommand("route").expect("a command");
/// assert!(route.get_arguments().any(|flag| flag.get_long() == Some("workload")));
/// ```
pub fn program() -> clap::Command {
    let mut program = Cli::command();
    program.build();
    program
}
