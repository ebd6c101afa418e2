//! Gives the nodes of a mesh several rows of a file each, where it has more rows than the mesh has nodes.

use super::placement::Placement;
use crate::readable::counted;
use clap::ValueEnum;
use meshcast_engine::{MessageLists, Messages, MessagesError, Shape};
use thiserror::Error;

/// The most rows of a node.
pub const MOST_PER_NODE: usize = 1024;

/// Which rows of a file a node gets, and the columns of the same numbers with them: at most k = ⌈rows / nodes⌉.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Block {
    /// Row i stands on node i mod n: the first nodes may have one more than the last.
    Cyclic,
    /// Row i stands on node ⌊i / k⌋: one node may have fewer than k, and those after it none.
    Contiguous,
}

/// Why the rows of a file do not fit a mesh in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockError {
    /// Nodes would have too many rows.
    #[error(
        "expected at most {MOST_PER_NODE} rows a node, found {rows} rows for {}: {} are enough",
        counted(*.nodes as u64, "node"),
        counted(rows.div_ceil(MOST_PER_NODE) as u64, "node")
    )]
    TooManyRows {
        /// Rows of the file.
        rows: usize,
        /// Nodes of the mesh.
        nodes: usize,
    },
    /// The placed messages are no message set.
    #[error("expected a message set: {0}")]
    Messages(#[source] MessagesError),
}

impl Block {
    /// The place, in the order of a placement, of row `row` of a file whose nodes get up to `per_node` of its rows; and which of the
    /// rows there it is.
    fn place(self, row: usize, nodes: usize, per_node: usize) -> (usize, usize) {
        match self {
            Self::Cyclic => (row % nodes, row / nodes),
            Self::Contiguous => (row / per_node, row % per_node),
        }
    }
}

/// Where the rows of a file stand on a mesh.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    /// The nodes in the order of the placement.
    order: Vec<u32>,
    block: Block,
    per_node: usize,
}

impl Seating {
    /// Of so many rows; a node gets several only if there are more rows than nodes.
    pub(crate) fn new(
        rows: usize,
        shape: Shape,
        block: Block,
        placement: Placement,
        seed: u64,
    ) -> Self {
        let per_node = rows.div_ceil(shape.nodes()).max(1);
        Self { order: placement.nodes(shape, seed), block, per_node }
    }

    /// Rows of a node, at most.
    pub(crate) fn per_node(&self) -> usize {
        self.per_node
    }

    /// The node of a row, and which of the rows of the node it is.
    pub(crate) fn seat(&self, row: u32) -> (u32, usize) {
        let (place, own) = self.block.place(row as usize, self.order.len(), self.per_node);
        (self.order[place], own)
    }
}

