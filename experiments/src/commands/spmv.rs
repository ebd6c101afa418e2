//! Runs `meshcast spmv`, which multiplies a sparse matrix by a vector: multicast, then products at the rows.

mod factors;

use crate::catalogue::{self, AdmissionError, Algorithm, Class, Plans, Setting};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::SpmvArgs;
use crate::load::{self, LoadError, Matrix};
use crate::memory::{self, MemoryError, Records, Room, SetSize, Sketch};
use crate::message_set::MessageSet;
use crate::present::text;
use crate::results::spmv::SpmvResult;
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, MessagesResult, Registers, RouteBuffer, Timing,
    VERSION,
};
use crate::run::{Run, bounds, delivery_complaint};
use factors::Factors;
use meshcast_algorithms::{Congestion, DeliveryReport, check_deliveries};
use meshcast_engine::{AuditLevel, Mode, Options, Outcome, Violation};
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
    /// What came of each class of messages; of the whole set if there is one.
    classes: Vec<Class>,
    check: DeliveryReport,
    /// In the order of the rows.
    y: Vec<i64>,
    elapsed: Duration,
}

/// What a product is of, and what it is compared with.
struct Beside {
    /// Where the values of A are from.
    values: &'static str,
    lower_bound: u64,
    unicast_steps: u64,
    is_right: bool,
}

/// Multiplies the matrix that `args` name.
pub(crate) fn spmv(args: &SpmvArgs, terminal: Terminal) -> Result<Reply, SpmvError> {
    let algorithm = args.algorithm;
    let records = Records { threads: args.run.threads(), ..Records::default() };
    let admit = |sketch: &Sketch| algorithm.admit(sketch, records, Room::Available);
    let (set, matrix) = watch("making the message set", terminal.progress, || {
        load::matrix(&args.set, &[algorithm], args.run.seed, &admit)
    })?;
    algorithm.check(&set, Congestion::Known, records, Room::Available)?;
    let leaping = Records { mode: Mode::Leap, ..records };
    catalogue::UNICAST.check(&set, Congestion::Known, leaping, Room::Available)?;
    let subject = || format!("spmv on {} x {} nodes", set.shape.rows(), set.shape.cols());
    memory::check(subject, of_payloads(&set, &matrix))?;
    let factors = Factors::new(matrix, set.shape.nodes(), args.run.seed);
    Ok(reply(args, &set, &factors, terminal))
}

/// Multiplies, and compares the product with what else is known of it.
fn reply(args: &SpmvArgs, set: &MessageSet, factors: &Factors, terminal: Terminal) -> Reply {
    let algorithm = args.algorithm;
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
    let compared = || {
        let multiplied =
            watch("multiplying", terminal.progress, || multiply(algorithm, set, factors, setting))?;
        let lower_bound = watch("finding the lower bound", terminal.progress, || {
            bounds(set, setting.model).steps.steps
        });
        let unicast_steps =
            watch("running unicast", terminal.progress, || unicast_steps(set, setting))?;
        let is_right = multiplied.y == factors.on_the_host();
        let values = if factors.are_from_file() { "file" } else { "seeded" };
        Ok::<_, Violation>((multiplied, Beside { values, lower_bound, unicast_steps, is_right }))
    };
    let (multiplied, beside) = match compared() {
        Ok(compared) => compared,
        Err(violation) => return violated(&violation, args.run.format),
    };
    let result = result(&multiplied, (algorithm, set, setting), &beside);
    let reply = Reply::showing(args.run.format, &result, text::spmv);
    let wrong = || "expected the y that the host computes, found another".to_owned();
    let complaint = complaint(algorithm, &multiplied.check);
    reply.complaining(complaint.or_else(|| (!beside.is_right).then(wrong)))
}

/// Bytes of the values of a set, in packets, in output queues and in rows.
fn of_payloads(set: &MessageSet, matrix: &Matrix) -> u64 {
    // An entry of a tree and its words; the places of a tree are two thirds full.
    const BYTES_OF_A_VALUE: u64 = 96;
    // A product, and the entry as it was read if it is from the file.
    const BYTES_OF_A_PRODUCT: u64 = 12;
    const BYTES_OF_AN_ENTRY: u64 = 12;
    // The number of its column, and its sum on a node, in its place and by the host.
    const BYTES_OF_A_ROW: u64 = 24 + 3 * 8;
    let values = 2 * (set.messages.deliveries() + set.shape.nodes()) as u64;
    let columns = SetSize::of(&matrix.columns);
    let of_a_product =
        BYTES_OF_A_PRODUCT + if matrix.entries.is_some() { BYTES_OF_AN_ENTRY } else { 0 };
    let rows = matrix.columns.nodes() as u64;
    values * BYTES_OF_A_VALUE
        + columns.bytes()
        + columns.deliveries * of_a_product
        + rows * BYTES_OF_A_ROW
}

/// Delivers x by `algorithm` and adds up the products.
fn multiply(
    algorithm: Algorithm,
    set: &MessageSet,
    factors: &Factors,
    setting: Setting<'_>,
) -> Result<Multiplied, Violation> {
    let started = Instant::now();
    let product = &factors.product;
    let options = Options {
        model: setting.model,
        threads: setting.threads,
        payload_words: 1,
        ..Options::default()
    };
    let plans = Plans::new(algorithm, set, setting);
    let (mut machine, classes) = plans
        .run(set, options, |machine| machine.with_values(|message| product.carried(message)))?;
    let communication_steps = machine.steps();
    let sums = product.add_up(&mut machine)?;
    let (outcome, elapsed) = (machine.finish(), started.elapsed());
    let y = factors.of_rows(&sums.reveal(&outcome));
    let check = check_deliveries(&set.messages, outcome.deliveries.iter());
    Ok(Multiplied { outcome, communication_steps, classes, check, y, elapsed })
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
    beside: &Beside,
) -> SpmvResult {
    let Multiplied { outcome, communication_steps, classes, check, elapsed, .. } = multiplied;
    SpmvResult {
        schema: "meshcast.spmv/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: algorithm.name(),
        variant: algorithm.variant(),
        chosen: classes[0].parameters.choice.as_ref().map(|choice| choice.label),
        seed: setting.seed,
        machine: MachineResult::of(outcome),
        messages: MessagesResult::of(set),
        values: beside.values,
        steps: outcome.steps,
        communication_steps: *communication_steps,
        product_steps: outcome.steps - communication_steps,
        lower_bound: beside.lower_bound,
        unicast_steps: beside.unicast_steps,
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
        classes: if classes.len() > 1 { classes.clone() } else { Vec::new() },
        told_when_done: outcome.told_when_done,
        correct: beside.is_right,
        ledger: LedgerEntry::all(&outcome.ledger),
        timing: Timing::of(outcome, *elapsed, setting.threads),
    }
}

#[cfg(test)]
mod tests;
