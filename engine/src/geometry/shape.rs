//! Counts the rows, columns and nodes of a rectangle, and gives each node its index.

use thiserror::Error;

/// The most nodes a mesh may have, 2^26: node indices and message numbers then fit 32-bit words everywhere.
pub const MAX_NODES: usize = 1 << 26;

/// A rows × cols rectangle of nodes, numbered row-major from 0.
///
/// ```
/// use meshcast_engine::Shape;
/// let shape = Shape::new(3, 4)?;
/// assert_eq!(shape.nodes(), 12);
/// assert_eq!(shape.index(2, 1), 9);
/// assert_eq!(shape.position(9), (2, 1));
/// assert_eq!(shape.distance(9, 3), 4);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u32,
    cols: u32,
}

/// Why a rectangle cannot be a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// One of the sides is zero.
    #[error("a mesh needs at least one row and one column, found {rows} x {cols}")]
    Empty {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// More than [`MAX_NODES`] nodes.
    #[error("a mesh has at most {MAX_NODES} nodes, found {rows} x {cols}")]
    TooLarge {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
}

impl Shape {
    /// A rows × cols rectangle.
    ///
    /// # Errors
    /// A side of zero, or more than [`MAX_NODES`] nodes.
    pub const fn new(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        if rows == 0 || cols == 0 {
            return Err(ShapeError::Empty { rows, cols });
        }
        match rows.checked_mul(cols) {
            Some(nodes) if nodes <= MAX_NODES => Ok(Self { rows: rows as u32, cols: cols as u32 }),
            _ => Err(ShapeError::TooLarge { rows, cols }),
        }
    }

    /// A rectangle for formulas, of any size up to 2^62 nodes: no machine has more than [`MAX_NODES`].
    ///
    /// ```
    /// use meshcast_engine::Shape;
    /// assert_eq!(Shape::unbounded(1 << 30, 1 << 30)?.nodes(), 1 << 60);
    /// assert!(Shape::unbounded(1 << 31, (1 << 31) + 1).is_err());
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// A side of zero, or more than 2^62 nodes; sides have 32 bits.
    pub const fn unbounded(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        if rows == 0 || cols == 0 {
            return Err(ShapeError::Empty { rows, cols });
        }
        let fits = rows <= u32::MAX as usize && cols <= u32::MAX as usize;
        if !fits || rows * cols > 1 << 62 {
            return Err(ShapeError::TooLarge { rows, cols });
        }
        Ok(Self { rows: rows as u32, cols: cols as u32 })
    }

    /// A part of the mesh, of so many rows and columns.
    ///
    /// # Panics
    /// If the mesh has no such part, or it would be empty.
    #[must_use]
    pub fn part(self, rows: usize, cols: usize) -> Self {
        let fits = (1..=self.rows()).contains(&rows) && (1..=self.cols()).contains(&cols);
        assert!(fits, "a mesh of {} x {} has no part of {rows} x {cols}", self.rows(), self.cols());
        Self { rows: rows as u32, cols: cols as u32 }
    }

    /// Rows.
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns.
    pub fn cols(self) -> usize {
        self.cols as usize
    }

    /// Nodes, rows times columns.
    pub fn nodes(self) -> usize {
        self.rows() * self.cols()
    }

    /// The row-major index of the node at `row`, `col`.
    pub fn index(self, row: usize, col: usize) -> usize {
        debug_assert!(row < self.rows() && col < self.cols());
        row * self.cols() + col
    }

    /// The row and column of node `index`.
    pub fn position(self, index: usize) -> (usize, usize) {
        (index / self.cols(), index % self.cols())
    }

    /// The links on a shortest way between two nodes.
    pub fn distance(self, one: usize, other: usize) -> usize {
        let (from, to) = (self.position(one), self.position(other));
        from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
    }

    /// The same rectangle with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { rows: self.cols, cols: self.rows }
    }
}
