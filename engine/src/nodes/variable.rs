//! Holds parallel variables: registers, one group a node.

use super::frame::{Frame, RunMark};
use super::registers_held::HeldWords;
use std::fmt;
use std::sync::Arc;

/// `per_node` registers of type `T` at every node.
///
/// A program can compute with them only inside nodes ([`Machine::compute`](crate::Machine::compute)), send words
/// made of them ([`Step::words`](crate::Step::words)), and branch on one that all nodes agree on
/// ([`Machine::agree`](crate::Machine::agree)). Their contents come out when the run is over.
pub struct Variable<T> {
    values: Vec<T>,
    per_node: usize,
    /// The step in which words last came in; 0 if none did.
    filled_in: u64,
    run: Arc<RunMark>,
    /// The machine whose nodes hold the registers.
    frame: Frame,
    held: HeldWords,
}

impl<T> fmt::Debug for Variable<T> {
    /// Leaves out the contents: a program could read them from the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variable").field("per_node", &self.per_node).finish_non_exhaustive()
    }
}

impl<T> Variable<T> {
    pub(super) fn new(
        values: Vec<T>,
        per_node: usize,
        run: &Arc<RunMark>,
        frame: Frame,
        held: HeldWords,
    ) -> Self {
        Self { values, per_node, filled_in: 0, run: Arc::clone(run), frame, held }
    }

    /// Has their words counted elsewhere.
    pub(super) fn count_in(&mut self, held: HeldWords) {
        self.held = held;
    }

    /// Whether the nodes of machine `frame` in the run `run` hold the registers.
    #[inline]
    pub(super) fn is_of(&self, run: &Arc<RunMark>, frame: &Frame) -> bool {
        Arc::ptr_eq(&self.run, run) && self.frame == *frame
    }

    /// Whether all of so many `nodes` hold values.
    pub(super) fn has_all(&self, nodes: usize) -> bool {
        self.values.len() == nodes * self.per_node
    }

    pub(super) fn filled_in(&self) -> u64 {
        self.filled_in
    }

    /// Says that words come in in step `step`; returns whether some have already.
    pub(crate) fn fill_in(&mut self, step: u64) -> bool {
        std::mem::replace(&mut self.filled_in, step) == step
    }

    /// Whether words have come in in step `step`.
    pub(crate) fn is_filled_in(&self, step: u64) -> bool {
        self.filled_in == step && step > 0
    }

    /// The registers of all nodes, row-major; none in a rehearsal.
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }

    /// [`Variable::values`], to be written.
    pub(crate) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// What the registers hold, if they are of the run `run`.
    pub(crate) fn into_values(self, run: &Arc<RunMark>) -> Option<Vec<T>> {
        Arc::ptr_eq(&self.run, run).then_some(self.values)
    }
}

impl<T: Copy> Variable<T> {
    /// Registers a node.
    pub fn per_node(&self) -> usize {
        self.per_node
    }

    /// Whether the nodes hold values: not where a program is [rehearsed](crate::Rehearsal).
    fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    pub(crate) fn at(&self, node: usize) -> &[T] {
        &self.values[node * self.per_node..(node + 1) * self.per_node]
    }

    pub(crate) fn at_mut(&mut self, node: usize) -> &mut [T] {
        &mut self.values[node * self.per_node..(node + 1) * self.per_node]
    }

    /// The same registers with rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Self {
        let shape = self.frame.shape;
        let turned = shape.transposed();
        let mut values = Vec::with_capacity(self.values.len());
        for node in (0..turned.nodes()).filter(|_| self.has_values()) {
            let (row, col) = turned.position(node);
            values.extend_from_slice(self.at(shape.index(col, row)));
        }
        let frame = Frame { transposed: !self.frame.transposed, shape: turned, ..self.frame };
        Self::new(values, self.per_node, &self.run, frame, self.held.none())
    }

    /// The registers of some nodes, those of another machine, in its order.
    pub(crate) fn cut_out(&self, nodes: impl Iterator<Item = usize>, frame: Frame) -> Self {
        let nodes = nodes.filter(|_| self.has_values());
        let values = nodes.flat_map(|node| self.at(node).iter().copied()).collect();
        Self::new(values, self.per_node, &self.run, frame, self.held.none())
    }

    /// Takes over the values of as many registers of the same nodes.
    pub(crate) fn set_values(&mut self, other: Self) {
        (self.values, self.filled_in) = (other.values, other.filled_in);
    }

    /// Takes registers that were cut out back.
    pub(crate) fn put_back(&mut self, nodes: impl Iterator<Item = usize>, part: &Self) {
        for (i, node) in nodes.enumerate().filter(|_| part.has_values()) {
            self.at_mut(node).copy_from_slice(part.at(i));
        }
    }
}
