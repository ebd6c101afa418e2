//! Everything that can be said about the expansion of a graph.

use super::graph::ExpanderGraph;
use super::table::{Bound, Method, Table, Witness};
use super::{annealing, co_degree, enumeration, pair_seeded, spectral};

/// The default effort: the verification ends within seconds.
pub const DEFAULT_EFFORT: u64 = 1 << 32;
/// Units of effort for a move of the annealing, a set of the enumeration and a shared neighbour of two inputs.
const A_MOVE: u64 = 256;
/// The annealing gets this share of the effort.
const ANNEALING_SHARE: u64 = 4;

/// Which side of the truth a method bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// λ is at least that.
    Lower,
    /// λ is at most that: a witness shows it.
    Upper,
    /// λ is that.
    Exact,
}

/// What one method has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// Which side it bounds.
    pub side: Side,
    /// The bound that it gives for the sizes it covers, without later methods.
    pub bound: Bound,
    /// The smallest and the largest size of sets that it covers.
    pub sizes: (usize, usize),
    /// Units of effort that it has spent.
    pub effort: u64,
}

/// What is known of γ(s), the fewest neighbours of s inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeBounds {
    /// At least so many.
    pub lower: Bound,
    /// At most so many.
    pub upper: Bound,
}

/// The expansion of a graph, λ = min |Γ(S)|/(r·|S|) over all sets S of 1 to ⌊c/r⌋ inputs, between two bounds.
#[derive(Clone, Debug)]
pub struct Verification {
    /// λ is at least its expansion.
    pub lower: Bound,
    /// λ is at most its bound's expansion.
    pub upper: Witness,
    /// Bounds for each size, from 1 on.
    pub sizes: Vec<SizeBounds>,
    /// What each method has found, in the order in which they ran.
    pub findings: Vec<Finding>,
}

impl Verification {
    /// Whether λ is known.
    pub fn is_exact(&self) -> bool {
        self.lower.cmp_expansion(&self.upper.bound).is_ge()
    }

    /// The smallest whole α for which it is certain that α·|Γ(S)| ≥ c for all sets S of the largest size.
    ///
    /// The algorithm needs that, and α > 1/λ is not enough for it where r does not divide c.
    pub fn certified_alpha(&self, outputs: usize) -> usize {
        self.sizes.last().map_or(1, |size| outputs.div_ceil(size.lower.gamma))
    }

    /// The smallest whole α that is not refuted by a set that was found.
    pub fn least_alpha(&self, outputs: usize) -> usize {
        self.sizes.last().map_or(1, |size| outputs.div_ceil(size.upper.gamma))
    }
}

/// Bounds λ by all methods, with about as much `effort`; `None` if r > c, where the definition says nothing of any set.
///
/// The cheap methods come first. If there are few sets, all are looked at. Otherwise annealing finds an upper bound, and what effort is left goes
/// into the pair-seeded search, which raises the lower bound where it is weakest until both meet.
///
/// The result follows from `effort` and `seed`, whatever the `threads`.
///
/// # Example
/// ```
/// use meshcast_algorithms::{DEFAULT_EFFORT, ExpanderGraph, Permutation, verify};
/// // Inputs 0 and 1 share both outputs.
/// let permutation = Permutation::new(vec![0, 2, 1, 3, 4, 6, 5, 7])?;
/// let graph = ExpanderGraph::new(&permutation, 4, 4, 2)?;
/// let verification = verify(&graph, DEFAULT_EFFORT, 1, 1).expect("two inputs are constrained");
/// assert!(verification.is_exact());
/// assert_eq!((verification.upper.bound.gamma, verification.upper.set), (2, vec![0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    graph: &ExpanderGraph,
    effort: u64,
    threads: usize,
    seed: u64,
) -> Option<Verification> {
    if graph.largest_set() == 0 {
        return None;
    }
    let mut run = Run { graph, table: Table::new(graph), findings: Vec::new() };
    run.note(Method::Trivial, Side::Lower, 1, 0);
    let sets = enumeration::sets(graph);
    if sets <= effort / A_MOVE {
        enumeration::enumerate(graph, &mut run.table);
        run.note(Method::Enumeration, Side::Exact, 1, sets * A_MOVE);
    } else {
        run.search(effort, threads, seed);
    }
    Some(run.finish())
}

struct Run<'a> {
    graph: &'a ExpanderGraph,
    table: Table,
    findings: Vec<Finding>,
}

impl Run<'_> {
    /// All methods that do not look at every set.
    fn search(&mut self, effort: u64, threads: usize, seed: u64) {
        let graph = self.graph;
        let mut left = effort;
        let cost = co_degree::cost(graph);
        if cost <= left / ANNEALING_SHARE {
            co_degree::co_degrees(graph, &mut self.table);
            self.note(Method::CoDegree, Side::Lower, 1, cost);
            left -= cost;
        }
        let cost = spectral::cost(graph);
        if graph.outputs() <= spectral::MOST_OUTPUTS && cost <= left {
            spectral::spectral(graph, &mut self.table);
            self.note(Method::Spectral, Side::Lower, 1, cost);
            left -= cost;
        }
        let share = left / ANNEALING_SHARE;
        annealing::anneal(graph, &mut self.table, share / A_MOVE, threads, seed);
        self.note(Method::Annealing, Side::Upper, 2.min(self.table.largest()), share);
        left -= share;
        let cost = pair_seeded::tighten(graph, &mut self.table, left, threads);
        let known = self.table.least().cmp_expansion(&self.table.witness().bound).is_ge();
        self.note(Method::PairSeeded, if known { Side::Exact } else { Side::Lower }, 1, cost);
    }

    fn note(&mut self, method: Method, side: Side, smallest: usize, effort: u64) {
        let bound = match side {
            Side::Lower => self.table.least(),
            Side::Upper | Side::Exact => self.table.witness().bound,
        };
        let sizes = (smallest, self.table.largest());
        self.findings.push(Finding { method, side, bound, sizes, effort });
    }

    fn finish(self) -> Verification {
        let table = self.table;
        let bounds = |size| SizeBounds { lower: table.lower(size), upper: table.upper(size) };
        Verification {
            lower: table.least(),
            upper: table.witness().clone(),
            sizes: (1..=table.largest()).map(bounds).collect(),
            findings: self.findings,
        }
    }
}
