//! `meshcast pram run`: one program, every step of the network charged.

use super::error::PramError;
use super::prepared::{Prepared, Stopped};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, ModeName, PramRunArgs};
use crate::memory::{self, Need};
use crate::output::check_files;
use crate::present::text;
use crate::results::pram::ConflictResult;
use crate::run::leap_complaint;
use crate::trace_writer::traced;
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};

/// Runs what `args` ask for.
pub(super) fn run(args: &PramRunArgs, terminal: Terminal) -> Result<Reply, PramError> {
    check_flags(args)?;
    let prepared = watch("making the input", terminal.progress, || {
        // The mesh, with as many cells as flags say, may be too large before anything is made for its nodes.
        let cells = args.program.kind.cells.unwrap_or(0);
        let words = |shape: Shape| cells.div_ceil(shape.nodes() as u64);
        let admit = |shape| check_size(args, shape, words(shape));
        Prepared::new(&args.program, args.run.seed, admit)
    })?;
    check_size(args, prepared.setup.shape, prepared.words_of_a_node())?;
    let messages = Messages::one_each(prepared.setup.shape.nodes())?;
    let traced = traced(args.trace.as_deref(), &messages, |trace| {
        let options =
            Options { trace, audit: args.audit.level(), ..options(args, args.mode.mode()) };
        watch("running the program", terminal.progress, || prepared.run(options))
    })?;
    let (finished, piped) = match traced {
        Ok(finished) => finished,
        Err(stopped) => return Ok(reply_of(&stopped, args)),
    };
    let result = prepared.result(args.mode.name(), args.run.threads(), &finished);
    let reply = Reply::showing(args.run.format, &result, text::pram_run);
    let complaint = (!finished.is_right).then(|| {
        format!("expected what the host computes, found another result of {}", result.program)
    });
    let complaint = complaint.or_else(|| match args.mode {
        ModeName::Check => leaps_otherwise(args, &prepared, &finished.outcome),
        ModeName::Step | ModeName::Leap => None,
    });
    Ok(reply.complaining(complaint).piping(piped))
}

/// How a run in leaps differs, if it does.
fn leaps_otherwise(
    args: &PramRunArgs,
    prepared: &Prepared<'_>,
    stepped: &Outcome,
) -> Option<String> {
    match prepared.run(options(args, Mode::Leap)) {
        Ok(leapt) => leap_complaint(stepped, Ok(leapt.outcome)),
        Err(Stopped::Violation(violation)) => leap_complaint(stepped, Err(violation)),
        Err(Stopped::Conflict(conflict)) => Some(conflict.to_string()),
    }
}

/// Refuses flags that do not go together.
fn check_flags(args: &PramRunArgs) -> Result<(), PramError> {
    let watches = [("--trace", args.trace.is_some()), ("--audit full", args.audit.is_full())];
    if let Some((flag, _)) = watches.into_iter().find(|&(_, watches)| watches)
        && args.mode == ModeName::Leap
    {
        return Err(PramError::LeapWatched { flag, mode: args.mode.name() });
    }
    check_files(&args.program.set.files(), &[("--trace", args.trace.as_deref())])?;
    Ok(())
}

/// Refuses a run that would not fit in memory, whose nodes hold so many words of the PRAM's.
fn check_size(args: &PramRunArgs, shape: Shape, words: u64) -> Result<(), PramError> {
    let traced = args.trace.is_some();
    let needed = |leaps| memory::shared_memory(shape.nodes() as u64, words, leaps, traced);
    let leaps = args.mode == ModeName::Leap;
    let runs = if args.mode == ModeName::Check { 2 } else { 1 };
    let can_leap = !leaps && !traced && args.audit == AuditName::Peak;
    let leaping = can_leap.then(|| needed(true));
    let name = args.program.name.name();
    let subject = || format!("pram run {name} on {} x {} nodes", shape.rows(), shape.cols());
    let bytes = needed(leaps).saturating_mul(runs);
    memory::check(subject, Need { bytes, leaping })?;
    Ok(())
}

fn options(args: &PramRunArgs, mode: Mode) -> Options {
    Options { mode, threads: args.run.threads(), ..Options::default() }
}

fn reply_of(stopped: &Stopped, args: &PramRunArgs) -> Reply {
    match stopped {
        Stopped::Violation(violation) => violated(violation, args.run.format),
        Stopped::Conflict(conflict) => {
            let result = ConflictResult::of(conflict);
            Reply::showing(args.run.format, &result, |_| String::new())
                .complaining(Some(conflict.to_string()))
        }
    }
}
