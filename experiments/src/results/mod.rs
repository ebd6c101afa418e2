//! Holds results as JSON has them: the fields of a contract, in its order.

pub(crate) mod audit;
pub(crate) mod audit_summary;
pub(crate) mod check;
pub(crate) mod crossover;
pub(crate) mod expander;
pub(crate) mod guarantee;
pub(crate) mod limits;
mod parameters;
pub(crate) mod pram;
pub(crate) mod replay;
pub(crate) mod rounds;
pub(crate) mod spmv;
pub(crate) mod sweep;
pub(crate) mod torus;
pub(crate) mod verdict;
pub(crate) mod worm;
pub(crate) mod worm_dependencies;
pub(crate) mod worm_experiment;
pub(crate) mod worm_load;
pub(crate) mod worm_network;
pub(crate) mod worm_readings;
pub(crate) mod worm_routes;
pub(crate) mod worm_rows;
pub(crate) mod worm_run;

pub(crate) use crate::version::{COMMIT, VERSION};
pub(crate) use parameters::RouteParameters;

use crate::catalogue::Class;
use crate::message_set::MessageSet;
use crate::readable::{copy_steps, exchange_steps, ports};
use crate::results::audit_summary::AuditSummary;
use meshcast_engine::{CostModel, LedgerLine, Outcome, Shape, Violation};
use serde::Serialize;
use std::time::Duration;

/// The result of `meshcast route`.
#[derive(Debug, Serialize)]
pub(crate) struct RouteResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) variant: Option<&'static str>,
    pub(crate) mode: &'static str,
    pub(crate) seed: u64,
    pub(crate) machine: MachineResult,
    pub(crate) messages: MessagesResult,
    pub(crate) steps: u64,
    pub(crate) steps_over_sqrt_cn: Option<f64>,
    pub(crate) lower_bound: u64,
    pub(crate) steps_over_lower_bound: Option<f64>,
    pub(crate) deliveries: usize,
    pub(crate) undelivered: usize,
    pub(crate) buffer: RouteBuffer,
    pub(crate) registers: Registers,
    pub(crate) links: Links,
    #[serde(flatten)]
    pub(crate) spatial: Spatial,
    /// The energy that no algorithm can do without on this very set.
    pub(crate) energy_lower_bound: u64,
    pub(crate) copies: u64,
    pub(crate) ledger: Vec<LedgerEntry>,
    pub(crate) parameters: RouteParameters,
    /// What came of each class, if messages of one node were routed one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) classes: Vec<Class>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) audit: Option<AuditSummary>,
    pub(crate) timing: Timing,
}

/// The result of `meshcast compare`.
#[derive(Debug, Serialize)]
pub(crate) struct CompareResult {
    pub(crate) schema: &'static str,
    pub(crate) runs: Vec<RouteResult>,
    /// Algorithms that were not run, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<LeftOut>,
    /// Algorithms that broke a rule of the machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) violations: Vec<Broken>,
    /// The same set as worms, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worms: Option<WormComparison>,
}

/// A message set as worms beside store-and-forward, in nanoseconds.
#[derive(Debug, Serialize)]
pub(crate) struct WormComparison {
    /// What a step of store-and-forward takes: all flits of a message over one link.
    pub(crate) step_ns: u64,
    /// The runs of the algorithms, in their order.
    pub(crate) store_and_forward: Vec<InNanoseconds>,
    pub(crate) runs: Vec<worm_run::WormRunResult>,
    /// The ways whose worms wait for each other for ever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) deadlocks: Vec<WormsStuck>,
}

/// A message set as worms that wait for each other for ever.
#[derive(Debug, Serialize)]
pub(crate) struct WormsStuck {
    pub(crate) scheme: &'static str,
    pub(crate) grouping: &'static str,
    pub(crate) deadlock: worm_routes::DeadlockResult,
}

/// What the steps of an algorithm take.
#[derive(Debug, Serialize)]
pub(crate) struct InNanoseconds {
    pub(crate) algorithm: &'static str,
    pub(crate) variant: Option<&'static str>,
    /// The start-up once, and all steps.
    pub(crate) ns: u64,
}

