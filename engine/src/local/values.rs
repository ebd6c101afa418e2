//! Lets messages carry values from their sources, and nodes read them from their output queues.

use crate::machine::Machine;
use crate::nodes::{Node, Variable};
use crate::register::{Register, keep};
use crate::violation::Violation;

impl Machine {
    /// A machine in which message i carries `value(i)`: the last word of the payload with which it leaves its input queue. Messages have
    /// the numbers that [deliveries](crate::Deliveries) give them, which go on where messages [follow](Machine::followed_by) others. What
    /// the packet carries there when it is delivered waits in the output queue, for [`Machine::read_outputs`].
    ///
    /// # Panics
    /// If packets carry no [payloads](crate::Options::payload_words), if the machine leaps, or if a message has left its queue.
    #[must_use]
    pub fn with_values(mut self, value: impl Fn(u32) -> u64) -> Self {
        self.carry_values(value);
        self
    }

    /// Lets every node read the first value in its output queue, that of the message with the lowest number there, and compute with it and
    /// its registers: `work` gets both, the number of the message between them, and says whether the node takes the value off the queue.
    /// Free local work; nodes whose queue is empty do nothing. The value of a message that was delivered twice is there once; one that the
    /// node did not ask for is not there.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// On a tile, whose nodes have no queues of their own; if the registers are of another machine.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use std::sync::Arc;
    /// let set = Arc::new(Messages::new(2, [(0, vec![0]), (1, vec![1])])?);
    /// let options = Options { payload_words: 1, ..Options::default() };
    /// let machine = Machine::new(Shape::new(1, 2)?, set, Some(1), options);
    /// let mut machine = machine.with_values(|message| 5 + u64::from(message));
    /// machine.inject(0, |_| 0);
    /// machine.step(|step| step.deliver(0, |_| Some(0)))?;
    /// let mut sums = machine.variable(1, |_, _| 0u64)?;
    /// for _ in 0..2 {
    ///     machine.step(|_| Ok(()))?;
    ///     machine.read_outputs(&mut sums, |_, sum, _, value| {
    ///         sum[0] += value;
    ///         true
    ///     })?;
    /// }
    /// assert_eq!(sums.reveal(&machine.finish()), [5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_outputs<T: Register>(
        &mut self,
        variable: &mut Variable<T>,
        work: impl Fn(&Node<'_>, &mut [T], u32, u64) -> bool,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        assert!(!self.nodes().buffers.beside.inputs.are_absent(), "tiles have no output queues");
        let Some(mut stage) = self.local_pass("read_outputs")? else { return Ok(()) };
        for (node, message, value) in stage.first_values() {
            let at = node as usize;
            let own = variable.at_mut(at);
            let takes = work(&stage.nodes.node(at), own, message, value);
            keep(own);
            if takes {
                stage.take_value((node, message));
            }
        }
        Ok(())
    }
}
