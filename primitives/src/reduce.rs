//! Reductions: every node learns the combination of all values.

use meshcast_engine::{Machine, Port, Shape, Variable, Violation, Word};
use std::ops::Range;

/// The steps of a reduction on `shape`; see [`reduce`].
pub fn reduce_steps(shape: Shape) -> u64 {
    2 * (shape.rows() / 2 + shape.cols() / 2) as u64
}

/// Replaces every value by the combination of all of them in row-major order, and returns it: what the nodes now all
/// know, the program may act upon (rule M7).
///
/// Rows combine inward to the centre column, that column inward to its centre; the result goes out the same way.
///
/// # Shape
/// Any rows × cols; one register a node; `combine` must be associative.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊rows/2⌋ + 2⌊cols/2⌋ | no packets; 1 word a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Panics
/// If the variable has more than one register a node.
///
/// # Source
/// Folklore; the termination tests of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the
/// mesh", 2006, need it without naming it.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::reduce;
/// use std::sync::Arc;
/// let shape = Shape::new(3, 3)?;
/// let set = Arc::new(Messages::one_each(9)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| node.id())?;
/// assert_eq!(reduce(&mut machine, &mut values, u32::max)?, 8);
/// assert_eq!(machine.steps(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<T, Violation> {
    assert_eq!(values.per_node(), 1, "a reduction combines one register a node");
    machine.span("reduce", |machine| {
        let shape = machine.shape();
        let (centre_row, centre_col) = (shape.rows() / 2, shape.cols() / 2);
        for step in 1..=centre_col {
            inward(machine, values, [Port::East, Port::West], &combine, |port, _| match port {
                Port::East => step - 1..step.min(centre_col),
                _ => (shape.cols() - step).max(centre_col + 1)..shape.cols() - step + 1,
            })?;
        }
        let in_centre = |sends: bool| centre_col..centre_col + usize::from(sends);
        for step in 1..=centre_row {
            inward(
                machine,
                values,
                [Port::South, Port::North],
                &combine,
                |port, row| match port {
                    Port::South => in_centre(row + 1 == step),
                    _ => in_centre(row + step == shape.rows() && row > centre_row),
                },
            )?;
        }
        for distance in 0..centre_row {
            outward(machine, values, [Port::North, Port::South], |port, row| match port {
                Port::North => in_centre(row + distance == centre_row),
                _ => in_centre(row == centre_row + distance && row + 1 < shape.rows()),
            })?;
        }
        for distance in 0..centre_col {
            outward(machine, values, [Port::West, Port::East], |port, _| match port {
                Port::West => centre_col - distance..centre_col - distance + 1,
                _ => centre_col + distance..(centre_col + distance + 1).min(shape.cols() - 1),
            })?;
        }
        machine.agree(values)
    })
}

/// One step towards the centre: words over the first port come before the receiver's value, over the second after it.
fn inward<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    ports: [Port; 2],
    combine: &(impl Fn(T, T) -> T + Sync),
    senders: impl Fn(Port, usize) -> Range<usize>,
) -> Result<(), Violation> {
    send(machine, values, ports, senders, |stream, own, word| match stream {
        0 => combine(word, own),
        _ => combine(own, word),
    })
}

/// One step away from the centre: words replace the receivers' values.
fn outward<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    ports: [Port; 2],
    senders: impl Fn(Port, usize) -> Range<usize>,
) -> Result<(), Violation> {
    send(machine, values, ports, senders, |_, _, word| word)
}

/// One step in which every sender's value crosses a link and `take` makes the receiver's new value of its own and the word.
fn send<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    ports: [Port; 2],
    senders: impl Fn(Port, usize) -> Range<usize>,
    take: impl Fn(usize, T, T) -> T + Sync,
) -> Result<(), Violation> {
    machine.step(|step| {
        step.words(
            values,
            &ports,
            |stream, row| senders(ports[stream], row),
            |_, _, value: &[T]| value[0],
            |stream, _, value, word| value[0] = take(stream, value[0], word),
        )
    })
}
