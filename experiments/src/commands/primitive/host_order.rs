//! Walks the nodes in the order of the host. It shares nothing with the machine, so that a fault of the machine's order shows.

use meshcast_engine::{Order, Shape};

/// The row-major indices of the nodes of `shape` along `order`.
pub(super) fn walk(shape: Shape, order: Order) -> Vec<usize> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let mut nodes = Vec::with_capacity(rows * cols);
    match order {
        Order::RowMajor => nodes.extend(0..rows * cols),
        Order::ColumnMajor => {
            for col in 0..cols {
                nodes.extend((0..rows).map(|row| row * cols + col));
            }
        }
        Order::Snake => {
            for row in 0..rows {
                let line = row * cols..(row + 1) * cols;
                if row % 2 == 0 { nodes.extend(line) } else { nodes.extend(line.rev()) }
            }
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orders_are_those_of_the_textbook() {
        let shape = Shape::new(2, 3).unwrap();
        assert_eq!(walk(shape, Order::Snake), [0, 1, 2, 5, 4, 3]);
        assert_eq!(walk(shape, Order::RowMajor), [0, 1, 2, 3, 4, 5]);
        assert_eq!(walk(shape, Order::ColumnMajor), [0, 3, 1, 4, 2, 5]);
    }
}
