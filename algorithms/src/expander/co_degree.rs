//! Finds pairs of inputs that share many neighbours.

use super::averaging::average;
use super::graph::ExpanderGraph;
use super::table::{Method, Table};

/// What [`co_degrees`] costs: Σ of the squared degrees of the outputs.
pub(super) fn cost(graph: &ExpanderGraph) -> u64 {
    graph.degrees_of_outputs().iter().map(|degree| degree * degree).sum()
}

/// Finds γ(2), the pair with the fewest neighbours, and bounds larger sets by averaging over their pairs.
pub(super) fn co_degrees(graph: &ExpanderGraph, table: &mut Table) {
    if table.largest() < 2 {
        return;
    }
    let mut adjacent = vec![Vec::new(); graph.outputs()];
    let mut shared = vec![0u32; graph.inputs()];
    let (mut fewest, mut best) = (usize::MAX, [0, 0]);
    for input in 0..graph.inputs() {
        let neighbours = graph.neighbours(input);
        for &output in neighbours {
            let others: &mut Vec<u32> = &mut adjacent[output as usize];
            for &other in others.iter() {
                shared[other as usize] += 1;
            }
            others.push(input as u32);
        }
        for (other, shared) in shared[..input].iter_mut().enumerate() {
            let gamma = neighbours.len() + graph.neighbours(other).len() - *shared as usize;
            *shared = 0;
            if gamma < fewest {
                (fewest, best) = (gamma, [other as u32, input as u32]);
            }
        }
    }
    table.raise(2, fewest, Method::CoDegree);
    table.see_counted(&best, fewest, Method::CoDegree);
    average(graph, table, 2, Method::CoDegree);
}
