//! Plans trimmed shearsort: the base of the merge sort and its plain reference.

use meshcast_engine::Slices;

use super::{Direction, Exchanges};

/// The order in which a piece of the sort leaves its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Finish {
    /// Along the snake.
    Snake,
    /// Row by row, the rows in the given direction.
    Rows(Direction),
}

impl Finish {
    /// The direction of the last row sort.
    pub(super) fn direction(self) -> Direction {
        match self {
            Finish::Snake => Direction::Alternate,
            Finish::Rows(direction) => direction,
        }
    }
}

/// Odd–even transposition along rows that are sorted after `phases` phases of either parity.
pub(super) fn rows(slices: Slices, phases: usize, direction: Direction) -> Exchanges {
    // With an inner exchange first and last, s outer ones make 2s+1 phases. Slices of two columns each lie inside nodes.
    let steps = if slices == Slices::of_width(2) { 0 } else { phases / 2 };
    Exchanges::Rows { slices, steps, direction }
}

/// Shearsort of blocks of `slices`, of at most `width` columns, of which at most `dirty` contiguous rows are neither all 0 nor all 1.
///
/// By the 0–1 principle, count the dirty rows. After a row sort in alternating directions, pair the dirty rows from the top:
/// of two such rows one above the other, the column exchange between them leaves one clean, so the column sort that follows
/// leaves at most half of them, rounded up, dirty and contiguous. Everything above is 0 and everything below 1, hence odd–even
/// transposition over as many phases as there are dirty rows sorts the columns, from either parity and wherever they lie.
/// A single dirty row needs one row sort, in any direction.
///
/// The first row sort takes `first` phases, `width` where nothing more is known of the rows. Each phase is handed to `add`: planning
/// adds up the steps of millions of them.
pub(super) fn shear(
    slices: Slices,
    width: usize,
    height: usize,
    dirty: usize,
    first: usize,
    finish: Finish,
    mut add: impl FnMut(Exchanges),
) {
    let (mut dirty, mut phases) = (dirty, first);
    while width > 1 && dirty > 1 {
        add(rows(slices, phases, Direction::Alternate));
        add(Exchanges::Columns { height, steps: dirty });
        (dirty, phases) = (dirty.div_ceil(2), width);
    }
    if width > 1 {
        add(rows(slices, phases, finish.direction()));
    } else if dirty > 1 {
        add(Exchanges::Columns { height, steps: dirty });
    }
}
