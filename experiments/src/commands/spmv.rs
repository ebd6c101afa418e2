//! Runs `meshcast spmv`, which multiplies a sparse matrix by a vector: multicast, then products at the rows.

use crate::catalogue::{self, AdmissionError, Algorithm, Setting};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::SpmvArgs;
use crate::load::{self, LoadError};
use crate::memory::{self, MemoryError, Records, Room, Sketch};
use crate::message_set::MessageSet;
use crate::present::text;
use crate::results::spmv::SpmvResult;
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, MessagesResult, Registers, RouteBuffer, Timing,
    VERSION,
};
use crate::run::{Run, bounds, delivery_complaint};
use meshcast_algorithms::{Congestion, DeliveryReport, SparseProduct, check_deliveries};
use meshcast_engine::{AuditLevel, Machine, Messages, Mode, Options, Outcome, Violation};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// A product that is refused. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum SpmvError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Admission(#[from] AdmissionError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// A product as it was computed.
struct Multiplied {
    outcome: Outcome,
    communication_steps: u64,
    chosen: Option<&'static str>,
    check: DeliveryReport,
    is_right: bool,
    elapsed: Duration,
}

/// Multiplies the matrix that `args` name.
pub(crate) fn spmv(args: &SpmvArgs, terminal: Terminal) -> Result<Reply, SpmvError> {
    args.set.refuse_blocks("spmv").map_err(LoadError::from)?;
    let algorithm = args.algorithm;
    let records = Records { threads: args.run.threads(), ..Records::default() };
    let admit = |sketch: &Sketch| algorithm.admit(sketch, records, Room::Available);
    let set = watch("making the message set", terminal.progress, || {
        load::message_set(&args.set, &[algorithm], args.run.seed, &admit)
    })?;
    algorithm.check(&set, Congestion::Known, records, Room::Available)?;
    let leaping = Records { mode: Mode::Leap, ..records };
    catalogue::UNICAST.check(&set, Congestion::Known, leaping, Room::Available)?;
    check_payloads(&set)?;
    let setting = Setting {
        model: args.cost.model(),
        mode: Mode::Step,
        audit: AuditLevel::Peak,
        header_words: None,
        threads: args.run.threads(),
        seed: args.run.seed,
        congestion: Congestion::Known,
        permutations: &[],
        flags: &[],
    };
    let multiplied = watch("multiplying", terminal.progress, || multiply(algorithm, &set, setting));
    let multiplied = match multiplied {
        Ok(multiplied) => multiplied,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let lower_bound = watch("finding the lower bound", terminal.progress, || {
        bounds(&set, setting.model).steps.steps
    });
    let unicast = watch("running unicast", terminal.progress, || unicast_steps(&set, setting));
    let unicast_steps = match unicast {
        Ok(steps) => steps,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let result = result(&multiplied, (algorithm, &set, setting), (lower_bound, unicast_steps));
    let reply = Reply::showing(args.run.format, &result, text::spmv);
    let wrong = || "expected the y that the host computes, found another".to_owned();
    let complaint = complaint(algorithm, &multiplied.check);
    Ok(reply.complaining(complaint.or_else(|| (!multiplied.is_right).then(wrong))))
}

/// Refuses a set whose values, in packets and in output queues, there is no room for.
fn check_payloads(set: &MessageSet) -> Result<(), MemoryError> {
    // An entry of a tree and its words; the places of a tree are two thirds full.
    const BYTES_OF_A_VALUE: u64 = 96;
    let (shape, deliveries) = (set.shape, set.messages.deliveries() as u64);
    let packets = deliveries + 2 * shape.nodes() as u64;
    let subject = || format!("spmv on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, (packets + deliveries) * BYTES_OF_A_VALUE)
}

/// Delivers x by `algorithm`, adds up the products and compares y.
fn multiply(
    algorithm: Algorithm,
    set: &MessageSet,
    setting: Setting<'_>,
) -> Result<Multiplied, Violation> {
    let started = Instant::now();
    let product = SparseProduct::of_messages(&set.messages, setting.seed);
    let plan = algorithm.plan(set, setting);
    let options = Options {
        model: setting.model,
        threads: setting.threads,
        payload_words: plan.payload_words + 1,
        ..Options::default()
    };
    let machine = Machine::new(set.shape, Arc::clone(&plan.messages), plan.capacity, options);
    let mut machine = machine.with_values(|node| product.carried(node));
    plan.run(&mut machine)?;
    let communication_steps = machine.steps();
    let sums = product.add_up(&mut machine)?;
    let (outcome, elapsed) = (machine.finish(), started.elapsed());
    let is_right = sums.reveal(&outcome) == on_the_host(&set.messages, product);
    let check = check_deliveries(&set.messages, outcome.deliveries.iter());
    let chosen = plan.choice.as_ref().map(|choice| choice.label);
    Ok(Multiplied { outcome, communication_steps, chosen, check, is_right, elapsed })
}

/// y as a host computes it that knows no machine: column after column.
fn on_the_host(messages: &Messages, product: SparseProduct) -> Vec<i64> {
    let mut y = vec![0; messages.nodes()];
    for (column, rows) in messages.iter() {
        let x = product.vector(column);
        for &row in rows {
            y[row as usize] += product.entry(row, column) * x;
        }
    }
    y
}

/// The steps of `unicast`, counted in leaps.
fn unicast_steps(set: &MessageSet, setting: Setting<'_>) -> Result<u64, Violation> {
    let setting = Setting { mode: Mode::Leap, ..setting };
    Run::new(catalogue::UNICAST, set, setting, None).map(|run| run.outcome.steps)
}

/// What is wrong with the deliveries, if anything is. What output queues drop is no fault.
fn complaint(algorithm: Algorithm, check: &DeliveryReport) -> Option<String> {
    let repeats = algorithm.entry().repeats_deliveries();
    let duplicates = if repeats { 0 } else { check.duplicates };
    delivery_complaint(&DeliveryReport { duplicates, ..*check })
}

fn result(
    multiplied: &Multiplied,
    (algorithm, set, setting): (Algorithm, &MessageSet, Setting<'_>),
    (lower_bound, unicast_steps): (u64, u64),
) -> SpmvResult {
    let Multiplied { outcome, communication_steps, chosen, check, is_right, elapsed } = multiplied;
    SpmvResult {
        schema: "meshcast.spmv/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: algorithm.name(),
        variant: algorithm.variant(),
        chosen: *chosen,
        seed: setting.seed,
        machine: MachineResult::of(outcome),
        messages: MessagesResult::of(set),
        steps: outcome.steps,
        communication_steps: *communication_steps,
        product_steps: outcome.steps - communication_steps,
        lower_bound,
        unicast_steps,
        deliveries: check.delivered,
        undelivered: check.undelivered,
        buffer: RouteBuffer {
            peak: outcome.peak,
            capacity: outcome.capacity,
            peak_phase: outcome.peak_path.clone(),
            peak_is: "measured",
        },
        registers: Registers::of(outcome),
        links: Links { uses: outcome.link_uses, peak: None },
        copies: outcome.copies,
        told_when_done: outcome.told_when_done,
        correct: *is_right,
        ledger: LedgerEntry::all(&outcome.ledger),
        timing: Timing::of(outcome, *elapsed, setting.threads),
    }
}
