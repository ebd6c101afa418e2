//! `meshcast`: multicast on the mesh machine, from the command line.

use meshcast::Terminal;
use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = meshcast::end_cleanly_on_signals() {
        // Whoever closed standard error does not want to know.
        let _ = writeln!(io::stderr(), "warning: signals leave temporary files: {error}");
    }
    let terminal = Terminal::detect();
    let status = meshcast::run(std::env::args_os(), &mut io::stdout(), &mut io::stderr(), terminal);
    ExitCode::from(status)
}
