//! The lines of a mesh that packets move along: its rows or its columns.

use meshcast_engine::{Node, Port, Shape};

/// The lines of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Packets move along their rows.
    Rows,
    /// Packets move along their columns.
    Columns,
}

impl Lines {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lines::Rows => "rows",
            Lines::Columns => "columns",
        }
    }

    /// Nodes of a line.
    pub(crate) fn length(self, shape: Shape) -> usize {
        match self {
            Lines::Rows => shape.cols(),
            Lines::Columns => shape.rows(),
        }
    }

    /// The place of a node on its line.
    pub(crate) fn place(self, node: &Node<'_>) -> usize {
        match self {
            Lines::Rows => node.col(),
            Lines::Columns => node.row(),
        }
    }

    /// The ports that lead up and down a line.
    pub(crate) fn ports(self) -> [Port; 2] {
        match self {
            Lines::Rows => [Port::East, Port::West],
            Lines::Columns => [Port::South, Port::North],
        }
    }
}
