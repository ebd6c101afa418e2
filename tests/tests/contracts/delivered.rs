//! What every multicast algorithm must do, and the sets on which all of them are tried.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Messages, Outcome, Shape};
use meshcast_tests::corpus::{below, generator, multicast};

/// Every message of `set` was delivered to each of its destinations once, no packet is left, and the program found out
/// for itself that all is done.
pub(super) fn check_delivered(set: &Messages, outcome: &Outcome, what: &str) {
    assert!(!outcome.told_when_done, "{what} on {:?}: {set:?}", outcome.shape);
    check_delivered_if_told(set, outcome, what);
}

/// The same of a program that may have been told.
pub(super) fn check_delivered_if_told(set: &Messages, outcome: &Outcome, what: &str) {
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

/// Meshes of every side from 2 to 40, square, oblong and narrow, each with a random set: some of the nodes or all send
/// messages to up to a random number of nodes, at most `most`. And numbers to serve as seeds.
pub(super) fn each_side_up_to_40(most: usize) -> impl Iterator<Item = (Shape, Messages, u64)> {
    (2..=40).flat_map(move |side| {
        let shapes = [(side, side), (side, 57 - side), (1 + side % 3, side)];
        (0..).zip(shapes).map(move |(number, (rows, cols))| {
            let (shape, seed) = (Shape::new(rows, cols).expect("small"), 3 * side as u64 + number);
            let mut random = generator(seed);
            let (percent, most) = (30 + below(&mut random, 71), 1 + below(&mut random, most));
            (shape, multicast(shape.nodes(), percent.min(100), most, seed), seed)
        })
    })
}
