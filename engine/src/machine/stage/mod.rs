//! Gives step forms and local work what they act on, and no more.
//!
//! A form may move what is in [`Nodes`], use [`Scratch`], ask for threads and report a broken rule. The meter and the
//! setup are private to `machine/`: a form adds to the first by the methods below and reads of the second what they return.

mod errands;
mod flight;
mod scratch;
mod slots;

use super::meter::{Meter, Totals};
use super::setup::Setup;
use crate::kernels::Kernels;
use crate::nodes::{Frame, Nodes, Variable, Window};
use crate::packet::{Held, Keys, Packet};
use crate::trace::Action;
use crate::violation::{Fault, Rule, Violation};
use crate::workers::Workers;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use errands::{Errand, Errands};
pub(crate) use flight::{Arrivals, Band, Crossing, Departing, Flight, RowSends, lane_number};
use scratch::Scratch;

/// What a form acts on: a machine without the program's side of it.
pub(crate) struct Stage {
    pub(crate) nodes: Nodes,
    pub(crate) scratch: Scratch,
    pub(super) meter: Meter,
    pub(super) setup: Arc<Setup>,
    /// Threads that the machine may use.
    pub(super) threads: usize,
    /// Whether there are no packets, and only what a program costs is to be found out.
    rehearses: bool,
    /// The step form or the local work that the program asked for last.
    form: &'static str,
    /// The violation that ended the run.
    stopped: Option<Violation>,
}

impl fmt::Debug for Stage {
    /// Leaves out the contents: a program could read them from the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

/// What forms may do beside moving packets.
impl Stage {
    /// Whether there are no packets: a form then counts what it costs and does nothing.
    pub(crate) fn rehearses(&self) -> bool {
        self.rehearses
    }

    /// Whether every rule is enforced.
    #[inline]
    pub(crate) fn enforces_all(&self) -> bool {
        self.setup.unenforced.is_none()
    }

    /// Whether packets have identities, since there is a trace or they carry payloads.
    #[inline]
    pub(crate) fn is_identified(&self) -> bool {
        self.meter.is_identified()
    }

    /// Whether packets have identities that go with them, or a full audit has to be told of every packet.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.meter.is_watched()
    }

    /// The instructions that inner loops use.
    pub(crate) fn kernels(&self) -> Kernels {
        self.setup.options.kernels
    }

    /// The most words that a header may have if a program writes them; none if they may be any number.
    pub(crate) fn header_limit(&self) -> Option<usize> {
        self.setup.options.header_words
    }

    /// The rows of every band, if a form that has to do with `size` nodes or words is made by bands, which pays from
    /// `least` on.
    pub(crate) fn bands(&self, size: usize, least: usize) -> Option<Vec<Range<usize>>> {
        if self.is_watched() || !self.enforces_all() {
            return None;
        }
        self.setup.workers.bands((self.threads, self.nodes.shape().rows()), size, least)
    }

