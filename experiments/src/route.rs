//! `meshcast route`: a message set through an algorithm, and what came of it.

use crate::algorithm::{Planned, memory_needed};
use crate::audit_summary::AuditSummary;
use crate::cli::{AuditName, Format, RouteArgs};
use crate::failure::Failure;
use crate::input::{self, Printed};
use crate::memory::{self, Records, SetSize};
use crate::message_set::MessageSet;
use crate::program::Report;
use crate::progress::watch;
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, MessagesResult, RouteBuffer, RouteParameters,
    RouteResult, Timing, VERSION, ViolationResult, json,
};
use crate::terminal::Terminal;
use crate::text;
use crate::trace_writer::traced;
use meshcast_algorithms::{Deliveries, DeliveryReport, LowerBound, check_deliveries, lower_bound};
use meshcast_engine::{CopySteps, Machine, Options, Outcome, Violation};
use std::ffi::OsStr;
use std::time::{Duration, Instant};

/// A finished run and what is known about it without it.
pub(crate) struct Run {
    pub(crate) outcome: Outcome,
    pub(crate) parameters: RouteParameters,
    pub(crate) elapsed: Duration,
    pub(crate) check: DeliveryReport,
    pub(crate) bound: LowerBound,
}

/// Routes the message set that `args` ask for.
pub(crate) fn route(args: &RouteArgs, terminal: Terminal) -> Result<Report, Failure> {
    let model = args.cost.model();
    check_records(args, model.copy_steps)?;
    let set = watch("making the message set", terminal.progress, || {
        MessageSet::load(&args.set, args.run.seed)
    })?;
    check_memory(args, &set)?;
    if let Some(path) = &args.recording.save_messages {
        input::save(&set.messages, path)?;
    }
    let MessageSet { shape, ref messages, .. } = set;
    let traced = traced(args.recording.trace.as_deref(), messages, |trace| {
        let audit = args.recording.audit.level();
        let options = Options { model, audit, threads: args.run.threads(), trace };
        watch("running the algorithm", terminal.progress, || {
            let started = Instant::now();
            let planned = Planned::new(args.algorithm, shape, messages);
            let capacity = planned.capacity();
            let mut machine = Machine::new(shape, planned.messages(), Some(capacity), options);
            let parameters = planned.run(&mut machine)?;
            Ok((machine.finish(), parameters, started.elapsed()))
        })
    })?;
    let (outcome, parameters, elapsed) = match traced {
        Ok(finished) => finished,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let run = watch("checking the run", terminal.progress, || {
        let check = check_deliveries(messages, outcome.deliveries.iter().copied());
        let charged = match model.copy_steps {
            CopySteps::One => Deliveries::Charged,
            CopySteps::Zero => Deliveries::Free,
        };
        Run { bound: lower_bound(shape, messages, charged), outcome, parameters, elapsed, check }
    });
    let result = summarise(args, &set, &run);
    let output = match args.run.format {
        Format::Json => json(&result),
        Format::Text => text::route(&result, &run, terminal.shades).into_bytes(),
    };
    Ok(Report { output, complaint: complaint(&run.check) })
}

/// Refuses flags about records that do not go together.
fn check_records(args: &RouteArgs, copy_steps: CopySteps) -> Result<(), Failure> {
    let (trace, saved) = (&args.recording.trace, &args.recording.save_messages);
    if trace.is_some() && copy_steps == CopySteps::Zero {
        return Err(Failure::TraceOfFreeCopies);
    }
    if let Some(path) = saved {
        let found = Printed::of(&path.to_string_lossy());
        if path.extension() != Some(OsStr::new("jsonl")) {
            return Err(Failure::SavedSuffix { found });
        }
        if trace.as_ref() == Some(path) {
            return Err(Failure::OneFileTwice { flags: "--trace, --save-messages", found });
        }
    }
    Ok(())
}

fn check_memory(args: &RouteArgs, set: &MessageSet) -> Result<(), Failure> {
    let records = Records {
        audit: args.recording.audit == AuditName::Full,
        trace: args.recording.trace.is_some(),
        ..Records::default()
    };
    let (size, congestion) = (SetSize::of(&set.messages), set.messages.congestion());
    let need = memory_needed(args.algorithm, set.shape, size, congestion, records);
    let subject = || {
        let (rows, cols) = (set.shape.rows(), set.shape.cols());
        format!("{} on {rows} x {cols} nodes", args.algorithm.name())
    };
    Ok(memory::check(subject, need)?)
}

/// The report of a run that broke a rule.
pub(crate) fn violated(violation: &Violation, format: Format) -> Report {
    let output = match format {
        Format::Json => json(&ViolationResult::of(violation)),
        Format::Text => Vec::new(),
    };
    Report { output, complaint: Some(violation.to_string()) }
}

/// What is wrong with the deliveries of a run, if anything.
fn complaint(check: &DeliveryReport) -> Option<String> {
    let faults = [
        (check.undelivered, "not made"),
        (check.duplicates, "made twice"),
        (check.strays, "made where nobody asked for it"),
    ];
    let found: Vec<String> = faults
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let expected = check.delivered + check.undelivered;
    (!found.is_empty())
        .then(|| format!("expected {expected} deliveries, each once, found {}", found.join(", ")))
}

fn summarise(args: &RouteArgs, set: &MessageSet, run: &Run) -> RouteResult {
    let Run { outcome, parameters, elapsed, check, bound } = run;
    let messages = &set.messages;
    let congestion = messages.congestion();
    let ratio = |reference: f64| (reference > 0.0).then(|| outcome.steps as f64 / reference);
    RouteResult {
        schema: "meshcast.route/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: args.algorithm.name(),
        variant: None,
        mode: "step",
        seed: args.run.seed,
        machine: MachineResult::of(outcome),
        messages: MessagesResult {
            source: set.source.clone(),
            count: messages.count(),
            degree: messages.degree(),
            congestion,
            deliveries: messages.deliveries(),
        },
        steps: outcome.steps,
        steps_over_sqrt_cn: ratio((congestion as f64 * set.shape.nodes() as f64).sqrt()),
        lower_bound: bound.steps,
        steps_over_lower_bound: ratio(bound.steps as f64),
        deliveries: check.delivered,
        undelivered: check.undelivered,
        buffer: RouteBuffer {
            peak: outcome.peak,
            capacity: outcome.capacity,
            peak_phase: outcome.peak_path.clone(),
            peak_is: "measured",
        },
        links: Links {
            uses: outcome.link_uses,
            peak: outcome.audit.as_ref().map(meshcast_engine::FullAudit::link_peak),
        },
        copies: outcome.copies,
        ledger: LedgerEntry::all(&outcome.ledger),
        parameters: *parameters,
        audit: outcome.audit.as_ref().map(|audit| AuditSummary::of(audit, set.shape)),
        timing: Timing::of(outcome, *elapsed, args.run.threads()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::Rule;

    #[test]
    fn a_violation_is_printed_as_json_or_in_one_line() {
        let violation = Violation { rule: Rule::M6, step: 5, node: 3, actual: 3, limit: 2 };
        let report = violated(&violation, Format::Json);
        let line = "rule M6 broken in step 5 at node 3: a buffer holds at most its capacity at the end of a step \
                    (found 3, limit 2)";
        let expected = format!(
            "{{\"schema\":\"meshcast.violation/1\",\"rule\":\"M6\",\"step\":5,\"node\":3,\"actual\":3,\"limit\":2,\
             \"message\":\"{line}\"}}\n"
        );
        assert_eq!(String::from_utf8(report.output).unwrap(), expected);
        assert_eq!(report.complaint.as_deref(), Some(line));
        assert!(violated(&violation, Format::Text).output.is_empty());
    }

    #[test]
    fn every_kind_of_wrong_delivery_is_named() {
        let right = DeliveryReport { delivered: 5, ..DeliveryReport::default() };
        assert_eq!(complaint(&right), None);
        let wrong = DeliveryReport { delivered: 5, undelivered: 1, duplicates: 2, strays: 3 };
        let expected = "expected 6 deliveries, each once, found 1 not made, 2 made twice, \
                        3 made where nobody asked for it";
        assert_eq!(complaint(&wrong).as_deref(), Some(expected));
    }
}
