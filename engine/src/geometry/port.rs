//! Says where the four ports of a node lead.

use super::Shape;

/// One of the four links that leave a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Port {
    /// Towards the next column.
    East,
    /// Towards the previous column.
    West,
    /// Towards the next row.
    South,
    /// Towards the previous row.
    North,
}

impl Port {
    /// All four, in the order of their numbers.
    pub const ALL: [Port; 4] = [Port::East, Port::West, Port::South, Port::North];

    /// East 0, west 1, south 2, north 3.
    pub fn number(self) -> usize {
        self as usize
    }

    /// The port at the other end of the same edge.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Port::East => Port::West,
            Port::West => Port::East,
            Port::South => Port::North,
            Port::North => Port::South,
        }
    }

    /// The same port when rows and columns change places.
    #[must_use]
    pub fn transposed(self) -> Self {
        match self {
            Port::East => Port::South,
            Port::South => Port::East,
            Port::West => Port::North,
            Port::North => Port::West,
        }
    }

    /// The row and column behind this port; `None` at the edge of the mesh.
    pub fn step(self, shape: Shape, row: usize, col: usize) -> Option<(usize, usize)> {
        match self {
            Port::East => (col + 1 < shape.cols()).then_some((row, col + 1)),
            Port::West => (col > 0).then(|| (row, col - 1)),
            Port::South => (row + 1 < shape.rows()).then_some((row + 1, col)),
            Port::North => (row > 0).then(|| (row - 1, col)),
        }
    }
}
