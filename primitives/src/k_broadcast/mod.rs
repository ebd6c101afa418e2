//! Takes some packets past every node, in steps that follow from how many they are: a k-broadcast.

mod columns;

use crate::by_shape::ByShape;
use crate::circulation::Circulation;
use crate::grid::axes;
use crate::line::move_along;
use meshcast_engine::{
    Effect, Lines, Machine, Node, Rehearsal, Shape, Tiling, Variable, Violation,
};
use std::ops::Range;

/// A k-broadcast of so many packets on one shape, ready to run on any machine or tile of that shape.
///
/// The mesh is cut into *bands* of whole rows, each with room for all packets, if a node holds several. Packets go along their rows to the
/// columns of their ranks, and along those columns to both ends. Of each a copy stays in every band. Then the copies of a band go
/// round it by a [`Circulation`], in turns: first one of each node, then the next ones. So every copy passes every node of its band.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; lanes 1 to [`KBroadcast::CAPACITY`] − 1 empty. The packets leave the network, and
/// their keys are lost.
///
/// # Cost
/// For k packets, with b bands and j turns:
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | rows | cols − 1 | 3 |
/// | columns | 2·rows; 0 if there is one row | j + 3 |
/// | turns | j times [`Circulation::steps`] of the slowest band: about j·⌈rows/b⌉·cols ≥ k | j − 1 more than a circulation, 7 at most |
///
/// b = ⌊rows/h⌋ with h = ⌈k/(j·cols)⌉, and of j = 1 to 4 the one with the fewest steps, the least of these.
///
/// **Columns.** Packets start at different nodes of a column and go one row in two steps, so that no two want a link at once. In one
/// step all on their way down move and those on their way up are copied where they have a place; in the next it is the other way
/// round. So a node makes at most one copy a step, and each packet does one thing at a time.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`KBroadcast::CAPACITY`] packets never is.
///
/// # Source
/// Folklore: k packets reach all nodes of a mesh in k steps and O(rows + cols) more, as each node takes in one packet a step.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::KBroadcast;
/// use std::sync::Arc;
/// // The packets of nodes 3 and 8.
/// let shape = Shape::new(4, 4)?;
/// let set = Arc::new(Messages::new(16, [(3, vec![0, 3, 12]), (8, vec![15])])?);
/// let broadcast = KBroadcast::new(shape, 2);
/// let mut machine = Machine::new(shape, set, Some(KBroadcast::CAPACITY), Options::default());
/// machine.inject(0, |_| 0);
/// let ranks = machine.variable(1, |node, _| u32::from(node.id() == 8))?;
/// broadcast.run_where(&mut machine, &ranks, |_, _, _| true)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, broadcast.steps());
/// assert_eq!(outcome.deliveries.sorted(), [(0, 0), (0, 3), (0, 12), (1, 15)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Circulation::steps`]: crate::Circulation::steps
#[derive(Clone, Debug)]
pub struct KBroadcast {
    shape: Shape,
    division: Division,
    bands: Tiling,
    /// Of every row its number in its band.
    rows: Vec<usize>,
    circulations: ByShape<Circulation>,
    rehearsal: Rehearsal,
}

/// How packets are divided among the nodes of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Division {
    bands: usize,
    /// Rows of a band that get packets in each turn.
    height: usize,
    turns: usize,
}

/// Where the copy is that a node has in a turn, and where it waits for its turn: above the lanes of a circulation.
fn lane_of(turn: usize) -> usize {
    if turn == 0 { KEPT } else { IN_CIRCULATION + turn - 1 }
}

/// The lane of the copies whose turn it is.
const KEPT: usize = 0;

/// Lanes of a circulation.
const IN_CIRCULATION: usize = 4;

/// Turns at most.
const TURNS: usize = 4;

/// The lanes of packets on their way along rows: at rest, and one for either way.
const IN_ROWS: Range<usize> = 0..3;

impl Division {
    /// The one with the fewest steps for so many packets.
    fn new(shape: Shape, packets: usize) -> Self {
        let of_turns = |turns| {
            let height = packets.div_ceil(turns * shape.cols()).clamp(1, shape.rows());
            Self { bands: shape.rows() / height, height, turns }
        };
        let all = (1..=TURNS).map(of_turns);
        all.min_by_key(|division| division.steps(shape)).expect("there are several")
    }

    /// Steps of all turns.
    fn steps(self, shape: Shape) -> u64 {
        let of_bands = Tiling::shapes_in_grid(shape, self.bands, 1).map(Circulation::steps_on);
        self.turns as u64 * of_bands.max().unwrap_or(0)
    }
}

impl KBroadcast {
    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = IN_CIRCULATION + TURNS - 1;

