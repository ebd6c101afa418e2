//! The one thing that a program may learn for nothing.

use crate::machine::Machine;
use crate::violation::Violation;

impl Machine {
    /// Whether all packets have left the network: a gift, for greedy rivals, which have no other way to end.
    ///
    /// No node knows this, and nothing is charged for it. The result of a run that was told says so for ever:
    /// [`Outcome::told_when_done`](crate::Outcome::told_when_done). Like [`Machine::agree`], it makes control flow
    /// depend on data.
    ///
    /// # Errors
    /// The violation that has ended the run.
    pub fn told_when_done(&mut self) -> Result<bool, Violation> {
        self.go_on()?;
        self.agreed = true;
        self.told = true;
        Ok(self.buffers.are_empty())
    }
}
