//! Lets messages leave their input queues, and makes sure that no buffer ever holds more than its capacity.
//!
//! Every form looks for room before it moves a packet (rule M6); the checks here are of the result, at the end of each step
//! and of the run.

use super::stage::Stage;
use super::{Guarded, Machine};
use crate::nodes::{Node, Slot};
use crate::packet::{Held, Packet};
use crate::trace::Action;
use crate::violation::{Fault, Rule, Violation};
use std::sync::Arc;

impl Machine {
    /// Lets every message leave its input queue as a packet in slot `lane` of its source, the second of a node in the slot after it, and
    /// so on. Free, once for the messages of a machine: for programs whose messages all leave at the start. [`Machine::inject_where`] lets
    /// them leave when nodes decide.
    ///
    /// `key` gives the packet's key from what the node then holds: the packet, with key 0.
    ///
    /// # Panics
    /// If the slot of a source is taken or beyond the buffer, if a message has left already, or on a tile or in a part of a
    /// program that [leaps](Machine::leap).
    pub fn inject(&mut self, lane: usize, key: impl Fn(&Node<'_>) -> u32) {
        assert!(
            self.stage.nodes.buffers.beside.inputs.leave_all(),
            "tiles have no input queues, and messages leave theirs once"
        );
        let mut guarded = Guarded(&mut self.stage);
        let stage = &mut *guarded;
        stage.nodes.headers_change();
        if !stage.setup.limits_buffers() {
            stage.nodes.buffers.add_lanes(lane + stage.nodes.messages().per_node());
        }
        let messages = Arc::clone(stage.nodes.messages());
        stage.meter.enter("inject");
        for class in 0..messages.per_node() {
            for message in messages.class_range(class) {
                stage.inject_into(lane + class, message, &key);
            }
        }
        stage.meter.advance(0);
        stage.observe(0);
        stage.meter.leave();
    }

    /// Lets the message of every node for which `key` gives a key leave its input queue, as a packet with that key in slot
    /// `lane`. Only nodes whose message still [waits](Node::has_message) are asked. Free local work between any two steps, as often
    /// as wanted; a packet acts from the next step on. A message that never leaves is not delivered.
    ///
    /// In a part of a program that is [rehearsed](crate::Rehearsal) no message waits, so a part that leaps leaves all
    /// messages where they are.
    ///
    /// # Errors
    /// M6 where the slot is taken or beyond the buffer, or where the node then holds more packets than the buffer may. M5 past
    /// the local work of a step.
    ///
    /// # Panics
    /// On a tile: input queues are those of the whole mesh.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use std::sync::Arc;
    /// let set = Arc::new(Messages::new(3, [(0, vec![1, 2]), (2, vec![0])])?);
    /// let mut machine = Machine::new(Shape::new(1, 3)?, set, Some(1), Options::default());
    /// // Messages for several nodes first, the others a step later.
    /// machine.inject_where(0, |node| (node.message_destinations().len() > 1).then_some(0))?;
    /// machine.step(|_| Ok(()))?;
    /// let waiting = machine.variable(1, |node, _| node.has_message())?;
    /// machine.inject_where(0, |_| Some(1))?;
    /// let outcome = machine.finish();
    /// assert_eq!(outcome.packet(0, 0, 0).map(|packet| packet.key()), Some(0));
    /// assert_eq!(outcome.packet(0, 0, 2).map(|packet| packet.key()), Some(1));
    /// assert_eq!(waiting.reveal(&outcome), [false, false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inject_where(
        &mut self,
        lane: usize,
        key: impl Fn(&Node<'_>) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        let is_absent = self.nodes().buffers.beside.inputs.are_absent();
        assert!(!is_absent, "tiles have no input queues");
        self.span("inject", |machine| machine.inject_batch(lane, key))
    }

    fn inject_batch(
        &mut self,
        lane: usize,
        key: impl Fn(&Node<'_>) -> Option<u32>,
    ) -> Result<(), Violation> {
        if let Some(mut stage) = self.local_pass("inject_where")? {
            stage.inject_batch(lane, key)?;
        }
        let stage = &mut self.stage;
        stage.meter.advance(0);
        let peak = stage.observe(0);
        // Local work belongs to the step that follows it.
        stage.check_capacity(peak, stage.meter.clock() + 1)
    }
}

impl Stage {
    /// Lets a message leave its input queue as a packet in slot `lane`.
    fn inject_into(&mut self, lane: usize, message: usize, key: &impl Fn(&Node<'_>) -> u32) {
        let (at, lanes) = (self.nodes.messages().source(message), self.nodes.buffers.lanes());
        let slot = Slot { lane, node: at as usize };
        assert!(lane < lanes, "slot {lane} of node {at} is beyond the buffer of {lanes}");
        let is_free = self.nodes.buffers.packet(slot).is_none();
        assert!(is_free, "slot {lane} of node {at} is taken");
        let held = self.entering(slot, message, 0);
        let key = key(&self.nodes.node(slot.node));
        self.nodes.buffers.rewrite(slot, held.packet.with_key(key));
    }

    /// Makes a packet of a message that leaves its input queue, and puts it into a free slot of its source.
    fn entering(&mut self, slot: Slot, message: usize, key: u32) -> Held {
        let (identity, packet) = (self.meter.new_packet(), Packet::new(key, message as u32));
        let held = Held { packet, identity };
        self.nodes.buffers.put(slot, held);
        self.nodes.buffers.beside.payloads.enter(held, message);
        let (at, message) = (self.nodes.messages().source(message), self.meter.number(message));
        self.record(|_| Action::Inject { at, packet: identity, message });
        held
    }

    fn inject_batch(
        &mut self,
        lane: usize,
        key: impl Fn(&Node<'_>) -> Option<u32>,
    ) -> Result<(), Violation> {
        self.nodes.headers_change();
        if !self.setup.limits_buffers() {
            self.nodes.buffers.add_lanes(lane + 1);
        }
        let messages = Arc::clone(self.nodes.messages());
        let mut first = 0;
        while let Some(message) = self.nodes.buffers.beside.inputs.next(&messages, first) {
            first = message + 1;
            let node = messages.source(message) as usize;
            let Some(key) = key(&self.nodes.node(node)) else { continue };
            let slot = self.free_slot(lane..lane + 1, node)?;
            self.entering(slot, message, key);
            self.nodes.buffers.beside.inputs.leave(&messages, message);
        }
        Ok(())
    }

    /// Ends the run if a node holds more packets than its buffer may. Called when step `step` has been
    /// observed and `peak` packets were in one buffer.
    #[inline]
    pub(crate) fn check_capacity(&mut self, peak: u32, step: u64) -> Result<(), Violation> {
        match self.setup.capacity {
            Some(capacity) if peak as usize > capacity => self.find_overfull(capacity, step),
            _ => Ok(()),
        }
    }

    #[cold]
    fn find_overfull(&mut self, capacity: usize, step: u64) -> Result<(), Violation> {
        if !self.setup.limits_buffers() {
            return Ok(());
        }
        let over = |&node: &usize| self.nodes.buffers.occupancy(node) as usize > capacity;
        let node = (0..self.nodes.shape().nodes()).find(over).expect("a node holds the peak");
        Err(self.stop(Violation {
            rule: Rule::M6,
            step,
            node: Some(self.nodes.frame().id_of(node)),
            actual: u64::from(self.nodes.buffers.occupancy(node)),
            limit: capacity as u64,
            span: self.meter.open_path(),
            form: "",
            fault: Fault::Overfull,
        }))
    }

    /// Makes sure that no buffer held more than its capacity, as the ledger says, or holds more now.
    ///
    /// # Panics
    /// If one did or does: the checks of the steps have a gap then.
    pub(crate) fn check_peaks(&mut self) {
        if let Some(capacity) = self.setup.capacity.filter(|_| self.setup.limits_buffers()) {
            let held = self.nodes.buffers.greatest(self.kernels());
            let peak = self.meter.seen_peak().max(held) as usize;
            assert!(
                peak <= capacity,
                "a run that broke a rule has no outcome: a buffer for {capacity} packets held {peak} (rule M6)"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::machine::rehearsal::Rehearsal;
    use crate::messages::Messages;
    use crate::options::{Mode, Options};

    /// Three nodes in a row with a packet each in buffers of one.
    fn loaded() -> Machine {
        loaded_in(Mode::Step)
    }

    fn loaded_in(mode: Mode) -> Machine {
        let messages = Arc::new(Messages::one_each(3).unwrap());
        let shape = Shape::new(1, 3).unwrap();
        let mut machine =
            Machine::new(shape, messages, Some(1), Options { mode, ..Options::default() });
        machine.inject(0, |node| node.index() as u32);
        machine
    }

    /// Puts a second packet into the buffer of node 1, as no form would.
    fn overfill(machine: &mut Machine) {
        let held = Held { packet: Packet::new(0, 0), identity: 0 };
        machine.stage.nodes.buffers.put(Slot { lane: 1, node: 1 }, held);
    }

    #[test]
    fn a_packet_that_came_past_the_forms_ends_the_run_with_the_step() {
        let mut machine = loaded();
        machine.step(|_| Ok(())).unwrap();
        overfill(&mut machine);
        let violation = machine.step(|_| Ok(())).expect_err("too many");
        assert_eq!((violation.rule, violation.step, violation.node), (Rule::M6, 2, Some(1)));
        assert_eq!((violation.actual, violation.limit), (2, 1));
        assert_eq!(machine.step(|_| Ok(())), Err(violation));
        let mut machine = loaded().without_rule(Rule::M6);
        overfill(&mut machine);
        assert_eq!(machine.step(|_| Ok(())), Ok(()));
        assert_eq!(machine.finish().peak, 2);
    }

    #[test]
    #[should_panic(expected = "a buffer for 1 packets held 2 (rule M6)")]
    fn a_run_that_ends_with_a_packet_too_many_has_no_outcome() {
        let mut machine = loaded();
        overfill(&mut machine);
        let _ = machine.finish();
    }

    #[test]
    #[should_panic(expected = "a buffer for 1 packets held 2 (rule M6)")]
    fn a_run_that_has_seen_a_packet_too_many_has_no_outcome() {
        let mut machine = loaded();
        overfill(&mut machine);
        machine.stage.observe(0);
        machine.stage.nodes.buffers.take(Slot { lane: 1, node: 1 });
        let _ = machine.finish();
    }

    #[test]
    fn a_bound_above_the_capacity_is_no_packet_too_many() {
        let mut machine = loaded_in(Mode::Leap);
        machine.enqueue(0..1, 0).unwrap();
        // A node may hold a packet in the lane and has one in its queue.
        let leapt = machine.leap(&Rehearsal::default(), 0..1, |machine| machine.step(|_| Ok(())));
        assert!(leapt.unwrap().is_some());
        let outcome = machine.finish();
        assert_eq!((outcome.peak, outcome.peak_is_bound), (2, true));
    }
}
