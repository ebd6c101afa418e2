//! Lays out a mesh of a given number of nodes, for formulas.

use meshcast_engine::Shape;
use thiserror::Error;

/// Most nodes of a mesh that is asked for.
const MOST_NODES: u64 = 1 << 40;

/// A mesh that there is not. Its `Display` is one line.
#[derive(Clone, Copy, Debug, Error)]
pub(crate) enum MeshError {
    #[error("--nodes must be from 2 to 2^40, found {found}")]
    Nodes { found: u64 },
    #[error("--rows must divide the number of nodes, {nodes}, found {found}")]
    Rows { nodes: u64, found: u64 },
    #[error("--nodes: a mesh of {rows} x {cols} nodes has a side of more than 2^32 - 1")]
    Sides { rows: u64, cols: u64 },
}

/// The mesh of so many nodes: with as many rows as are asked for, or with the greatest number of rows that are not more than columns.
pub(super) fn mesh_of_nodes(nodes: u64, rows: Option<u64>) -> Result<Shape, MeshError> {
    if !(2..=MOST_NODES).contains(&nodes) {
        return Err(MeshError::Nodes { found: nodes });
    }
    let squarest = || (1..=nodes.isqrt()).rev().find(|&rows| nodes.is_multiple_of(rows));
    let rows = rows.or_else(squarest).unwrap_or(1);
    if rows == 0 || !nodes.is_multiple_of(rows) {
        return Err(MeshError::Rows { nodes, found: rows });
    }
    let cols = nodes / rows;
    let shape = Shape::unbounded(rows as usize, cols as usize);
    shape.map_err(|_| MeshError::Sides { rows, cols })
}
