//! Moves the packets of whole rows into the next rows, as a timetable says that is the same for all nodes of a row.

use super::route::{Program, Sends};
use super::transmit::transmits;
use crate::geometry::Port;
use crate::machine::{Stage, Step};
use crate::nodes::{Node, are_empty};
use crate::packet::EMPTY;
use crate::violation::Violation;
use std::ops::Range;

/// What the nodes of a row do: those with a packet in slot `lane` send it over `port`, and it lands in slot `into`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowMove {
    /// The row of those that send.
    pub row: usize,
    /// The slot of the packet.
    pub lane: usize,
    /// The port to the row above or below.
    pub port: Port,
    /// The slot in which it lands.
    pub into: usize,
}

impl RowMove {
    /// The row in which the packets arrive.
    fn to(&self, rows: usize) -> Option<usize> {
        let to = match self.port {
            Port::North => self.row.checked_sub(1),
            Port::South => Some(self.row + 1),
            _ => None,
        };
        to.filter(|&to| to < rows)
    }
}

/// The moves of one row, among all in the order of their rows.
fn moves_of(moves: &[RowMove], row: usize) -> &[RowMove] {
    let first = moves.partition_point(|other| other.row < row);
    let count = moves[first..].iter().take_while(|other| other.row == row).count();
    &moves[first..first + count]
}

/// The same, asked node by node.
struct ByRow<'a>(&'a [RowMove]);

impl Program for ByRow<'_> {
    const NAME: &'static str = "move_rows";

    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        for &RowMove { lane, port, .. } in moves_of(self.0, node.row()) {
            if node.packet(lane).is_some() {
                sends.send(lane, port);
            }
        }
    }
}

impl Step<'_> {
    /// All nodes of some rows send packets up or down, each row those of certain slots into certain slots of its neighbours: the
    /// [transmission](Step::transmit_into) in which every node does what `moves` say of its row, which are in the order of rows.
    ///
    /// # Errors
    /// Those of [`Step::transmit_into`].
    ///
    /// # Panics
    /// If the moves are not in the order of rows, go anywhere but up or down, are of no row of the mesh, or if two of a row go the same
    /// way.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Port, RowMove, Shape};
    /// use std::sync::Arc;
    /// // Two rows change places.
    /// let set = Arc::new(Messages::one_each(4)?);
    /// let mut machine = Machine::new(Shape::new(2, 2)?, set, Some(1), Options::default());
    /// machine.inject(0, |node| node.id());
    /// let sinks = RowMove { row: 0, lane: 0, port: Port::South, into: 0 };
    /// let rises = RowMove { row: 1, lane: 0, port: Port::North, into: 0 };
    /// machine.step(|step| step.move_rows(0..1, &[Port::South, Port::North], &[sinks, rises]))?;
    /// let outcome = machine.finish();
    /// let key = |row, col| outcome.packet(0, row, col).map(|packet| packet.key());
    /// assert_eq!([key(0, 0), key(0, 1), key(1, 0), key(1, 1)], [2, 3, 0, 1].map(Some));
    /// assert_eq!((outcome.steps, outcome.link_uses), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_rows(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        moves: &[RowMove],
    ) -> Result<(), Violation> {
        assert!(moves.is_sorted_by_key(|sent| sent.row), "moves are in the order of rows");
        let rows = self.stage.nodes.shape().rows();
        let is_up_or_down =
            |sent: &RowMove| sent.row < rows && [Port::North, Port::South].contains(&sent.port);
        assert!(moves.iter().all(is_up_or_down), "rows of the mesh send up or down");
        let once = |of_row: &[RowMove]| {
            let over = |port| of_row.iter().filter(|sent| sent.port == port).count();
            over(Port::North) <= 1 && over(Port::South) <= 1
        };
        let mut by_row = moves.chunk_by(|one, next| one.row == next.row);
        assert!(by_row.all(once), "a row sends up once and down once");
        if self.stage.are_moved_plainly(&lanes, ports, moves) {
            let landing = |node: &Node<'_>, port: Port| {
                let from =
                    if port == Port::South { node.row().wrapping_sub(1) } else { node.row() + 1 };
                let sent = moves_of(moves, from).iter().find(|sent| sent.port == port);
                sent.map_or(lanes.start, |sent| sent.into)
            };
            return self.transmission(lanes.clone(), ports, &ByRow(moves), &landing);
        }
        let Some(mut stage) = self.claim(&transmits(ByRow::NAME, &lanes, ports))? else {
            return Ok(());
        };
        stage.move_rows(moves);
        Ok(())
    }
}

impl Stage {
    /// Whether moves have to be made node by node: they are recorded, or not lawful for certain.
    fn are_moved_plainly(&self, lanes: &Range<usize>, ports: &[Port], moves: &[RowMove]) -> bool {
        if self.is_watched() || !self.enforces_all() || lanes.end > self.nodes.buffers.lanes() {
            return true;
        }
        let rows = self.nodes.shape().rows();
        let is_free = |row: usize, lane: usize| {
            let leaves = moves_of(moves, row).iter().any(|sent| sent.lane == lane);
            leaves || self.is_row_empty(row, lane)
        };
        let arrive_apart = |sent: &RowMove, to: usize| {
            let from = if sent.port == Port::South { to + 1 } else { to.wrapping_sub(1) };
            let other = moves_of(moves, from).iter().find(|other| other.to(rows) == Some(to));
            other.is_none_or(|other| other.into != sent.into)
        };
        let is_lawful = |of_row: &[RowMove]| {
            let act_once = of_row.windows(2).all(|two| two[0].lane != two[1].lane);
            let is_allowed = |sent: &RowMove| {
                let is_named = ports.contains(&sent.port)
                    && lanes.contains(&sent.lane)
                    && lanes.contains(&sent.into);
                let lands = |to| is_free(to, sent.into) && arrive_apart(sent, to);
                is_named && sent.to(rows).is_some_and(lands)
            };
            act_once && of_row.iter().all(is_allowed)
        };
        !moves.chunk_by(|one, next| one.row == next.row).all(is_lawful)
    }

    /// Whether no node of a row has a packet in a slot.
    fn is_row_empty(&self, row: usize, lane: usize) -> bool {
        let (buffers, cols) = (&self.nodes.buffers, self.nodes.shape().cols());
        !buffers.is_live(lane) || are_empty(&buffers.plane(lane)[row * cols..(row + 1) * cols])
    }

    /// Makes lawful moves, all at once.
    fn move_rows(&mut self, moves: &[RowMove]) {
        let (shape, kernels) = (self.nodes.shape(), self.kernels());
        let (rows, cols) = (shape.rows(), shape.cols());
        let mut moving = std::mem::take(&mut self.scratch.plane);
        moving.clear();
        let buffers = &mut self.nodes.buffers;
        for &RowMove { row, lane, .. } in moves {
            buffers.enliven(lane);
            let slots = &mut buffers.planes_mut()[lane][row * cols..(row + 1) * cols];
            moving.extend_from_slice(slots);
            slots.fill(EMPTY);
        }
        for (sent, slots) in moves.iter().zip(moving.chunks_exact(cols)) {
            if let Some(to) = sent.to(rows) {
                buffers.enliven(sent.into);
                buffers.planes_mut()[sent.into][to * cols..(to + 1) * cols].copy_from_slice(slots);
            }
        }
        let packets = kernels
            .run(|| moving.iter().fold(0_u64, |packets, &slot| packets + u64::from(slot != EMPTY)));
        self.scratch.plane = moving;
        buffers.forget_counts();
        self.count_links(packets as usize);
    }
}
