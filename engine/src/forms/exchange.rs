//! Compare–exchanges neighbours on a folded array: the step of every sort.
//!
//! Of elements that are lists, a step compares one item of each, the one that the [`Fold`] names.

use super::fold::{Direction, Fold, Pairs, count_pairs, for_each_pair, paired};
use super::order::{OrderPlane, OrderPlanes, OrderRows};
use super::slices::Slices;
use crate::geometry::{Port, Shape};
use crate::machine::{Footprint, Machine, Stage, Step, Traffic};
use crate::nodes::Slot;
use crate::nodes::lane_bit;
use crate::packet::{EMPTY, Packet};
use crate::trace::Action;
use crate::violation::{Fault, Rule, Violation};

/// Calls `visit` for every pair, with the slot that gets the lesser packet and the one that gets the greater.
fn for_each_ordered(
    shape: Shape,
    (fold, pairs): (Fold, Pairs),
    direction: impl Fn(usize) -> Direction,
    mut visit: impl FnMut(Slot, Slot),
) {
    for_each_pair(shape, fold, pairs, |row, first, second| match direction(row) {
        Direction::Ascending => visit(first, second),
        Direction::Descending => visit(second, first),
    });
}

impl Step<'_> {
    /// Compare–exchanges elements 2j+1 and 2j+2 of every row that lie in one of the slices; the lesser goes
    /// left or right as `direction` says for the row.
    ///
    /// # Errors
    /// M3, M4 if another form of this step uses one of the lanes, or a port along rows of the array; M6 if the array
    /// has more lanes than a buffer slots.
    pub fn exchange_rows(
        &mut self,
        fold: Fold,
        slices: impl Into<Slices>,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        let slices = slices.into();
        self.claim_exchange("exchange_rows", fold, &fold.ports([Port::East, Port::West]))?;
        self.act().exchange(fold, Pairs::Between { slices }, direction)
    }

    /// Compare–exchanges rows r and r+1 of lane `l` where r + `parity[l]` is even and both lie in one segment of
    /// `height` rows; the lesser goes up.
    ///
    /// # Errors
    /// M4 if both lanes have the same parity while the array has a second column: they would use the same edges.
    /// M3, M4 if another form of this step uses one of the lanes, or a port along columns of the array; M6 if the array
    /// has more lanes than a buffer slots.
    pub fn exchange_columns(
        &mut self,
        fold: Fold,
        height: usize,
        parity: [usize; 2],
    ) -> Result<(), Violation> {
        self.claim_exchange("exchange_columns", fold, &fold.ports([Port::South, Port::North]))?;
        if fold.width > 1 && height > 1 && parity[0] % 2 == parity[1] % 2 {
            self.stage.breach(Rule::M4, None, 2, 1, Fault::Parity)?;
        }
        self.act().exchange(fold, Pairs::Columns { height, parity }, |_| Direction::Ascending)
    }

    /// Compare–exchanges along the snake of each slice of `slice` columns, where it passes between nodes: elements 2j+1
    /// and 2j+2 of every row, least first along the snake (even rows to the right, odd rows to the left), and the
    /// turns between rows of one segment of `height` rows.
    ///
    /// # Errors
    /// M3, M4 if another form of this step uses one of the lanes, or any port; M6 if a buffer has one slot.
    ///
    /// # Panics
    /// If `slice` is odd: a turn would then meet an element that is also compared in its row.
    pub fn exchange_snake(
        &mut self,
        fold: Fold,
        slice: usize,
        height: usize,
    ) -> Result<(), Violation> {
        assert!(
            slice.is_multiple_of(2) && fold.width.is_multiple_of(2),
            "a snake step needs even slices"
        );
        self.claim_exchange("exchange_snake", fold, &Port::ALL)?;
        self.act().exchange(fold, Pairs::Between { slices: slice.into() }, along_snake)?;
        self.act().exchange(fold, Pairs::Turns { slice, height }, |_| Direction::Ascending)
    }

    fn claim_exchange(
        &mut self,
        name: &'static str,
        fold: Fold,
        ports: &[Port],
    ) -> Result<(), Violation> {
        let lanes = fold.acting().fold(0, |bits, lane| bits | lane_bit(lane));
        self.claim(&Footprint {
            name,
            acting: lanes,
            entered: lanes,
            ports,
            // The two packets of a node use one port each.
            ports_per_node: 2,
            traffic: Traffic::Exchanged,
            keeps_counts: fold.depth > 1,
            ..Footprint::default()
        })?;
        Ok(())
    }
}

