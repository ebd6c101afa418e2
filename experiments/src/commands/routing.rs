//! Runs an algorithm on a message set as flags say, for every command that routes.

use crate::catalogue::{AdmissionError, Algorithm, Setting};
use crate::console::progress::watch;
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, FlagError, ModeName, RoutingArgs};
use crate::load::{self, LoadError};
use crate::memory::{Records, Room, Sketch};
use crate::message_set::MessageSet;
use crate::output::{OutputError, Piped};
use crate::run::Run;
use crate::trace_writer::traced;
use meshcast_algorithms::{Congestion, Permutation};
use meshcast_engine::{CopySteps, Violation};
use std::path::Path;
use thiserror::Error;

/// A message set and what an algorithm needs to route it.
pub(super) struct Routing<'a> {
    args: &'a RoutingArgs,
    algorithm: Algorithm,
    congestion: Congestion,
    pub(super) set: MessageSet,
    permutations: Vec<Permutation>,
    flags: Vec<&'static str>,
}

impl<'a> Routing<'a> {
    /// Loads what the flags name, if there is room for the run and for what `audit` and a trace record of it. `watching` is the flag, or
    /// the command, that asks for a trace.
    pub(super) fn load(
        args: &'a RoutingArgs,
        audit: AuditName,
        watching: Option<&'static str>,
        terminal: Terminal,
    ) -> Result<Self, RoutingError> {
        let (algorithm, congestion) = (args.algorithm.algorithm()?, args.algorithm.congestion()?);
        check_records(args, audit, watching)?;
        let records = Records {
            audit: audit.is_full(),
            trace: watching.is_some(),
            mode: args.mode.mode(),
            may_leap: true,
            other_outcomes: u64::from(args.mode == ModeName::Check),
            permutations: args.algorithm.permutations().count(),
            threads: args.run.threads(),
            known: congestion,
        };
        let admit = |sketch: &Sketch| algorithm.admit(sketch, records, Room::Available);
        let set = watch("making the message set", terminal.progress, || {
            load::message_set(&args.set, &[algorithm], args.run.seed, &admit)
        })?;
        algorithm.check(&set, congestion, records, Room::Available)?;
        let permutations =
            load::permutations(args.algorithm.permutations(), algorithm, &set, congestion)?;
        let flags = args.algorithm.parameters();
        Ok(Self { args, algorithm, congestion, set, permutations, flags })
    }

    /// Runs the algorithm, with its trace in the file at `trace`. The violation of a run that broke a rule is no error of the command.
    pub(super) fn run(
        &self,
        audit: AuditName,
        trace: Option<&Path>,
        terminal: Terminal,
    ) -> Result<Result<(Run<'_>, Option<Piped>), Violation>, OutputError> {
        let args = self.args;
        let setting = Setting {
            model: args.cost.model(),
            mode: args.mode.mode(),
            audit: audit.level(),
            header_words: args.header.header_words,
            threads: args.run.threads(),
            seed: args.run.seed,
            congestion: self.congestion,
            permutations: &self.permutations,
            flags: &self.flags,
        };
        traced(trace, &self.set.messages, |trace| {
            watch("running the algorithm", terminal.progress, || {
                Run::in_mode(args.mode, self.algorithm, &self.set, setting, trace)
            })
        })
    }
}

/// Refuses to watch runs of which no trace or full audit can be made.
fn check_records(
    args: &RoutingArgs,
    audit: AuditName,
    watching: Option<&'static str>,
) -> Result<(), RoutingError> {
    let full = audit.is_full().then_some("--audit full");
    if let Some(flag) = watching.or(full)
        && args.mode == ModeName::Leap
    {
        return Err(RoutingError::LeapWatched { flag });
    }
    match watching {
        Some(flag) if args.cost.model().copy_steps == CopySteps::Zero => {
            Err(RoutingError::TraceOfFreeCopies { flag })
        }
        _ => Ok(()),
    }
}

/// A run that is refused. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum RoutingError {
    #[error(
        "{flag}: expected --copy-steps 1, since a copy that is free has no step of its own to stand in, found 0"
    )]
    TraceOfFreeCopies { flag: &'static str },
    #[error("--mode: expected step with {flag}, which watches every step, found leap")]
    LeapWatched { flag: &'static str },
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Admission(#[from] AdmissionError),
}
