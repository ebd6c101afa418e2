//! Runs a command line and returns its exit status.

use super::error::AppError;
use super::usage;
use crate::catalogue::{OwnAlgorithm, take_in};
use crate::commands::{
    audit, check, compare, crossover, expander, guarantee, limits, plot, pram, primitive, replay,
    report, route, spmv, sweep, torus, verify, worm,
};
use crate::console::interrupt::resumed_by;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{Cli, Command};
use clap::{Parser, error::ErrorKind as UsageError};
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

/// The run is done.
const DONE: u8 = 0;
/// The run broke a rule of the machine, left a delivery undone or computed something wrong.
const FAULTY_RUN: u8 = 1;
/// The command line or a file cannot be used.
const BAD_INPUT: u8 = 2;

/// Runs the command line `args`, the program's name first, and returns the exit status: 0 done; 1 the run broke a rule of
/// the machine or left a delivery undone; 2 bad usage or input. The algorithms `own` are known beside the shipped ones; all command
/// lines of a process must name the same, or none.
///
/// Results go to `out`, errors, a line each, to `err`. Whoever closes `out` early has read enough: that is no error.
///
/// ```
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let args = "meshcast route --algorithm hamiltonian --workload transpose --side 4 --format json";
/// let args = args.split(' ').map(Into::into);
/// let status = meshcast::command_line(&[], args, &mut out, &mut err, meshcast::Terminal::default());
/// assert_eq!(status, 0);
/// assert!(String::from_utf8_lossy(&out).contains("\"steps\":17,"));
/// assert!(err.is_empty());
/// ```
pub fn command_line(
    own: &[OwnAlgorithm],
    args: impl IntoIterator<Item = OsString>,
    out: &mut impl Write,
    err: &mut impl Write,
    terminal: Terminal,
) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Err(error) = take_in(own) {
        let _ = writeln!(err, "error: {error}");
        return BAD_INPUT;
    }
    let args = match sweep::with_single_run(args) {
        Ok(args) => args,
        Err(error) => {
            let _ = writeln!(err, "error: {error}");
            return BAD_INPUT;
        }
    };
    let (report, status) = match Cli::try_parse_from(&args) {
        Ok(cli) => match execute(&cli.command, &args, terminal) {
            Ok(report) => {
                let status = if report.complaint.is_some() { FAULTY_RUN } else { DONE };
                (report, status)
            }
            Err(error) => (refusal(error.to_string()), BAD_INPUT),
        },
        Err(error) if error.kind() == UsageError::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = write!(err, "{}", error.render());
            return BAD_INPUT;
        }
        Err(error) if error.use_stderr() => (refusal(usage::one_line(&error)), BAD_INPUT),
        Err(help) => (Reply::of(help.render().to_string()), DONE),
    };
    if let Some(complaint) = &report.complaint {
        // Where standard error is closed, there is nowhere to complain.
        let _ = writeln!(err, "error: {complaint}");
    }
    let output = report.output.at_most(terminal.columns);
    let written = match report.piped {
        Some(piped) => piped.write_to(out).and_then(|()| write_all(err, &output)),
        None => write_all(out, &output),
    };
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(err, "error: {}", AppError::Output(error));
            BAD_INPUT
        }
        _ => status,
    }
}

/// The reply of a command. Every command refuses bad usage and bad input with an error of its own.
fn execute(
    command: &Command,
    args: &[OsString],
    terminal: Terminal,
) -> Result<Reply, Box<dyn Error>> {
    Ok(match command {
        Command::Route(args) => route::route(args, terminal)?,
        Command::Compare(args) => compare::compare(args, terminal)?,
        Command::Primitive(args) => primitive::primitive(args, terminal)?,
        Command::Expander(args) => expander::expander(args, terminal)?,
        Command::Guarantee(args) => guarantee::guarantee(args, terminal)?,
        Command::Sweep(plan) => resumed_by(args, || sweep::sweep(plan, terminal))?,
        Command::Merge(args) => sweep::merge(args)?,
        Command::Export(args) => sweep::export(args)?,
        Command::Plot(args) => plot::plot(args)?,
        Command::Report(args) => report::report(args)?,
        Command::Verify(args) => verify::verify(args)?,
        Command::Crossover(args) => crossover::crossover(args)?,
        Command::Limits(args) => limits::limits(args, terminal)?,
        Command::Worm(args) => worm::worm(args, terminal)?,
        Command::Audit(args) => audit::audit(args, terminal)?,
        Command::Check(args) => check::check(args)?,
        Command::Replay(args) => replay::replay(args, terminal)?,
        Command::Torus(args) => torus::torus(args, terminal)?,
        Command::Pram(args) => pram::pram(args, terminal)?,
        Command::Spmv(args) => spmv::spmv(args, terminal)?,
        Command::Completions { shell } => Reply::of(usage::completions(*shell)),
        Command::Man { out: Some(folder), .. } => Reply::of(usage::save_manuals(folder)?),
        Command::Man { command, out: None } => Reply::of(usage::manual(command)?),
    })
}

fn refusal(complaint: String) -> Reply {
    Reply::of("").complaining(Some(complaint))
}

fn write_all(out: &mut impl Write, output: &[u8]) -> io::Result<()> {
    out.write_all(output)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that fails in one way.
    struct Closed(ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn status_and_errors(kind: ErrorKind) -> (u8, String) {
        let mut err = Vec::new();
        let args = ["meshcast", "completions", "bash"].map(OsString::from);
        let status = command_line(&[], args, &mut Closed(kind), &mut err, Terminal::default());
        (status, String::from_utf8(err).unwrap())
    }

    #[test]
    fn a_reader_that_has_seen_enough_is_no_error() {
        assert_eq!(status_and_errors(ErrorKind::BrokenPipe), (DONE, String::new()));
    }

    #[test]
    fn an_output_that_cannot_be_written_is_one() {
        let (status, errors) = status_and_errors(ErrorKind::StorageFull);
        assert_eq!(status, BAD_INPUT);
        assert_eq!(errors, "error: the result cannot be written: no storage space\n");
    }
}
