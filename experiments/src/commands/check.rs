//! Runs `meshcast check`, which replays a trace and shares no code with the machine.

use crate::console::reply::Reply;
use crate::flags::CheckArgs;
use crate::input::{self, InputError};
use crate::load::{self, LoadError};
use crate::memory::{Room, Sketch};
use crate::message_set::MessageSet;
use crate::present::text;
use crate::readable::Printed;
use crate::replay::{self, NoTrace, Verdict};
use crate::results::check::{CheckResult, Seen};
use std::io::{self, BufRead};
use std::path::Path;
use thiserror::Error;

/// Why a trace is not checked. Its `Display` is one line that names the file and line, or the flag.
#[derive(Debug, Error)]
pub(crate) enum CheckError {
    #[error("{file}:{line}: no line of a trace: {problem}; use a whole file that --trace wrote")]
    NoTrace { file: Printed, line: u64, problem: Printed },
    #[error("-: the flags of a message set need a trace in a file, which is read twice")]
    PipedTrace,
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Replays the trace that `args` name.
pub(crate) fn check(args: &CheckArgs) -> Result<Reply, CheckError> {
    let set = if args.set.is_absent() { None } else { Some(message_set(args)?) };
    let name = name(&args.trace);
    let result = replayed(&args.trace, &name, set.as_ref())?;
    let reply =
        Reply::showing(args.format, &result, |result| text::checked(result, &name.to_string()));
    Ok(reply.complaining(complaint(&name, &result)))
}

/// The message set that the trace should have.
fn message_set(args: &CheckArgs) -> Result<MessageSet, CheckError> {
    if args.trace.as_os_str() == STANDARD_INPUT {
        return Err(CheckError::PipedTrace);
    }
    let admit = |sketch: &Sketch| Ok(sketch.check(Room::Available)?);
    Ok(load::message_set(&args.set, &[], args.seed, &admit)?)
}

fn replayed(
    trace: &Path,
    name: &Printed,
    set: Option<&MessageSet>,
) -> Result<CheckResult, CheckError> {
    let no_trace = |NoTrace { line, problem }: NoTrace| CheckError::NoTrace {
        file: name.clone(),
        line,
        problem: Printed::of(&problem),
    };
    let verdict = replay::check(open(trace)?).map_err(no_trace)?;
    let difference = set.map(|set| differing(trace, &verdict, set)).transpose()?.flatten();
    Ok(difference.unwrap_or_else(|| CheckResult::of(verdict)))
}

/// Where the trace has another mesh or other messages than the set.
fn differing(
    trace: &Path,
    verdict: &Verdict,
    set: &MessageSet,
) -> Result<Option<CheckResult>, CheckError> {
    let (rows, cols) = (set.shape.rows(), set.shape.cols());
    if verdict.sides != Some((rows, cols)) {
        let found = match verdict.sides {
            Some((rows, cols)) => format!("{rows} x {cols} nodes"),
            None => "a torus".to_owned(),
        };
        let text = format!("expected {rows} x {cols} nodes for these messages, found {found}");
        return Ok(Some(CheckResult::of_other_messages(1, text)));
    }
    let expected: Vec<(u32, Vec<u32>)> =
        set.messages.iter().map(|(source, to)| (source, to.to_vec())).collect();
    let difference = replay::compare_messages(open(trace)?, &expected).err();
    Ok(difference
        .map(|difference| CheckResult::of_other_messages(difference.line, difference.text)))
}

fn open(trace: &Path) -> Result<Box<dyn BufRead>, InputError> {
    if trace.as_os_str() == STANDARD_INPUT {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(input::open(trace)?))
}

fn name(trace: &Path) -> Printed {
    if trace.as_os_str() == STANDARD_INPUT {
        return Printed::of("standard input");
    }
    Printed::of(&trace.to_string_lossy())
}

/// The broken rule in one line.
fn complaint(name: &Printed, result: &CheckResult) -> Option<String> {
    let Seen::Broken { line, step, rule, finding } = &result.seen else { return None };
    let step = step.map_or_else(String::new, |step| format!(" in step {step}"));
    Some(format!("{name}:{line}: rule {rule} is broken{step}: {finding}"))
}
