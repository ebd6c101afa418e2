//! Runs `meshcast route`, which serves a message set with an algorithm and checks every delivery.

use super::drawing::{check_picture, draw};
use super::routing::{Routing, RoutingError};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, FlagError, RecordingArgs, RouteArgs};
use crate::input::{self, SaveError};
use crate::output::{OutputError, check_files, check_suffix};
use crate::present::plot::heat_map;
use crate::present::text;
use crate::run::bounds;
use std::path::PathBuf;
use thiserror::Error;

/// Routes the message set that `args` ask for.
pub(crate) fn route(args: &RouteArgs, terminal: Terminal) -> Result<Reply, RouteError> {
    let RouteArgs { config: _, routing: flags, recording } = args;
    check_records(recording)?;
    if let (Some(_), Some(_)) = (&recording.save_messages, flags.set.block) {
        let (flag, needs, with) =
            ("--save-messages", "a set of at most one message a node", "--block");
        return Err(FlagError::Misplaced { flag, needs, with }.into());
    }
    check_outputs(args)?;
    let watching = recording.trace.as_ref().map(|_| "--trace");
    let routing = Routing::load(flags, recording.audit, watching, terminal)?;
    let set = &routing.set;
    let save = |path: &PathBuf| input::save(&set.messages, path);
    let messages = recording.save_messages.as_ref().map(save).transpose()?.flatten();
    let (run, trace) = match routing.run(recording.audit, recording.trace.as_deref(), terminal)? {
        Ok(run) => run,
        Err(violation) => return Ok(violated(&violation, flags.run.format).piping(messages)),
    };
    let draw_peaks = |path: &PathBuf| {
        let peaks = run.outcome.audit.as_ref().map_or(&[][..], |audit| &audit.node_peaks);
        draw("--heat-map", &heat_map(peaks, set.shape.cols(), &set.source), path)
    };
    let heat_map = recording.heat_map.as_ref().map(draw_peaks).transpose()?.flatten();
    let model = flags.cost.model();
    let bounds = watch("finding the lower bound", terminal.progress, || bounds(set, model));
    let result = run.result(set, &bounds);
    let reply = Reply::showing(flags.run.format, &result, |result| {
        text::route(result, &run, &bounds.steps, terminal.shades)
    });
    let piped = trace.or(messages).or(heat_map);
    Ok(reply.complaining(run.complaint()).piping(piped))
}

/// Refuses outputs that would overwrite an input or each other.
fn check_outputs(args: &RouteArgs) -> Result<(), OutputError> {
    let RecordingArgs { trace, save_messages, heat_map, .. } = &args.recording;
    let writes = [
        ("--trace", trace.as_deref()),
        ("--save-messages", save_messages.as_deref()),
        ("--heat-map", heat_map.as_deref()),
    ];
    let mut reads = args.routing.files();
    reads.extend(args.config.clone().map(|file| ("--config", file)));
    check_files(&reads, &writes)
}

/// Refuses flags about records that do not go together.
fn check_records(recording: &RecordingArgs) -> Result<(), RouteError> {
    if let Some(path) = &recording.heat_map {
        if recording.audit == AuditName::Peak {
            let (flag, needs, with) = ("--heat-map", "--audit full", "--audit peak");
            return Err(FlagError::Misplaced { flag, needs, with }.into());
        }
        check_picture("--heat-map", path)?;
    }
    if let Some(path) = &recording.save_messages {
        check_suffix("--save-messages", path, &["jsonl"])?;
    }
    Ok(())
}

/// A run that is refused, or an output of it that cannot be written. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum RouteError {
    #[error("--save-messages: {0}")]
    Save(#[from] SaveError),
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Routing(#[from] RoutingError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
