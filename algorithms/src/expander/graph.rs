//! Reads a permutation as a bipartite graph.

use crate::bit_set::BitSet;
use crate::permutation::Permutation;
use thiserror::Error;

/// The graph of a permutation π of r·m numbers: m inputs with r edges each, c outputs.
///
/// Edge j of input i leads to output ⌊c·π(r·i + j) / (r·m)⌋. Edges may be parallel; the neighbours of a set are counted once.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §5. Deviations: none, but
/// that any m, c, r ≥ 1 make a graph, even where Definition 1 (r ≤ c < m, equal degrees of the outputs) does not hold.
///
/// # Example
/// ```
/// use meshcast_algorithms::{ExpanderGraph, Permutation};
/// let permutation = Permutation::new(vec![0, 3, 1, 2, 5, 4])?;
/// let graph = ExpanderGraph::new(&permutation, 3, 2, 2)?;
/// assert_eq!(graph.edges(0), [0, 1]);
/// assert_eq!(graph.edges(2), [1, 1]);
/// assert_eq!((graph.parallel_edges(), graph.output_degrees()), (2, (3, 3)));
/// assert_eq!(graph.neighbours_of_set(&[1, 2]), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpanderGraph {
    inputs: usize,
    outputs: usize,
    degree: usize,
    /// r·m outputs, those of an input together.
    edges: Vec<u32>,
    /// The distinct outputs of every input, ascending.
    neighbours: Vec<u32>,
    /// Where those of an input begin; one more for the end.
    starts: Vec<u32>,
}

/// Why a permutation, with these numbers, is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// A number that is zero.
    #[error(
        "expected at least one input, one output and one edge an input, found m = {inputs}, c = {outputs}, r = {degree}"
    )]
    Nothing {
        /// m.
        inputs: usize,
        /// c.
        outputs: usize,
        /// r.
        degree: usize,
    },
    /// Another number of entries than edges.
    #[error("expected a permutation of r·m = {degree}·{inputs} numbers, found {found}")]
    Length {
        /// m.
        inputs: usize,
        /// r.
        degree: usize,
        /// Entries of the permutation.
        found: usize,
    },
}

impl ExpanderGraph {
    /// The graph of `permutation` with `inputs` · `degree` edges.
    ///
    /// # Errors
    /// If a number is zero, or the permutation has another length than `inputs` · `degree`.
    pub fn new(
        permutation: &Permutation,
        inputs: usize,
        outputs: usize,
        degree: usize,
    ) -> Result<Self, GraphError> {
        if inputs == 0 || outputs == 0 || degree == 0 {
            return Err(GraphError::Nothing { inputs, outputs, degree });
        }
        let found = permutation.len();
        if inputs.checked_mul(degree) != Some(found) {
            return Err(GraphError::Length { inputs, degree, found });
        }
        let output = |entry: &u32| (outputs as u128 * u128::from(*entry) / found as u128) as u32;
        let edges: Vec<u32> = permutation.entries().iter().map(output).collect();
        let (mut neighbours, mut starts) = (Vec::new(), vec![0]);
        for of_input in edges.chunks(degree) {
            let mut distinct = of_input.to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            neighbours.extend(distinct);
            starts.push(neighbours.len() as u32);
        }
        Ok(Self { inputs, outputs, degree, edges, neighbours, starts })
    }

    /// m.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// c.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// r, parallel edges counted.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The outputs of `input` in the order of the permutation.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn edges(&self, input: usize) -> &[u32] {
        &self.edges[input * self.degree..(input + 1) * self.degree]
    }

    /// The distinct outputs of `input`, ascending.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn neighbours(&self, input: usize) -> &[u32] {
        &self.neighbours[self.starts[input] as usize..self.starts[input + 1] as usize]
    }

    /// |Γ(S)|: the outputs adjacent to at least one input of `set`.
    ///
    /// # Panics
    /// If there is no such input.
    pub fn neighbours_of_set(&self, set: &[u32]) -> usize {
        let mut found = BitSet::new(self.outputs);
        for &output in set.iter().flat_map(|&input| self.edges(input as usize)) {
            found.insert(output as usize);
        }
        found.count()
    }

    /// The inputs of the largest sets that Definition 1 constrains: ⌊c/r⌋, or all inputs if there are fewer; 0 if it says nothing.
    pub fn largest_set(&self) -> usize {
        (self.outputs / self.degree).min(self.inputs)
    }

    /// Edges at every output.
    pub(super) fn degrees_of_outputs(&self) -> Vec<u64> {
        let mut degrees = vec![0; self.outputs];
        self.edges.iter().for_each(|&output| degrees[output as usize] += 1);
        degrees
    }

    /// The fewest and the most edges at an output.
    pub fn output_degrees(&self) -> (u64, u64) {
        let degrees = self.degrees_of_outputs();
        let (least, most) = (degrees.iter().min(), degrees.iter().max());
        // There is an output.
        (least.copied().unwrap_or(0), most.copied().unwrap_or(0))
    }

    /// Edges beyond the first between an input and an output.
    pub fn parallel_edges(&self) -> usize {
        self.edges.len() - self.neighbours.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_make_no_graph_are_refused() {
        let permutation = Permutation::random(6, 1);
        let refused = |m, c, r| ExpanderGraph::new(&permutation, m, c, r).unwrap_err();
        assert_eq!(refused(3, 0, 2), GraphError::Nothing { inputs: 3, outputs: 0, degree: 2 });
        assert_eq!(refused(2, 2, 2), GraphError::Length { inputs: 2, degree: 2, found: 6 });
        assert_eq!(
            refused(usize::MAX, 2, 3),
            GraphError::Length { inputs: usize::MAX, degree: 3, found: 6 }
        );
    }

    #[test]
    fn products_of_large_numbers_do_not_overflow() {
        let permutation = Permutation::new(vec![1, 0]).unwrap();
        let graph = ExpanderGraph::new(&permutation, 1, 1 << 32, 2).unwrap();
        assert_eq!(graph.edges(0), [1 << 31, 0]);
    }

    #[test]
    fn outputs_differ_by_one_edge_where_c_does_not_divide_rm() {
        let graph = ExpanderGraph::new(&Permutation::random(20, 1), 5, 6, 4).unwrap();
        assert_eq!(graph.output_degrees(), (3, 4));
        assert_eq!(graph.largest_set(), 1);
    }
}
