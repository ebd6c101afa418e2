//! Compare–exchanges any pairs of neighbours: a matching of the mesh that a program lays down by place.

use super::fold::Direction;
use super::order::{OrderRuns, Run};
use crate::geometry::{Order, Port, Shape};
use crate::machine::{Footprint, Step, Traffic};
use crate::nodes::{Slot, lane_bit};
use crate::violation::Violation;
use std::collections::BTreeMap;
use thiserror::Error;

/// Which neighbours compare their packets in a step, and which of two gets the lesser: known to all nodes beforehand, since it follows
/// from their places.
#[derive(Clone, Debug)]
pub struct Pairing {
    shape: Shape,
    runs: Vec<Run>,
    pairs: usize,
    /// The ports that pairs use, at either end.
    ports: Vec<Port>,
}

/// Pairs that no step can compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// A pair over the edge of the mesh.
    #[error("expected a neighbour behind port {port:?} of node {node}, found the edge of the mesh")]
    NoNeighbour {
        /// The node, a row-major index.
        node: usize,
        /// The port.
        port: Port,
    },
    /// A packet can be compared with one other in a step.
    #[error("expected each node in one pair, found node {node} in two")]
    Twice {
        /// The node, a row-major index.
        node: usize,
    },
}

impl Pairing {
    /// The pairs of a mesh of `shape`: the node at (row, column) gets the lesser packet of its pair where `greater` names the port to
    /// the neighbour that gets the greater one.
    ///
    /// # Errors
    /// If a pair reaches over the edge of the mesh, or a node is in two.
    pub fn new(
        shape: Shape,
        greater: impl Fn(usize, usize) -> Option<Port>,
    ) -> Result<Self, PairingError> {
        let mut pairing = Self { shape, runs: Vec::new(), pairs: 0, ports: Vec::new() };
        let mut paired = vec![false; shape.nodes()];
        for node in 0..shape.nodes() {
            let (row, col) = shape.position(node);
            let Some(port) = greater(row, col) else { continue };
            let neighbour = port.step(shape, row, col);
            let neighbour = neighbour.ok_or(PairingError::NoNeighbour { node, port })?;
            let neighbour = shape.index(neighbour.0, neighbour.1);
            for node in [node, neighbour] {
                if std::mem::replace(&mut paired[node], true) {
                    return Err(PairingError::Twice { node });
                }
            }
            pairing.push(node, neighbour);
            for port in [port, port.opposite()] {
                if !pairing.ports.contains(&port) {
                    pairing.ports.push(port);
                }
            }
        }
        Ok(pairing)
    }

    /// The pairs of consecutive places along `order` that are neighbours and of which the first is even or odd as `parity` is, the
    /// lesser packet first: along the snake all of them, in row-major or column-major order those of each line. Odd–even transposition
    /// takes the two parities in turn.
    ///
    /// ```
    /// use meshcast_engine::{Order, Pairing, Shape};
    /// // The snake goes on from the last node of the first row to the one below it.
    /// let shape = Shape::new(2, 3)?;
    /// assert_eq!(Pairing::along(shape, Order::Snake, 0).pairs(), 3);
    /// assert_eq!(Pairing::along(shape, Order::RowMajor, 0).pairs(), 2);
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "consecutive places make a matching")]
    pub fn along(shape: Shape, order: Order, parity: usize) -> Self {
        let places = (parity % 2..shape.nodes().saturating_sub(1)).step_by(2);
        let pairs = places.filter_map(|place| {
            let (row, col) = order.position(shape, place);
            let next = Some(order.position(shape, place + 1));
            let port = Port::ALL.into_iter().find(|port| port.step(shape, row, col) == next)?;
            Some((shape.index(row, col), port))
        });
        let ports: BTreeMap<usize, Port> = pairs.collect();
        let greater = |row, col| ports.get(&shape.index(row, col)).copied();
        Self::new(shape, greater).expect("consecutive places make a matching")
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    fn push(&mut self, least: usize, greatest: usize) {
        self.pairs += 1;
        if let Some(run) = self.runs.last_mut() {
            let stride = if run.count == 1 { least - run.least } else { run.stride };
            let ahead = run.count * stride;
            if (run.least + ahead, run.greatest + ahead) == (least, greatest) {
                (run.stride, run.count) = (stride, run.count + 1);
                return;
            }
        }
        self.runs.push(Run { least, greatest, stride: 1, count: 1 });
    }

    /// The nodes of all pairs, the one that gets the lesser packet first.
    fn nodes(&self) -> impl Iterator<Item = (usize, usize)> {
        let pair = |run: Run, i: usize| (run.least + i * run.stride, run.greatest + i * run.stride);
        self.runs.iter().flat_map(move |&run| (0..run.count).map(move |i| pair(run, i)))
    }
}