    /// The k-broadcast of at most so many packets on `shape`.
    ///
    /// # Panics
    /// If there are more packets than nodes.
    pub fn new(shape: Shape, packets: usize) -> Self {
        assert!(packets <= shape.nodes(), "a node has one packet at most");
        let division = Division::new(shape, packets);
        let bands = Tiling::grid(shape, division.bands, 1);
        let (in_bands, _) = axes(&bands);
        let rows = (0..shape.rows()).map(|row| in_bands.place_at(row).offset).collect();
        let circulations = ByShape::new(&bands, Circulation::new);
        Self { shape, division, bands, rows, circulations, rehearsal: Rehearsal::default() }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        Self::before_turns(self.shape) + self.division.steps(self.shape)
    }

    /// Steps of [`KBroadcast::new`], also on meshes for formulas alone.
    pub fn steps_on(shape: Shape, packets: usize) -> u64 {
        Self::before_turns(shape) + Division::new(shape, packets).steps(shape)
    }

    fn before_turns(shape: Shape) -> u64 {
        (shape.cols() - 1) as u64 + columns::steps(shape)
    }

    /// Takes the packets of lane 0 past every node, and delivers each at those of its destinations on this machine that are wanted; see
    /// [`Circulation::run_where`]. The first register of a packet's node holds its rank: different ones, below the number of
    /// packets, and consecutive in every row.
    ///
    /// # Errors
    /// None of its own; M6 where a buffer is too small; one for [`KBroadcast::CAPACITY`] packets never is.
    ///
    /// # Panics
    /// If the machine has another shape, or the registers are of another machine.
    pub fn run_where(
        &self,
        machine: &mut Machine,
        ranks: &Variable<u32>,
        wanted: impl Fn(&Node<'_>, usize, usize) -> bool + Sync,
    ) -> Result<(), Violation> {
        assert_eq!(machine.shape(), self.shape, "the k-broadcast is for another shape");
        machine.rekey(KEPT, |node| Some(node.own(ranks)[0]))?;
        let leap = machine.leap(&self.rehearsal, 0..Self::CAPACITY, |machine| {
            machine.span("k-broadcast", |machine| self.broadcast(machine, &wanted))
        })?;
        if let Some(mut effect) = leap {
            self.deliver_all(&mut effect, &wanted);
        }
        Ok(())
    }

    fn broadcast(
        &self,
        machine: &mut Machine,
        wanted: &(impl Fn(&Node<'_>, usize, usize) -> bool + Sync),
    ) -> Result<(), Violation> {
        let cols = self.shape.cols();
        move_along(machine, Lines::Rows, IN_ROWS, |packet| packet.key() as usize % cols)?;
        self.copy_along_columns(machine)?;
        (0..self.division.turns).try_for_each(|turn| {
            machine.swap_lanes(|_| (turn > 0).then_some((KEPT, lane_of(turn))))?;
            machine.in_parallel(&self.bands, |band, _| {
                self.circulations.of(band.shape()).run_where(band, wanted)
            })
        })
    }

    /// What a run brings about.
    fn deliver_all(
        &self,
        effect: &mut Effect<'_>,
        wanted: &impl Fn(&Node<'_>, usize, usize) -> bool,
    ) {
        let of_band = self.bands.tiles().iter().map(|band| self.circulations.of(band.shape));
        let (copies, hops) = of_band.fold((0, 0), |(copies, hops), circulation| {
            (copies + circulation.copies(), hops + circulation.hops())
        });
        for at in 0..self.shape.nodes() {
            let node = effect.node(at);
            let to = node.destinations_here(KEPT).map(|(number, _)| number);
            let to: Vec<usize> = to.filter(|&number| wanted(&node, KEPT, number)).collect();
            let Some(packet) = effect.take(KEPT, at) else { continue };
            for number in to {
                effect.deliver(packet, number);
            }
            let (row, col) = self.shape.position(at);
            let along_row = col.abs_diff(packet.key() as usize % self.shape.cols()) as u64;
            let (copies_in_column, hops_in_column) = self.in_column(row);
            effect.count_copies(copies_in_column + copies);
            effect.count_hops(along_row + hops_in_column + hops);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table above by hand: a tour of n nodes takes n + 1 steps, one more where both sides are odd, 2n − 1 along a line, 1 on one node.
    #[test]
    fn steps_are_those_of_the_table() {
        let tour = |rows: usize, cols: usize| match rows * cols {
            1 => 1,
            nodes if rows.min(cols) == 1 => 2 * nodes - 1,
            nodes => nodes + 1 + rows % 2 * (cols % 2),
        };
        for (rows, cols) in (1..=13).flat_map(|rows| (1..=13).map(move |cols| (rows, cols))) {
            let shape = Shape::new(rows, cols).expect("small");
            for packets in 1..=rows * cols {
                let turns = (1..=4).map(|turns| {
                    let bands = rows / packets.div_ceil(turns * cols);
                    let heights = [rows / bands, rows.div_ceil(bands)];
                    turns * heights.map(|height| tour(height, cols)).into_iter().max().unwrap_or(0)
                });
                let columns = if rows == 1 { 0 } else { 2 * rows };
                let expected = cols - 1 + columns + turns.min().unwrap_or(0);
                let found = KBroadcast::steps_on(shape, packets);
                assert_eq!(found, expected as u64, "{packets} packets on {shape:?}");
            }
        }
    }
}