/// The direction of a row along a snake.
fn along_snake(row: usize) -> Direction {
    if row.is_multiple_of(2) { Direction::Ascending } else { Direction::Descending }
}

impl Machine {
    /// Compare–exchanges elements 2j and 2j+1 of every row that lie in one slice: inside a node, hence free.
    ///
    /// If elements are lists, the two lists are sorted as one, least items in the lesser list, and every list without a
    /// partner is sorted on its own; slices of one column leave no list a partner.
    ///
    /// # Errors
    /// M5 past the local work of a step; M6 if the array has more lanes than a buffer slots.
    pub fn exchange_inside(
        &mut self,
        fold: Fold,
        slices: impl Into<Slices>,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        let slices = slices.into();
        let Some(mut stage) = self.local_pass("exchange_inside")? else { return Ok(()) };
        let stage = &mut *stage;
        if fold.depth > 1 {
            stage.sort_lists(fold, slices, direction)
        } else {
            stage.exchange(fold, Pairs::Inside { slices }, direction)
        }
    }
}

impl Stage {
    /// Makes sure that the array fits the mesh and the buffers.
    pub(super) fn need_fold(&mut self, fold: Fold) -> Result<(), Violation> {
        assert!(
            fold.width > 0
                && fold.first_col + fold.node_cols() <= fold.seen(self.nodes.shape()).cols(),
            "the folded array does not fit the mesh"
        );
        assert!(fold.item < fold.depth, "an element has items 0 to depth - 1");
        // A hole beside a packet may change places with another packet.
        self.need_slots(fold.lanes().end)
    }

    fn exchange(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        self.need_fold(fold)?;
        if self.rehearses() {
            self.count_links(2 * count_pairs(self.nodes.shape(), fold, pairs));
            return Ok(());
        }
        let acting = || fold.acting().filter(|&lane| lane < fold.lanes().end);
        // A hole and a packet may change places, so any of the lanes may come to hold packets.
        let buffers = &mut self.nodes.buffers;
        let live = acting().any(|lane| buffers.is_live(lane));
        for lane in acting() {
            if live {
                buffers.enliven(lane);
            } else {
                buffers.open(lane);
            }
        }
        if self.is_watched() {
            self.exchange_plainly(fold, pairs, direction);
        } else {
            let compared = self.exchange_fast(fold, pairs, direction);
            if !matches!(pairs, Pairs::Inside { .. }) {
                self.count_links(2 * compared);
            }
        }
        Ok(())
    }

    /// The reference: one pair after the other, with everything a trace or a full audit wants to know.
    fn exchange_plainly(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) {
        for_each_pair(self.nodes.shape(), fold, pairs, |row, first, second| {
            self.exchange_pair(first, second, direction(row));
            if first.node != second.node {
                self.count_links(2);
            }
        });
    }

