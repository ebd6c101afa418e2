//! Plans a run of an algorithm on a message set.

use super::choice::Choice;
use super::findings::Findings;
use meshcast_algorithms::Multicast;
use meshcast_engine::{Machine, Messages, Violation};
use std::fmt;
use std::sync::Arc;

/// A plan for a message set.
pub(crate) struct Plan {
    /// Packets that a buffer must hold, if there is a limit.
    pub(crate) capacity: Option<usize>,
    /// The messages as their headers list them.
    pub(crate) messages: Arc<Messages>,
    /// Words that packets carry beside their keys.
    pub(crate) payload_words: usize,
    /// Why, if it was chosen among others.
    pub(crate) choice: Option<Choice>,
    /// Words that a node stores for permutations, of an algorithm that has some.
    pub(crate) stored_words: Option<usize>,
    /// Whether the adversary who chose the messages knows by which permutations it forms groups, if there is one and it has
    /// some.
    pub(crate) known_to_adversary: Option<bool>,
    pub(super) run: Box<Running>,
}

/// A run on a machine, and what it found.
pub(super) type Running = dyn Fn(&mut Machine) -> Result<Arc<dyn Findings>, Violation>;

impl Plan {
    /// The plan of an algorithm that chooses and stores nothing, with what its runs find.
    pub(super) fn of<A: Multicast + 'static>(
        algorithm: A,
        findings: impl Fn(A::Run) -> Arc<dyn Findings> + 'static,
    ) -> Self {
        Self {
            capacity: algorithm.capacity(),
            messages: algorithm.messages(),
            payload_words: 0,
            choice: None,
            stored_words: None,
            known_to_adversary: None,
            run: Box::new(move |machine| algorithm.run(machine).map(&findings)),
        }
    }

    /// Runs it; what it chose and found out.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<Arc<dyn Findings>, Violation> {
        machine.run(|machine| (self.run)(machine))
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Plan").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}
