//! Computes labels and edges of meshes and tori.

use super::super::error::NetworkError;
use super::super::limits::MOST_NODES;

/// How many nodes have coordinates below `sides`.
pub(super) fn count(sides: &[usize]) -> Result<usize, NetworkError> {
    if sides.is_empty() {
        return Err(NetworkError::NoDimensions);
    }
    if let Some(dimension) = sides.iter().position(|&side| side == 0) {
        return Err(NetworkError::EmptySide { dimension: dimension + 1 });
    }
    let product = |count: usize, &side: &usize| count.checked_mul(side);
    let count = sides.iter().try_fold(1, product).filter(|&count| count <= MOST_NODES);
    count.ok_or(NetworkError::ManyNodes)
}

/// The label of `node` on the path that goes back and forth in every dimension.
pub(super) fn snake(sides: &[usize], node: usize) -> u32 {
    let (mut label, mut below, mut rest) = (0, 1, node);
    for side in sides {
        let layer = rest % side;
        rest /= side;
        let within = if layer % 2 == 0 { label } else { below - 1 - label };
        label = layer * below + within;
        below *= side;
    }
    label as u32
}

/// The edges between nodes that differ by one in one coordinate, and, of a torus, between the ends of its lines.
pub(super) fn edges(sides: &[usize], around: bool) -> Vec<(u32, u32)> {
    let nodes: usize = sides.iter().product();
    let mut edges = Vec::new();
    let mut stride = 1;
    for side in sides {
        for node in 0..nodes {
            let at = node / stride % side;
            if at + 1 < *side {
                edges.push((node as u32, (node + stride) as u32));
            } else if around && *side > 2 {
                edges.push((node as u32, (node - at * stride) as u32));
            }
        }
        stride *= side;
    }
    edges
}
