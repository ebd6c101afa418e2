//! Says why there is no certificate.

use super::certificate::ExplicitQuestion;
use super::field::prime_power;
use thiserror::Error;

/// Most nodes, so that no product overflows.
const MOST_NODES: u64 = 1 << 40;

/// The greatest order of a field.
const MOST_ORDER: u64 = 1 << 16;

/// Most copies that a node takes in a visit.
const MOST_INSTANCES: u64 = 64;

/// A question that has no answer here; the message names the flag, what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// Too few or too many nodes.
    #[error("--nodes must be from 2 to 2^40, found {0}")]
    Nodes(u64),
    /// A congestion that no message set has.
    #[error("--congestion must be from 1 to the number of nodes, {nodes}, found {found}")]
    Congestion {
        /// The nodes.
        nodes: u64,
        /// What was asked for.
        found: u64,
    },
    /// No order of a field, or one that is too great.
    #[error("--field must be a prime power from 2 to {most}, found {found}")]
    Order {
        /// The greatest.
        most: u64,
        /// What was asked for.
        found: u64,
    },
    /// Too few or too many copies.
    #[error("--alpha must be from 1 to {MOST_INSTANCES}, found {0}")]
    Instances(u64),
    /// A block without nodes, or with more than there are.
    #[error("a block must have from 1 to {nodes} nodes, found {found}")]
    Block {
        /// The nodes.
        nodes: u64,
        /// What was asked for.
        found: u64,
    },
    /// No places for the packets of a group.
    #[error("a tile must have a place at least")]
    Places,
}

pub(super) fn check(question: &ExplicitQuestion) -> Result<(), CertificateError> {
    let &ExplicitQuestion { nodes, congestion, order, block, instances, places } = question;
    if !(2..=MOST_NODES).contains(&nodes) {
        return Err(CertificateError::Nodes(nodes));
    }
    if !(1..=nodes).contains(&congestion) {
        return Err(CertificateError::Congestion { nodes, found: congestion });
    }
    let most = nodes.min(MOST_ORDER);
    if order > most || prime_power(order as usize).is_none() {
        return Err(CertificateError::Order { most, found: order });
    }
    if !(1..=MOST_INSTANCES).contains(&instances) {
        return Err(CertificateError::Instances(instances));
    }
    if !(1..=nodes).contains(&block) {
        return Err(CertificateError::Block { nodes, found: block });
    }
    if places == 0 {
        return Err(CertificateError::Places);
    }
    Ok(())
}
