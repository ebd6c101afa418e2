//! Finds circles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// A graph by its arrows.
pub(crate) type Graph = BTreeMap<String, BTreeSet<String>>;

/// The sets of nodes that reach each other, of two nodes or more.
pub(crate) fn circles(graph: &Graph) -> Vec<Vec<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reached_from(graph, node))).collect();
    let mut circles: Vec<Vec<&str>> = Vec::new();
    for (&node, there) in &reached {
        let is_new = !circles.iter().any(|circle| circle.contains(&node));
        if is_new && there.contains(node) {
            let back = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(node));
            circles.push(there.iter().filter(back).copied().collect());
        }
    }
    circles
}

fn reached_from<'g>(graph: &'g Graph, node: &str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = vec![node];
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    reached
}
