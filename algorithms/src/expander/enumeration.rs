//! Looks at every set.

use super::graph::ExpanderGraph;
use super::table::{Method, Table};

/// Neighbours of a set that changes by one input at a time.
pub(super) struct Counts<'a> {
    graph: &'a ExpanderGraph,
    /// Inputs of the set adjacent to each output.
    inputs: Vec<u32>,
    /// Outputs adjacent to one at least.
    pub(super) gamma: usize,
}

impl<'a> Counts<'a> {
    /// Those of the empty set.
    pub(super) fn new(graph: &'a ExpanderGraph) -> Self {
        Self { graph, inputs: vec![0; graph.outputs()], gamma: 0 }
    }

    /// Adds an input that is not in the set.
    pub(super) fn add(&mut self, input: u32) {
        for &output in self.graph.neighbours(input as usize) {
            let inputs = &mut self.inputs[output as usize];
            self.gamma += usize::from(*inputs == 0);
            *inputs += 1;
        }
    }

    /// Removes an input of the set.
    pub(super) fn remove(&mut self, input: u32) {
        for &output in self.graph.neighbours(input as usize) {
            let inputs = &mut self.inputs[output as usize];
            *inputs -= 1;
            self.gamma -= usize::from(*inputs == 0);
        }
    }

    /// Neighbours of `input` that the set does not have.
    pub(super) fn gain(&self, input: u32) -> usize {
        let neighbours = self.graph.neighbours(input as usize);
        neighbours.iter().filter(|&&output| self.inputs[output as usize] == 0).count()
    }
}

/// How many sets there are to look at: Σ C(m, s) over the constrained sizes s, or `u64::MAX` if more.
pub(super) fn sets(graph: &ExpanderGraph) -> u64 {
    let (mut sets, mut of_size) = (0u64, 1u128);
    for size in 1..=graph.largest_set() as u128 {
        of_size = of_size * (graph.inputs() as u128 + 1 - size) / size;
        match u64::try_from(of_size).ok().and_then(|of_size| sets.checked_add(of_size)) {
            Some(sum) => sets = sum,
            None => return u64::MAX,
        }
    }
    sets
}

/// Finds γ(s) for all sizes by looking at every set.
pub(super) fn enumerate(graph: &ExpanderGraph, table: &mut Table) {
    let mut walk = Walk {
        counts: Counts::new(graph),
        set: Vec::new(),
        fewest: vec![usize::MAX; table.largest()],
    };
    walk.extend(0, table);
    for (size, gamma) in (1..).zip(walk.fewest) {
        table.raise(size, gamma, Method::Enumeration);
    }
}

struct Walk<'a> {
    counts: Counts<'a>,
    set: Vec<u32>,
    fewest: Vec<usize>,
}

impl Walk<'_> {
    /// Looks at every set that begins with this one and goes on with inputs from `first` on.
    fn extend(&mut self, first: u32, table: &mut Table) {
        for input in first..self.counts.graph.inputs() as u32 {
            self.counts.add(input);
            self.set.push(input);
            let (gamma, fewest) = (self.counts.gamma, &mut self.fewest[self.set.len() - 1]);
            if gamma < *fewest {
                *fewest = gamma;
                table.see_counted(&self.set, gamma, Method::Enumeration);
            }
            if self.set.len() < self.fewest.len() {
                self.extend(input + 1, table);
            }
            self.set.pop();
            self.counts.remove(input);
        }
    }
}
