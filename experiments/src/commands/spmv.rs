//! Runs `meshcast spmv`, which multiplies a sparse matrix by a vector: multicast, then products at the rows.

use crate::catalogue::{self, AdmissionError, Algorithm, Setting};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::SpmvArgs;
use crate::input::MatrixEntry;
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
use meshcast_engine::{AuditLevel, Machine, Mode, Options, Outcome, Violation};
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

/// What is multiplied.
struct Factors {
    set: MessageSet,
    /// The matrix as it is in the file; none if it follows from the seed.
    entries: Option<Vec<MatrixEntry>>,
    product: SparseProduct,
}

/// A product as it was computed.
struct Multiplied {
    outcome: Outcome,
    communication_steps: u64,
    chosen: Option<&'static str>,
    check: DeliveryReport,
    y: Vec<i64>,
    elapsed: Duration,
}

/// What a product is compared with.
struct Beside {
    lower_bound: u64,
    unicast_steps: u64,
    is_right: bool,
}

/// Multiplies the matrix that `args` name.
pub(crate) fn spmv(args: &SpmvArgs, terminal: Terminal) -> Result<Reply, SpmvError> {
    let algorithm = args.algorithm;
    let records = Records { threads: args.run.threads(), ..Records::default() };
    let admit = |sketch: &Sketch| algorithm.admit(sketch, records, Room::Available);
    let (set, entries) = watch("making the message set", terminal.progress, || {
        load::message_set_with_values(&args.set, &[algorithm], args.run.seed, &admit)
    })?;
    algorithm.check(&set, Congestion::Known, records, Room::Available)?;
    let leaping = Records { mode: Mode::Leap, ..records };
    catalogue::UNICAST.check(&set, Congestion::Known, leaping, Room::Available)?;
    check_payloads(&set, entries.as_deref())?;
    let factors = Factors::new(set, entries, args.run.seed);
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
    let multiplied =
        watch("multiplying", terminal.progress, || multiply(algorithm, &factors, setting));
    let multiplied = match multiplied {
        Ok(multiplied) => multiplied,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let is_right = multiplied.y == factors.on_the_host();
    let set = &factors.set;
    let lower_bound = watch("finding the lower bound", terminal.progress, || {
        bounds(set, setting.model).steps.steps
    });
    let unicast = watch("running unicast", terminal.progress, || unicast_steps(set, setting));
    let unicast_steps = match unicast {
        Ok(steps) => steps,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let beside = Beside { lower_bound, unicast_steps, is_right };
    let result = result(&multiplied, (algorithm, &factors, setting), &beside);
    let reply = Reply::showing(args.run.format, &result, text::spmv);
    let wrong = || "expected the y that the host computes, found another".to_owned();
    let complaint = complaint(algorithm, &multiplied.check);
    Ok(reply.complaining(complaint.or_else(|| (!is_right).then(wrong))))
}

/// Refuses a set whose values, in packets, in output queues and in rows, there is no room for.
fn check_payloads(set: &MessageSet, entries: Option<&[MatrixEntry]>) -> Result<(), MemoryError> {
    // An entry of a tree and its words; the places of a tree are two thirds full.
    const BYTES_OF_A_VALUE: u64 = 96;
    // As it was read, as it is sorted, and in its row.
    const BYTES_OF_AN_ENTRY: u64 = 12 + 12 + 8;
    let (shape, deliveries) = (set.shape, set.messages.deliveries() as u64);
    let packets = deliveries + 2 * shape.nodes() as u64;
    let subject = || format!("spmv on {} x {} nodes", shape.rows(), shape.cols());
    let of_matrix = entries.map_or(0, |entries| entries.len() as u64 * BYTES_OF_AN_ENTRY);
    memory::check(subject, (packets + deliveries) * BYTES_OF_A_VALUE + of_matrix)
}

impl Factors {
    fn new(set: MessageSet, entries: Option<Vec<MatrixEntry>>, seed: u64) -> Self {
        let product = SparseProduct::of_messages(&set.messages, seed);
        let product = match &entries {
            None => product,
            Some(entries) => {
                let given = entries.iter().map(|entry| (entry.row, entry.column, entry.value()));
                product.with_entries(set.shape.nodes(), given.collect())
            }
        };
        Self { set, entries, product }
    }

    /// y as a host computes it that knows no machine: entry after entry of the file, or column after column of the set.
    fn on_the_host(&self) -> Vec<i64> {
        let mut y = vec![0; self.set.shape.nodes()];
        match &self.entries {
            Some(entries) => {
                for entry in entries {
                    let x = self.product.vector(entry.column);
                    y[entry.row as usize] += i64::from(entry.value()) * x;
                }
            }
            None => {
                for (column, rows) in self.set.messages.iter() {
                    let x = self.product.vector(column);
                    for &row in rows {
                        y[row as usize] += self.product.entry(row, column) * x;
                    }
                }
            }
        }
        y
    }
}

/// Delivers x by `algorithm` and adds up the products.
fn multiply(
    algorithm: Algorithm,
    factors: &Factors,
    setting: Setting<'_>,
) -> Result<Multiplied, Violation> {
    let started = Instant::now();
    let Factors { set, product, .. } = factors;
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
    let y = sums.reveal(&outcome);
    let check = check_deliveries(&set.messages, outcome.deliveries.iter());
    let chosen = plan.choice.as_ref().map(|choice| choice.label);
    Ok(Multiplied { outcome, communication_steps, chosen, check, y, elapsed })
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
    (algorithm, factors, setting): (Algorithm, &Factors, Setting<'_>),
    beside: &Beside,
) -> SpmvResult {
    let Multiplied { outcome, communication_steps, chosen, check, elapsed, .. } = multiplied;
    SpmvResult {
        schema: "meshcast.spmv/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: algorithm.name(),
        variant: algorithm.variant(),
        chosen: *chosen,
        seed: setting.seed,
        machine: MachineResult::of(outcome),
        messages: MessagesResult::of(&factors.set),
        values: if factors.entries.is_some() { "file" } else { "seeded" },
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
        told_when_done: outcome.told_when_done,
        correct: beside.is_right,
        ledger: LedgerEntry::all(&outcome.ledger),
        timing: Timing::of(outcome, *elapsed, setting.threads),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::MessageSetArgs;
    use crate::input::Placement;
    use meshcast_engine::CostModel;
    use std::fs;
    use tempfile::tempdir;

    const SEED: u64 = 7;

    fn factors(text: &str, placement: Placement) -> Factors {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a.mtx");
        fs::write(&path, format!("%%MatrixMarket matrix coordinate {text}")).unwrap();
        let placement = Some(placement);
        let set = MessageSetArgs { input: Some(path), placement, ..MessageSetArgs::default() };
        let (set, entries) =
            load::message_set_with_values(&set, &[catalogue::UNICAST], SEED, &|_| Ok(())).unwrap();
        Factors::new(set, entries, SEED)
    }

    /// y as the machine computes it, and x, both in the order of the file.
    fn y_and_x(factors: &Factors, placement: Placement, algorithm: Algorithm) -> [Vec<i64>; 2] {
        let setting = Setting {
            model: CostModel::default(),
            mode: Mode::Step,
            audit: AuditLevel::Peak,
            header_words: None,
            threads: 1,
            seed: SEED,
            congestion: Congestion::Known,
            permutations: &[],
            flags: &[],
        };
        let Multiplied { y, .. } = multiply(algorithm, factors, setting).unwrap();
        let nodes = placement.nodes(factors.set.shape, SEED);
        let of_file = |of: &dyn Fn(u32) -> i64| nodes.iter().map(|&node| of(node)).collect();
        [of_file(&|node| y[node as usize]), of_file(&|node| factors.product.vector(node))]
    }

    #[test]
    fn values_of_a_file_are_multiplied() {
        // An entry given twice is the sum; a whole number may be written as any number.
        let general =
            "real general\n3 3 6\n1 1 20000\n1 3 -3.0\n2 2 5e1\n3 1 -32768\n1 1 20000\n1 1 -3e4\n";
        let skew = "integer skew-symmetric\n2 2 1\n2 1 4\n";
        for algorithm in ["hamiltonian", "randomized:sweep", "greedy-tree", "unicast"] {
            let algorithm = catalogue::named(algorithm).unwrap();
            for placement in [Placement::RowMajor, Placement::Snake, Placement::Random] {
                let of_general = factors(general, placement);
                let [y, x] = y_and_x(&of_general, placement, algorithm);
                let expected = [10_000 * x[0] - 3 * x[2], 50 * x[1], -32_768 * x[0], 0];
                assert_eq!((&y[..], x.contains(&0)), (&expected[..], false));
                let [y, x] = y_and_x(&factors(skew, placement), placement, algorithm);
                assert_eq!(y, [-4 * x[1], 4 * x[0], 0, 0]);
            }
        }
    }

    #[test]
    fn the_host_computes_the_same_of_the_file() {
        let factors = factors("integer symmetric\n3 3 3\n1 1 -2\n2 1 3\n3 3 0\n", Placement::Snake);
        let x = |node| factors.product.vector(node);
        // Of four nodes on a snake the third stands at node 3.
        let expected = [3 * x(1) - 2 * x(0), 3 * x(0), 0, 0];
        assert_eq!(factors.on_the_host(), expected);
    }

    #[test]
    fn values_that_are_not_whole_or_not_small_follow_from_the_seed() {
        let entry = |text| factors(text, Placement::RowMajor).product.entry(1, 0);
        let seeded = entry("pattern general\n2 2 1\n2 1\n");
        for text in [
            "real general\n2 2 1\n2 1 1.5\n",
            "real general\n2 2 2\n2 1 1\n1 1 nan\n",
            "integer general\n2 2 1\n2 1 32768\n",
            "integer general\n2 2 1\n2 1 -32769\n",
            "integer general\n2 2 2\n2 1 32767\n2 1 1\n",
            "integer skew-symmetric\n2 2 1\n2 1 -32768\n",
            "complex general\n2 2 1\n2 1 1 0\n",
        ] {
            assert_eq!(entry(text), seeded, "{text}");
        }
        assert_eq!(entry("integer general\n2 2 1\n2 1 32767\n"), 32_767);
        assert_eq!(entry("integer general\n2 2 1\n2 1 -32768\n"), -32_768);
        let most = "65538\n".to_owned() + &"2 1 32767\n".repeat(65_538);
        assert_eq!(entry(&format!("integer general\n2 2 {most}")), seeded, "a sum beyond 32 bits");
    }
}
