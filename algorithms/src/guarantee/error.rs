//! Says why there is no guarantee.

use super::question::Question;
use thiserror::Error;

/// Most nodes, so that all numbers are exact as floating point numbers.
const MOST_NODES: u64 = 1 << 40;

/// Most copies that a node takes in a visit.
const MOST_INSTANCES: u64 = 64;

/// Exponents of the share that may fail.
const LEAST_EXPONENT: i32 = -1000;

/// A question that has no answer here; the message names the flag, what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GuaranteeError {
    /// Nodes that are no power of two, or too many.
    #[error(
        "--nodes must be a power of two from 2 to 2^40 for a guarantee, found {found}; with other numbers of nodes \
         rounds runs, and nothing is promised"
    )]
    Nodes {
        /// The nodes asked for.
        found: u64,
    },
    /// A congestion of zero, or not below the number of nodes.
    #[error(
        "--congestion must be at least 1 and below the number of nodes, {nodes}, found {found}"
    )]
    Congestion {
        /// Nodes.
        nodes: u64,
        /// The congestion asked for.
        found: u64,
    },
    /// No copies, or too many.
    #[error("--alpha must be from 1 to {MOST_INSTANCES}, found {found}")]
    Instances {
        /// The copies asked for.
        found: u64,
    },
    /// A share of all permutations or more, or next to none.
    #[error("--failure-log2 must be from {LEAST_EXPONENT} to -1, found {found}")]
    Failure {
        /// The exponent asked for.
        found: i32,
    },
}

/// Refuses what [`super::guarantee`] has no answer to.
pub(super) fn check(question: &Question) -> Result<(), GuaranteeError> {
    let &Question { nodes, congestion, instances, failure_log2, .. } = question;
    if !nodes.is_power_of_two() || !(2..=MOST_NODES).contains(&nodes) {
        return Err(GuaranteeError::Nodes { found: nodes });
    }
    if !(1..nodes).contains(&congestion) {
        return Err(GuaranteeError::Congestion { nodes, found: congestion });
    }
    if !(1..=MOST_INSTANCES).contains(&instances) {
        return Err(GuaranteeError::Instances { found: instances });
    }
    if !(LEAST_EXPONENT..0).contains(&failure_log2) {
        return Err(GuaranteeError::Failure { found: failure_log2 });
    }
    Ok(())
}
