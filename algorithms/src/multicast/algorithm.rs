//! Defines what every multicast algorithm offers.

use meshcast_engine::{Machine, Messages, Violation};
use std::sync::Arc;

/// A multicast algorithm, planned for one message set on one mesh.
pub trait Multicast {
    /// What a run finds out on its way, and its choices.
    type Run;

    /// The messages as their headers list them: what the machine is to be made with.
    fn messages(&self) -> Arc<Messages>;

    /// Packets that a buffer must hold, if there is a limit.
    fn capacity(&self) -> Option<usize>;

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape; with the greedy rivals also after 2²⁷ steps.
    fn run(&self, machine: &mut Machine) -> Result<Self::Run, Violation>;
}
