//! Runs `meshcast compare`, which serves one message set with several algorithms, and as worms.

mod worms;

use super::worm::{Sending, WormError};
use crate::catalogue::{self, AdmissionError, Algorithm, Setting};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{CompareArgs, FlagError, ModeName};
use crate::load::{self, LoadError};
use crate::memory::{Records, Room, Sketch};
use crate::message_set::MessageSet;
use crate::present::text;
use crate::results::{Broken, CompareResult, LeftOut, ViolationResult};
use crate::run::{Bounds, Run, bounds};
use meshcast_algorithms::Congestion;
use meshcast_engine::{AuditLevel, Violation};
use thiserror::Error;

/// Routes the message set that `args` ask for with every algorithm that they name.
pub(crate) fn compare(args: &CompareArgs, terminal: Terminal) -> Result<Reply, CompareError> {
    let algorithms = algorithms(&args.algorithms)?;
    let records = Records {
        permutations: args.permutations.count(),
        threads: args.run.threads(),
        mode: args.mode.mode(),
        may_leap: true,
        other_outcomes: u64::from(args.mode == ModeName::Check),
        ..Records::default()
    };
    let admit = |sketch: &Sketch| admit_any(&algorithms, sketch, records);
    let set = watch("making the message set", terminal.progress, || {
        load::message_set(&args.set, &algorithms, args.run.seed, &admit)
    })?;
    let sending = args.worms.then(|| sending(args, &set)).transpose()?;
    let permutations = load::permutations_for_all(&args.permutations, &algorithms, &set)?;
    let setting = Setting {
        model: args.cost.model(),
        mode: args.mode.mode(),
        audit: AuditLevel::Peak,
        header_words: args.header.header_words,
        threads: args.run.threads(),
        seed: args.run.seed,
        congestion: Congestion::Known,
        permutations: &[],
        flags: &[],
    };
    let bounds = watch("finding a lower bound", terminal.progress, || bounds(&set, setting.model));
    let mut comparison = Comparison::new(&set, bounds);
    for &algorithm in &algorithms {
        let skipped = || algorithm.skipped_on(&set);
        if let Some(reason) = args.algorithms.is_empty().then(skipped).flatten() {
            comparison.leave_out(algorithm, reason);
            continue;
        }
        let permutations = if algorithm.entry().permutes_nodes() { &permutations[..] } else { &[] };
        let flags = if permutations.is_empty() { &[][..] } else { &["--permutations"] };
        let setting = Setting { permutations, flags, ..setting };
        let records = Records { permutations: permutations.len(), ..records };
        match algorithm.check(&set, setting.congestion, records, Room::Available) {
            Ok(()) => {
                let run = watch("running the algorithms", terminal.progress, || {
                    Run::in_mode(args.mode, algorithm, &set, setting, None)
                });
                comparison.add(algorithm, run);
            }
            Err(error) => comparison.leave_out(algorithm, error.to_string()),
        }
    }
    if let Some(sending) = sending {
        let (worms, complaints) =
            worms::worms(&sending, &args.times, &comparison.result, terminal.progress)?;
        comparison.result.worms = Some(worms);
        comparison.complaints.extend(complaints);
    }
    let reply = Reply::showing(args.run.format, &comparison.result, |result| {
        text::compare(result, &algorithms, &set, setting, &bounds.steps)
    });
    Ok(reply.complaining(comparison.complaint()))
}

/// How the messages are sent as worms, one of a node.
fn sending<'a>(args: &'a CompareArgs, set: &'a MessageSet) -> Result<Sending<'a>, CompareError> {
    args.set.refuse_blocks("--worms")?;
    Ok(Sending::on_mesh(set, &args.times, &args.run)?)
}

/// Refuses a set on which none of the algorithms would fit; those that do not are left out, unless all are. The one that needs least is
/// named then.
fn admit_any(
    algorithms: &[Algorithm],
    sketch: &Sketch,
    records: Records,
) -> Result<(), AdmissionError> {
    let admit = |algorithm: &Algorithm| algorithm.admit(sketch, records, Room::Available);
    if algorithms.iter().any(|algorithm| admit(algorithm).is_ok()) {
        return Ok(());
    }
    let by_need = |algorithm: &&Algorithm| algorithm.least_need(sketch, records);
    algorithms.iter().min_by_key(by_need).map_or(Ok(()), admit)
}

/// The algorithms `named`, or all.
fn algorithms(named: &[Algorithm]) -> Result<Vec<Algorithm>, CompareError> {
    let twice = named.iter().enumerate().find(|(place, name)| named[..*place].contains(name));
    match twice {
        Some((_, name)) => Err(CompareError::AlgorithmTwice { name: name.label() }),
        None if named.is_empty() => Ok(catalogue::all().collect()),
        None => Ok(named.to_vec()),
    }
}