    /// Compare–exchanges two slots, with everything a trace or a full audit wants to know: of neighbours, or inside a node,
    /// where no link is used. Uses of links are not counted.
    pub(super) fn exchange_pair(&mut self, first: Slot, second: Slot, direction: Direction) {
        let buffers = &mut self.nodes.buffers;
        let (in_first, in_second) = (buffers.packet(first), buffers.packet(second));
        let key = |packet: Option<Packet>| packet.map_or(EMPTY, Packet::slot);
        let swap = match direction {
            Direction::Ascending => key(in_first) > key(in_second),
            Direction::Descending => key(in_first) < key(in_second),
        };
        let packet_a = in_first.map(|_| buffers.identity(first));
        let packet_b = in_second.map(|_| buffers.identity(second));
        if swap {
            buffers.swap(first, second);
        }
        if first.node == second.node {
            return;
        }
        self.log_use(second.node, first.node);
        self.log_link(first.node, second.node, |frame| Action::Exchange {
            a: frame.id_of(first.node),
            b: frame.id_of(second.node),
            packet_a,
            packet_b,
            swap,
        });
    }

    /// The same along contiguous memory; returns the number of pairs.
    fn exchange_fast(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) -> usize {
        let (shape, buffers) = (self.nodes.shape(), &mut self.nodes.buffers);
        if buffers.counts_known() && !matches!(pairs, Pairs::Inside { .. }) {
            for_each_ordered(shape, (fold, pairs), &direction, |least, greatest| {
                buffers.count_fall(least, greatest);
            });
        }
        match pairs {
            Pairs::Inside { .. } | Pairs::Between { .. } if fold.width == 1 => 0,
            _ if fold.transposed => self.order_each(fold, pairs, direction),
            Pairs::Inside { slices } => self.order_rows(fold, slices, false, direction),
            Pairs::Between { slices } => self.order_rows(fold, slices, true, direction),
            Pairs::Columns { height, parity } => self.order_columns(fold, height, parity),
            Pairs::Turns { .. } => self.order_each(fold, pairs, direction),
        }
    }

    /// Pairs that do not lie along memory, one after the other.
    fn order_each(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) -> usize {
        let (shape, buffers) = (self.nodes.shape(), &mut self.nodes.buffers);
        let mut compared = 0;
        for_each_ordered(shape, (fold, pairs), direction, |least, greatest| {
            buffers.order(least, greatest);
            compared += 1;
        });
        compared
    }

    fn order_rows(
        &mut self,
        fold: Fold,
        slices: Slices,
        between: bool,
        direction: impl Fn(usize) -> Direction,
    ) -> usize {
        let (shape, kernels) = (self.nodes.shape(), self.kernels());
        let allowed = &mut self.scratch.plane;
        allowed.clear();
        allowed.extend(paired(fold, slices, between));
        let x = usize::from(between);
        let (rows, cols) = (shape.rows(), shape.cols());
        let lanes = (fold.first_lane(x), fold.second_lane(x + 1));
        let [left, right] = self.nodes.buffers.planes([lanes.0, lanes.1]);
        let first = fold.node(shape, 0, 0);
        kernels.run(OrderRows {
            left: &mut left[first..],
            right: &mut right[first + x..],
            allowed,
            rows,
            cols,
            direction,
        });
        rows * allowed.iter().filter(|&&allowed| allowed != 0).count()
    }

    fn order_columns(&mut self, fold: Fold, height: usize, parity: [usize; 2]) -> usize {
        let (shape, kernels) = (self.nodes.shape(), self.kernels());
        let (rows, cols) = (shape.rows(), shape.cols());
        let mut compared = 0;
        for (x, parity) in parity.into_iter().enumerate().take(fold.width) {
            let elements = (fold.width - x).div_ceil(2);
            let (above, below) = (fold.first_lane(x), fold.second_lane(x));
            let pairs = (parity % 2..rows.saturating_sub(1))
                .step_by(2)
                .filter(|row| !(row + 1).is_multiple_of(height))
                .map(|row| row * cols + fold.first_col);
            if above == below {
                let plane = &mut self.nodes.buffers.planes_mut()[above];
                compared += kernels.run(OrderPlane { plane, pairs, cols, elements });
            } else {
                let [upper, lower] = self.nodes.buffers.planes([above, below]);
                compared += kernels.run(OrderPlanes { upper, lower, pairs, cols, elements });
            }
        }
        compared
    }
}
