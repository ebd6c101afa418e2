//! Computes the groups and blocks of the algorithms to be provoked.

use super::super::error::WorkloadError;
use crate::multicast::{ExplicitPlan, grid_in_blocks, sweep_bands, tiles_in_blocks};
use meshcast_engine::{Shape, Tile};

/// What the packets that are together in a round are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// One of about c tiles, in blocks of about √(n/c) to 2√(n/c) nodes.
    Tiles,
    /// One of about ⅔√c bands of rows, in segments of a column each.
    Bands,
    /// One of as many tiles as the field of [`Explicit`](crate::Explicit) has elements, of the order that is said or the one that it
    /// takes, in blocks of about √(n/q) to 2√(n/q) nodes.
    Polynomials(Option<u64>),
}

/// A mesh in groups and blocks.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// By node, the group of a packet there.
    pub(super) of_node: Vec<u32>,
    pub(super) count: usize,
    /// The nodes of every block.
    pub(super) blocks: Vec<Vec<u32>>,
}

impl Groups {
    /// The groups and blocks for so many messages a node on `side` × `side` nodes.
    pub(super) fn new(
        grouping: Grouping,
        side: usize,
        congestion: usize,
    ) -> Result<Self, WorkloadError> {
        let shape = Shape::new(side, side).expect("the side of a workload is that of a mesh");
        Ok(match grouping {
            Grouping::Tiles => Self::of(shape, tiles_in_blocks(shape, congestion)),
            Grouping::Polynomials(order) => {
                let plan = ExplicitPlan::new(shape, congestion as u64, order)?;
                Self::of(shape, grid_in_blocks(shape, plan.tiles()))
            }
            Grouping::Bands => {
                let bands = sweep_bands(shape, congestion).into_iter().map(|rows| {
                    let tile = |rows, col, cols| Tile {
                        first_row: 0,
                        first_col: col,
                        shape: Shape::new(rows, cols).expect("a part of a mesh"),
                    };
                    let band = Tile { first_row: rows.start, ..tile(rows.len(), 0, shape.cols()) };
                    let segments = (0..shape.cols()).map(|col| tile(rows.len(), col, 1)).collect();
                    (band, segments)
                });
                Self::of(shape, bands)
            }
        })
    }

    /// The mesh in these groups, each with its blocks as parts of it.
    fn of(shape: Shape, groups: impl Iterator<Item = (Tile, Vec<Tile>)>) -> Self {
        let nodes = |tile: Tile| {
            (0..tile.shape.nodes()).map(move |node| {
                let (row, col) = tile.shape.position(node);
                (tile.first_row + row, tile.first_col + col)
            })
        };
        let mut all = Self { of_node: vec![0; shape.nodes()], count: 0, blocks: Vec::new() };
        for (group, blocks) in groups {
            let index = |(row, col)| shape.index(group.first_row + row, group.first_col + col);
            for place in nodes(Tile { first_row: 0, first_col: 0, ..group }) {
                all.of_node[index(place)] = all.count as u32;
            }
            let block = |block| nodes(block).map(|place| index(place) as u32).collect();
            all.blocks.extend(blocks.into_iter().map(block));
            all.count += 1;
        }
        all
    }
}
