//! What is known of the fewest neighbours of a set, size by size.

use super::graph::ExpanderGraph;
use std::cmp::Ordering;

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// An input has as many neighbours as it has, and an output only so many edges.
    Trivial,
    /// The pair of inputs with the fewest neighbours, averaged over the pairs of larger sets.
    CoDegree,
    /// The second singular value of the graph.
    Spectral,
    /// The fewest neighbours of smaller sets, averaged over the subsets of larger ones.
    Averaging,
    /// A greedy choice of inputs, or annealing from one.
    Annealing,
    /// Every set that can have few neighbours, grown from a pair.
    PairSeeded,
    /// Every set.
    Enumeration,
}

/// γ(s) is at least or at most so much: the fewest neighbours of a set of s inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Inputs of the set, s.
    pub size: usize,
    /// The bound of γ(s).
    pub gamma: usize,
    /// How it was found.
    pub by: Method,
}

impl Bound {
    /// γ/(r·s): a bound of the expansion of sets of this size.
    pub fn expansion(&self, degree: usize) -> f64 {
        self.gamma as f64 / (degree as f64 * self.size as f64)
    }

    /// Which of two expansions is less, exactly.
    pub(super) fn cmp_expansion(&self, other: &Self) -> Ordering {
        let left = self.gamma as u128 * other.size as u128;
        left.cmp(&(other.gamma as u128 * self.size as u128))
    }
}

/// A set of inputs that proves an upper bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What it proves.
    pub bound: Bound,
    /// The inputs, ascending.
    pub set: Vec<u32>,
}

/// Lower and upper bounds of γ(s) for all constrained sizes s, and the set with the least expansion seen.
///
/// γ never decreases with s, so a lower bound of one size is one of all larger sizes.
#[derive(Clone, Debug)]
pub(super) struct Table {
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    witness: Witness,
}

impl Table {
    /// Trivial lower bounds, and the first s inputs as upper bounds.
    ///
    /// # Panics
    /// If the definition constrains no set.
    pub(super) fn new(graph: &ExpanderGraph) -> Self {
        let by = Method::Trivial;
        let (_, most) = graph.output_degrees();
        let fewest = (0..graph.inputs()).map(|input| graph.neighbours(input).len()).min();
        let fewest = fewest.expect("a graph has an input");
        let lower = |size: usize| {
            let edges = (size * graph.degree()) as u64;
            Bound { size, gamma: fewest.max(edges.div_ceil(most) as usize), by }
        };
        let sizes = 1..=graph.largest_set();
        let upper = sizes.clone().map(|size| Bound { size, gamma: graph.outputs(), by }).collect();
        let bound = Bound { size: 1, gamma: graph.neighbours(0).len(), by };
        let witness = Witness { bound, set: vec![0] };
        let mut table = Self { lower: sizes.map(lower).collect(), upper, witness };
        let first = (0..graph.inputs() as u32)
            .find(|&input| graph.neighbours(input as usize).len() == fewest);
        let first = first.expect("an input has the fewest neighbours");
        table.see(graph, &[first], by);
        table
    }

    /// The largest size.
    pub(super) fn largest(&self) -> usize {
        self.lower.len()
    }

    /// The lower bound for sets of `size` inputs.
    pub(super) fn lower(&self, size: usize) -> Bound {
        self.lower[size - 1]
    }

    /// The upper bound for sets of `size` inputs.
    pub(super) fn upper(&self, size: usize) -> Bound {
        self.upper[size - 1]
    }

    /// The set with the least expansion seen.
    pub(super) fn witness(&self) -> &Witness {
        &self.witness
    }

    /// Notes that sets of `size` inputs, and larger ones, have `gamma` neighbours at least.
    pub(super) fn raise(&mut self, size: usize, gamma: usize, by: Method) {
        let below = self.lower[size - 1..].iter_mut().take_while(|bound| bound.gamma < gamma);
        below.for_each(|bound| (bound.gamma, bound.by) = (gamma, by));
    }

    /// Notes how many neighbours `set` has.
    pub(super) fn see(&mut self, graph: &ExpanderGraph, set: &[u32], by: Method) {
        self.see_counted(set, graph.neighbours_of_set(set), by);
    }

    /// Notes that `set` has `gamma` neighbours.
    pub(super) fn see_counted(&mut self, set: &[u32], gamma: usize, by: Method) {
        let bound = Bound { size: set.len(), gamma, by };
        let upper = &mut self.upper[set.len() - 1];
        if gamma < upper.gamma {
            *upper = bound;
        }
        if bound.cmp_expansion(&self.witness.bound).is_lt() {
            let mut set = set.to_vec();
            set.sort_unstable();
            self.witness = Witness { bound, set };
        }
    }

    /// The least lower bound of an expansion: the expansion of the graph is at least that.
    pub(super) fn least(&self) -> Bound {
        let least = self.lower.iter().min_by(|one, other| one.cmp_expansion(other));
        *least.expect("there is a size")
    }
}
