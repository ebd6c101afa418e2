//! Tells every node the combination of all values up to its own: scans.

mod counts;
mod streams;
mod with_total;

use crate::leap_effects::nodes_along;
pub(crate) use counts::{Counts, IN_TRANSIT, sum_counts};
use meshcast_engine::{Machine, Order, Shape, Variable, Violation, Word, register};
pub(crate) use streams::{Registers, STREAMS, Schedule, receive, send, sender};
pub use with_total::{scan_with_total, scan_with_total_steps};

/// The steps of `waves` pipelined scans on `shape`; see [`scan`].
pub fn scan_steps(shape: Shape, order: Order, waves: usize) -> u64 {
    let (lines, length) = match order {
        Order::Snake | Order::RowMajor => (shape.rows(), shape.cols()),
        Order::ColumnMajor => (shape.cols(), shape.rows()),
    };
    if shape.nodes() == 1 { 0 } else { (2 * (length / 2) + lines - 1 + waves - 1) as u64 }
}

/// Replaces every value by the combination of all values up to and including it, in snake, row- or column-major order.
///
/// The two halves of every row combine inward to the centre column ⌊cols/2⌋; that column is scanned from top to bottom;
/// as soon as a row's centre knows what lies before the row, the row is broadcast outward. Every directed link carries
/// one of these streams only, so the t registers of a node are scanned as t waves, one step apart.
///
/// # Shape
/// Any rows × cols. Each of the t = [`Variable::per_node`] registers is a scan of its own; `combine` must be associative,
/// not commutative. In column-major order rows and columns change places.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊cols/2⌋ + rows − 1 + (t − 1), column-major 2⌊rows/2⌋ + cols − 1 + (t − 1); 0 on one node | no packets; 3t words a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// The scan of Proposition 1 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the
/// mesh", 2006, who leave it to F. T. Leighton, "Introduction to parallel algorithms and architectures", 1992. Deviation:
/// rows meet in the centre column and not at an edge, which takes 2s−1 steps on an even side s where the edge takes 3(s−1).
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::scan;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| 1 + node.id())?;
/// scan(&mut machine, &mut values, Order::Snake, |a, b| a + b)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 3);
/// // The snake visits nodes 0, 1, 3, 2 with values 1, 2, 4, 3.
/// assert_eq!(values.reveal(&outcome), [1, 3, 10, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scan<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    order: Order,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<(), Violation> {
    let part = ScanOf { order, waves: values.per_node() };
    let leap = machine.leap(&machine.rehearsal(part), 0..0, |machine| {
        machine.span("scan", |machine| match order {
            Order::Snake => scan_rows(machine, values, true, &combine),
            Order::RowMajor => scan_rows(machine, values, false, &combine),
            Order::ColumnMajor => machine.transposed_with(values, |machine, values| {
                scan_rows(machine, values, false, &combine)
            }),
        })
    })?;
    if let Some(effect) = leap {
        let (waves, nodes) = (values.per_node(), nodes_along(&effect, order));
        let values = effect.values(values);
        let mut before: Vec<T> = Vec::new();
        for node in nodes {
            let here = &mut values[node * waves..(node + 1) * waves];
            for (here, before) in here.iter_mut().zip(&before) {
                *here = combine(*before, *here);
            }
            before.clear();
            before.extend_from_slice(here);
        }
    }
    Ok(())
}

/// What the steps of a scan follow from.
#[derive(Debug, PartialEq)]
struct ScanOf {
    order: Order,
    waves: usize,
}

/// A value of a segmented scan and whether a segment starts with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segmented {
    /// Whether a segment starts here. After the scan: whether one has started here or before.
    pub starts: bool,
    /// The value.
    pub value: u32,
}

register!(Segmented { starts: bool, value: u32 });

impl Word for Segmented {
    fn to_bits(self) -> u64 {
        u64::from(self.starts) << 32 | u64::from(self.value)
    }
    fn from_bits(bits: u64) -> Self {
        Self { starts: bits >> 32 != 0, value: bits as u32 }
    }
}

/// A [`scan`] that begins anew wherever a segment starts; same shape, cost and source. The flag travels in the word.
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::{Segmented, segmented_scan};
/// use std::sync::Arc;
/// let shape = Shape::new(1, 4)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| Segmented { starts: node.id() == 2, value: 1 })?;
/// segmented_scan(&mut machine, &mut values, Order::RowMajor, |a, b| a + b)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 4);
/// let sums: Vec<u32> = values.reveal(&outcome).iter().map(|sum| sum.value).collect();
/// assert_eq!(sums, [1, 2, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn segmented_scan(
    machine: &mut Machine,
    values: &mut Variable<Segmented>,
    order: Order,
    combine: impl Fn(u32, u32) -> u32 + Sync,
) -> Result<(), Violation> {
    scan(machine, values, order, |before, here| Segmented {
        starts: before.starts || here.starts,
        value: if here.starts { here.value } else { combine(before.value, here.value) },
    })
}

fn scan_rows<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    snake: bool,
    combine: &(impl Fn(T, T) -> T + Sync),
) -> Result<(), Violation> {
    let shape = machine.shape();
    let waves = values.per_node();
    let centre = shape.cols() / 2;
    let schedule =
        Schedule { rows: shape.rows(), cols: shape.cols(), centre, waves, snake, staggered: false };
    let mut registers = machine.map(values, |_, value| Registers {
        value: *value,
        aside: *value,
        before_row: *value,
    })?;
    for step in 1..=scan_steps(shape, Order::RowMajor, waves) as usize {
        let wave = |stream, row, col| step - schedule.first_step(stream, row, col);
        machine.step(|form| {
            form.words(
                &mut registers,
                &STREAMS,
                |stream, row| schedule.senders(stream, row, step),
                |stream, place, node: &[Registers<T>]| {
                    send(
                        &schedule,
                        stream,
                        place,
                        node[wave(stream, place.row, place.col)],
                        combine,
                    )
                },
                |stream, place, node, word| {
                    let (row, col) = sender(stream, place);
                    receive(
                        &schedule,
                        stream,
                        place,
                        &mut node[wave(stream, row, col)],
                        word,
                        combine,
                    );
                },
            )
        })?;
    }
    machine.compute(values, |node, values| {
        for (value, registers) in values.iter_mut().zip(node.own(&registers)) {
            *value = registers.value;
        }
    })
}
