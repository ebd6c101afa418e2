//! Goes on with other messages when those of a run have been delivered.

use super::Machine;
use crate::messages::Messages;
use crate::nodes::Nodes;
use crate::violation::{Fault, Rule, Violation};
use std::sync::Arc;

impl Machine {
    /// The machine after the run so far, with `messages` in its input queues: what routes sets one after the other, as the
    /// [classes](Messages::in_classes) of one.
    ///
    /// Clock, ledger, audit and trace go on, and so do the numbers of packets and messages; what was delivered stays in the output queues,
    /// values among it. Messages that are to carry values get them [anew](Machine::with_values). Registers of the run so far cannot be used
    /// any more.
    ///
    /// # Errors
    /// M6 where a buffer holds a packet: it would be there beside those of the next messages. The violation that has ended the run.
    ///
    /// # Panics
    /// If the set is for another mesh.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use std::sync::Arc;
    /// let to_one = |node| Messages::new(2, [(0, vec![node])]).map(Arc::new);
    /// let deliver = |machine: &mut Machine| {
    ///     machine.inject(0, |_| 0);
    ///     machine.step(|step| {
    ///         step.deliver(0, |node| (node.id() == 0).then_some(0))?;
    ///         step.discard(0, |_| true)
    ///     })
    /// };
    /// let mut machine = Machine::new(Shape::new(1, 2)?, to_one(0)?, Some(1), Options::default());
    /// deliver(&mut machine)?;
    /// let mut machine = machine.followed_by(to_one(1)?)?;
    /// deliver(&mut machine)?;
    /// let outcome = machine.finish();
    /// assert_eq!((outcome.steps, outcome.deliveries.sorted()), (2, vec![(0, 0), (1, 0)]));
    /// // The second message was delivered where nobody had asked for it.
    /// assert_eq!(outcome.deliveries.beside(), [(1, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn followed_by(mut self, messages: Arc<Messages>) -> Result<Self, Violation> {
        let shape = self.shape();
        assert_eq!(messages.nodes(), shape.nodes(), "the message set is for another mesh");
        let stage = &mut self.stage;
        stage.begin("followed_by")?;
        let held = |&node: &usize| stage.nodes.buffers.occupancy(node) > 0;
        if let Some(node) = (0..shape.nodes()).find(held) {
            let left = u64::from(stage.nodes.buffers.occupancy(node));
            stage.breach(Rule::M6, node, left, 0, Fault::Left)?;
        }
        let (options, capacity) = (&stage.setup.options, stage.setup.capacity);
        let (identified, payload_words) = (options.identify_packets(), options.payload_words);
        // They share the output queues.
        self.spares.clear();
        stage.meter.follow(&stage.nodes, &messages);
        let lanes = capacity.unwrap_or(1);
        let nodes = Nodes::new(shape, messages, lanes, identified, payload_words);
        let held = std::mem::replace(&mut stage.nodes, nodes).registers_held;
        stage.nodes.registers_held = held;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::options::Options;

    fn from_first(destinations: &[u32]) -> Arc<Messages> {
        Arc::new(Messages::new(2, [(0, destinations.to_vec())]).unwrap())
    }

    fn machine(capacity: Option<usize>) -> Machine {
        let shape = Shape::new(1, 2).unwrap();
        Machine::new(shape, from_first(&[0]), capacity, Options::default())
    }

    /// Delivers the message of node 0 there.
    fn deliver(machine: &mut Machine) -> Result<(), Violation> {
        machine.inject(0, |_| 0);
        machine.step(|step| {
            step.deliver(0, |node| (node.id() == 0).then_some(0))?;
            step.discard(0, |_| true)
        })
    }

    #[test]
    fn counts_and_numbers_go_on() {
        let mut machine = machine(Some(1));
        let kept = machine.variable(3, |_, _| 0u64).unwrap();
        deliver(&mut machine).unwrap();
        drop(kept);
        let mut machine = machine.followed_by(from_first(&[0, 1])).unwrap();
        deliver(&mut machine).unwrap();
        let outcome = machine.followed_by(from_first(&[])).unwrap().finish();
        assert_eq!((outcome.steps, outcome.peak, outcome.register_words), (2, 1, 3));
        assert_eq!(outcome.deliveries.sorted(), [(0, 0), (1, 0)]);
        assert_eq!((outcome.deliveries.beside(), outcome.header_words), (&[][..], 2));
        assert!(!outcome.deliveries.are_as_asked());
    }

    #[test]
    fn messages_do_not_follow_while_there_are_packets() {
        let mut machine = machine(Some(1));
        machine.inject(0, |_| 0);
        let violation = machine.followed_by(from_first(&[1])).expect_err("a packet is left");
        assert_eq!((violation.rule, violation.step, violation.node), (Rule::M6, 1, Some(0)));
        let expected = "rule M6 broken in step 1 at node 0 (followed_by): packets in a buffer when other messages follow: 1 \
                        (a buffer holds at most its capacity at the end of a step)";
        assert_eq!(violation.to_string(), expected);
    }

    #[test]
    #[should_panic(expected = "the registers are of another machine")]
    fn registers_do_not_outlive_their_messages() {
        let mut machine = machine(Some(1));
        let mine = machine.variable(1, |_, _| 0u64).unwrap();
        let mut machine = machine.followed_by(from_first(&[0])).unwrap();
        let _ = machine.agree(&mine);
    }

    #[test]
    #[should_panic(expected = "a program replaced its machine")]
    fn a_program_cannot_get_other_messages() {
        let mut machine = machine(Some(1));
        let _ = machine.run(|inside| {
            let other = self::machine(Some(1));
            let mine = std::mem::replace(inside, other);
            *inside = mine.followed_by(from_first(&[1]))?;
            Ok(())
        });
    }
}
