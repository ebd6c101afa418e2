//! Records what is known of the fewest neighbours of a set, size by size.

use super::graph::ExpanderGraph;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// A bound for the sets of some sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The bound: of the sizes, the one with the least expansion.
    pub bound: Bound,
    /// The smallest and the largest of the sizes.
    pub sizes: (usize, usize),
}

/// Lower and upper bounds of γ(s) for all constrained sizes s, and the set with the least expansion seen.
///
/// γ never decreases with s, so a lower bound of one size is one of all larger sizes, and an upper bound one of all smaller.
#[derive(Clone, Debug)]
pub(super) struct Table {
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    witness: Witness,
    by_method: BTreeMap<Method, Said>,
}

/// What one method has said, whatever the others have.
#[derive(Clone, Debug, Default)]
struct Said {
    /// γ(s) is at least that, from s = 1 on; 0 where the method has said nothing. Empty if it never has.
    lower: Vec<usize>,
    seen: Option<Reach>,
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
        let first = (0..graph.inputs() as u32)
            .find(|&input| graph.neighbours(input as usize).len() == fewest);
        let first = first.expect("an input has the fewest neighbours");
        let witness = Witness { bound: Bound { size: 1, gamma: fewest, by }, set: vec![first] };
        let lower: Vec<Bound> = sizes.map(lower).collect();
        let said = Said { lower: lower.iter().map(|bound| bound.gamma).collect(), seen: None };
        let mut table = Self { lower, upper, witness, by_method: BTreeMap::from([(by, said)]) };
        table.see_counted(&[first], fewest, by);
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
        let largest = self.largest();
        let said = &mut self.by_method.entry(by).or_default().lower;
        said.resize(largest, 0);
        said[size - 1..]
            .iter_mut()
            .take_while(|said| **said < gamma)
            .for_each(|said| *said = gamma);
    }

    /// Notes how many neighbours `set` has.
    pub(super) fn see(&mut self, graph: &ExpanderGraph, set: &[u32], by: Method) {
        self.see_counted(set, graph.neighbours_of_set(set), by);
    }

    /// Notes that `set` has `gamma` neighbours.
    pub(super) fn see_counted(&mut self, set: &[u32], gamma: usize, by: Method) {
        let bound = Bound { size: set.len(), gamma, by };
        let above =
            self.upper[..set.len()].iter_mut().rev().take_while(|upper| gamma < upper.gamma);
        above.for_each(|upper| (upper.gamma, upper.by) = (gamma, by));
        if bound.cmp_expansion(&self.witness.bound).is_lt() {
            let mut set = set.to_vec();
            set.sort_unstable();
            self.witness = Witness { bound, set };
        }
        self.by_method.entry(by).or_default().see(bound);
    }

    /// What `method` has said of lower bounds: of all sizes from the first of which it has said anything.
    pub(super) fn lower_by(&self, method: Method) -> Option<Reach> {
        let said = (1..).zip(&self.by_method.get(&method)?.lower).filter(|&(_, &gamma)| gamma > 0);
        let bounds = said.map(|(size, &gamma)| Bound { size, gamma, by: method });
        let smallest = bounds.clone().next()?.size;
        let bound = bounds.min_by(Bound::cmp_expansion)?;
        Some(Reach { bound, sizes: (smallest, self.largest()) })
    }

    /// The set with the least expansion that `method` has seen.
    pub(super) fn upper_by(&self, method: Method) -> Option<Reach> {
        self.by_method.get(&method)?.seen
    }

    /// The least lower bound of an expansion: the expansion of the graph is at least that.
    pub(super) fn least(&self) -> Bound {
        let least = self.lower.iter().min_by(|one, other| one.cmp_expansion(other));
        *least.expect("there is a size")
    }
}

impl Said {
    fn see(&mut self, bound: Bound) {
        let size = bound.size;
        let seen = self.seen.get_or_insert(Reach { bound, sizes: (size, size) });
        seen.sizes = (seen.sizes.0.min(size), seen.sizes.1.max(size));
        if bound.cmp_expansion(&seen.bound).is_lt() {
            seen.bound = bound;
        }
    }
}
