//! Counts what a run does: steps, spans, links, copies, deliveries and the packets in buffers; and writes its trace.
//!
//! The fields are private to this folder and the methods to `machine/`. A step form reaches neither: what it may add is behind
//! the `log_` and `count_` methods of a [`Stage`](super::Stage).

mod tiles;

use super::rehearsal::Cost;
use super::setup::{Setup, machines};
use crate::audit::Audit;
use crate::chain::{Chain, Hop};
use crate::deliveries::OutputQueues;
use crate::geometry::{Port, Shape};
use crate::kernels::Kernels;
use crate::ledger::Ledger;
use crate::messages::Messages;
use crate::nodes::{Buffers, Nodes};
use crate::outcome::Outcome;
use crate::packet::Packet;
use crate::recorder::Recorder;
use crate::trace::{Action, Record};
use crate::trace_sink::TraceSink;
use std::panic::Location;
use std::sync::Arc;

pub(super) use tiles::Totals;

/// What the control flow of a program has come to depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Control {
    /// The shape and the parameters alone.
    #[default]
    Schedule,
    /// Data that all nodes know.
    Data,
    /// That all packets are gone, which no node knows.
    Oracle,
}

/// What a machine is counted by.
pub(super) struct Meter {
    clock: u64,
    /// Passes of local work since the last step.
    local_passes: u32,
    control: Control,
    chain: Chain,
    ledger: Ledger,
    audit: Audit,
    /// The identity of the next packet, if packets have any: there is a trace, or they carry payloads.
    next_packet: Option<u32>,
    recorder: Option<Recorder>,
    output: OutputQueues,
    /// The most destinations of a message of sets that the machine had before.
    degree_before: usize,
}

/// What a form does to the trace and the audit.
impl Meter {
    /// Whether packets have identities.
    #[inline]
    pub(super) fn is_identified(&self) -> bool {
        self.next_packet.is_some()
    }

    /// Whether packets have identities, or there is a full audit.
    #[inline]
    pub(super) fn is_watched(&self) -> bool {
        self.is_identified() || self.audit.full.is_some()
    }

    /// Writes an event into the trace, if there is one.
    #[inline]
    pub(super) fn record(&mut self, action: impl FnOnce() -> Action) {
        if let Some(recorder) = &mut self.recorder {
            recorder.record(action());
        }
    }

    /// The identity of a packet that is being made.
    #[inline]
    pub(super) fn new_packet(&mut self) -> u32 {
        self.next_packet.as_mut().map_or(0, |next| {
            *next += 1;
            *next - 1
        })
    }

    #[inline]
    pub(super) fn count_links(&mut self, uses: u64) {
        self.audit.link_uses += uses;
    }

    /// Writes the use of the link from `from` to its neighbour `to` into the full audit, if there is one.
    pub(super) fn log_use(&mut self, shape: Shape, from: usize, to: usize) {
        let Some(full) = &mut self.audit.full else { return };
        let cols = shape.cols();
        let port = match (to > from, to.abs_diff(from) == cols && from % cols == to % cols) {
            (true, false) => Port::East,
            (false, false) => Port::West,
            (true, true) => Port::South,
            (false, true) => Port::North,
        };
        full.count_link(from, port);
    }

    #[inline]
    pub(super) fn count_copies(&mut self, copies: u64) {
        self.audit.copies += copies;
    }

    pub(super) fn count_claim(&mut self) {
        self.audit.claims += 1;
    }

    /// Puts a packet's message into the output queue of a node; returns whether it is there already.
    pub(super) fn deliver(&mut self, messages: &Messages, packet: Packet, node: u32) -> bool {
        self.output.put(messages, messages.message_of(packet.handle()), node)
    }

    /// Keeps the value of a message in the output queue of a node.
    pub(super) fn keep_value(&mut self, (node, message): (u32, u32), value: u64) {
        self.output.values.insert((node, message), value);
    }

    /// The first value in the output queue of every node.
    pub(super) fn first_values(&mut self) -> Vec<(u32, u32, u64)> {
        self.output.first_values()
    }

    /// Takes the value of a message off the output queue of a node.
    pub(super) fn take_value(&mut self, at: (u32, u32)) {
        self.output.take_value(at);
    }

