//! Lets a program act on data: on what all nodes agree about, or on an oracle.

use super::meter::Control;
use super::{Guarded, Machine};
use crate::nodes::Variable;
use crate::violation::{Fault, Rule, Violation};
use crate::word::Word;

impl Machine {
    /// The value that every node holds in every register of `variable`: the only way for control flow to depend on data.
    /// What it cost to let every node know has been charged already.
    ///
    /// # Errors
    /// M7 if two nodes hold different values.
    ///
    /// # Panics
    /// If the registers are of another machine, or none at all; in a part of a program that [leaps](Machine::leap).
    pub fn agree<T: Word>(&mut self, variable: &Variable<T>) -> Result<T, Violation> {
        self.check_own(variable);
        assert!(variable.per_node() > 0, "nodes without registers cannot agree");
        self.stage.begin("agree")?;
        self.depend_on(Control::Data);
        let mut stage = Guarded(&mut self.stage);
        // Compared bit by bit: a comparison of the program's own might call different values equal.
        let values = variable.values();
        let value = values[0].to_bits();
        let differs = |other: &&T| other.to_bits() != value;
        if let Some(register) = values.iter().position(|other| differs(&other)) {
            let dissent = values.iter().filter(differs).count() as u64;
            let node = register / variable.per_node();
            stage.breach(Rule::M7, node, dissent, 0, Fault::Disagreement)?;
        }
        Ok(T::from_bits(value))
    }

    /// Whether no packet is in the network: an oracle, for greedy rivals, which have no other way to end. Messages that wait in
    /// input queues are no packets yet.
    ///
    /// No node knows this, and nothing is charged for it. The result of a run that has asked says so:
    /// [`Outcome::told_when_done`](crate::Outcome::told_when_done). Like [`Machine::agree`], it makes control flow
    /// depend on data.
    ///
    /// # Errors
    /// The violation that has ended the run.
    ///
    /// # Panics
    /// In a part of a program that [leaps](Machine::leap).
    pub fn told_when_done(&mut self) -> Result<bool, Violation> {
        self.stage.go_on()?;
        self.depend_on(Control::Oracle);
        Ok(self.stage.nodes.buffers.are_empty())
    }

    /// Notes what the program is about to act on.
    fn depend_on(&mut self, control: Control) {
        assert!(!self.stage.rehearses(), "a program that acts on data cannot leap");
        self.stage.meter.depend_on(control);
    }
}
