//! Names what varies along a line of cells.

use super::cells::Cell;
use serde_json::Value;

/// What varies along a line, as a logarithm to base 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Nodes,
    Congestion,
    Degree,
}

impl Axis {
    pub(super) fn of(self, cell: &Cell) -> f64 {
        self.measured(cell).log2()
    }

    /// As claims spell it.
    pub(super) fn name(self) -> char {
        match self {
            Self::Nodes => 'n',
            Self::Congestion => 'c',
            Self::Degree => 'd',
        }
    }

    /// The value itself, to be printed.
    pub(super) fn value(self, cell: &Cell) -> u64 {
        self.measured(cell).round() as u64
    }

    /// The cells with the same number vary together: what a workload was asked for, of which it measures about as much, or else what was
    /// measured.
    pub(super) fn cluster(self, cell: &Cell) -> u64 {
        match self {
            Self::Nodes => None,
            _ => cell.configuration.get(self.key()).and_then(Value::as_u64),
        }
        .unwrap_or_else(|| self.value(cell))
    }

    /// The line of a cell: all that it is, but for what varies, and what that brings with it.
    pub(super) fn line(self, cell: &Cell) -> String {
        let mut configuration = cell.configuration.clone();
        configuration.remove(self.key());
        let fixed = match self {
            Self::Congestion => String::new(),
            // What was asked for is a bound: the measured congestion has to be the same.
            _ => format!("{:.0}", cell.congestion),
        };
        format!("{}{fixed}", Value::from(configuration))
    }

    fn measured(self, cell: &Cell) -> f64 {
        match self {
            Self::Nodes => cell.nodes,
            Self::Congestion => cell.congestion,
            Self::Degree => cell.degree,
        }
    }

    /// The name of what varies in a configuration.
    const fn key(self) -> &'static str {
        match self {
            Self::Nodes => "side",
            Self::Congestion => "congestion",
            Self::Degree => "degree",
        }
    }
}
