//! Says why a workload cannot be generated.

use super::family::Workload;
use super::limits::{DEFAULT_CONGESTION, MAX_DELIVERIES, MAX_SIDE};
use crate::polynomials::CertificateError;
use meshcast_engine::MessagesError;
use thiserror::Error;

/// A parameter that a workload refuses; the message names the flag, what was expected and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WorkloadError {
    /// No field of the order asked for, or none that fits the mesh.
    #[error(transparent)]
    Field(#[from] CertificateError),
    /// A side for which no congestion is possible, or a mesh too large.
    #[error("--side must be from 2 to {MAX_SIDE} for a workload, found {found}")]
    Side {
        /// The side asked for.
        found: usize,
    },
    /// A congestion of zero, or not below the number of nodes.
    #[error(
        "--congestion must be at least 1 and below the number of nodes, {nodes}, \
         found {found} (the default is {DEFAULT_CONGESTION})"
    )]
    Congestion {
        /// Nodes of the mesh.
        nodes: usize,
        /// The congestion asked for.
        found: usize,
    },
    /// A congestion other than 1 for a permutation.
    #[error("--congestion must be 1 for the workload {workload}, found {found}")]
    CongestionNotOne {
        /// The workload.
        workload: Workload,
        /// The congestion asked for.
        found: usize,
    },
    /// A degree of zero, or not below the number of nodes.
    #[error("--degree must be at least 1 and below the number of nodes, {nodes}, found {found}")]
    Degree {
        /// Nodes of the mesh.
        nodes: usize,
        /// The degree asked for.
        found: usize,
    },
    /// A degree other than 1 where every message has one destination.
    #[error("--degree must be 1 for the workload {workload}, found {found}")]
    DegreeNotOne {
        /// The workload.
        workload: Workload,
        /// The degree asked for.
        found: usize,
    },
    /// A degree for a workload that sets its degrees itself.
    #[error(
        "--degree is not expected with the workload {workload}, which sets its degrees itself, found {found}"
    )]
    DegreeRefused {
        /// The workload.
        workload: Workload,
        /// The degree asked for.
        found: usize,
    },
    /// More destinations a message than the hot block has nodes.
    #[error("--degree must be at most the nodes of the hot block, {block}, found {found}")]
    DegreeOverBlock {
        /// Nodes of the hot block.
        block: usize,
        /// The degree asked for.
        found: usize,
    },
    /// More destinations a message than messages a node, for a workload whose blocks are that many times as many as it needs.
    #[error("--degree must be at most the congestion, {congestion}, found {found}")]
    DegreeOverCongestion {
        /// The congestion.
        congestion: usize,
        /// The degree asked for.
        found: usize,
    },
    /// No experts, or more than there are nodes.
    #[error("--experts must be at least 1 and at most the number of nodes, {nodes}, found {found}")]
    Experts {
        /// Nodes of the mesh.
        nodes: usize,
        /// The experts asked for.
        found: usize,
    },
    /// No expert for a token, or more than can be chosen.
    #[error(
        "--top must be at least 1 and at most the experts that are chosen at all, {popular}, found {found}"
    )]
    Top {
        /// Experts of any popularity.
        popular: usize,
        /// The experts of a token asked for.
        found: usize,
    },
    /// More deliveries than a set may have.
    #[error(
        "--top must be at most {most} on this mesh, since a set has at most {MAX_DELIVERIES} deliveries, found {found}"
    )]
    ManyDeliveries {
        /// The most experts of a token.
        most: usize,
        /// The experts of a token asked for.
        found: usize,
    },
    /// Popularities that are too large.
    #[error("--popularity: expected numbers that add up to at most {most}, found more")]
    Popularity {
        /// The greatest sum.
        most: u64,
    },
    /// No permutation to collide under.
    #[error("--against: expected a permutation at least, found none")]
    AgainstNothing,
    /// A permutation of more or fewer numbers than there are nodes.
    #[error(
        "--against: expected a permutation of {nodes} numbers, one for each node, found {found}"
    )]
    AgainstLength {
        /// Nodes of the mesh.
        nodes: usize,
        /// The numbers permuted.
        found: usize,
    },
    /// The generated list is no message set.
    #[error(transparent)]
    Messages(#[from] MessagesError),
}
