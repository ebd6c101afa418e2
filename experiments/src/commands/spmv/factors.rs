//! Gives the nodes their parts of a matrix and a vector, and computes y as a host does that knows no mesh.

use crate::load::Matrix;
use meshcast_algorithms::{Product, SeededFactors, SparseProduct};

/// What is multiplied.
pub(super) struct Factors {
    matrix: Matrix,
    /// x, and the entries of A unless they are from the file.
    seeded: SeededFactors,
    /// What the nodes multiply.
    pub(super) product: SparseProduct,
}

impl Factors {
    /// Of a matrix on so many nodes.
    pub(super) fn new(matrix: Matrix, nodes: usize, seed: u64) -> Self {
        let seeded = SeededFactors::new(seed);
        let columns = numbered(&matrix, nodes);
        let vector = columns.iter().map(|&column| seeded.vector(column)).collect();
        let mut message_of = vec![0; matrix.columns.nodes()];
        for (message, &column) in columns.iter().enumerate() {
            message_of[column as usize] = message as u32;
        }
        let mut products = Vec::with_capacity(matrix.columns.deliveries());
        for_each_entry(&matrix, seeded, |row, column, entry| {
            let (node, own) = matrix.seating.seat(row);
            let message = message_of[column as usize];
            products.push(Product { node, message, row: own as u16, entry });
        });
        let rows = matrix.seating.per_node();
        let product = SparseProduct::new((nodes, rows), vector, products);
        Self { matrix, seeded, product }
    }

    /// Whether the entries of A are those of the file.
    pub(super) fn are_from_file(&self) -> bool {
        self.matrix.entries.is_some()
    }

    /// y as a host computes it that knows no machine: entry after entry of the file, or column after column of the set.
    pub(super) fn on_the_host(&self) -> Vec<i64> {
        let mut y = vec![0; self.matrix.columns.nodes()];
        for_each_entry(&self.matrix, self.seeded, |row, column, entry| {
            y[row as usize] += i64::from(entry) * i64::from(self.seeded.vector(column));
        });
        y
    }

    /// y in the order of its rows, of the sums of all nodes one after the other.
    pub(super) fn of_rows(&self, sums: &[i64]) -> Vec<i64> {
        let seating = &self.matrix.seating;
        let sum = |row| {
            let (node, own) = seating.seat(row);
            sums[node as usize * seating.per_node() + own]
        };
        (0..self.matrix.columns.nodes() as u32).map(sum).collect()
    }
}

/// The columns in the order of their messages: class by class, those of each by their nodes.
fn numbered(matrix: &Matrix, nodes: usize) -> Vec<u32> {
    let mut of_node = vec![0u32; nodes];
    let messages = matrix.columns.iter().map(|(column, _)| {
        let (node, _) = matrix.seating.seat(column);
        let class = of_node[node as usize];
        of_node[node as usize] += 1;
        (class, node, column)
    });
    let mut messages: Vec<(u32, u32, u32)> = messages.collect();
    messages.sort_unstable();
    messages.into_iter().map(|(.., column)| column).collect()
}

/// Calls `of` with the row, the column and the value of every entry of A.
fn for_each_entry(matrix: &Matrix, seeded: SeededFactors, mut of: impl FnMut(u32, u32, i16)) {
    if let Some(entries) = &matrix.entries {
        for entry in entries {
            of(entry.row, entry.column, entry.value());
        }
        return;
    }
    for (column, rows) in matrix.columns.iter() {
        for &row in rows {
            of(row, column, seeded.entry(row, column));
        }
    }
}
