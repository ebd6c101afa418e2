//! Generates message sets: one file for each family, one for sets that collide under given permutations, and one for mixtures of
//! experts.

mod adversarial;
mod broadcast;
mod cluster;

mod error;
mod family;
mod hot_block;
mod limits;
mod lower_bound;
mod moe;
mod openings;
mod permutation;
mod power_law;
mod sparse;
#[cfg(test)]
mod tests;
mod uniform;

pub use adversarial::{Grouping, adversarial};
pub use error::WorkloadError;
pub use family::Workload;
pub use limits::{DEFAULT_CONGESTION, DEFAULT_DEGREE};
pub use moe::{Popularity, mixture_of_experts};

use crate::draws::Draws;
use limits::MAX_SIDE;
use meshcast_engine::Messages;

/// The message set of `workload` on a mesh of `side` × `side` nodes.
///
/// # Shape
/// n = `side`² nodes, a mesh from 2 × 2 on: a single node has no congestion that is both at least 1 and below n. What is
/// exact and what is an upper bound:
///
/// | workload | messages | destinations of a message | messages for a node |
/// |---|---|---|---|
/// | uniform | n | c | c |
/// | permutation, transpose | n | 1 | 1 |
/// | sparse, d ≤ c | n | d | ≤ c |
/// | sparse, d > c | ≤ n | d until the nodes fill up, then fewer | ≤ c |
/// | hot-block | ⌈c·a²/d⌉, a = ⌊√(n/c)⌋ | d, one message the rest | c in the square of side a, else 0 |
/// | lower-bound | c·a², a = max(1, ⌊√(n/2c)⌋) | 1 | c in the square of side a, else 0 |
/// | broadcast | c | n − 1 | c, at a source c − 1 |
/// | cluster | n | min(c, nodes of its block) | min(c, nodes of its block); c somewhere |
/// | power-law | ≤ n | Zipf(2) until the nodes fill up, then fewer | ≤ c |
///
/// A node whose message would have no destination has no message. Where sources are random, a message may be for
/// its own source. `seed` fixes the set for good, on every machine (`transpose` has nothing random).
///
/// # Cost
/// O(deliveries + n) draws and memory; `uniform` looks at O(c) further destinations for each repeated pair it mends.
///
/// # Errors
/// A side below 2 or above 8192; a congestion or degree of 0 or at least n; a congestion or degree other than 1
/// for a permutation, a degree other than 1 for `lower-bound`; any degree for `uniform`, `broadcast`,
/// `cluster` and `power-law`; a degree above the nodes of the square of `hot-block`.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Workload, generate};
/// let set = generate(Workload::Uniform, 8, None, Some(3), 1)?;
/// assert_eq!((set.nodes(), set.count(), set.deliveries()), (64, 64, 192));
/// assert_eq!((set.degree(), set.congestion()), (3, 3));
/// let refused = generate(Workload::Uniform, 8, None, Some(64), 1).unwrap_err();
/// assert!(refused.to_string().starts_with("--congestion must be at least 1 and below the number of nodes, 64"));
/// # Ok::<(), meshcast_algorithms::WorkloadError>(())
/// ```
pub fn generate(
    workload: Workload,
    side: usize,
    degree: Option<usize>,
    congestion: Option<usize>,
    seed: u64,
) -> Result<Messages, WorkloadError> {
    if !(2..=MAX_SIDE).contains(&side) {
        return Err(WorkloadError::Side { found: side });
    }
    let nodes = side * side;
    let congestion = check_congestion(workload, nodes, congestion)?;
    let degree = check_degree(workload, nodes, congestion, degree)?;
    let draws = &mut Draws::new(seed);
    let lists = match workload {
        Workload::Uniform => uniform::uniform(nodes, congestion, draws),
        Workload::Permutation => permutation::permutation(nodes, draws),
        Workload::Transpose => permutation::transpose(side),
        Workload::Sparse => sparse::sparse(nodes, degree, congestion, draws),
        Workload::HotBlock => hot_block::hot_block(side, degree, congestion, draws),
        Workload::LowerBound => lower_bound::lower_bound(side, congestion, draws),
        Workload::Broadcast => broadcast::broadcast(nodes, congestion, draws),
        Workload::Cluster => cluster::cluster(side, congestion, draws),
        Workload::PowerLaw => power_law::power_law(nodes, congestion, draws),
    };
    Ok(Messages::from_lists(nodes, lists)?)
}

/// The congestion to use, from the one asked for.
fn check_congestion(
    workload: Workload,
    nodes: usize,
    asked: Option<usize>,
) -> Result<usize, WorkloadError> {
    if workload.is_permutation() {
        return match asked {
            None | Some(1) => Ok(1),
            Some(found) => Err(WorkloadError::CongestionNotOne { workload, found }),
        };
    }
    match asked.unwrap_or(DEFAULT_CONGESTION) {
        found if found == 0 || found >= nodes => Err(WorkloadError::Congestion { nodes, found }),
        congestion => Ok(congestion),
    }
}

/// The degree to use, from the one asked for; 0 for a workload that sets its degrees itself.
fn check_degree(
    workload: Workload,
    nodes: usize,
    congestion: usize,
    asked: Option<usize>,
) -> Result<usize, WorkloadError> {
    if let Some(found) = asked
        && (found == 0 || found >= nodes)
    {
        return Err(WorkloadError::Degree { nodes, found });
    }
    match (workload, asked) {
        (Workload::Sparse, _) => Ok(asked.unwrap_or(DEFAULT_DEGREE.min(congestion))),
        (Workload::HotBlock, _) => {
            let found = asked.unwrap_or(1);
            let block = hot_block::square_side(nodes, congestion).pow(2);
            if found > block {
                Err(WorkloadError::DegreeOverBlock { block, found })
            } else {
                Ok(found)
            }
        }
        (Workload::Permutation | Workload::Transpose | Workload::LowerBound, None | Some(1)) => {
            Ok(1)
        }
        (Workload::Permutation | Workload::Transpose | Workload::LowerBound, Some(found)) => {
            Err(WorkloadError::DegreeNotOne { workload, found })
        }
        (
            Workload::Uniform | Workload::Broadcast | Workload::Cluster | Workload::PowerLaw,
            None,
        ) => Ok(0),
        (
            Workload::Uniform | Workload::Broadcast | Workload::Cluster | Workload::PowerLaw,
            Some(found),
        ) => Err(WorkloadError::DegreeRefused { workload, found }),
    }
}
