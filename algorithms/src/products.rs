//! Multiplies a sparse matrix by a vector on a machine that has delivered the vector: y = Ax.

use crate::draws::mixed;
use meshcast_engine::{Machine, Variable, Violation};

/// A sparse matrix A and a vector x of whole numbers from -32,768 to 32,767. Every node has some rows of A, mostly one; the numbers of x
/// arrive in messages. A node multiplies what a message brings by the entries of its rows in that column.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Hamiltonian, Multicast, Product, SparseProduct};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// // Message 0 brings 7 to nodes 1 and 3, message 1 brings -5 to node 3, which has two rows.
/// let (shape, set) = (Shape::new(2, 2)?, Messages::new(4, [(0, vec![1, 3]), (2, vec![3])])?);
/// let product = |node, message, row, entry| Product { node, message, row, entry };
/// let products = vec![product(1, 0, 0, 10), product(3, 0, 0, 1), product(3, 1, 0, 2), product(3, 1, 1, 3)];
/// let product = SparseProduct::new((shape.nodes(), 2), vec![7, -5], products);
/// let hamiltonian = Hamiltonian::new(shape, Arc::new(set));
/// let options = Options { payload_words: 1, ..Options::default() };
/// let machine = Machine::new(shape, hamiltonian.messages(), hamiltonian.capacity(), options);
/// let mut machine = machine.with_values(|message| product.carried(message));
/// hamiltonian.run(&mut machine)?;
/// let delivered = machine.steps();
/// let sums = product.add_up(&mut machine)?;
/// // Node 3 makes three products: a step each.
/// assert_eq!(machine.steps(), delivered + 3);
/// assert_eq!(sums.reveal(&machine.finish()), [0, 0, 70, 0, 0, 0, 7 - 10, -15]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseProduct {
    /// What every message carries.
    vector: Vec<i16>,
    /// Rows of a node, at most.
    rows: usize,
    /// Where the products of every node begin, then the end.
    starts: Vec<usize>,
    /// The products of one node after the other, those of each in the order in which it makes them: by message, then by row.
    products: Vec<Product>,
}

/// A product of a node: what a message brings times an entry of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Product {
    /// The node with the row.
    pub node: u32,
    /// The message of the column.
    pub message: u32,
    /// Which of its rows.
    pub row: u16,
    /// The entry of A.
    pub entry: i16,
}

impl SparseProduct {
    /// Of so many nodes with up to so many rows, of the numbers that messages carry, and of a product for every entry of A, in any order.
    ///
    /// # Panics
    /// If a product is of a node, a row or a message that is not there.
    pub fn new(
        (nodes, rows): (usize, usize),
        vector: Vec<i16>,
        mut products: Vec<Product>,
    ) -> Self {
        products.sort_unstable();
        let is_there = |&Product { node, message, row, .. }: &Product| {
            (node as usize) < nodes && (message as usize) < vector.len() && usize::from(row) < rows
        };
        assert!(products.iter().all(is_there), "products are of nodes, their rows and messages");
        let start = |node: u32| products.partition_point(|product| product.node < node);
        let starts = (0..=nodes as u32).map(start).collect();
        Self { vector, rows, starts, products }
    }

    /// The word that a message carries.
    pub fn carried(&self, message: u32) -> u64 {
        i64::from(self.vector[message as usize]).cast_unsigned()
    }

    /// The steps of [`SparseProduct::add_up`].
    pub fn steps(&self) -> u64 {
        self.starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0) as u64
    }

    /// Adds up the products at the rows, after all values have been delivered: y, a register for each row of a node.
    ///
    /// In a step a node makes its next product of the first value in its output queue and adds it to the sum of its row. It takes the value
    /// off the queue when no row of it needs the value any more.
    ///
    /// # Cost
    /// As many steps as the rows of a node have entries at most, a number that all nodes know; no packet moves.
    ///
    /// # Errors
    /// None of its own.
    pub fn add_up(&self, machine: &mut Machine) -> Result<Variable<i64>, Violation> {
        machine.span("products", |machine| {
            let mut sums = machine.variable(self.rows, |_, _| 0i64)?;
            for number in 0..self.steps() as usize {
                machine.step(|_| Ok(()))?;
                machine.read_outputs(&mut sums, |node, sums, message, word| {
                    let own = self.of(node.id());
                    let Some(product) = own.get(number).filter(|own| own.message == message) else {
                        return false;
                    };
                    sums[usize::from(product.row)] += i64::from(product.entry) * word.cast_signed();
                    own.get(number + 1).is_none_or(|next| next.message != message)
                })?;
            }
            Ok(sums)
        })
    }

    /// The products of a node.
    fn of(&self, node: u32) -> &[Product] {
        &self.products[self.starts[node as usize]..self.starts[node as usize + 1]]
    }
}

/// A matrix and a vector of whole numbers from -32,768 to 32,767 that follow from a seed, whatever their size.
#[derive(Clone, Copy, Debug)]
pub struct SeededFactors {
    seed: u64,
}

impl SeededFactors {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The entry in a row and column, if there is one.
    pub fn entry(self, row: u32, column: u32) -> i16 {
        small(self.seed ^ (1 + u64::from(row)) << 32, column)
    }

    /// A number of the vector.
    pub fn vector(self, column: u32) -> i16 {
        small(!self.seed, column)
    }
}

/// A whole number of 16 bits, with a sign.
fn small(seed: u64, number: u32) -> i16 {
    mixed(seed, number) as i16
}
