//! Tells every node the combination of all values up to its own, and that of all values: scans with a total.

use super::scan_steps;
use super::streams::{Registers, STREAMS, Schedule, receive, send, sender};
use crate::leap_effects::nodes_along;
use meshcast_engine::{Machine, Order, Port, Shape, Variable, Violation, Word};
use std::ops::Range;

/// The streams of a scan, then those of the total: up the centre column, and outward.
const ALL: [Port; 8] = [
    STREAMS[0],
    STREAMS[1],
    STREAMS[2],
    STREAMS[3],
    STREAMS[4],
    Port::North,
    Port::West,
    Port::East,
];
const UP: usize = 5;
const TOTAL_WEST: usize = 6;

/// The steps of [`scan_with_total`] of `waves` values on `shape`.
pub fn scan_with_total_steps(shape: Shape, waves: usize) -> u64 {
    match shape.nodes() {
        1 => 0,
        _ => scan_steps(shape, Order::Snake, waves) + 1,
    }
}

/// Replaces every value by the combination of all values up to and including it, in snake order, and returns the combination of
/// all first values of the nodes, which every node then holds.
///
/// A [`scan`](super::scan) sends down its centre column what lies before every row. At the same time what lies after every row goes up
/// that column, so that its nodes know the total; it follows the last wave outward.
///
/// # Shape
/// Any rows × cols. Each of the t = [`Variable::per_node`] registers is a scan of its own; `combine`, which gets the number of the
/// register, must be associative, not commutative. The total is that of register 0.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊cols/2⌋ + rows − 1 + t; 0 on one node | no packets; 3t + 3 words a node |
///
/// A scan and a [reduction](crate::all_reduce) after it take about twice as many.
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// As [`scan`](super::scan). Deviation: the second stream in the centre column.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::scan_with_total;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| 1 + node.id())?;
/// let total = scan_with_total(&mut machine, &mut values, |_, a, b| a + b)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 4);
/// // The snake visits nodes 0, 1, 3, 2 with values 1, 2, 4, 3.
/// assert_eq!(values.reveal(&outcome), [1, 3, 10, 7]);
/// assert_eq!(total.reveal(&outcome), [10; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scan_with_total<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    combine: impl Fn(usize, T, T) -> T + Sync,
) -> Result<Variable<T>, Violation> {
    let waves = values.per_node();
    let mut total = machine.variable(1, |node, _| node.own(values)[0])?;
    let leap = machine.leap(&machine.rehearsal(ScanWithTotal { waves }), 0..0, |machine| {
        machine.span("scan", |machine| run(machine, values, &mut total, &combine))
    })?;
    if let Some(effect) = leap {
        let nodes = nodes_along(&effect, Order::Snake);
        let (values, totals) = (effect.values(values), effect.values(&mut total));
        let mut before: Vec<T> = Vec::new();
        for node in nodes {
            let here = &mut values[node * waves..(node + 1) * waves];
            for (wave, (here, before)) in here.iter_mut().zip(&before).enumerate() {
                *here = combine(wave, *before, *here);
            }
            before.clear();
            before.extend_from_slice(here);
        }
        totals.fill(before[0]);
    }
    Ok(total)
}

/// What the steps of a scan with a total follow from.
#[derive(Debug, PartialEq)]
struct ScanWithTotal {
    waves: usize,
}

/// When nodes send what becomes of the total, beside a scan.
struct Totals<'s> {
    scan: &'s Schedule,
}

