//! Generates the `broadcast` workload: a few messages for everyone.

use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// c random nodes send to all other nodes.
///
/// Exact: c messages of n − 1 destinations; c messages for each node, but c − 1 for a source. Since c < n
/// some node is no source, so the congestion is c.
pub(super) fn broadcast(nodes: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let mut sources = draws.permutation(nodes);
    sources.truncate(congestion);
    let others = |source: u32| (0..nodes as u32).filter(move |&node| node != source);
    sources.into_iter().map(|source| (source, others(source))).collect()
}
