//! Closes packets up, in their order: compaction.

use crate::leap_effects::move_packets;
use crate::line::move_along;
use crate::scan::{scan, scan_steps};
use meshcast_engine::{Lines, Machine, Order, Shape, Variable, Violation};

/// Packets that a buffer must hold for a [`compaction`].
pub const COMPACTION_CAPACITY: usize = 2;

/// The steps of a [`compaction`] on `shape`.
pub fn compaction_steps(shape: Shape) -> u64 {
    scan_steps(shape, Order::RowMajor, 1) + ranked_compaction_steps(shape)
}

/// The steps of a [`ranked_compaction`] on `shape`.
pub fn ranked_compaction_steps(shape: Shape) -> u64 {
    (shape.cols() - 1 + shape.rows() - 1) as u64
}

/// Moves the packets to the first nodes in row-major order, without changing their order. A packet's key becomes its
/// rank, which is the index of its node.
///
/// A scan counts the packets before each; the rest is a [`ranked_compaction`].
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; lane 1 empty.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | scan, exact | 2⌊cols/2⌋ + rows − 1; 0 on one node | 1 |
/// | rows, exact | cols − 1 | 2 |
/// | columns, exact | rows − 1 | 1 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`COMPACTION_CAPACITY`] packets never is.
///
/// # Source
/// Step 2(a) of the t-migration in §2.2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing
/// on the mesh", 2006, by "permutation routing". Deviation: no sort, since the order stays.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::{COMPACTION_CAPACITY, compaction};
/// use std::sync::Arc;
/// let shape = Shape::new(3, 3)?;
/// let set = Arc::new(Messages::new(9, [(2, vec![]), (5, vec![]), (7, vec![]), (8, vec![])])?);
/// let mut machine = Machine::new(shape, set, Some(COMPACTION_CAPACITY), Options::default());
/// machine.inject(0, |_| 0);
/// compaction(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 4 + 4);
/// let message = |row, col| outcome.packet(0, row, col).map(|packet| packet.message());
/// assert_eq!([message(0, 0), message(0, 1), message(0, 2)], [Some(0), Some(1), Some(2)]);
/// assert_eq!([message(1, 0), message(1, 1)], [Some(3), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compaction(machine: &mut Machine) -> Result<(), Violation> {
    machine.span("compaction", |machine| {
        let mut counts = machine.variable(1, |node, _| u32::from(node.packet(0).is_some()))?;
        scan(machine, &mut counts, Order::RowMajor, |before, here| before + here)?;
        let ranks = machine.map(&counts, |_, count| count.wrapping_sub(1))?;
        route(machine, &ranks)
    })
}

/// A [`compaction`] of packets that know their ranks: the first register of a packet's node holds the index of the node
/// it is for. The ranks of all packets are consecutive in row-major order.
///
/// First along the rows, then along the columns. The packets of one row have consecutive ranks, so they are for different
/// columns; those for columns before and after the end of a line of ranks are monotone among themselves, so a node holds
/// at most two. The packets of one column then have ranks a multiple of cols apart, and monotone rows: at most one a
/// node.
///
/// # Shape
/// As for [`compaction`].
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | (cols − 1) + (rows − 1) | 2 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`COMPACTION_CAPACITY`] packets never is.
///
/// # Panics
/// If the registers are of another machine, or ranks not consecutive, unless packets have broken a rule before.
pub fn ranked_compaction(machine: &mut Machine, ranks: &Variable<u32>) -> Result<(), Violation> {
    machine.span("compaction", |machine| route(machine, ranks))
}

/// The name of the route, whose steps follow from the shape.
#[derive(Debug, PartialEq)]
struct CompactionRoute;

fn route(machine: &mut Machine, ranks: &Variable<u32>) -> Result<(), Violation> {
    let cols = machine.shape().cols();
    machine.rekey(0, |node| Some(node.own(ranks)[0]))?;
    let leap =
        machine.leap(&machine.rehearsal(CompactionRoute), 0..COMPACTION_CAPACITY, |machine| {
            move_along(machine, Lines::Rows, 0..2, |packet| packet.key() as usize % cols)?;
            move_along(machine, Lines::Columns, 0..1, |packet| packet.key() as usize / cols)
        })?;
    if let Some(mut effect) = leap {
        let journeys = move_packets(&mut effect, |key| key as usize);
        let hops = journeys.iter().map(|way| way.straight_hops(effect.shape())).sum();
        effect.count_hops(hops);
    }
    Ok(())
}
