//! Cuts the columns of an array into slices.

use std::fmt;

/// Slices of neighbouring element columns: slice i begins in column ⌊i·`columns`/`count`⌋.
///
/// # Example
/// ```
/// use meshcast_engine::Slices;
/// let slice_of = |slices: Slices| (0..7).map(|x| slices.at(x)).collect::<Vec<usize>>();
/// assert_eq!(slice_of(Slices::of_width(3)), [0, 0, 0, 1, 1, 1, 2]);
/// assert_eq!(slice_of(Slices::cut(7, 3)), [0, 0, 1, 1, 2, 2, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slices {
    columns: usize,
    count: usize,
}

impl Slices {
    /// Slices of `width` columns, of which the last has what is left.
    ///
    /// # Panics
    /// If there is no column in a slice.
    #[inline]
    pub fn of_width(width: usize) -> Self {
        Self::cut(width, 1)
    }

    /// `columns` columns in `count` slices whose widths differ by at most one.
    ///
    /// # Panics
    /// If there is no slice, or fewer columns than slices.
    #[inline]
    pub fn cut(columns: usize, count: usize) -> Self {
        assert!((1..=columns).contains(&count), "{count} slices of {columns} columns");
        Self { columns, count }
    }

    /// The slice of column `x`.
    #[inline]
    pub fn at(self, x: usize) -> usize {
        ((x + 1) * self.count - 1) / self.columns
    }
}

impl From<usize> for Slices {
    #[inline]
    fn from(width: usize) -> Self {
        Self::of_width(width)
    }
}

impl fmt::Display for Slices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "width {}", self.columns),
            count => write!(f, "{count} slices of {} columns", self.columns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_in_the_last_slice_that_begins_before_it() {
        for columns in 1..=30 {
            for count in 1..=columns {
                for x in 0..2 * columns {
                    let begun = (0..).take_while(|slice| slice * columns / count <= x);
                    assert_eq!(Slices::cut(columns, count).at(x) + 1, begun.count());
                }
            }
        }
    }
}
