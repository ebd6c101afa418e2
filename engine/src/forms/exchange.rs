//! Compare–exchange of neighbours on a folded array, the step of every sort.

use crate::buffers::Slot;
use crate::geometry::{Port, Shape};
use crate::machine::Machine;
use crate::packet::EMPTY;
use crate::step::{Footprint, Step};
use crate::trace::Action;
use crate::violation::{Rule, Violation};

/// An array of elements folded onto the mesh, two columns a node: element column `x` sits in lane `x mod 2` of node
/// column `first_col + ⌊x/2⌋`.
///
/// Two elements of a row in one node compare for free, so a folded row takes half the steps of a plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The node column of the first two element columns.
    pub first_col: usize,
    /// Element columns.
    pub width: usize,
}

/// Which way the elements of a row are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Least first, from the left.
    Ascending,
    /// Least first, from the right.
    Descending,
}

/// The pairs of elements that one exchange compares.
#[derive(Clone, Copy, Debug)]
enum Pairs {
    /// Elements (2j, 2j+1) of a row: inside one node.
    Inside { slice: usize },
    /// Elements (2j+1, 2j+2) of a row: in neighbouring nodes.
    Between { slice: usize },
    /// Elements of rows (r, r+1) with r + parity\[lane\] even, in segments of `height` rows.
    Columns { height: usize, parity: [usize; 2] },
    /// The elements of rows (r, r+1) at the end of row r along the snake of each slice.
    Turns { slice: usize, height: usize },
}

impl Fold {
    /// The array of `width` element columns folded onto the first ⌈width/2⌉ node columns.
    pub fn of_width(width: usize) -> Self {
        Self { first_col: 0, width }
    }

    /// Node columns that hold elements.
    pub fn node_cols(self) -> usize {
        self.width.div_ceil(2)
    }

    fn slot(self, shape: Shape, row: usize, x: usize) -> Slot {
        Slot { lane: x % 2, node: shape.index(row, self.first_col + x / 2) }
    }

    /// The slices of `width` element columns, the last perhaps narrower.
    fn slices(self, width: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..self.width).step_by(width).map(move |x| (x, (x + width).min(self.width)))
    }
}

impl Step<'_> {
    /// Compare–exchanges elements 2j+1 and 2j+2 of every row that lie in one slice of `slice` columns; the lesser goes
    /// left or right as `direction` says for the row.
    ///
    /// # Errors
    /// M3, M4 if another form of this step uses lane 0 or 1, or an east or west port; M6 if the array has two columns
    /// and a buffer one slot.
    pub fn exchange_rows(
        &mut self,
        fold: Fold,
        slice: usize,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        self.claim_exchange(&[Port::East, Port::West])?;
        self.machine.exchange(fold, Pairs::Between { slice }, direction)
    }

    /// Compare–exchanges rows r and r+1 of lane `l` where r + `parity[l]` is even and both lie in one segment of
    /// `height` rows; the lesser goes up.
    ///
    /// # Errors
    /// M4 if both lanes have the same parity while the array has a second column: they would use the same edges.
    /// M3, M4 if another form of this step uses lane 0 or 1, or a north or south port; M6 if the array has two columns
    /// and a buffer one slot.
    pub fn exchange_columns(
        &mut self,
        fold: Fold,
        height: usize,
        parity: [usize; 2],
    ) -> Result<(), Violation> {
        self.claim_exchange(&[Port::South, Port::North])?;
        if fold.width > 1 && height > 1 && parity[0] % 2 == parity[1] % 2 {
            self.machine.breach(Rule::M4, fold.first_col, 2, 1)?;
        }
        self.machine.exchange(fold, Pairs::Columns { height, parity }, |_| Direction::Ascending)
    }

    /// Compare–exchanges along the snake of each slice of `slice` columns, where it passes between nodes: elements 2j+1
    /// and 2j+2 of every row, least first along the snake (even rows to the right, odd rows to the left), and the
    /// turns between rows of one segment of `height` rows.
    ///
    /// # Errors
    /// M3, M4 if another form of this step uses lane 0 or 1, or any port; M6 if a buffer has one slot.
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
        self.claim_exchange(&Port::ALL)?;
        self.machine.exchange(fold, Pairs::Between { slice }, along_snake)?;
        self.machine.exchange(fold, Pairs::Turns { slice, height }, |_| Direction::Ascending)
    }

    fn claim_exchange(&mut self, ports: &[Port]) -> Result<(), Violation> {
        self.claim(&Footprint {
            acting: 0b11,
            entered: 0b11,
            ports,
            // The two packets of a node use one port each.
            ports_per_node: 2,
            exchanges: true,
            ..Footprint::default()
        })
    }
}

