//! Bounds the expansion of a graph from above and below, with every method that pays.

use super::graph::ExpanderGraph;
use super::table::{Bound, Method, Reach, Table, Witness};
use super::{annealing, co_degree, enumeration, pair_seeded, spectral};
use std::fmt::{self, Write as _};
use thiserror::Error;

/// The default effort: the verification ends within seconds.
pub const DEFAULT_EFFORT: u64 = 1 << 32;
/// Units of effort for a move of the annealing, a set of the enumeration and a shared neighbour of two inputs.
const A_MOVE: u64 = 256;
/// The annealing gets this share of the effort.
const ANNEALING_SHARE: u64 = 4;

/// What one method has found by itself, whatever the others have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// No set of these sizes expands less.
    pub lower: Option<Reach>,
    /// Of the sets of these sizes that it has looked at, one expands no more.
    pub upper: Option<Reach>,
    /// Units of effort that it has spent.
    pub effort: u64,
    /// Why it has not run, if it has not.
    pub not_run: Option<NotRun>,
}

impl Finding {
    /// Whether, of sets of the sizes of its lower bound, none expands less, and one that it has looked at as little.
    pub fn is_exact(&self) -> bool {
        self.lower.zip(self.upper).is_some_and(|(lower, upper)| {
            upper.bound.size >= lower.sizes.0 && lower.bound.cmp_expansion(&upper.bound).is_eq()
        })
    }
}

/// Why a method has not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotRun {
    /// An enumeration has told everything.
    #[error("every set was looked at")]
    AllSeen,
    /// It would have cost more than what it may.
    #[error("it takes {} units of effort, {} are left for it", Units(*.needed), Units(*.allowed))]
    Dear {
        /// What it would have cost, or `u64::MAX` if that is more.
        needed: u64,
        /// What it may cost.
        allowed: u64,
    },
    /// It is for smaller graphs.
    #[error("c > {most}")]
    ManyOutputs {
        /// The most outputs that it is for.
        most: usize,
    },
    /// It speaks of sets of two inputs and more.
    #[error("sets of one input only")]
    NoPairs,
    /// Some number is no longer a double.
    #[error("numbers beyond 2^53")]
    Inexact,
    /// The lower and the upper bound of λ were the same before.
    #[error("lambda was known")]
    Known,
    /// The search has not raised a bound of a size below the largest.
    #[error("no bound to average")]
    NothingRaised,
}

/// Units of effort, for display.
struct Units(u64);

impl fmt::Display for Units {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == u64::MAX {
            return out.write_str("more than 2^64");
        }
        let digits = self.0.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                out.write_char(',')?;
            }
            out.write_char(digit)?;
        }
        Ok(())
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// λ is at least its expansion.
    pub lower: Bound,
    /// λ is at most its bound's expansion.
    pub upper: Witness,
    /// Bounds for each size, from 1 on.
    pub sizes: Vec<SizeBounds>,
    /// What each method has found, or why it has not run: all methods, in their order.
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
/// The cheap methods come first. If there are few sets, all are looked at. Otherwise annealing finds an upper bound,
/// and what effort is left goes into the pair-seeded search, which raises the lower bound where it is weakest until
/// both meet.
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
    run.ran(Method::Trivial, 0);
    let sets = enumeration::sets(graph);
    if sets <= effort / A_MOVE {
        enumeration::enumerate(graph, &mut run.table);
        run.ran(Method::Enumeration, sets * A_MOVE);
        for method in SEARCHING {
            run.did_not_run(method, NotRun::AllSeen);
        }
    } else {
        let needed = sets.saturating_mul(A_MOVE);
        run.did_not_run(Method::Enumeration, NotRun::Dear { needed, allowed: effort });
        run.search(effort, threads, seed);
    }
    Some(run.finish())
}

/// The methods of a search, in their order.
const SEARCHING: [Method; 5] =
    [Method::CoDegree, Method::Spectral, Method::Annealing, Method::PairSeeded, Method::Averaging];

struct Run<'a> {
    graph: &'a ExpanderGraph,
    table: Table,
    findings: Vec<Finding>,
}

impl Run<'_> {
    /// All methods that do not look at every set.
    fn search(&mut self, effort: u64, threads: usize, seed: u64) {
        let mut left = effort - self.co_degrees(effort / ANNEALING_SHARE);
        left -= self.spectral(left);
        let share = left / ANNEALING_SHARE;
        annealing::anneal(self.graph, &mut self.table, share / A_MOVE, threads, seed);
        self.ran(Method::Annealing, share);
        self.pair_seeded(left - share, threads);
        if self.table.lower_by(Method::Averaging).is_some() {
            self.ran(Method::Averaging, 0);
        } else {
            self.did_not_run(Method::Averaging, NotRun::NothingRaised);
        }
    }

    /// Gives back what was spent of what is `allowed`, as the next one does.
    fn co_degrees(&mut self, allowed: u64) -> u64 {
        let needed = co_degree::cost(self.graph);
        if self.table.largest() < 2 {
            self.did_not_run(Method::CoDegree, NotRun::NoPairs)
        } else if needed > allowed {
            self.did_not_run(Method::CoDegree, NotRun::Dear { needed, allowed })
        } else {
            co_degree::co_degrees(self.graph, &mut self.table);
            self.ran(Method::CoDegree, needed)
        }
    }

    fn spectral(&mut self, allowed: u64) -> u64 {
        let most = spectral::MOST_OUTPUTS;
        if self.graph.outputs() > most {
            return self.did_not_run(Method::Spectral, NotRun::ManyOutputs { most });
        }
        let needed = spectral::cost(self.graph);
        if needed > allowed {
            self.did_not_run(Method::Spectral, NotRun::Dear { needed, allowed })
        } else if spectral::spectral(self.graph, &mut self.table) {
            self.ran(Method::Spectral, needed)
        } else {
            self.did_not_run(Method::Spectral, NotRun::Inexact)
        }
    }

    fn pair_seeded(&mut self, allowed: u64, threads: usize) {
        let most = pair_seeded::MOST_OUTPUTS;
        if self.table.least().cmp_expansion(&self.table.witness().bound).is_ge() {
            self.did_not_run(Method::PairSeeded, NotRun::Known);
        } else if self.graph.outputs() > most {
            self.did_not_run(Method::PairSeeded, NotRun::ManyOutputs { most });
        } else {
            let spent = pair_seeded::tighten(self.graph, &mut self.table, allowed, threads);
            self.ran(Method::PairSeeded, spent);
        }
    }

    /// Notes what a method has said, and gives back what it has spent.
    fn ran(&mut self, method: Method, effort: u64) -> u64 {
        let (lower, upper) = (self.table.lower_by(method), self.table.upper_by(method));
        self.findings.push(Finding { method, lower, upper, effort, not_run: None });
        effort
    }

    /// Notes why a method has not run, and gives back what it has spent: nothing.
    fn did_not_run(&mut self, method: Method, why: NotRun) -> u64 {
        let not_run = Some(why);
        self.findings.push(Finding { method, lower: None, upper: None, effort: 0, not_run });
        0
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
