//! Lists the nodes in linear orders, and lays lists out along them.

/// The nodes of a mesh row by row, every row from left to right.
pub fn row_major_order(rows: usize, cols: usize) -> Vec<usize> {
    (0..rows * cols).collect()
}

/// The nodes of a mesh column by column, every column from top to bottom.
pub fn column_major_order(rows: usize, cols: usize) -> Vec<usize> {
    let column = |col| (0..rows).map(move |row| row * cols + col);
    (0..cols).flat_map(column).collect()
}

/// The nodes of a mesh along the snake: rows 0, 2, … from left to right, rows 1, 3, … from right to left.
pub fn snake_order(rows: usize, cols: usize) -> Vec<usize> {
    let mut order = Vec::new();
    for row in 0..rows {
        let mut nodes: Vec<usize> = (row * cols..(row + 1) * cols).collect();
        if row % 2 == 1 {
            nodes.reverse();
        }
        order.extend(nodes);
    }
    order
}

/// The values in increasing order.
pub fn sorted<T: Ord + Clone>(values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    values.sort();
    values
}

/// The values of the nodes, read along `order`.
pub fn read_along<T: Clone>(order: &[usize], by_node: &[T]) -> Vec<T> {
    order.iter().map(|&node| by_node[node].clone()).collect()
}

/// The values of the nodes when `values` are laid out along `order`: the inverse of [`read_along`].
pub fn arrange<T: Clone>(order: &[usize], values: &[T]) -> Vec<T> {
    let mut by_node = values.to_vec();
    for (value, &node) in values.iter().zip(order) {
        by_node[node] = value.clone();
    }
    by_node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orders_of_a_mesh_of_two_by_three() {
        assert_eq!(row_major_order(2, 3), [0, 1, 2, 3, 4, 5]);
        assert_eq!(column_major_order(2, 3), [0, 3, 1, 4, 2, 5]);
        assert_eq!(snake_order(2, 3), [0, 1, 2, 5, 4, 3]);
        assert_eq!(snake_order(3, 1), [0, 1, 2]);
        assert_eq!(snake_order(3, 2), [0, 1, 3, 2, 4, 5]);
    }

    #[test]
    fn sorting_keeps_equal_values() {
        assert_eq!(sorted(&[3, 1, 3, 0]), [0, 1, 3, 3]);
    }

    #[test]
    fn a_list_laid_out_along_an_order_is_read_back_along_it() {
        let order = snake_order(2, 3);
        let by_node = arrange(&order, &['a', 'b', 'c', 'd', 'e', 'f']);
        assert_eq!(by_node, ['a', 'b', 'c', 'f', 'e', 'd']);
        assert_eq!(read_along(&order, &by_node), ['a', 'b', 'c', 'd', 'e', 'f']);
        let columns = arrange(&column_major_order(2, 3), &[0, 1, 2, 3, 4, 5]);
        assert_eq!(columns, [0, 2, 4, 1, 3, 5]);
    }
}
