//! Generates the `sparse` workload: d random destinations a message, at most c messages a node.

use super::openings::{Openings, deal};
use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// Every node sends to d random nodes, none of which receives more than c messages.
///
/// Messages choose one after the other, in random order so that no part of the mesh is favoured, among the nodes chosen
/// fewer than c times.
///
/// Exact for d ≤ c: n messages of d destinations; the last choices are steered, as little as possible, so that
/// none falls short. The congestion is at most c, and is c where d = c. For d > c the n·d destinations do not fit under the
/// cap: messages have d destinations while d nodes are open, later ones what is open, and those that find
/// nothing open are left out.
pub(super) fn sparse(nodes: usize, degree: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let order = draws.permutation(nodes);
    if degree <= congestion {
        let sets = deal(nodes, congestion, nodes, (degree, degree), draws);
        return order.into_iter().zip(sets).collect();
    }
    let mut openings = Openings::new(nodes, congestion);
    let sets = order.into_iter().map(|source| (source, openings.take(degree, draws)));
    sets.take_while(|(_, set)| !set.is_empty()).collect()
}
