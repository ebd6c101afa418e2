//! A run of a random program, and all that can be seen of it.

use super::execution::{registers, run_ops};
use super::generation::Case;
use super::program::{Op, mix};
use crossbeam::channel::unbounded;
use meshcast_engine::{
    AuditLevel, CostModel, FullAudit, Kernels, LedgerLine, LeftPacket, Machine, Messages, Node,
    Options, Outcome, QUEUES, Shape, TraceSink, Violation,
};
use meshcast_tests::trace_text;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a run is watched and executed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) traced: bool,
    pub(super) audit: AuditLevel,
    pub(super) threads: usize,
    /// Whether steps are made by bands, a thread each, on meshes however small.
    pub(super) bands: bool,
    pub(super) kernels: Kernels,
    /// Words that every packet carries: a hash of its source.
    pub(super) payload_words: usize,
}

impl Way {
    /// Nothing is recorded that need not be: the machine's fast paths.
    pub(super) const PLAIN: Self = Self {
        traced: false,
        audit: AuditLevel::Peak,
        threads: 1,
        bands: false,
        kernels: Kernels::Widest,
        payload_words: 0,
    };
    pub(super) const TRACED: Self = Self { traced: true, ..Self::PLAIN };
    pub(super) const AUDITED: Self = Self { audit: AuditLevel::Full, ..Self::PLAIN };
    /// Everything is recorded.
    pub(super) const WATCHED: Self = Self { traced: true, ..Self::AUDITED };
}

/// What every way of running a program must agree on.
#[derive(Debug, PartialEq)]
pub(super) struct Observed {
    /// The packets left, by node and lane.
    pub(super) packets: Vec<Vec<Option<LeftPacket>>>,
    pub(super) values: Vec<u64>,
    pub(super) steps: u64,
    pub(super) ledger: Vec<LedgerLine>,
    pub(super) peak: u32,
    pub(super) peak_path: String,
    pub(super) link_uses: u64,
    pub(super) depth: u64,
    pub(super) distance: u64,
    pub(super) copies: u64,
    pub(super) deliveries: Vec<(u32, u32)>,
}

/// A run of one way.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) observed: Result<Observed, Violation>,
    pub(super) audit: Option<FullAudit>,
    /// What the packets left carry, with their messages.
    pub(super) payloads: Vec<(u32, Vec<u64>)>,
    /// Up to the violation, if there was one.
    pub(super) trace: Option<String>,
}

impl Run {
    /// Runs the program of `case`.
    pub(super) fn of(case: &Case, way: Way) -> Self {
        Self::of_ops(case, &case.ops, way)
    }

    /// Runs `ops` in the place of the program of `case`.
    pub(super) fn of_ops(case: &Case, ops: &[Op], way: Way) -> Self {
        let (sink, records) = unbounded();
        let options = Options {
            model: case.model,
            audit: way.audit,
            threads: way.threads,
            trace: way.traced.then(|| TraceSink::live(sink)),
            kernels: way.kernels,
            payload_words: way.payload_words,
            ..Options::default()
        };
        let messages = Arc::new(case.messages());
        let mut machine = Machine::new(case.shape, Arc::clone(&messages), case.capacity, options);
        if way.bands {
            machine = machine.always_in_bands();
        }
        // Keys are the sources' positions in an order that does not change when the mesh is transposed.
        let keys: BTreeMap<u32, u32> =
            case.sources.iter().copied().zip(case.keys.iter().copied()).collect();
        if case.in_batches {
            let first = |node: &Node<'_>| node.id().is_multiple_of(3).then(|| keys[&node.id()]);
            machine.inject_where(0, first).expect("room for a packet a node");
        } else {
            machine.inject(0, |node| keys[&node.id()]);
        }
        let written = machine
            .rewrite_payload(0, |node, words| words.copy_from_slice(&load(node.id(), words.len())));
        written.expect("lawful");
        let mut values = registers(&mut machine);
        let (mut audit, mut payloads) = (None, Vec::new());
        let ran = run_ops(ops, &mut machine, &mut values).and_then(|()| empty_queues(&mut machine));
        let observed = ran.map(|()| {
            let outcome = machine.finish();
            audit.clone_from(&outcome.audit);
            payloads = carried(&outcome);
            let lanes =
                |(row, col)| (0..LANES).map(|lane| outcome.packet(lane, row, col)).collect();
            Observed {
                packets: positions(case.shape).map(lanes).collect(),
                steps: outcome.steps,
                ledger: outcome.ledger.clone(),
                peak: outcome.peak,
                peak_path: outcome.peak_path.clone(),
                link_uses: outcome.link_uses,
                depth: outcome.depth,
                distance: outcome.distance,
                copies: outcome.copies,
                deliveries: outcome.deliveries.sorted(),
                values: values.reveal(&outcome),
            }
        });
        let trace = way.traced.then(|| trace_text(records.try_iter(), &messages));
        Self { observed, audit, payloads, trace }
    }
}

/// What the packets of the message that starts at `source` carry.
pub(super) fn load(source: u32, words: usize) -> Vec<u64> {
    (0..words as u64).map(|word| mix([u64::from(source), word])).collect()
}

/// The message and the payload of every packet left.
fn carried(outcome: &Outcome) -> Vec<(u32, Vec<u64>)> {
    let slots = positions(outcome.shape)
        .flat_map(|(row, col)| (0..LANES).map(move |lane| (lane, row, col)));
    let left = slots.filter_map(|(lane, row, col)| {
        Some((outcome.packet(lane, row, col)?.message(), outcome.payload(lane, row, col)?.to_vec()))
    });
    left.collect()
}

/// More lanes than any program here fills.
const LANES: usize = 24;

/// Puts packets that are left in queues into slots, where they can be seen.
fn empty_queues(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|_| Ok(()))?;
    (0..QUEUES).try_for_each(|queue| machine.dequeue(queue, 0..LANES))
}

/// Row and column of every node, row-major.
pub(super) fn positions(shape: Shape) -> impl Iterator<Item = (usize, usize)> {
    (0..shape.nodes()).map(move |node| (node / shape.cols(), node % shape.cols()))
}

impl Case {
    /// The message set: the destinations are where the program delivers.
    pub(super) fn messages(&self) -> Messages {
        let message = |(number, &source): (usize, &u32)| {
            let deliveries =
                self.deliveries.iter().filter(|delivery| delivery.0 as usize == number);
            (source, deliveries.map(|delivery| delivery.1).collect())
        };
        Messages::new(self.shape.nodes(), self.sources.iter().enumerate().map(message))
            .expect("sources and destinations are nodes of the mesh")
    }
}

/// The model under which peaks are counted step by step.
pub(super) fn is_default(model: CostModel) -> bool {
    model == CostModel::default()
}
