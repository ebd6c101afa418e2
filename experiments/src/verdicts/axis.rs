//! Names what varies along a line of cells.

use super::cells::Cell;

/// What varies along a line, as a logarithm to base 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Nodes,
    /// log₂ log₂ n.
    LogNodes,
    Congestion,
    Degree,
}

impl Axis {
    pub(super) fn of(self, cell: &Cell) -> f64 {
        match self {
            Self::Nodes => cell.nodes.log2(),
            Self::LogNodes => cell.nodes.log2().log2(),
            Self::Congestion => cell.congestion.log2(),
            Self::Degree => cell.degree.log2(),
        }
    }

    /// As claims spell it.
    pub(super) fn name(self) -> char {
        match self {
            Self::Nodes | Self::LogNodes => 'n',
            Self::Congestion => 'c',
            Self::Degree => 'd',
        }
    }

    /// Whether larger meshes alone make the range wider.
    pub(super) fn is_of_nodes(self) -> bool {
        matches!(self, Self::Nodes | Self::LogNodes)
    }

    /// x once what varies is 2^`doublings` times as large.
    pub(super) fn after(self, x: f64, doublings: f64) -> f64 {
        match self {
            Self::LogNodes => (x.exp2() + doublings).log2(),
            Self::Nodes | Self::Congestion | Self::Degree => x + doublings,
        }
    }

    /// Whether steps have terms that are smaller by a factor √x.
    pub(super) fn has_lower_order_terms(self) -> bool {
        matches!(self, Self::Nodes | Self::Congestion)
    }

    /// The value itself, to be printed.
    pub(super) fn value(self, cell: &Cell) -> u64 {
        let value = match self {
            Self::Nodes | Self::LogNodes => cell.nodes,
            Self::Congestion => cell.congestion,
            Self::Degree => cell.degree,
        };
        value.round() as u64
    }

    /// The line of a cell: all that it is, but for what varies, and what that brings with it.
    pub(super) fn line(self, cell: &Cell) -> String {
        let mut configuration = cell.configuration.clone();
        let varying = match self {
            Self::Nodes | Self::LogNodes => "side",
            Self::Congestion => "congestion",
            Self::Degree => "degree",
        };
        configuration.remove(varying);
        let fixed = match self {
            Self::Congestion => String::new(),
            // What was asked for is a bound: the measured congestion has to be the same.
            _ => format!("{:.0}", cell.congestion),
        };
        format!("{}{fixed}", serde_json::Value::from(configuration))
    }
}