impl Totals<'_> {
    /// The step in which the node of the centre column in `row` sends the total outward: once it knows what lies before and after
    /// the row, and has sent all waves.
    fn outward_step(&self, row: usize) -> usize {
        let Schedule { rows, centre, waves, .. } = *self.scan;
        centre + (row + waves).max(rows - 1 - row) + 1
    }

    /// The columns of `row` that send on `stream` in `step`.
    fn senders(&self, stream: usize, row: usize, step: usize) -> Range<usize> {
        let Schedule { rows, cols, centre, .. } = *self.scan;
        if stream < UP {
            return self.scan.senders(stream, row, step);
        }
        if stream == UP {
            let sends = row > 0 && step == centre + rows - row;
            return centre..centre + usize::from(sends);
        }
        let Some(hops) = step.checked_sub(self.outward_step(row)) else { return 0..0 };
        match stream {
            TOTAL_WEST if hops < centre => centre - hops..centre - hops + 1,
            TOTAL_WEST => 0..0,
            _ if centre + hops + 1 < cols => centre + hops..centre + hops + 1,
            _ => 0..0,
        }
    }

    /// The total, as the node of the centre column in `row` combines it of what lies before, in and after the row.
    fn at_centre<T: Word>(
        &self,
        row: usize,
        node: &[Registers<T>],
        combine: &impl Fn(usize, T, T) -> T,
    ) -> T {
        let own = self.row_and_after(row, node, combine);
        if row == 0 { own } else { combine(0, node[0].before_row, own) }
    }

    /// The row and what lies after it.
    fn row_and_after<T: Word>(
        &self,
        row: usize,
        node: &[Registers<T>],
        combine: &impl Fn(usize, T, T) -> T,
    ) -> T {
        let Registers { value, aside, .. } = node[self.scan.waves];
        if row + 1 == self.scan.rows { value } else { combine(0, value, aside) }
    }
}

/// Makes the steps. A node has the registers of every wave, then those of the total: the row's and what lies after the row.
fn run<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    total: &mut Variable<T>,
    combine: &(impl Fn(usize, T, T) -> T + Sync),
) -> Result<(), Violation> {
    let shape = machine.shape();
    let (waves, centre) = (values.per_node(), shape.cols() / 2);
    let scan = Schedule { snake: true, ..Schedule::new(shape, waves) };
    let totals = Totals { scan: &scan };
    let mut registers = machine.variable(waves + 1, |node, wave| {
        let own = node.own(values);
        let value = own[if wave < waves { wave } else { 0 }];
        Registers { value, aside: value, before_row: value }
    })?;
    for step in 0..=scan_with_total_steps(shape, waves) as usize {
        if step > 0 {
            send_words(machine, &mut registers, (&totals, step), combine)?;
        }
        if step == centre {
            // The centre has its row now.
            machine.compute(&mut registers, |node, own| {
                let Registers { value, aside, .. } = own[0];
                let has_far = scan.has_far(node.row());
                own[waves].value = if has_far { combine(0, value, aside) } else { value };
            })?;
        }
    }
    machine.compute(total, |node, total| {
        let own = node.own(&registers);
        total[0] = if node.col() == centre {
            totals.at_centre(node.row(), own, combine)
        } else {
            own[waves].value
        };
    })?;
    machine.compute(values, |node, values| {
        for (value, registers) in values.iter_mut().zip(node.own(&registers)) {
            *value = registers.value;
        }
    })
}

fn send_words<T: Word>(
    machine: &mut Machine,
    registers: &mut Variable<Registers<T>>,
    (totals, step): (&Totals<'_>, usize),
    combine: &(impl Fn(usize, T, T) -> T + Sync),
) -> Result<(), Violation> {
    let scan = totals.scan;
    let wave = |stream, (row, col)| step - scan.first_step(stream, row, col);
    machine.step(|form| {
        form.words(
            registers,
            &ALL,
            |stream, row| totals.senders(stream, row, step),
            |stream, place, node: &[Registers<T>]| match stream {
                UP => totals.row_and_after(place.row, node, combine),
                _ if stream > UP && place.col == scan.centre => {
                    totals.at_centre(place.row, node, combine)
                }
                _ if stream > UP => node[scan.waves].value,
                _ => {
                    let wave = wave(stream, (place.row, place.col));
                    send(scan, stream, place, node[wave], &|a, b| combine(wave, a, b))
                }
            },
            |stream, place, node, word| match stream {
                UP => node[scan.waves].aside = word,
                _ if stream > UP => node[scan.waves].value = word,
                _ => {
                    let wave = wave(stream, sender(stream, place));
                    receive(scan, stream, place, &mut node[wave], word, &|a, b| {
                        combine(wave, a, b)
                    });
                }
            },
        )
    })
}
