//! Says what a lower bound is, and bounds the steps by the links into one submesh.

use super::submeshes::Entries;
use meshcast_engine::{Shape, Tile};

/// What a delivery is charged under the cost model a bound is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deliveries {
    /// One step, and a node makes at most one delivery a step: the model of the paper.
    #[default]
    Charged,
    /// Nothing.
    Free,
}

impl Deliveries {
    /// The steps from the arrival of a packet to its delivery.
    pub(super) fn steps(self) -> u64 {
        u64::from(self == Self::Charged)
    }
}

/// A number of steps that no algorithm can beat on an instance, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// The steps.
    pub steps: u64,
    /// An argument that gives them: always the same one where several do.
    pub reason: Reason,
}

/// Why a run cannot take fewer steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No delivery is charged: there is none, or all are free and at home.
    NothingToDeliver,
    /// A message has this far to go.
    Distance {
        /// Its source.
        source_node: u32,
        /// Its farthest destination.
        destination: u32,
    },
    /// A message has to be copied on its way.
    Copies {
        /// Its source.
        source_node: u32,
        /// Its farthest destination.
        destination: u32,
        /// How many destinations it has.
        destinations: u32,
    },
    /// A node has this many deliveries to make.
    DeliveriesAtNode {
        /// The node.
        node: u32,
        /// Messages for it from nodes at this distance or farther.
        deliveries: u32,
        /// The distance, 0 only where the node has several messages.
        distance: u32,
    },
    /// So many messages have to enter a submesh.
    EntriesIntoSubmesh {
        /// The submesh.
        submesh: Tile,
        /// Messages with a source outside and a destination inside, and with ways as long as these.
        entries: u32,
        /// Directed links into the submesh.
        links: u32,
        /// Steps that each of them takes before it can cross one of these links.
        before: u64,
        /// Steps that each of them takes afterwards, the delivery included.
        after: u64,
    },
    /// So many messages have to leave a submesh, of which nodes have several.
    ExitsFromSubmesh {
        /// The submesh.
        submesh: Tile,
        /// Messages with a source inside and a destination outside.
        exits: u32,
        /// Directed links out of the submesh.
        links: u32,
    },
}

impl LowerBound {
    /// Takes a candidate that is greater.
    pub(super) fn raise(&mut self, candidate: Self) {
        if candidate.steps > self.steps {
            *self = candidate;
        }
    }
}

/// The bound by the links into a submesh.
pub(super) fn entries_into(
    shape: Shape,
    Entries { submesh, entries }: Entries,
    deliveries: Deliveries,
) -> LowerBound {
    let links = links_into(shape, submesh);
    let after = deliveries.steps();
    LowerBound {
        steps: u64::from(entries.div_ceil(links)) + after,
        reason: Reason::EntriesIntoSubmesh { submesh, entries, links, before: 0, after },
    }
}

/// Directed links from the rest of the mesh into `submesh`.
pub(super) fn links_into(shape: Shape, submesh: Tile) -> u32 {
    let Tile { first_row, first_col, shape: part } = submesh;
    let across = usize::from(first_row > 0) + usize::from(first_row + part.rows() < shape.rows());
    let along = usize::from(first_col > 0) + usize::from(first_col + part.cols() < shape.cols());
    (across * part.cols() + along * part.rows()) as u32
}
