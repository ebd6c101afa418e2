//! Moves packets that stand close apart, in their order: expansion.

use crate::leap_effects::{Journey, move_packets};
use crate::line::{move_along, rekey};
use meshcast_engine::{Effect, Lines, Machine, Order, Shape, Violation};
use std::ops::Range;

/// The steps of an [`expansion`] on `shape`.
pub fn expansion_steps(shape: Shape) -> u64 {
    (shape.rows() - 1 + shape.cols() - 1) as u64
}

/// Packets that a buffer must hold for an [`expansion`] to targets in `order`.
///
/// # Panics
/// If the order is column-major.
pub fn expansion_capacity(order: Order) -> usize {
    row_lanes(order).end
}

/// Moves packets that stand at consecutive nodes in row-major order to the nodes of the ranks that their keys say:
/// ranks in `order`, increasing along the packets. The reverse of a [`compaction`](crate::compaction).
///
/// First along the columns, then along the rows. Packets of one column stand whole rows apart in the order, and so do
/// their targets at least: monotone, at most one a node. The packets of one target row are then consecutive ones, in
/// different columns. Those before and after the end of their old row are monotone among themselves: at most two a
/// node. Along the odd rows of a snake they are in reverse order, and up to three meet in a node.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; the other lanes of [`expansion_capacity`] empty; row-major or
/// snake order of the targets.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | columns, exact | rows − 1 | 1 |
/// | rows, exact | cols − 1 | 2, in snake order 3 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`expansion_capacity`] packets never is.
///
/// # Panics
/// If the order is column-major, the packets stand apart or the targets do not increase, unless packets have broken a
/// rule before.
///
/// # Source
/// Step 2(a) of the t-migration in §2.2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing
/// on the mesh", 2006, by "permutation routing". Deviation: no sort, since the order stays.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::{expansion, expansion_capacity};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 3)?;
/// let set = Arc::new(Messages::new(6, [(0, vec![]), (1, vec![])])?);
/// let capacity = expansion_capacity(Order::Snake);
/// let mut machine = Machine::new(shape, set, Some(capacity), Options::default());
/// machine.inject(0, |node| [1, 3][node.index()]);
/// expansion(&mut machine, Order::Snake)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 3);
/// // Rank 3 of the snake is the right end of row 1.
/// assert_eq!(outcome.packet(0, 0, 1).map(|packet| packet.message()), Some(0));
/// assert_eq!(outcome.packet(0, 1, 2).map(|packet| packet.message()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expansion(machine: &mut Machine, order: Order) -> Result<(), Violation> {
    let lanes = 0..expansion_capacity(order);
    let leap = machine.leap(&machine.rehearsal(Expansion { order }), lanes, |machine| {
        machine.span("expansion", |machine| route(machine, order))
    })?;
    if let Some(mut effect) = leap {
        let journeys = expand(&mut effect, order);
        let hops = journeys.iter().map(|way| way.straight_hops(effect.shape())).sum();
        effect.count_hops(hops);
    }
    Ok(())
}

/// The route of an [`expansion`]; each node holds at most one packet, and those of a column or of a target row are as
/// there.
pub(crate) fn route(machine: &mut Machine, order: Order) -> Result<(), Violation> {
    let (lanes, shape) = (row_lanes(order), machine.shape());
    let col_bits = shape.cols().next_power_of_two().ilog2();
    let row = |key: u32| (key >> col_bits) as usize;
    let col = |key: u32| (key & ((1 << col_bits) - 1)) as usize;
    // Row and column of the target side by side: then no step has to divide.
    rekey(machine, |key| {
        let (row, col) = order.position(shape, key as usize);
        (row << col_bits | col) as u32
    })?;
    move_along(machine, Lines::Columns, 0..1, |packet| row(packet.key()))?;
    move_along(machine, Lines::Rows, lanes, |packet| col(packet.key()))?;
    rekey(machine, |key| order.rank(shape, row(key), col(key)) as u32)
}

/// Where the route of an [`expansion`] brings packets.
pub(crate) fn expand(effect: &mut Effect<'_>, order: Order) -> Vec<Journey> {
    let shape = effect.shape();
    move_packets(effect, |key| {
        let (row, col) = order.position(shape, key as usize);
        shape.index(row, col)
    })
}

/// What the steps of an expansion follow from.
#[derive(Debug, PartialEq)]
struct Expansion {
    order: Order,
}

/// The lanes of the packets on their way along a target row.
fn row_lanes(order: Order) -> Range<usize> {
    match order {
        Order::RowMajor => 0..2,
        Order::Snake => 0..3,
        Order::ColumnMajor => panic!("targets are ranks in row-major or snake order"),
    }
}