/// What came of every algorithm so far.
struct Comparison<'a> {
    set: &'a MessageSet,
    bounds: Bounds,
    result: CompareResult,
    complaints: Vec<String>,
}

impl<'a> Comparison<'a> {
    fn new(set: &'a MessageSet, bounds: Bounds) -> Self {
        let result = CompareResult {
            schema: "meshcast.compare/1",
            runs: Vec::new(),
            left_out: Vec::new(),
            violations: Vec::new(),
            worms: None,
        };
        Self { set, bounds, result, complaints: Vec::new() }
    }

    fn add(&mut self, algorithm: Algorithm, run: Result<Run<'_>, Violation>) {
        let complaint = match run {
            Ok(run) => {
                self.result.runs.push(run.result(self.set, &self.bounds));
                run.complaint()
            }
            Err(violation) => {
                self.result.violations.push(Broken {
                    algorithm: algorithm.name(),
                    variant: algorithm.variant(),
                    violation: ViolationResult::of(&violation),
                });
                Some(violation.to_string())
            }
        };
        self.complaints.extend(complaint.map(|what| format!("{}: {what}", algorithm.label())));
    }

    fn leave_out(&mut self, algorithm: Algorithm, reason: String) {
        let variant = algorithm.variant();
        self.result.left_out.push(LeftOut { algorithm: algorithm.name(), variant, reason });
    }

    /// What is wrong with the runs, if anything.
    fn complaint(&self) -> Option<String> {
        (!self.complaints.is_empty()).then(|| self.complaints.join("; "))
    }
}

/// A refused comparison. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum CompareError {
    #[error("--algorithms: expected every name once, found {name} twice")]
    AlgorithmTwice { name: &'static str },
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Worm(#[from] WormError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{broken_rule, json};
    use meshcast_algorithms::{Workload, generate};
    use meshcast_engine::{CostModel, Mode, Shape};
    use std::sync::Arc;

    /// A comparison of nothing so far, and the setting of its runs.
    fn comparison(set: &MessageSet) -> (Comparison<'_>, Setting<'static>) {
        let model = CostModel::default();
        let (audit, congestion) = (AuditLevel::Peak, Congestion::Known);
        let (mode, permutations, flags) = (Mode::Step, &[][..], &[][..]);
        let setting = Setting {
            model,
            mode,
            audit,
            header_words: None,
            threads: 1,
            seed: 1,
            congestion,
            permutations,
            flags,
        };
        (Comparison::new(set, bounds(set, model)), setting)
    }

    fn named(name: &str) -> Algorithm {
        catalogue::named(name).unwrap()
    }

    fn transpose(side: usize) -> MessageSet {
        let shape = Shape::new(side, side).unwrap();
        let messages = generate(Workload::Transpose, side, None, None, 1).unwrap();
        let (source, messages) = ("set".to_owned(), Arc::new(messages));
        MessageSet { source, shape, messages, against: Vec::new() }
    }

    #[test]
    fn a_run_that_breaks_a_rule_does_not_hide_the_others() {
        let set = transpose(4);
        let (mut comparison, setting) = comparison(&set);
        let violation = broken_rule();
        comparison.add(named("buffered"), Err(violation.clone()));
        comparison.add(named("hamiltonian"), Run::new(named("hamiltonian"), &set, setting, None));
        assert_eq!(comparison.complaint(), Some(format!("buffered: {violation}")));
        let bound = comparison.bounds.steps;
        let text = text::compare(&comparison.result, &catalogue::SHIPPED, &set, setting, &bound);
        let text = text.to_string();
        assert!(text.contains("  hamiltonian     17 "), "{text}");
        assert!(text.contains(&format!("  buffered      {violation}\n")), "{text}");
        let json = String::from_utf8(json(&comparison.result)).unwrap();
        let broken = "\"violations\":[{\"algorithm\":\"buffered\",\"variant\":null,\
                      \"violation\":{\"schema\":\"meshcast.violation/1\",\"rule\":\"M6\",";
        assert!(json.contains(broken), "{json}");
        assert!(!json.contains("left_out"), "{json}");
    }

    #[test]
    fn an_algorithm_that_does_not_fit_is_named_with_the_reason() {
        let set = transpose(2);
        let (mut comparison, setting) = comparison(&set);
        comparison.leave_out(named("buffered"), "too large".to_owned());
        assert_eq!(comparison.complaint(), None);
        let bound = comparison.bounds.steps;
        let text = text::compare(&comparison.result, &[], &set, setting, &bound);
        let text = text.to_string();
        assert!(text.contains("  buffered      left out: too large\n"), "{text}");
        let json = String::from_utf8(json(&comparison.result)).unwrap();
        let left_out =
            r#""left_out":[{"algorithm":"buffered","variant":null,"reason":"too large"}]"#;
        assert!(json.contains(left_out), "{json}");
    }
}
