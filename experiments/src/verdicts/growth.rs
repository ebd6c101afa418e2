//! Names the growths that a claim is held against.

use super::axis::Axis;
use super::cells::Cell;

/// A factor that grows with n, c or d in place of what is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// A power of the variable.
    Power,
    /// A power of log n.
    Log,
}

impl Growth {
    /// The logarithm of what the exponent is of.
    pub(super) fn of(self, axis: Axis, cell: &Cell) -> f64 {
        let log = axis.of(cell);
        match self {
            Self::Power => log,
            Self::Log => log.log2(),
        }
    }

    /// The least difference of exponents that is worth telling: n^0.05, and √log n.
    pub(super) const fn worth(self) -> f64 {
        match self {
            Self::Power => 0.05,
            Self::Log => 0.5,
        }
    }

    /// The growth with an exponent that is off by so much, in words: the log factor by its nearest half.
    pub(super) fn named(self, axis: Axis, off: f64) -> &'static str {
        match (self, axis) {
            (Self::Log, _) if off < 0.0 => "a falling power of log n",
            (Self::Log, _) if off < 0.75 => "a factor √log n",
            (Self::Log, _) if off < 1.5 => "a factor log n",
            (Self::Log, _) => "a power of log n",
            (Self::Power, Axis::Nodes) => "another power of n",
            (Self::Power, Axis::Congestion) => "another power of c",
            (Self::Power, Axis::Degree) => "another power of d",
        }
    }
}