impl Step<'_> {
    /// Compare–exchanges slot `lane` of the neighbours that `pairing` names: one step, a use of both links a pair. A hole counts as
    /// greater than every packet.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Pairing, Port, Shape};
    /// use std::sync::Arc;
    /// // The greater of two packets goes south in the left column, and north in the right one.
    /// let shape = Shape::new(2, 2)?;
    /// let pairing = Pairing::new(shape, |row, col| match (row, col) {
    ///     (0, 0) => Some(Port::South),
    ///     (1, 1) => Some(Port::North),
    ///     _ => None,
    /// })?;
    /// let mut machine = Machine::new(shape, Arc::new(Messages::one_each(4)?), Some(1), Options::default());
    /// machine.inject(0, |node| [4, 1, 3, 2][node.index()]);
    /// machine.step(|step| step.exchange_pairs(0, &pairing))?;
    /// let outcome = machine.finish();
    /// let key = |row, col| outcome.packet(0, row, col).map(|packet| packet.key());
    /// assert_eq!([key(0, 0), key(0, 1), key(1, 0), key(1, 1)], [Some(3), Some(2), Some(4), Some(1)]);
    /// assert_eq!((outcome.steps, outcome.link_uses), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// M3, M4 if another form of this step uses the lane, or a port that a pair uses; M6 if the slot is beyond the buffer.
    ///
    /// # Panics
    /// If the pairs are of another mesh.
    pub fn exchange_pairs(&mut self, lane: usize, pairing: &Pairing) -> Result<(), Violation> {
        assert!(pairing.shape == self.stage.nodes.shape(), "the pairs are of another mesh");
        let bit = lane_bit(lane);
        let acts = self
            .claim(&Footprint {
                name: "exchange_pairs",
                acting: bit,
                entered: bit,
                ports: &pairing.ports,
                ports_per_node: u64::from(pairing.pairs > 0),
                traffic: if pairing.pairs > 0 { Traffic::Exchanged } else { Traffic::Decided },
                ..Footprint::default()
            })?
            .is_some();
        let stage = &mut *self.stage;
        stage.need_slots(lane + 1)?;
        stage.count_links(2 * pairing.pairs);
        if !acts {
            return Ok(());
        }
        if stage.is_watched() {
            stage.nodes.buffers.open(lane);
            for (least, greatest) in pairing.nodes() {
                let [least, greatest] = [least, greatest].map(|node| Slot { lane, node });
                stage.exchange_pair(least, greatest, Direction::Ascending);
            }
        } else if stage.nodes.buffers.is_live(lane) {
            let (kernels, runs) = (stage.kernels(), &pairing.runs);
            let plane = &mut stage.nodes.buffers.planes_mut()[lane];
            kernels.run(OrderRuns { plane, runs });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_follow_each_other_are_one_run() {
        let shape = Shape::new(4, 6).unwrap();
        let down = Pairing::new(shape, |row, _| (row % 2 == 0).then_some(Port::South)).unwrap();
        let run = |least, greatest, stride, count| Run { least, greatest, stride, count };
        assert_eq!(down.runs, [run(0, 6, 1, 6), run(12, 18, 1, 6)]);
        let left = Pairing::new(shape, |_, col| (col % 2 == 1).then_some(Port::West)).unwrap();
        assert_eq!(left.runs, [run(1, 0, 2, 12)]);
        assert_eq!((left.pairs, left.nodes().last()), (12, Some((23, 22))));
        assert_eq!(left.ports, [Port::West, Port::East]);
    }

    #[test]
    fn pairs_that_no_step_can_compare_are_refused() {
        let shape = Shape::new(1, 3).unwrap();
        let east = Pairing::new(shape, |_, _| Some(Port::East)).unwrap_err();
        assert_eq!(east, PairingError::Twice { node: 1 });
        let last = Pairing::new(shape, |_, col| (col == 2).then_some(Port::East)).unwrap_err();
        assert_eq!(last, PairingError::NoNeighbour { node: 2, port: Port::East });
    }
}
