//! Bounds the steps of any way to serve the first reads of a program from below.

use super::program::Program;
use super::run::Pram;
use crate::lower_bound::{Deliveries, lower_bound};
use meshcast_engine::{Messages, MessagesError};

impl<P: Program> Pram<'_, P> {
    /// Steps that no way to serve the reads of the first step on request can do without, with the cells where they are at the start and
    /// nodes that know nothing of who reads; 0 if nothing is read. A node that sends its cells without being asked, or several values in
    /// a packet, does something else, which this does not bound.
    ///
    /// A request has to reach the node with the cell before the value leaves it, so that a read takes twice the distance. The values
    /// are a multicast from the nodes with the cells to those that read, for which [`lower_bound`] holds; that of a node with several
    /// cells counts as one, which lowers the bound. Deliveries are free: a processor may use a value in the step in which it arrives.
    ///
    /// # Errors
    /// None: every processor reads once.
    ///
    /// # Example
    /// ```
    /// use meshcast_algorithms::programs::{AccessOnce, AccessPattern};
    /// use meshcast_algorithms::{Layout, Pram, PramMode};
    /// use meshcast_engine::Shape;
    /// // All read the cell of node 0 in the corner: the farthest is 14 hops away.
    /// let program = AccessOnce::new(AccessPattern::OneCell, (64, 64), PramMode::Arbitrary, 1);
    /// let shape = Shape::new(8, 8)?;
    /// let pram = Pram::new(&program, shape, PramMode::Arbitrary, Layout::Identity, 1);
    /// assert_eq!(pram.first_read_bound()?, 28);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_read_bound(&self) -> Result<u64, MessagesError> {
        let (program, shape) = (self.program(), self.shape());
        if !program.phase(0).is_some_and(|phase| phase.reads) {
            return Ok(0);
        }
        let cell_of = |processor| program.read(0, processor, &program.state(processor));
        let reads = (0..shape.nodes() as u32).filter_map(|reader| Some((reader, cell_of(reader)?)));
        let values: Vec<(u32, u32)> =
            reads.map(|(reader, cell)| (self.node_of(cell), reader)).collect();
        let farthest = values.iter().map(|&(from, to)| shape.distance(from as usize, to as usize));
        let round_trip = 2 * farthest.max().unwrap_or(0) as u64;
        let values = Messages::from_pairs(shape.nodes(), values)?;
        Ok(round_trip.max(lower_bound(shape, &values, Deliveries::Free).steps))
    }
}
