//! Names the lines of a mesh that packets move along.

use super::{Port, Shape};

/// The rows of a mesh, or its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Packets move along their rows.
    Rows,
    /// Packets move along their columns.
    Columns,
}

impl Lines {
    /// What they are called.
    pub fn name(self) -> &'static str {
        match self {
            Lines::Rows => "rows",
            Lines::Columns => "columns",
        }
    }

    /// Nodes of a line.
    pub fn length(self, shape: Shape) -> usize {
        match self {
            Lines::Rows => shape.cols(),
            Lines::Columns => shape.rows(),
        }
    }

    pub(crate) fn place_at(self, row: usize, col: usize) -> usize {
        match self {
            Lines::Rows => col,
            Lines::Columns => row,
        }
    }

    /// The ports that lead up and down a line.
    pub fn ports(self) -> [Port; 2] {
        match self {
            Lines::Rows => [Port::East, Port::West],
            Lines::Columns => [Port::South, Port::North],
        }
    }
}