/// The direction of a row along a snake.
fn along_snake(row: usize) -> Direction {
    if row.is_multiple_of(2) { Direction::Ascending } else { Direction::Descending }
}

impl Machine {
    /// Compare–exchanges elements 2j and 2j+1 of every row that lie in one slice: inside a node, hence free.
    ///
    /// # Errors
    /// M5 past the local work of a step; M6 if the array has two columns and a buffer one slot.
    pub fn exchange_inside(
        &mut self,
        fold: Fold,
        slice: usize,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        self.local_pass()?;
        self.exchange(fold, Pairs::Inside { slice }, direction)
    }

    fn exchange(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        assert!(
            fold.width > 0 && fold.first_col + fold.node_cols() <= self.shape.cols(),
            "the folded array does not fit the mesh"
        );
        // A hole beside a packet may change places with another packet.
        let lanes = if fold.width > 1 { 2 } else { 1 };
        self.need_lanes(lanes, fold.first_col)?;
        // A hole and a packet may change places, so either lane may come to hold packets.
        let live = (0..lanes).any(|lane| self.buffers.is_live(lane));
        for lane in 0..lanes {
            if live {
                self.buffers.enliven(lane);
            }
        }
        if self.recorder.is_some() || self.audit.full.is_some() {
            self.exchange_plainly(fold, pairs, direction);
        } else {
            let compared = self.exchange_fast(fold, pairs, direction);
            if !matches!(pairs, Pairs::Inside { .. }) {
                self.audit.link_uses += 2 * compared as u64;
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
        let shape = self.shape;
        let there = match pairs {
            Pairs::Inside { .. } | Pairs::Between { .. } => Port::East,
            Pairs::Columns { .. } | Pairs::Turns { .. } => Port::South,
        };
        for_each_pair(shape, fold, pairs, |row, first, second| {
            let (in_first, in_second) = (self.buffers.packet(first), self.buffers.packet(second));
            let key = |packet: Option<crate::Packet>| packet.map_or(EMPTY, crate::Packet::slot);
            let swap = match direction(row) {
                Direction::Ascending => key(in_first) > key(in_second),
                Direction::Descending => key(in_first) < key(in_second),
            };
            let packet_a = in_first.map(|_| self.buffers.identity(first));
            let packet_b = in_second.map(|_| self.buffers.identity(second));
            if swap {
                self.buffers.swap(first, second);
            }
            if first.node == second.node {
                return;
            }
            self.audit.link_uses += 2;
            if let Some(full) = &mut self.audit.full {
                full.count_link(first.node, there);
                full.count_link(second.node, there.opposite());
            }
            self.record(|frame| Action::Exchange {
                a: frame.id_of(first.node),
                b: frame.id_of(second.node),
                packet_a,
                packet_b,
                swap,
            });
        });
    }
}

/// Calls `visit(row, first, second)` for every pair, `first` being the left or upper one.
fn for_each_pair(shape: Shape, fold: Fold, pairs: Pairs, mut visit: impl FnMut(usize, Slot, Slot)) {
    let slot = |row, x| fold.slot(shape, row, x);
    for row in 0..shape.rows() {
        match pairs {
            Pairs::Inside { slice } | Pairs::Between { slice } => {
                let odd = usize::from(matches!(pairs, Pairs::Between { .. }));
                for x in (odd..fold.width.saturating_sub(1)).step_by(2) {
                    if x / slice == (x + 1) / slice {
                        visit(row, slot(row, x), slot(row, x + 1));
                    }
                }
            }
            Pairs::Columns { height, parity } => {
                if row + 1 < shape.rows() && !(row + 1).is_multiple_of(height) {
                    for x in 0..fold.width {
                        if (row + parity[x % 2]).is_multiple_of(2) {
                            visit(row, slot(row, x), slot(row + 1, x));
                        }
                    }
                }
            }
            Pairs::Turns { slice, height } => {
                if row + 1 < shape.rows() && !(row + 1).is_multiple_of(height) {
                    for (start, end) in fold.slices(slice) {
                        let x = if row.is_multiple_of(2) { end - 1 } else { start };
                        visit(row, slot(row, x), slot(row + 1, x));
                    }
                }
            }
        }
    }
}

impl Machine {
    /// The same along contiguous memory; returns the number of pairs.
    fn exchange_fast(
        &mut self,
        fold: Fold,
        pairs: Pairs,
        direction: impl Fn(usize) -> Direction,
    ) -> usize {
        let (shape, buffers) = (self.shape, &mut self.buffers);
        let (rows, cols, first) = (shape.rows(), shape.cols(), fold.first_col);
        match pairs {
            Pairs::Inside { .. } | Pairs::Between { .. } if fold.width == 1 => 0,
            Pairs::Inside { slice } | Pairs::Between { slice } => {
                let between = usize::from(matches!(pairs, Pairs::Between { .. }));
                let allowed = &mut self.scratch;
                allowed.clear();
                allowed.extend(
                    (between..fold.width - 1)
                        .step_by(2)
                        .map(|x| if x / slice == (x + 1) / slice { u64::MAX } else { 0 }),
                );
                let (even, odd) = buffers.two_planes(0, 1);
                for row in 0..rows {
                    let at = row * cols + first;
                    let even = &mut even[at + between..at + between + allowed.len()];
                    let odd = &mut odd[at..at + allowed.len()];
                    match (between == 0, direction(row)) {
                        (true, Direction::Ascending) | (false, Direction::Descending) => {
                            order_allowed(even, odd, allowed);
                        }
                        (true, Direction::Descending) | (false, Direction::Ascending) => {
                            order_allowed(odd, even, allowed);
                        }
                    }
                }
                rows * allowed.iter().filter(|&&allowed| allowed != 0).count()
            }
            Pairs::Columns { height, parity } => {
                let mut compared = 0;
                for (lane, parity) in parity.into_iter().enumerate().take(fold.width) {
                    let elements = (fold.width - lane).div_ceil(2);
                    let plane = &mut buffers.planes[lane];
                    for row in (parity % 2..rows.saturating_sub(1)).step_by(2) {
                        if !(row + 1).is_multiple_of(height) {
                            let (upper, lower) =
                                plane[row * cols..(row + 2) * cols].split_at_mut(cols);
                            order(
                                &mut upper[first..first + elements],
                                &mut lower[first..first + elements],
                            );
                            compared += elements;
                        }
                    }
                }
                compared
            }
            Pairs::Turns { .. } => {
                let mut compared = 0;
                for_each_pair(shape, fold, pairs, |_, upper, lower| {
                    let plane = &mut buffers.planes[upper.lane];
                    if plane[upper.node] > plane[lower.node] {
                        plane.swap(upper.node, lower.node);
                    }
                    compared += 1;
                });
                compared
            }
        }
    }
}

/// All ones if `a > b`, else 0. Slots have their top bits clear, so the difference tells by its sign: this compiles to
/// vector code on any x86-64, which has no unsigned 64-bit comparison.
fn exceeds(a: u64, b: u64) -> u64 {
    0u64.wrapping_sub(b.wrapping_sub(a) >> 63)
}

/// Puts the lesser of each pair into `least`.
fn order(least: &mut [u64], greatest: &mut [u64]) {
    for (a, b) in least.iter_mut().zip(greatest) {
        let change = (*a ^ *b) & exceeds(*a, *b);
        *a ^= change;
        *b ^= change;
    }
}

/// Puts the lesser of each pair into `least` where `allowed` has all ones; leaves pairs alone where it has 0.
fn order_allowed(least: &mut [u64], greatest: &mut [u64], allowed: &[u64]) {
    for ((a, b), allowed) in least.iter_mut().zip(greatest).zip(allowed) {
        let change = (*a ^ *b) & exceeds(*a, *b) & allowed;
        *a ^= change;
        *b ^= change;
    }
}
