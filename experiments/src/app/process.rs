//! Runs the program as a process.

use super::program::command_line;
use crate::catalogue::OwnAlgorithm;
use crate::console::interrupt::end_cleanly_on_signals;
use crate::console::terminal::Terminal;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// The whole program `meshcast`, to be the body of `main`: the process's arguments in, results on standard output, errors on standard
/// error. The algorithms `own` are known beside the shipped ones.
pub fn run(own: &[OwnAlgorithm]) -> ExitCode {
    if let Err(error) = end_cleanly_on_signals() {
        // Whoever closed standard error does not want to know.
        let _ = writeln!(io::stderr(), "warning: signals leave temporary files: {error}");
    }
    let (args, terminal) = (std::env::args_os(), Terminal::detect());
    ExitCode::from(command_line(own, args, &mut io::stdout(), &mut io::stderr(), terminal))
}