    /// Does `work` at every node, given by its row and column, until it fails.
    #[inline]
    pub(crate) fn at_each_node(
        &mut self,
        mut work: impl FnMut(&mut Self, usize, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let shape = self.nodes.shape();
        for row in 0..shape.rows() {
            for col in 0..shape.cols() {
                work(self, row, col)?;
            }
        }
        Ok(())
    }

    /// Does `work` at every node with packets in one of `queues`, a bit each, when its turn comes, until it fails.
    #[inline]
    pub(crate) fn at_each_waiting(
        &mut self,
        queues: u8,
        work: impl FnMut(&mut Self, usize, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        self.at_each_of(|nodes, word| nodes.buffers.beside.queues.waiting(queues, word), work)
    }

    /// Does `work` at every node with a packet in one of `lanes` that has one of the keys `due`, until it fails.
    #[inline]
    pub(crate) fn at_each_due(
        &mut self,
        lanes: &[usize],
        due: Keys,
        work: impl FnMut(&mut Self, usize, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let kernels = self.kernels();
        let in_lanes = |nodes: &Nodes, word: usize| {
            let in_lane = lanes.iter().map(|&lane| nodes.buffers.due((lane, word), kernels, due));
            in_lane.fold(0, |all, bits| all | bits)
        };
        self.at_each_of(in_lanes, work)
    }

    /// Does `work` at the nodes that `chosen` names, a bit each of those from 64 × word on.
    #[inline]
    pub(crate) fn at_each_of(
        &mut self,
        chosen: impl Fn(&Nodes, usize) -> u64,
        mut work: impl FnMut(&mut Self, usize, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let shape = self.nodes.shape();
        let (mut row, mut first) = (0, 0);
        for word in 0..shape.nodes().div_ceil(64) {
            let mut here = chosen(&self.nodes, word);
            while here != 0 {
                let node = 64 * word + here.trailing_zeros() as usize;
                here &= here - 1;
                while node >= first + shape.cols() {
                    (row, first) = (row + 1, first + shape.cols());
                }
                work(self, row, node - first)?;
            }
        }
        Ok(())
    }

    /// The threads that work on bands.
    pub(crate) fn workers(&self) -> Arc<Workers> {
        Arc::clone(&self.setup.workers)
    }

    /// Registers stay at the nodes they were made for, and only rehearsals do without their values.
    pub(crate) fn check_own<T>(&self, variable: &Variable<T>) {
        self.nodes.check_own(variable, self.rehearses);
    }

    /// A form that computes with registers comes before words that they take in.
    pub(crate) fn check_unfilled<T>(&mut self, variable: &Variable<T>) -> Result<(), Violation> {
        if variable.is_filled_in(self.nodes.unsettled.step()) {
            return self.breach(Rule::M5, None, 1, 0, Fault::LookedAhead);
        }
        Ok(())
    }

    /// Reports a broken rule, unless this machine was built not to enforce it. `node` is local; none where the program would
    /// have broken the rule at any.
    #[cold]
    pub(crate) fn breach(
        &mut self,
        rule: Rule,
        node: impl Into<Option<usize>>,
        actual: u64,
        limit: u64,
        fault: Fault,
    ) -> Result<(), Violation> {
        if self.setup.unenforced == Some(rule) {
            return Ok(());
        }
        let node = node.into().map(|node| self.nodes.frame().id_of(node));
        let (step, span, form) = (self.meter.clock() + 1, self.meter.open_path(), self.form);
        let violation = Violation { rule, step, node, actual, limit, span, form, fault };
        Err(self.stop(violation))
    }

    /// Uses the copy unit of `node`, which copies or delivers once a step.
    #[inline]
    pub(crate) fn use_copy_unit(&mut self, node: usize) -> Result<(), Violation> {
        if self.nodes.unsettled.use_copy_unit(node) {
            return Ok(());
        }
        self.breach(Rule::M2, node, 2, 1, Fault::SecondCopy)
    }

    /// Counts so many uses of links.
    #[inline]
    pub(crate) fn count_links(&mut self, uses: usize) {
        self.meter.count_links(uses as u64);
    }

    /// Writes an event into the trace, if there is one.
    #[inline]
    pub(crate) fn record(&mut self, action: impl FnOnce(&Frame) -> Action) {
        let frame = self.nodes.frame();
        self.meter.record(|| action(frame));
    }

    /// Writes the use of the link from `from` to its neighbour `to` into the full audit, if there is one.
    pub(crate) fn log_use(&mut self, from: usize, to: usize) {
        self.meter.log_use(self.nodes.shape(), from, to);
    }

    /// [`Stage::log_use`], and an event in the trace.
    #[inline]
    pub(crate) fn log_link(
        &mut self,
        from: usize,
        to: usize,
        action: impl FnOnce(&Frame) -> Action,
    ) {
        self.log_use(from, to);
        self.record(action);
    }

    /// [`Stage::log_link`] for a packet that goes over the link.
    #[inline]
    pub(crate) fn log_move(&mut self, from: usize, to: usize, packet: u32) {
        if self.is_watched() {
            self.log_link(from, to, |frame| {
                let (from, to) = (frame.id_of(from), frame.id_of(to));
                Action::Move { from, to, packet }
            });
        }
    }

    /// Counts and records `copy`, that of the packet `original` of node `node`; returns its identity.
    #[inline]
    pub(crate) fn log_copy(&mut self, node: usize, original: Held, copy: Packet) -> u32 {
        self.meter.count_copies(1);
        if !copy.is_bare() {
            self.nodes.headers_change();
        }
        if self.is_identified() {
            return self.identify_copy(node, original, copy);
        }
        let copy = Held { packet: copy, identity: 0 };
        self.nodes.buffers.beside.payloads.copy(original, copy);
        0
    }

    /// Gives a copy an identity and what the packet `original` carries, and records it.
    #[cold]
    fn identify_copy(&mut self, node: usize, original: Held, copy: Packet) -> u32 {
        let identity = self.meter.new_packet();
        self.nodes.buffers.beside.payloads.copy(original, Held { packet: copy, identity });
        let packet = original.identity;
        self.record(|frame| Action::Copy { at: frame.id_of(node), packet, copy: identity });
        identity
    }

    /// Records that a packet of node `node` has left the network; what it carried is gone.
    #[inline]
    pub(crate) fn log_drop(&mut self, node: usize, held: Held) {
        self.nodes.buffers.beside.payloads.free(held);
        if self.is_identified() {
            let packet = held.identity;
            self.record(|frame| Action::Drop { at: frame.id_of(node), packet });
        }
    }

    /// Puts the message of a packet of node `node` into its output queue.
    pub(crate) fn log_delivery(&mut self, node: usize, held: Held) {
        let at = self.nodes.frame().id_of(node);
        let again = self.meter.deliver(self.nodes.messages(), held.packet, at);
        if self.setup.keeps_values && !again {
            let message = self.nodes.messages().message_of(held.packet.handle());
            // The queue of a node that did not ask cannot tell whether it has the message already.
            if self.nodes.messages().delivery(message, at).is_some() {
                let value = self.nodes.buffers.beside.payloads.of(held).last();
                self.meter.keep_value((at, message), value.copied().unwrap_or(0));
            }
        }
        let packet = held.identity;
        self.record(|_| {
            if again { Action::Duplicate { at, packet } } else { Action::Deliver { at, packet } }
        });
    }

    /// The value of the message with the lowest number in the output queue of every node: (node, message, value).
    pub(crate) fn first_values(&mut self) -> Vec<(u32, u32, u64)> {
        self.meter.first_values()
    }

    /// Takes the value of a message off the output queue of a node.
    pub(crate) fn take_value(&mut self, at: (u32, u32)) {
        self.meter.take_value(at);
    }
}

/// What only the machine does.
impl Stage {
    pub(super) fn new(setup: Setup, nodes: Nodes) -> Self {
        Self {
            meter: Meter::new(&setup, &nodes),
            nodes,
            scratch: Scratch::default(),
            threads: setup.options.threads,
            setup: Arc::new(setup),
            rehearses: false,
            form: "",
            stopped: None,
        }
    }

    /// A stage without packets for other nodes of the same run, or for a rehearsal on the same.
    pub(super) fn part(&self, frame: Frame, threads: usize, rehearses: bool) -> Self {
        Self {
            nodes: self.nodes.blank(frame, self.is_identified()),
            scratch: Scratch::default(),
            meter: self.meter.part(&self.setup, frame.shape),
            setup: Arc::clone(&self.setup),
            threads,
            rehearses,
            form: "",
            stopped: None,
        }
    }

    /// Makes a [part](Stage::part) of `whole` that is done another one, which takes over its memory.
    pub(super) fn begin_part(&mut self, whole: &Self, frame: Frame, threads: usize) {
        self.nodes.move_to(&whole.nodes, frame);
        self.meter.begin_part(&whole.meter, &self.setup, frame.shape);
        self.threads = threads;
    }

    /// Takes the packets of a window out of `whole`.
    pub(super) fn take_out(&mut self, window: Window, whole: &mut Self) {
        self.nodes.take_out(window, &mut whole.nodes);
        self.meter.survey(&mut self.nodes.buffers, 0);
    }

    /// Adds what tiles have counted.
    pub(super) fn add(&mut self, windows: &[Window], tiles: Vec<Totals>) {
        self.meter.add(&mut self.nodes, windows, tiles);
    }

    /// Ends the run; returns the violation that ended it, which may be an earlier one.
    pub(super) fn stop(&mut self, violation: Violation) -> Violation {
        self.stopped.get_or_insert(violation).clone()
    }

    /// Ends the run, since a program has panicked.
    pub(super) fn stop_for_panic(&mut self) {
        let (step, span, form) = (self.meter.clock() + 1, self.meter.open_path(), self.form);
        let (rule, fault) = (Rule::M7, Fault::Panicked);
        self.stop(Violation { rule, step, node: None, actual: 1, limit: 0, span, form, fault });
    }

    /// Ends the run for what ended that of a part, in a span of the part's.
    pub(super) fn stop_within(&mut self, mut violation: Violation) -> Violation {
        let (outer, inner) = (self.meter.open_path(), &violation.span);
        violation.span = match (outer.is_empty(), inner.is_empty()) {
            (true, _) => Arc::clone(inner),
            (_, true) => outer,
            _ => format!("{outer}/{inner}").into(),
        };
        self.stop(violation)
    }

    /// The violation that ended the run, if one did.
    pub(super) fn go_on(&self) -> Result<(), Violation> {
        self.stopped.as_ref().map_or(Ok(()), |violation| Err(violation.clone()))
    }

    /// [`Stage::go_on`] with a step form or local work.
    pub(super) fn begin(&mut self, form: &'static str) -> Result<(), Violation> {
        self.form = form;
        self.go_on()
    }

    /// Takes down the state at the end of a form that was charged `steps`; returns the most packets in one buffer, or 0.
    pub(super) fn observe(&mut self, steps: u64) -> u32 {
        if self.rehearses {
            self.meter.observe_none();
            return 0;
        }
        self.meter.observe(&mut self.nodes.buffers, steps, self.setup.options.kernels)
    }
}
