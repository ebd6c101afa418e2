//! The one thing that a program may learn for nothing.

use crate::machine::Machine;
use crate::violation::Violation;

/// What the control flow of a program has come to depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Control {
    /// The shape and the parameters alone.
    #[default]
    Schedule,
    /// Data that all nodes know.
    Data,
    /// The gift below.
    Gift,
}

impl Machine {
    /// Whether all packets have left the network: a gift, for greedy rivals, which have no other way to end.
    ///
    /// No node knows this, and nothing is charged for it. The result of a run that was told says so for ever:
    /// [`Outcome::told_when_done`](crate::Outcome::told_when_done). Like [`Machine::agree`], it makes control flow
    /// depend on data.
    ///
    /// # Errors
    /// The violation that has ended the run.
    ///
    /// # Panics
    /// In a part of a program that [leaps](Machine::leap).
    pub fn told_when_done(&mut self) -> Result<bool, Violation> {
        self.go_on()?;
        self.depend_on(Control::Gift);
        Ok(self.buffers.are_empty())
    }

    /// Notes what the program is about to act on.
    pub(crate) fn depend_on(&mut self, control: Control) {
        assert!(!self.rehearses, "a program that acts on data cannot leap");
        self.control = self.control.max(control);
    }
}
