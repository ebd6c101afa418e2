//! Ranks packets within groups: the packets of every key, sorted, are numbered on their own.

use crate::scan::scan;
use meshcast_engine::{Machine, Order, Variable, Violation};

/// For every node the rank of its packet of lane 0 among those with the same key, from 0. The packets are
/// [sorted](crate::Sort) by key in `order`.
///
/// A scan of the last key so far and the number of packets in a row that have it: a segmented scan whose segments begin
/// where the key changes.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0, and no packet before one with a lesser key. Nodes without a
/// packet, which come last, get any rank.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | [`scan_steps`](crate::scan_steps) of one scan | no packets; a key and a number a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// The "segmented prefix computations" that rank packets in K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward
/// multicast routing on the mesh", 2006.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::group_ranks;
/// use std::sync::Arc;
/// let shape = Shape::new(1, 4)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// machine.inject(0, |node| [2, 7, 7, 7][node.index()]);
/// let ranks = group_ranks(&mut machine, Order::RowMajor)?;
/// let outcome = machine.finish();
/// assert_eq!(ranks.reveal(&outcome), [0, 0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn group_ranks(machine: &mut Machine, order: Order) -> Result<Variable<u32>, Violation> {
    let mut counts = machine.variable(1, |node, _| {
        node.packet(0).map_or((u32::MAX, 1), |packet| (packet.key(), 1u32))
    })?;
    scan(machine, &mut counts, order, |before, here| {
        (here.0, here.1 + if before.0 == here.0 { before.1 } else { 0 })
    })?;
    machine.map(&counts, |_, &(_, count)| count - 1)
}
