//! Runs `meshcast route`, which serves a message set with an algorithm and checks every delivery.

use super::drawing::{check_picture, draw};
use crate::catalogue::{AdmissionError, Setting};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, FlagError, ModeName, RecordingArgs, RouteArgs};
use crate::input::{self, SaveError};
use crate::load::{self, LoadError};
use crate::memory::{Records, Room, Sketch};
use crate::output::{OutputError, check_files, check_suffix};
use crate::present::plot::heat_map;
use crate::present::text;
use crate::run::{Run, bounds};
use crate::trace_writer::traced;
use meshcast_engine::CopySteps;
use std::path::PathBuf;
use thiserror::Error;

/// Routes the message set that `args` ask for.
pub(crate) fn route(args: &RouteArgs, terminal: Terminal) -> Result<Reply, RouteError> {
    let model = args.cost.model();
    let (algorithm, congestion) = (args.algorithm.algorithm()?, args.algorithm.congestion()?);
    check_records(args, model.copy_steps)?;
    check_outputs(args)?;
    let records = Records {
        audit: args.recording.audit == AuditName::Full,
        trace: args.recording.trace.is_some(),
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
    let save = |path: &PathBuf| input::save(&set.messages, path);
    let messages = args.recording.save_messages.as_ref().map(save).transpose()?.flatten();
    let flags = args.algorithm.parameters();
    let setting = Setting {
        model,
        mode: args.mode.mode(),
        audit: args.recording.audit.level(),
        header_words: args.header.header_words,
        threads: args.run.threads(),
        seed: args.run.seed,
        congestion,
        permutations: &permutations,
        flags: &flags,
    };
    let traced = traced(args.recording.trace.as_deref(), &set.messages, |trace| {
        watch("running the algorithm", terminal.progress, || {
            Run::in_mode(args.mode, algorithm, &set, setting, trace)
        })
    })?;
    let (run, trace) = match traced {
        Ok(run) => run,
        Err(violation) => return Ok(violated(&violation, args.run.format).piping(messages)),
    };
    let draw_peaks = |path: &PathBuf| {
        let peaks = run.outcome.audit.as_ref().map_or(&[][..], |audit| &audit.node_peaks);
        draw("--heat-map", &heat_map(peaks, set.shape.cols(), &set.source), path)
    };
    let heat_map = args.recording.heat_map.as_ref().map(draw_peaks).transpose()?.flatten();
    let bounds = watch("finding the lower bound", terminal.progress, || bounds(&set, model));
    let result = run.result(&set, &bounds);
    let reply = Reply::showing(args.run.format, &result, |result| {
        text::route(result, &run, &bounds.steps, terminal.shades)
    });
    let piped = trace.or(messages).or(heat_map);
    Ok(reply.complaining(run.complaint()).piping(piped))
}

/// Refuses outputs that would overwrite an input or each other.
fn check_outputs(args: &RouteArgs) -> Result<(), OutputError> {
    let mut reads = args.set.files();
    reads.extend(args.algorithm.files());
    let RecordingArgs { trace, save_messages, heat_map, .. } = &args.recording;
    let writes = [
        ("--trace", trace.as_deref()),
        ("--save-messages", save_messages.as_deref()),
        ("--heat-map", heat_map.as_deref()),
    ];
    check_files(&reads, &writes)
}

/// Refuses flags about records that do not go together.
fn check_records(args: &RouteArgs, copy_steps: CopySteps) -> Result<(), RouteError> {
    let (trace, saved) = (&args.recording.trace, &args.recording.save_messages);
    let watches =
        [("--trace", trace.is_some()), ("--audit full", args.recording.audit == AuditName::Full)];
    if let Some((flag, _)) = watches.into_iter().find(|&(_, watches)| watches)
        && args.mode == ModeName::Leap
    {
        return Err(RouteError::LeapWatched { flag });
    }
    if trace.is_some() && copy_steps == CopySteps::Zero {
        return Err(RouteError::TraceOfFreeCopies);
    }
    if let Some(path) = &args.recording.heat_map {
        if args.recording.audit == AuditName::Peak {
            let (flag, needs, with) = ("--heat-map", "--audit full", "--audit peak");
            return Err(FlagError::Misplaced { flag, needs, with }.into());
        }
        check_picture("--heat-map", path)?;
    }
    if let Some(path) = saved {
        check_suffix("--save-messages", path, &["jsonl"])?;
    }
    Ok(())
}

/// A run that is refused, or an output of it that cannot be written. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum RouteError {
    #[error(
        "--trace: expected --copy-steps 1, since a copy that is free has no step of its own to stand in, found 0"
    )]
    TraceOfFreeCopies,
    #[error("--mode: expected step with {flag}, which watches every step, found leap")]
    LeapWatched { flag: &'static str },
    #[error("--save-messages: {0}")]
    Save(#[from] SaveError),
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Admission(#[from] AdmissionError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