    /// Puts a packet's message into the output queue of destination `number` in its header.
    pub(super) fn deliver_listed(&mut self, messages: &Messages, packet: Packet, number: usize) {
        self.output.put_listed(messages, packet.handle(), number);
    }
}

/// What the machine does, step by step.
impl Meter {
    /// A meter for a run that begins.
    pub(super) fn new(setup: &Setup, nodes: &Nodes) -> Self {
        let (options, shape) = (&setup.options, nodes.shape());
        let recorder = options.trace.clone().map(|sink| {
            let mut recorder = Recorder::new(Some(sink));
            let (capacity, model) = (setup.capacity, options.model);
            recorder.send(Record::Start { shape, capacity, model });
            recorder
        });
        Self {
            clock: 0,
            local_passes: 0,
            control: Control::default(),
            chain: Chain::default(),
            ledger: Ledger::new(),
            audit: Audit::new(options.audit, shape.nodes()),
            next_packet: options.identify_packets().then_some(0),
            recorder,
            output: OutputQueues::of(nodes.messages()),
            degree_before: 0,
        }
    }

    /// Goes on with the messages of `next` where those of `nodes` have been.
    pub(super) fn follow(&mut self, nodes: &Nodes, next: &Messages) {
        self.degree_before = self.degree_before.max(nodes.messages().degree());
        let output = std::mem::take(&mut self.output);
        self.output = output.followed_by(next, Arc::clone(nodes.messages()));
    }

    /// The number of a message among all that the machine had so far.
    pub(super) fn number(&self, message: usize) -> u32 {
        self.output.first_message() + message as u32
    }

    /// Steps so far.
    pub(super) fn clock(&self) -> u64 {
        self.clock
    }

    /// Counts a pass of local work; returns how many there have been since the last step.
    pub(super) fn count_pass(&mut self) -> u32 {
        self.local_passes += 1;
        self.chain.act();
        self.local_passes
    }

    /// Takes down what a step does to chains of messages.
    pub(super) fn hop(&mut self, hop: Hop) {
        self.chain.grow(hop);
    }

    /// Ends a message that might have been passed on.
    pub(super) fn end_message(&mut self) {
        self.chain.act();
    }

    /// Notes what the program is about to act on.
    pub(super) fn depend_on(&mut self, control: Control) {
        self.control = self.control.max(control);
    }

    pub(super) fn enter(&mut self, span: &str) {
        self.ledger.enter(span);
        if self.recorder.is_some() {
            let span = self.ledger.open_name();
            self.note(|| Action::Enter { span });
        }
    }

    pub(super) fn leave(&mut self) {
        self.ledger.leave();
        self.note(|| Action::Leave);
    }

