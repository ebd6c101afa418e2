//! What every multicast algorithm must do, and the sets on which all of them are tried.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Messages, Outcome, Shape};
use meshcast_tests::corpus::multicast;

/// Every message of `set` was delivered to each of its destinations once, and no packet is left.
pub(super) fn check_delivered(set: &Messages, outcome: &Outcome, what: &str) {
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .collect();
    assert_eq!(outcome.deliveries.sorted(), expected, "{what} on {:?}: {set:?}", outcome.shape);
    let mut nodes = (0..outcome.shape.nodes()).map(|node| outcome.shape.position(node));
    let left = nodes.any(|(row, col)| outcome.packets_left(row, col) > 0);
    assert!(!left, "{what} on {:?}: {set:?}", outcome.shape);
}

/// Sets of few and many messages with few and many destinations, and numbers to serve as seeds.
pub(super) fn mixed_sets(nodes: usize) -> impl Iterator<Item = (Messages, u64)> {
    [(100, 1, 1), (100, 5, 2), (40, nodes, 3), (100, nodes, 4), (0, 0, 5), (5, nodes, 6)]
        .into_iter()
        .map(move |(percent, most, seed)| (multicast(nodes, percent, most, seed), seed))
}

/// A message from every node for `node`.
pub(super) fn all_to_one(nodes: usize, node: usize) -> Messages {
    let message = |source| (source, vec![node as u32]);
    Messages::new(nodes, (0..nodes as u32).map(message)).expect("sources are nodes")
}

/// A set of every workload for each side and congestion.
pub(super) fn workloads(sizes: &[(usize, usize)]) -> impl Iterator<Item = (Shape, Messages)> {
    Workload::ALL.into_iter().flat_map(move |workload| {
        sizes.iter().map(move |&(side, congestion)| {
            let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
            let congestion = (!fixed).then_some(congestion);
            let set = generate(workload, side, None, congestion, 7).expect("parameters in range");
            (Shape::new(side, side).expect("small"), set)
        })
    })
}
