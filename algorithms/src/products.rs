//! Multiplies a sparse matrix by a vector on a machine that has delivered the vector: y = Ax.

use crate::draws::mixed;
use meshcast_engine::{Machine, Messages, Variable, Violation};

/// A sparse matrix A and a vector x of whole numbers from -32,768 to 32,767: row i of A is at node i, and so is `x_i`. They follow from a
/// seed, unless the entries of A are [given](SparseProduct::with_entries).
///
/// The message of node j carries `x_j` to every row i with an entry `A_ij`.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Hamiltonian, Multicast, SparseProduct};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// let (shape, set) = (Shape::new(2, 2)?, Messages::new(4, [(0, vec![1, 3]), (2, vec![3])])?);
/// let product = SparseProduct::of_messages(&set, 1);
/// let hamiltonian = Hamiltonian::new(shape, Arc::new(set));
/// let options = Options { payload_words: 1, ..Options::default() };
/// let machine = Machine::new(shape, hamiltonian.messages(), hamiltonian.capacity(), options);
/// let mut machine = machine.with_values(|node| product.carried(node));
/// hamiltonian.run(&mut machine)?;
/// let delivered = machine.steps();
/// let sums = product.add_up(&mut machine)?;
/// // Row 3 has two entries: a step each.
/// assert_eq!(machine.steps(), delivered + 2);
/// let value = |row, column| product.entry(row, column) * product.vector(column);
/// assert_eq!(sums.reveal(&machine.finish()), [0, value(1, 0), 0, value(3, 0) + value(3, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseProduct {
    seed: u64,
    /// The most entries of a row: the congestion, which all nodes know.
    longest: usize,
    given: Option<Rows>,
}

/// The entries of a matrix, row after row.
#[derive(Clone, Debug)]
struct Rows {
    /// Where every row begins, then the end.
    starts: Vec<usize>,
    /// Columns in increasing order, with their entries.
    entries: Vec<(u32, i16)>,
}

impl Rows {
    /// From (row, column, entry) in increasing order.
    fn new(nodes: usize, sorted: &[(u32, u32, i16)]) -> Self {
        let start = |row: u32| sorted.partition_point(|&(of, ..)| of < row);
        let starts = (0..=nodes as u32).map(start).collect();
        Self { starts, entries: sorted.iter().map(|&(_, column, entry)| (column, entry)).collect() }
    }

    /// The entry in a row and column; 0 where there is none.
    fn entry(&self, row: u32, column: u32) -> i64 {
        let row = &self.entries[self.starts[row as usize]..self.starts[row as usize + 1]];
        let found = row.binary_search_by_key(&column, |&(column, _)| column);
        found.map_or(0, |place| row[place].1.into())
    }
}

impl SparseProduct {
    /// Of the matrix whose entry (i, j) is there if the message of node j is for node i.
    pub fn of_messages(messages: &Messages, seed: u64) -> Self {
        Self { seed, longest: messages.congestion(), given: None }
    }

    /// The same places with these entries (row, column, value), in any order, one for each place; a place without one has a 0.
    #[must_use]
    pub fn with_entries(self, nodes: usize, mut entries: Vec<(u32, u32, i16)>) -> Self {
        entries.sort_unstable();
        Self { given: Some(Rows::new(nodes, &entries)), ..self }
    }

    /// The value of the entry in a row and column, which the node of the row has; asked for only where there is one.
    pub fn entry(&self, row: u32, column: u32) -> i64 {
        let seeded = || small(self.seed ^ (1 + u64::from(row)) << 32, column);
        self.given.as_ref().map_or_else(seeded, |rows| rows.entry(row, column))
    }

    /// The number of x at a node.
    pub fn vector(&self, node: u32) -> i64 {
        small(!self.seed, node)
    }

    /// The word that the message of a node carries.
    pub fn carried(&self, node: u32) -> u64 {
        self.vector(node).cast_unsigned()
    }

    /// The steps of [`SparseProduct::add_up`].
    pub fn steps(&self) -> u64 {
        self.longest as u64
    }

    /// Adds up the products at the rows, after all values have been delivered: y, a register a node.
    ///
    /// In a step a node takes a value off its output queue, multiplies it by its entry in that column and adds the product to its sum.
    ///
    /// # Cost
    /// As many steps as the longest row has entries; no packet moves.
    ///
    /// # Errors
    /// None of its own.
    pub fn add_up(&self, machine: &mut Machine) -> Result<Variable<i64>, Violation> {
        machine.span("products", |machine| {
            let mut sums = machine.variable(1, |_, _| 0i64)?;
            for _ in 0..self.longest {
                machine.step(|_| Ok(()))?;
                machine.read_outputs(&mut sums, |node, sum, column, word| {
                    sum[0] += self.entry(node.id(), column) * word.cast_signed();
                })?;
            }
            Ok(sums)
        })
    }
}

/// A whole number of 16 bits, with a sign.
fn small(seed: u64, number: u32) -> i64 {
    i64::from(mixed(seed, number) as i16)
}
