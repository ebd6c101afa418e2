//! Numbers the nodes in linear orders.

use super::Shape;

/// A linear order of the nodes of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row by row, odd rows from right to left.
    Snake,
    /// Row by row, every row from left to right.
    RowMajor,
    /// Column by column, every column from top to bottom.
    ColumnMajor,
}

impl Order {
    /// The rank of the node at `row`, `col`.
    ///
    /// ```
    /// use meshcast_engine::{Order, Shape};
    /// let shape = Shape::new(2, 3)?;
    /// assert_eq!(Order::Snake.rank(shape, 1, 0), 5);
    /// assert_eq!(Order::ColumnMajor.rank(shape, 1, 0), 1);
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    pub fn rank(self, shape: Shape, row: usize, col: usize) -> usize {
        match self {
            Order::Snake if row % 2 == 1 => row * shape.cols() + (shape.cols() - 1 - col),
            Order::Snake | Order::RowMajor => row * shape.cols() + col,
            Order::ColumnMajor => col * shape.rows() + row,
        }
    }

    /// The row and column of the node of rank `rank`: the inverse of [`Order::rank`].
    pub fn position(self, shape: Shape, rank: usize) -> (usize, usize) {
        if self == Order::ColumnMajor {
            return (rank % shape.rows(), rank / shape.rows());
        }
        let (row, offset) = (rank / shape.cols(), rank % shape.cols());
        if self == Order::Snake && row % 2 == 1 {
            (row, shape.cols() - 1 - offset)
        } else {
            (row, offset)
        }
    }
}
