//! Ends a run and hands out what it leaves behind.

use super::Machine;
use crate::outcome::Outcome;

impl Machine {
    /// Ends the run.
    ///
    /// # Panics
    /// If the run broke a rule: there is no outcome then.
    pub fn finish(mut self) -> Outcome {
        if let Err(violation) = self.stage.go_on() {
            panic!("a run that broke a rule has no outcome: {violation}");
        }
        self.stage.check_peaks();
        // They share the output queues.
        self.spares.clear();
        self.stage.meter.into_outcome(&self.stage.setup, self.stage.nodes)
    }
}
