//! Defines the oblivious phases that a sort is made of.

use std::fmt;

use meshcast_engine::Slices;

use super::RowRoute;

/// Which way the rows of a row phase are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Every row from left to right.
    Ascending,
    /// Even rows from left to right, odd rows from right to left.
    Alternate,
    /// Row r from left to right where ⌊r / height⌋ is even, from right to left where it is odd.
    Blocks {
        /// Rows of a block.
        height: usize,
    },
}

impl Direction {
    /// Whether `row` has its smallest keys at the right.
    pub fn is_reversed(self, row: usize) -> bool {
        match self {
            Direction::Ascending => false,
            Direction::Alternate => row % 2 == 1,
            Direction::Blocks { height } => (row / height) % 2 == 1,
        }
    }

    /// The direction of `row`.
    pub(super) fn of_row(self, row: usize) -> meshcast_engine::Direction {
        if self.is_reversed(row) {
            meshcast_engine::Direction::Descending
        } else {
            meshcast_engine::Direction::Ascending
        }
    }
}

/// One phase of a [`Plan`](super::Plan) on the folded mesh, where element column x is lane x mod 2 of a node.
///
/// Columns 2j and 2j+1 share a node, so exchanges between them are free local work; an *inner* exchange below is all of
/// them at once, an *outer* exchange all pairs of columns 2j+1 and 2j+2, one step. Only pairs inside one slice count.
/// Segments, and slices of one width, start at multiples of their height or width, and the last may be smaller. Columns keep the smaller
/// key above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Exchanges of neighbours.
    Exchanges(Exchanges),
    /// One fixed routing along the rows.
    Route(RowRoute),
}

/// A phase of odd–even transposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanges {
    /// Odd–even transposition along the rows inside slices: `steps` times an inner and an outer exchange,
    /// then one more inner exchange. That is 2·steps+1 phases, the first of either parity as the slice begins.
    Rows {
        /// The slices of every row.
        slices: Slices,
        /// Outer exchanges.
        steps: usize,
        /// Which way the rows are sorted.
        direction: Direction,
    },
    /// `steps` phases of odd–even transposition in every column inside segments of `height` rows. In step t rows r and r+1 of
    /// column x are compared where r+x+t is even, so the two columns of a node use every vertical link once a step.
    Columns {
        /// Rows of a segment.
        height: usize,
        /// Steps.
        steps: usize,
    },
    /// Odd–even transposition along the snake through every block of `height` rows and `width` columns (even): `steps`
    /// times an inner exchange and a step of all outer ones together with the turns, from each row of the block to the next at
    /// the end of the snake's row; then one more inner exchange. Rows are directed as in [`Direction::Alternate`].
    Snake {
        /// Columns of a block, even.
        width: usize,
        /// Rows of a block.
        height: usize,
        /// Steps.
        steps: usize,
    },
}

impl Exchanges {
    /// Machine steps of the phase.
    pub fn steps(self) -> usize {
        match self {
            Self::Rows { steps, .. } | Self::Columns { steps, .. } | Self::Snake { steps, .. } => {
                steps
            }
        }
    }
}

impl Phase {
    /// What the phase is called in a ledger.
    pub fn name(&self) -> &'static str {
        match self {
            Phase::Exchanges(Exchanges::Rows { .. }) => "rows",
            Phase::Exchanges(Exchanges::Columns { .. }) => "columns",
            Phase::Exchanges(Exchanges::Snake { .. }) => "snake",
            Phase::Route(_) => "route",
        }
    }

    /// Machine steps of the phase.
    pub fn steps(&self) -> usize {
        match self {
            Phase::Exchanges(exchanges) => exchanges.steps(),
            Phase::Route(route) => route.steps(),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Direction::Ascending => write!(f, "ascending"),
            Direction::Alternate => write!(f, "alternating"),
            Direction::Blocks { height } => write!(f, "reversed in odd blocks of {height}"),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Exchanges(Exchanges::Rows { slices, direction, .. }) => {
                write!(f, "rows, {slices}, {direction}")
            }
            Phase::Exchanges(Exchanges::Columns { height, .. }) => {
                write!(f, "columns, height {height}")
            }
            Phase::Exchanges(Exchanges::Snake { width, height, .. }) => {
                write!(f, "snake, {height} x {width}")
            }
            Phase::Route(route) => write!(f, "route, {} row classes", route.classes().len()),
        }
    }
}