    /// Writes into the trace, if there is one, what begins or ends between two steps.
    pub(super) fn note(&mut self, action: impl FnOnce() -> Action) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(self.clock, action());
        }
    }

    /// The names of the open spans, joined by `/`.
    pub(super) fn open_path(&self) -> Arc<str> {
        self.ledger.open_path().into()
    }

    /// Lets so many steps pass, in which all that has been recorded since has happened.
    pub(super) fn advance(&mut self, steps: u64) {
        self.clock += steps;
        if steps > 0 {
            self.local_passes = 0;
        }
        self.ledger.charge(steps);
        if let Some(recorder) = &mut self.recorder {
            recorder.stamp(self.clock);
        }
    }

    /// Notes where packets would be looked at, if a rehearsal had any; how many there may be is said when it is charged.
    pub(super) fn observe_none(&mut self) {
        self.ledger.observe(1);
    }

    /// Looks at the buffers at the end of a form that was charged `steps`. Returns the most packets in one buffer, or 0 where
    /// it does not look, since so few lanes hold packets that the peak cannot rise.
    pub(super) fn observe(&mut self, buffers: &mut Buffers, steps: u64, kernels: Kernels) -> u32 {
        let peak = if self.audit.full.is_some() {
            self.survey(buffers, steps)
        } else if self.ledger.open_peak() < buffers.bound() {
            // A span that has seen as many packets as a node may hold need not look again.
            buffers.greatest(kernels)
        } else {
            buffers.forget_counts();
            return 0;
        };
        self.ledger.observe(peak);
        peak
    }

    /// Takes the buffers into the full audit, if there is one, and returns the greatest occupancy.
    pub(super) fn survey(&mut self, buffers: &mut Buffers, steps: u64) -> u32 {
        let Some(full) = &mut self.audit.full else { return 0 };
        let held = &mut self.audit.held;
        let mut histogram: Vec<u32> = Vec::new();
        let mut packets = 0;
        let peak = buffers.survey(|node, count| {
            full.node_peaks[node] = full.node_peaks[node].max(count);
            let sum = &mut full.node_sums[node];
            *sum = match steps {
                // A form that is charged nothing changes the end of the step before it.
                0 => *sum - u64::from(held[node]) + u64::from(count),
                _ => *sum + steps * u64::from(count),
            };
            held[node] = count;
            packets += u64::from(count);
            histogram.resize(histogram.len().max(count as usize + 1), 0);
            histogram[count as usize] += 1;
        });
        full.push_occupancy(&histogram, steps);
        self.ledger.hold(packets, held.len() as u64, steps);
        peak
    }

    /// The most packets that a buffer has been seen to hold.
    pub(super) fn seen_peak(&self) -> u32 {
        self.ledger.seen_peak()
    }

    /// Closes the run.
    pub(super) fn into_outcome(mut self, setup: &Setup, nodes: Nodes) -> Outcome {
        if let Some(recorder) = &mut self.recorder {
            recorder.send(Record::End { steps: self.clock });
        }
        let ledger = self.ledger.lines();
        if let Some(full) = &mut self.audit.full {
            full.spans = self.ledger.occupancies();
        }
        debug_assert_eq!(ledger.iter().map(|line| line.steps).sum::<u64>(), self.clock);
        Outcome {
            shape: nodes.shape(),
            model: setup.options.model,
            capacity: setup.capacity,
            steps: self.clock,
            ledger,
            peak: self.ledger.peak(),
            peak_path: self.ledger.peak_path(),
            peak_is_bound: self.ledger.has_bounds(),
            link_uses: self.audit.link_uses,
            depth: self.chain.depth,
            distance: self.chain.distance,
            copies: self.audit.copies,
            claims: self.audit.claims,
            deliveries: self.output.close(Arc::clone(nodes.messages())),
            told_when_done: self.control == Control::Oracle,
            mode: setup.options.mode,
            traced_live: setup.options.trace.as_ref().is_some_and(TraceSink::is_live),
            unenforced: setup.unenforced,
            other_machines: machines() - 1,
            register_words: nodes.registers_held.peak(),
            header_words: nodes.messages().degree().max(self.degree_before),
            header_words_limit: setup.options.header_words,
            payload_words: setup.options.payload_words,
            audit: self.audit.full,
            run: Arc::clone(nodes.run()),
            buffers: nodes.buffers,
        }
    }
}

/// What rehearsals cost.
impl Meter {
    /// Begins to count a rehearsal, which has the local work of a whole step before it.
    pub(super) fn begin_rehearsal(&mut self) {
        self.local_passes = 0;
        self.chain = Chain::default();
    }

    /// What has been counted since a rehearsal began, when `before` was as it still is.
    pub(super) fn into_cost(
        self,
        place: &'static Location<'static>,
        registers: u64,
        before: &Self,
        setup: &Setup,
        shape: Shape,
    ) -> Cost {
        let Self { clock, local_passes, chain, ledger, audit, .. } = self;
        let (model, steps) = (setup.options.model, clock - before.clock);
        Cost { place, registers, model, shape, steps, local_passes, chain, ledger, audit }
    }

    /// Charges what a rehearsal has counted. `peak`: the most packets that a node may hold meanwhile, and whether that is a
    /// bound; none in a rehearsal.
    pub(super) fn charge(&mut self, cost: &Cost, peak: Option<(u32, bool)>) {
        self.clock += cost.steps;
        self.local_passes = cost.local_passes + if cost.steps > 0 { 0 } else { self.local_passes };
        self.chain.extend(cost.chain);
        self.audit.add(&cost.audit);
        let mut ledger = cost.ledger.clone();
        if let Some((peak, is_bound)) = peak {
            ledger.set_peaks(peak, is_bound);
        }
        self.ledger.absorb(&ledger, true);
    }
}
