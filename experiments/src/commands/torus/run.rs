//! `meshcast torus run`: one communication, step by step.

use super::error::TorusError;
use super::size::{countable, subject};
use super::timing::timing;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, TorusRunArgs};
use crate::memory;
use crate::present::text;
use crate::results::audit_summary::PeakCount;
use crate::results::torus::{Audit, Buffer, ByDirection, Links, RunResult, TorusResult};
use crate::results::{COMMIT, LedgerEntry, VERSION};
use crate::trace_writer::traced_torus;
use meshcast_algorithms::{Routing, communicate};
use meshcast_engine::{AuditLevel, Torus, TorusAudit, TorusChannel, TorusOptions, TorusOutcome};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// Runs what `args` ask for.
pub(super) fn run(args: &TorusRunArgs, terminal: Terminal) -> Result<Reply, TorusError> {
    let torus = Torus::new(args.size.radix, args.size.dims)?;
    let messages = args.communication.communication().messages(torus);
    countable(messages)?;
    let what = format!("run --communication {}", args.communication.communication().name());
    let algorithm = args.algorithm.algorithm();
    let order = args.order.order();
    let need = memory::communicating(messages, algorithm, order, args.trace.is_some());
    memory::check(|| subject(torus, &what), need)?;
    let traced = traced_torus(args.trace.as_deref(), messages, |trace| {
        let audit = match args.audit {
            AuditName::Peak => AuditLevel::Peak,
            AuditName::Full => AuditLevel::Full,
        };
        let options = TorusOptions { audit, trace };
        Ok::<_, Infallible>(watch("running the communication", terminal.progress, || {
            execute(args, torus, options)
        }))
    })?;
    let Ok(((outcome, elapsed), piped)) = traced;
    let result = result(args, torus, &outcome, elapsed);
    let reply = Reply::showing(args.run.format, &result, text::torus_run);
    let faults = result.undelivered + outcome.wrong;
    let complaint = (faults > 0).then(|| {
        format!(
            "expected {} deliveries, found {} and {} that were not due",
            messages.deliveries(),
            outcome.delivered,
            outcome.wrong
        )
    });
    Ok(reply.complaining(complaint).piping(piped))
}

fn execute(args: &TorusRunArgs, torus: Torus, options: TorusOptions) -> (TorusOutcome, Duration) {
    let start = Instant::now();
    let communication = args.communication.communication();
    let routing = Routing::new(torus, args.algorithm.algorithm());
    let order = args.order.order();
    let outcome = communicate(&routing, communication, args.graph(), order, args.run.seed, options);
    (outcome, start.elapsed())
}

fn result(
    args: &TorusRunArgs,
    torus: Torus,
    outcome: &TorusOutcome,
    elapsed: Duration,
) -> RunResult {
    let communication = args.communication.communication();
    let lower_bound = communication.lower_bound(torus);
    RunResult {
        schema: "meshcast.torus-run/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: args.algorithm.algorithm().name(),
        communication: communication.name(),
        tree: args.graph().name(),
        order: args.order.order().name(),
        seed: args.run.seed,
        torus: TorusResult::of(torus),
        messages: outcome.messages.count(),
        steps: outcome.steps,
        lower_bound,
        steps_over_lower_bound: outcome.steps as f64 / lower_bound as f64,
        deliveries: outcome.delivered,
        undelivered: outcome.messages.deliveries() - outcome.delivered,
        buffer: Buffer {
            peak: outcome.peak,
            capacity: None,
            peak_phase: outcome.peak_path.clone(),
            queue_peak: outcome.longest_queue,
        },
        links: Links { uses: outcome.link_uses, peak: outcome.link_peak },
        copies: outcome.copies,
        ledger: LedgerEntry::all(&outcome.ledger),
        audit: outcome.audit.as_ref().map(|audit| summary(audit, torus)),
        timing: timing(torus.nodes() as f64 * outcome.steps as f64, elapsed),
    }
}

fn summary(audit: &TorusAudit, torus: Torus) -> Audit {
    let channels = (0..2 * torus.dims()).map(TorusChannel::numbered);
    let channel_peaks =
        channels.filter(|&channel| torus.channel(channel) == channel).map(|channel| {
            let uses = audit.link_uses[channel.number()].iter().copied().max().unwrap_or(0);
            (channel.signed_dimension(), u64::from(uses))
        });
    Audit {
        node_peaks: PeakCount::all(&audit.node_peaks),
        channel_peaks: ByDirection(channel_peaks.collect()),
        waiting: audit.waiting.clone(),
    }
}
