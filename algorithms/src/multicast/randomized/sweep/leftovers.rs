//! Finds what a phase has left: open destinations, packets under way, and the column with the most packets passed over.

use super::columns::{Columns, Traffic};
use super::row_laps::Laps;
use meshcast_engine::{Machine, Variable, Violation};
use meshcast_primitives::reduce_lines;

/// Packets of rows with open destinations are left.
pub(super) const OPEN: u32 = 1;
/// Packets of columns are left.
const WAITING: u32 = 2;

/// The most times in one column that a packet was passed over in the last phase, and what is left at any node: a
/// reduction along the columns, then along the rows.
pub(super) fn survey(
    machine: &mut Machine,
    traffic: &Variable<Traffic>,
) -> Result<(u32, u32), Violation> {
    let mut values = machine.map(traffic, |node, own| {
        let open = if Laps::any_open(node) { OPEN } else { 0 };
        (own.passed_on, open | if Columns::any_at(node) { WAITING } else { 0 })
    })?;
    machine.transposed_with(&mut values, |machine, values| {
        let add = |a: (u32, u32), b: (u32, u32)| (a.0 + b.0, a.1 | b.1);
        let greatest = |a: (u32, u32), b: (u32, u32)| (a.0.max(b.0), a.1 | b.1);
        reduce_lines(machine, values, add, greatest).map(|_| ())
    })?;
    machine.agree(&values)
}
