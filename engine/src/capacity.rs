//! Rule M6: a buffer holds at most its capacity. Every form looks for room before it moves a packet; this module checks
//! the result, at the end of each step and of the run, and loads the buffers at t = 0.

use crate::buffers::Slot;
use crate::machine::Machine;
use crate::packet::{Held, Packet};
use crate::trace::{Action, Recorder};
use crate::violation::{Rule, Violation};
use std::sync::Arc;

impl Machine {
    /// Lets every message leave its input queue as a packet in slot `lane` of its source. Free, once a run.
    ///
    /// `key` gives the packet's key from the message number.
    ///
    /// # Panics
    /// If the slot of a source is taken or beyond the buffer, a second time, or on a tile.
    pub fn inject(&mut self, lane: usize, key: impl Fn(u32) -> u32) {
        assert!(
            self.has_input_queues,
            "tiles have no input queues, and messages leave theirs once"
        );
        self.has_input_queues = false;
        if !self.limits_buffers() {
            self.buffers.add_lanes(lane + 1);
        }
        let lanes = self.buffers.lanes();
        let messages = Arc::clone(&self.messages);
        for (message, &source) in messages.sources().iter().enumerate() {
            let slot = Slot { lane, node: source as usize };
            assert!(lane < lanes, "slot {lane} of node {source} is beyond the buffer of {lanes}");
            assert!(self.buffers.packet(slot).is_none(), "slot {lane} of node {source} is taken");
            let identity = self.recorder.as_mut().map_or(0, Recorder::new_packet);
            let packet = Packet::new(key(message as u32), message as u32);
            self.buffers.put(slot, Held { packet, identity });
            self.record(|_| Action::Inject {
                at: source,
                packet: identity,
                message: message as u32,
            });
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.stamp(self.clock);
        }
        self.ledger.enter("inject");
        self.observe(0);
        self.ledger.leave();
    }

    /// Ends the run if a node holds more packets than its buffer may. Called when the books of step `step` have been
    /// taken and have shown `peak` packets in one buffer.
    #[inline]
    pub(crate) fn check_capacity(&mut self, peak: u32, step: u64) -> Result<(), Violation> {
        match self.capacity {
            Some(capacity) if peak as usize > capacity => self.find_overfull(capacity, step),
            _ => Ok(()),
        }
    }

    #[cold]
    fn find_overfull(&mut self, capacity: usize, step: u64) -> Result<(), Violation> {
        if !self.limits_buffers() {
            return Ok(());
        }
        let over = |&node: &usize| self.buffers.occupancy(node) as usize > capacity;
        let node = (0..self.shape.nodes()).find(over).expect("a node holds the peak");
        Err(self.stop(Violation {
            rule: Rule::M6,
            step,
            node: self.frame.id_of(node),
            actual: u64::from(self.buffers.occupancy(node)),
            limit: capacity as u64,
        }))
    }

    /// Makes sure that no buffer held more than its capacity, as the books say, or holds more now.
    ///
    /// # Panics
    /// If one did or does: the checks of the steps have a gap then.
    pub(crate) fn check_peaks(&mut self) {
        if let Some(capacity) = self.capacity.filter(|_| self.limits_buffers()) {
            let held = self.buffers.greatest(self.options.kernels);
            let peak = self.ledger.seen_peak().max(held) as usize;
            assert!(
                peak <= capacity,
                "a run that broke a rule has no outcome: a buffer for {capacity} packets held {peak} (rule M6)"
            );
        }
    }

    /// Whether rule M6 holds here: buffers have a capacity, and it is enforced.
    fn limits_buffers(&self) -> bool {
        self.capacity.is_some() && self.unenforced != Some(Rule::M6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::machine::Options;
    use crate::messages::Messages;

    /// Three nodes in a row with a packet each in buffers of one.
    fn loaded() -> Machine {
        let messages = Arc::new(Messages::one_each(3).unwrap());
        let shape = Shape::new(1, 3).unwrap();
        let mut machine = Machine::new(shape, messages, Some(1), Options::default());
        machine.inject(0, |message| message);
        machine
    }

    /// Puts a second packet into the buffer of node 1, as no form would.
    fn overfill(machine: &mut Machine) {
        let held = Held { packet: Packet::new(0, 0), identity: 0 };
        machine.buffers.put(Slot { lane: 1, node: 1 }, held);
    }

    #[test]
    fn a_packet_that_came_past_the_forms_ends_the_run_with_the_step() {
        let mut machine = loaded();
        machine.step(|_| Ok(())).unwrap();
        overfill(&mut machine);
        let violation = Violation { rule: Rule::M6, step: 2, node: 1, actual: 2, limit: 1 };
        assert_eq!(machine.step(|_| Ok(())), Err(violation));
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
    #[should_panic(expected = "a buffer for 1 packets held 3 (rule M6)")]
    fn a_run_whose_books_show_a_packet_too_many_has_no_outcome() {
        let mut machine = loaded();
        machine.ledger.observe(3);
        let _ = machine.finish();
    }

    #[test]
    fn a_bound_above_the_capacity_is_no_packet_too_many() {
        let mut machine = loaded();
        machine.ledger.observe(1);
        machine.ledger.set_peaks(3, true);
        let outcome = machine.finish();
        assert_eq!((outcome.peak, outcome.peak_is_bound), (3, true));
    }
}