/// An algorithm that was not run.
#[derive(Debug, Serialize)]
pub(crate) struct LeftOut {
    pub(crate) algorithm: &'static str,
    pub(crate) variant: Option<&'static str>,
    pub(crate) reason: String,
}

/// An algorithm that broke a rule.
#[derive(Debug, Serialize)]
pub(crate) struct Broken {
    pub(crate) algorithm: &'static str,
    pub(crate) variant: Option<&'static str>,
    pub(crate) violation: ViolationResult,
}

/// The result of `meshcast primitive`.
#[derive(Debug, Serialize)]
pub(crate) struct PrimitiveResult {
    pub(crate) schema: &'static str,
    pub(crate) name: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) steps: u64,
    pub(crate) steps_per_side: f64,
    pub(crate) formula_steps: u64,
    pub(crate) buffer: PrimitiveBuffer,
    pub(crate) registers: Registers,
    #[serde(flatten)]
    pub(crate) spatial: Spatial,
    pub(crate) correct: bool,
    pub(crate) machine: MachineResult,
    pub(crate) ledger: Vec<LedgerEntry>,
    pub(crate) parameters: PrimitiveParameters,
    pub(crate) seed: u64,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) timing: Timing,
}

/// A broken rule of the machine.
#[derive(Debug, Serialize)]
pub(crate) struct ViolationResult {
    schema: &'static str,
    rule: String,
    step: u64,
    node: Option<u32>,
    span: String,
    form: &'static str,
    actual: u64,
    limit: u64,
    pub(crate) message: String,
}

/// The machine and its charges.
#[derive(Debug, Serialize)]
pub(crate) struct MachineResult {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) nodes: usize,
    pub(crate) capacity: Option<usize>,
    pub(crate) ports: &'static str,
    pub(crate) exchange_steps: u8,
    pub(crate) copy_steps: u8,
}

/// The message set, as measured.
#[derive(Debug, Serialize)]
pub(crate) struct MessagesResult {
    pub(crate) source: String,
    pub(crate) count: usize,
    pub(crate) degree: usize,
    pub(crate) congestion: usize,
    pub(crate) deliveries: usize,
    /// The most messages of a node, where one has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) per_node: Option<usize>,
}

/// The buffers of a route.
#[derive(Debug, Serialize)]
pub(crate) struct RouteBuffer {
    pub(crate) peak: u32,
    pub(crate) capacity: Option<usize>,
    pub(crate) peak_phase: String,
    pub(crate) peak_is: &'static str,
}

/// The buffers of a primitive.
#[derive(Debug, Serialize)]
pub(crate) struct PrimitiveBuffer {
    pub(crate) peak: u32,
    pub(crate) capacity: Option<usize>,
}

/// The words that nodes keep beside packets, and that packets carry.
#[derive(Debug, Serialize)]
pub(crate) struct Registers {
    pub(crate) peak_words: u64,
    pub(crate) header_words: usize,
    pub(crate) header_words_limit: Option<usize>,
    pub(crate) payload_words: usize,
}

impl Registers {
    pub(crate) fn of(outcome: &Outcome) -> Self {
        Self {
            peak_words: outcome.register_words,
            header_words: outcome.header_words,
            header_words_limit: outcome.header_words_limit,
            payload_words: outcome.payload_words,
        }
    }
}

/// What the spatial computer model charges.
#[derive(Debug, Serialize)]
pub(crate) struct Spatial {
    /// Hops of all packets and words, an exchange being two.
    pub(crate) energy: u64,
    /// No chain of dependent messages has more messages, or makes more hops.
    pub(crate) depth: u64,
    pub(crate) distance: u64,
}

impl Spatial {
    pub(crate) fn of(outcome: &Outcome) -> Self {
        Self { energy: outcome.link_uses, depth: outcome.depth, distance: outcome.distance }
    }
}

/// The links.
#[derive(Debug, Serialize)]
pub(crate) struct Links {
    pub(crate) uses: u64,
    /// Known to the full audit only.
    pub(crate) peak: Option<u32>,
}

/// A leaf of the ledger.
#[derive(Debug, Serialize)]
pub(crate) struct LedgerEntry {
    pub(crate) path: String,
    pub(crate) calls: u64,
    pub(crate) steps: u64,
    pub(crate) peak: u32,
    /// Where it is not what was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peak_is: Option<&'static str>,
}