/// The messages on the nodes of `shape`, several rows of the file a node: row i, as a source and as a destination, moves to a node as
/// `block` says, numbered as `placement` does. A node that several rows of a message move to gets it once.
///
/// ```
/// use meshcast::input::{Block, Placement, place_in_blocks};
/// use meshcast_engine::{Messages, Shape};
/// // Five rows on two nodes: rows 0, 2, 4 and 1, 3, or rows 0, 1, 2 and 3, 4.
/// let file = Messages::new(5, [(0, vec![2, 4]), (1, vec![0, 3]), (4, vec![1])])?;
/// let shape = Shape::new(1, 2)?;
/// let placed = |block| place_in_blocks(&file, shape, block, Placement::RowMajor, 1);
/// let lists = |set: &Messages| set.iter().map(|(from, to)| (from, to.to_vec())).collect::<Vec<_>>();
/// let cyclic = placed(Block::Cyclic)?;
/// assert_eq!(lists(&cyclic), [(0, vec![0]), (1, vec![0, 1]), (0, vec![1])]);
/// let contiguous = placed(Block::Contiguous)?;
/// assert_eq!(lists(&contiguous), [(0, vec![0, 1]), (1, vec![0]), (0, vec![0, 1])]);
/// assert_eq!((cyclic.per_node(), contiguous.per_node()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// More than [`MOST_PER_NODE`] rows a node.
pub fn place_in_blocks(
    messages: &Messages,
    shape: Shape,
    block: Block,
    placement: Placement,
    seed: u64,
) -> Result<Messages, BlockError> {
    let (rows, nodes) = (messages.nodes(), shape.nodes());
    if rows.div_ceil(nodes) > MOST_PER_NODE {
        return Err(BlockError::TooManyRows { rows, nodes });
    }
    let seating = Seating::new(rows, shape, block, placement, seed);
    let place = |&row: &u32| seating.seat(row).0;
    let mut lists = MessageLists::with_room(messages.count(), messages.deliveries());
    for (source, destinations) in messages.iter() {
        lists.push(place(&source), destinations.iter().map(place));
    }
    Messages::in_classes(nodes, lists).map_err(BlockError::Messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message from every row to itself and to the next one.
    fn ring(rows: u32) -> Messages {
        let lists = (0..rows).map(|row| (row, vec![row, (row + 1) % rows]));
        Messages::new(rows as usize, lists).unwrap()
    }

    #[test]
    fn rows_are_divided_as_evenly_as_the_blocks_allow() {
        let rows_of = |block: Block, rows: usize, nodes: usize| {
            let mut count = vec![0; nodes];
            let per_node = rows.div_ceil(nodes);
            for row in 0..rows {
                let (place, own) = block.place(row, nodes, per_node);
                // Its rows come one after the other.
                assert_eq!(own, count[place]);
                count[place] += 1;
            }
            count
        };
        assert_eq!(rows_of(Block::Cyclic, 10, 4), [3, 3, 2, 2]);
        assert_eq!(rows_of(Block::Contiguous, 10, 4), [3, 3, 3, 1]);
        assert_eq!(rows_of(Block::Contiguous, 9, 4), [3, 3, 3, 0]);
        assert_eq!(rows_of(Block::Contiguous, 5, 4), [2, 2, 1, 0]);
        for block in [Block::Cyclic, Block::Contiguous] {
            assert_eq!(rows_of(block, 12, 4), [3; 4]);
            assert_eq!(rows_of(block, 3, 4), [1, 1, 1, 0]);
        }
    }

    #[test]
    fn a_file_that_fits_is_placed_as_without_blocks() {
        let (file, shape) = (ring(6), Shape::new(2, 3).unwrap());
        for &placement in Placement::value_variants() {
            let plain = crate::input::place(&file, shape, placement, 5).unwrap();
            for &block in Block::value_variants() {
                assert_eq!(place_in_blocks(&file, shape, block, placement, 5).unwrap(), plain);
            }
        }
    }

    #[test]
    fn a_node_gets_a_message_once_for_all_its_rows() {
        let shape = Shape::new(1, 2).unwrap();
        let placed = |block| place_in_blocks(&ring(8), shape, block, Placement::Snake, 1).unwrap();
        // Every row and the next stand on different nodes.
        let cyclic = placed(Block::Cyclic);
        assert_eq!((cyclic.per_node(), cyclic.deliveries(), cyclic.congestion()), (4, 16, 8));
        // Only the last row of a block has its next one elsewhere.
        let contiguous = placed(Block::Contiguous);
        let measures = (contiguous.per_node(), contiguous.deliveries(), contiguous.congestion());
        assert_eq!(measures, (4, 10, 5));
    }

    #[test]
    fn more_rows_than_fit_in_blocks_are_refused_with_the_nodes_that_are_enough() {
        let shape = Shape::new(1, 2).unwrap();
        let placed = |rows: usize| {
            let file = Messages::new(rows, []).unwrap();
            place_in_blocks(&file, shape, Block::Cyclic, Placement::RowMajor, 1)
        };
        assert!(placed(2048).is_ok());
        let expected =
            "expected at most 1024 rows a node, found 2049 rows for 2 nodes: 3 nodes are enough";
        assert_eq!(placed(2049).unwrap_err().to_string(), expected);
    }
}
