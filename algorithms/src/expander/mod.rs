//! Stores bipartite graphs as permutations, and bounds their expansion.
//!
//! A method a file. `table` holds what is known size by size, `verify` runs the methods in turn.

mod annealing;
mod averaging;
mod co_degree;
mod enumeration;
mod graph;
mod lambda;
mod pair_seeded;
mod spectral;
mod table;
mod union_bound;
mod verify;

#[cfg(test)]
mod tests;

pub use graph::{ExpanderGraph, GraphError};
pub use lambda::{Lambda, NotALambda};
pub use table::{Bound, Method, Reach, Witness};
pub use union_bound::{FAILURE_LOG2, Sizes, likely_neighbours, safe_lambda, union_bound};
pub use verify::{DEFAULT_EFFORT, Finding, NotRun, SizeBounds, Verification, verify};