/// The parameters of a primitive.
#[derive(Debug, Serialize)]
pub(crate) struct PrimitiveParameters {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) t: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) k: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) blocks: Option<usize>,
    /// Rows and columns of the grid of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grid: Option<(usize, usize)>,
    pub(crate) pattern: &'static str,
}

/// Whatever cannot repeat.
#[derive(Debug, Serialize)]
pub(crate) struct Timing {
    pub(crate) seconds: f64,
    pub(crate) node_steps_per_second: f64,
    pub(crate) threads: usize,
}

impl MachineResult {
    pub(crate) fn of(outcome: &Outcome) -> Self {
        Self::new(outcome.shape, outcome.capacity, outcome.model)
    }

    pub(crate) fn new(shape: Shape, capacity: Option<usize>, model: CostModel) -> Self {
        Self {
            rows: shape.rows(),
            cols: shape.cols(),
            nodes: shape.nodes(),
            capacity,
            ports: ports(model),
            exchange_steps: exchange_steps(model),
            copy_steps: copy_steps(model),
        }
    }
}

impl MessagesResult {
    pub(crate) fn of(set: &MessageSet) -> Self {
        let messages = &set.messages;
        Self {
            source: set.source.clone(),
            count: messages.count(),
            degree: messages.degree(),
            congestion: messages.congestion(),
            deliveries: messages.deliveries(),
            per_node: Some(messages.per_node()).filter(|&several| several > 1),
        }
    }
}

impl LedgerEntry {
    pub(crate) fn all(lines: &[LedgerLine]) -> Vec<Self> {
        let entry = |line: &LedgerLine| {
            let LedgerLine { ref path, calls, steps, peak, peak_is_bound } = *line;
            let peak_is = peak_is_bound.then_some("bound");
            Self { path: path.clone(), calls, steps, peak, peak_is }
        };
        lines.iter().map(entry).collect()
    }
}

impl Timing {
    pub(crate) fn of(outcome: &Outcome, elapsed: Duration, threads: usize) -> Self {
        Self::of_node_steps(outcome.shape.nodes() as f64 * outcome.steps as f64, elapsed, threads)
    }

    /// How long it took to step nodes so many times in all.
    pub(crate) fn of_node_steps(node_steps: f64, elapsed: Duration, threads: usize) -> Self {
        // A clock too coarse to see the run must not divide by zero.
        let seconds = elapsed.max(Duration::from_nanos(1)).as_secs_f64();
        Self { seconds, node_steps_per_second: node_steps / seconds, threads }
    }
}

impl ViolationResult {
    pub(crate) fn of(violation: &Violation) -> Self {
        let Violation { rule, step, node, actual, limit, span, form, .. } = violation;
        Self {
            schema: "meshcast.violation/1",
            rule: rule.to_string(),
            step: *step,
            node: *node,
            span: span.to_string(),
            form,
            actual: *actual,
            limit: *limit,
            message: violation.to_string(),
        }
    }
}

/// A result as one line of JSON.
pub(crate) fn json(result: &impl Serialize) -> Vec<u8> {
    // Structs of numbers and strings always serialise, and so does memory.
    let mut line = serde_json::to_vec(result).unwrap_or_default();
    line.push(b'\n');
    line
}

/// A violation for tests of what is said of one: of M6, in step 5 at node 3.
#[cfg(test)]
pub(crate) fn broken_rule() -> Violation {
    use meshcast_engine::{Machine, Messages, Options, Shape};
    use std::sync::Arc;
    let shape = Shape::new(1, 4).expect("small");
    let messages = Arc::new(Messages::one_each(4).expect("small"));
    let mut machine = Machine::new(shape, messages, Some(2), Options::default());
    machine.inject(0, |_| 0);
    let filled = machine.step(|step| step.copy(0, 1, |_| true));
    let idled = (0..3).try_for_each(|_| machine.step(|_| Ok(())));
    filled.and(idled).expect("lawful");
    let broken = machine
        .span("visit", |machine| machine.step(|step| step.copy(0, 1, |node| node.id() == 3)));
    broken.expect_err("the slot is taken")
}
