//! Programs for a PRAM, one a file, each with a check by the host of what it leaves in the memory.

mod access;
mod bfs;
mod components;
mod graph;
mod list_ranking;
mod matrix_product;
mod mis;
mod prefix_sums;
mod sort;
mod spmv;

pub use access::{AccessOnce, AccessPattern};
pub use bfs::Bfs;
pub use components::Components;
pub use graph::PramGraph;
pub use list_ranking::ListRanking;
pub use matrix_product::MatrixProduct;
pub use mis::IndependentSet;
pub use prefix_sums::PrefixSums;
pub use sort::MergeExchange;
pub use spmv::SparseProduct;

use super::Program;
use crate::draws::mixed;

/// A program whose result the host can check.
pub trait Checked: Program {
    /// Whether the cells, by address, hold what they should once the program is over.
    fn is_right(&self, cells: &[u64]) -> bool;
}

/// A number that follows from a seed and a place, below 2³².
fn number(seed: u64, place: u32) -> u64 {
    mixed(seed, place).into()
}

/// Steps that double a reach of 1 until it is `count` or more.
fn doublings(count: u64) -> u64 {
    u64::from(u64::BITS - count.saturating_sub(1).leading_zeros())
}
