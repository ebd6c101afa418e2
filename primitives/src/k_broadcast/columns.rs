//! Takes packets along their columns to both ends, and leaves a copy of each in every band.

use super::{IN_CIRCULATION, KBroadcast, KEPT, lane_of};
use meshcast_engine::{Machine, Node, Port, Shape, Step, Violation};

/// The lanes of packets on their way down and up, and of a copy that has just been made.
const DOWN: usize = 1;
const UP: usize = 2;
const FRESH: usize = IN_CIRCULATION - 1;

/// Steps along columns.
pub(super) fn steps(shape: Shape) -> u64 {
    if shape.rows() == 1 { 0 } else { 2 * shape.rows() as u64 }
}

impl KBroadcast {
    /// Takes the packets of lane 0 along their columns, and keeps copies in the lanes of their turns.
    pub(super) fn copy_along_columns(&self, machine: &mut Machine) -> Result<(), Violation> {
        let rows = self.shape.rows();
        if rows == 1 {
            return Ok(());
        }
        machine.span("columns", |machine| {
            machine.swap_lanes(|node| node.packet(KEPT).map(|_| (KEPT, DOWN)))?;
            // In the first row nothing goes up.
            machine.step(|step| {
                step.copy(DOWN, UP, |node| node.row() > 0 && node.packet(DOWN).is_some())
            })?;
            for _ in 1..rows {
                machine.step(|step| {
                    go(step, UP, Port::North, 0)?;
                    self.leave_copies(step, DOWN, rows - 1)
                })?;
                self.put_by(machine)?;
                machine.step(|step| {
                    go(step, DOWN, Port::South, rows - 1)?;
                    self.leave_copies(step, UP, 0)
                })?;
                self.put_by(machine)?;
            }
            machine.step(|step| self.leave_copies(step, DOWN, rows - 1))?;
            self.put_by(machine)
        })
    }

    /// Copies the packets of a lane where they have a place; those in row `end` leave.
    fn leave_copies(&self, step: &mut Step<'_>, lane: usize, end: usize) -> Result<(), Violation> {
        step.copy(lane, FRESH, |node| self.turn_at(node, lane).is_some())?;
        step.discard(lane, |node| node.row() == end)
    }

    /// Lets copies that have just been made wait for their turns.
    fn put_by(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.swap_lanes(|node| Some((lane_of(self.turn_at(node, FRESH)?), FRESH)))
    }

    /// The turn in which the packet in slot `lane` goes round, if its place in the band is that of the node.
    fn turn_at(&self, node: &Node<'_>, lane: usize) -> Option<usize> {
        let line = node.packet(lane)?.key() as usize / self.shape.cols();
        let height = self.division.height;
        (line % height == self.rows[node.row()]).then_some(line / height)
    }

    /// The copies made of a packet from such a row, and the hops along its column.
    pub(super) fn in_column(&self, row: usize) -> (u64, u64) {
        let rows = self.shape.rows();
        match rows {
            1 => (0, 0),
            _ => (u64::from(row > 0) + self.division.bands as u64, rows as u64 - 1),
        }
    }
}

/// Moves the packets of a lane one row on; those in row `end` have nowhere to go.
fn go(step: &mut Step<'_>, lane: usize, port: Port, end: usize) -> Result<(), Violation> {
    step.carry(lane..lane + 1, &[port], |node, _, _| (node.row() != end).then_some(port))
}
