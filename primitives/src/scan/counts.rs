//! Sums up counts along the rows in many waves, of which a node keeps only what passes through.
//!
//! [`scan`](super::scan) keeps three values of every wave: a node must have its own when the sum of what lies before it comes. A count
//! can be formed anew, and be taken away from a sum again. So words are sums on both ways, and a node needs three registers for all waves.

use super::scan_steps;
use super::streams::{DOWN, INWARD_EAST, INWARD_WEST, OUTWARD_WEST, STREAMS, Schedule, sender};
use meshcast_engine::{Machine, Order, Place, Variable, Violation};

/// Registers that a node has for words on their way: the first ones of those that a program gives.
pub(crate) const IN_TRANSIT: usize = 3;

/// On the way inward, what lies beyond a node in its half of the row; at the centre, the western half.
const INWARD: usize = 0;
/// On the way outward, the sum up to and including the node; at the centre, the eastern half.
const OUTWARD: usize = 1;
/// At the centre, what lies before the row.
const BEFORE_ROW: usize = 2;

/// What nodes count in every wave, and what becomes of the sums. `own` are all registers of the node.
pub(crate) trait Counts: Sync {
    /// What a node counts: the same whenever it is asked.
    fn value(&self, place: Place, own: &[u64], wave: usize) -> u32;

    /// Whether the sums of a wave begin anew with a row.
    fn begin_anew(&self, row: usize, wave: usize) -> bool;

    /// Takes in the sum of all counts up to and including its node, row-major.
    fn take_in(&self, place: Place, own: &mut [u64], wave: usize, sum: u32);
}

/// Tells every node, wave by wave, what all nodes up to and including it count, row-major.
///
/// The words, their ways and the steps are those of a row-major [`scan`](super::scan) of as many waves. But every row begins a step later
/// than the one above, so that the sums of its halves reach the centre in the step in which what lies before the row does.
///
/// # Shape
/// Any rows × cols; the first [`IN_TRANSIT`] registers of every node are 0.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | [`scan_steps`] of so many waves | no packets; [`IN_TRANSIT`] words a node |
///
/// # Errors
/// None of its own; a broken machine rule.
pub(crate) fn sum_counts(
    machine: &mut Machine,
    registers: &mut Variable<u64>,
    waves: usize,
    counts: &impl Counts,
) -> Result<(), Violation> {
    let part = SumOf { waves };
    let leap = machine.leap(&machine.rehearsal(part), 0..0, |machine| {
        machine.span("scan", |machine| step_by_step(machine, registers, waves, counts))
    })?;
    if let Some(effect) = leap {
        let (shape, per_node) = (effect.shape(), registers.per_node());
        let mut sums = vec![0; waves];
        let all = effect.values(registers).chunks_exact_mut(per_node);
        for (index, own) in all.enumerate() {
            let (row, col) = shape.position(index);
            let place = Place { row, col };
            for (wave, sum) in sums.iter_mut().enumerate() {
                if col == 0 && counts.begin_anew(row, wave) {
                    *sum = 0;
                }
                *sum += counts.value(place, own, wave);
                counts.take_in(place, own, wave, *sum);
            }
        }
    }
    Ok(())
}

/// What the steps of sums follow from.
#[derive(Debug, PartialEq)]
struct SumOf {
    waves: usize,
}

fn step_by_step(
    machine: &mut Machine,
    registers: &mut Variable<u64>,
    waves: usize,
    counts: &impl Counts,
) -> Result<(), Violation> {
    let shape = machine.shape();
    let schedule = Schedule { staggered: true, ..Schedule::new(shape, waves) };
    machine.compute(registers, |node, own| {
        // Nothing comes to the first node.
        if node.row() == 0 && node.col() == 0 {
            let place = Place { row: 0, col: 0 };
            for wave in 0..waves {
                let value = counts.value(place, own, wave);
                counts.take_in(place, own, wave, value);
            }
        }
    })?;
    for step in 1..=scan_steps(shape, Order::RowMajor, waves) as usize {
        machine.step(|form| {
            form.words(
                registers,
                &STREAMS,
                |stream, row| schedule.senders(stream, row, step),
                |stream, place, own| {
                    let wave = step - schedule.first_step(stream, place.row, place.col);
                    send(&schedule, counts, (stream, wave), place, own)
                },
                |stream, place, own, word| {
                    let (row, col) = sender(stream, place);
                    let wave = step - schedule.first_step(stream, row, col);
                    receive(&schedule, counts, (stream, wave), place, own, word);
                },
            )
        })?;
    }
    Ok(())
}

/// What a node sends of a wave on a stream.
#[inline]
fn send(
    schedule: &Schedule,
    counts: &impl Counts,
    (stream, wave): (usize, usize),
    place: Place,
    own: &[u64],
) -> u32 {
    let [inward, outward, before_row] =
        [INWARD, OUTWARD, BEFORE_ROW].map(|register| own[register] as u32);
    let value = || counts.value(place, own, wave);
    let is_centre = place.col == schedule.centre;
    match stream {
        INWARD_EAST | INWARD_WEST => inward + value(),
        // At the centre INWARD is the western half, and OUTWARD the eastern.
        DOWN => before_row + inward + value() + outward,
        OUTWARD_WEST if is_centre => before_row + inward,
        OUTWARD_WEST => outward - value(),
        _ if is_centre => before_row + inward + value(),
        _ => outward,
    }
}

/// What becomes of a word of a wave.
#[inline]
fn receive(
    schedule: &Schedule,
    counts: &impl Counts,
    (stream, wave): (usize, usize),
    place: Place,
    own: &mut [u64],
    word: u32,
) {
    let is_centre = place.col == schedule.centre;
    let sum = match stream {
        INWARD_EAST => {
            own[INWARD] = word.into();
            if place.row > 0 {
                return;
            }
            word + counts.value(place, own, wave)
        }
        INWARD_WEST => {
            own[if is_centre { OUTWARD } else { INWARD }] = word.into();
            return;
        }
        // The western half has come in the same step, if there is one.
        DOWN => {
            let before = if counts.begin_anew(place.row, wave) { 0 } else { word };
            own[BEFORE_ROW] = before.into();
            before + own[INWARD] as u32 + counts.value(place, own, wave)
        }
        OUTWARD_WEST => {
            own[OUTWARD] = word.into();
            word
        }
        _ => {
            let sum = word + counts.value(place, own, wave);
            own[OUTWARD] = sum.into();
            sum
        }
    };
    counts.take_in(place, own, wave, sum);
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{Messages, Mode, Options, Shape};
    use std::sync::Arc;

    /// Every node keeps all sums, and sums of odd waves begin anew with every third row.
    struct Kept;

    impl Counts for Kept {
        fn value(&self, place: Place, _: &[u64], wave: usize) -> u32 {
            ((7 * place.row + 5 * place.col + 3 * wave) % 4) as u32
        }

        fn begin_anew(&self, row: usize, wave: usize) -> bool {
            wave % 2 == 1 && row.is_multiple_of(3)
        }

        fn take_in(&self, _: Place, own: &mut [u64], wave: usize, sum: u32) {
            let kept = &mut own[IN_TRANSIT + wave];
            assert_eq!(*kept, u64::MAX, "a sum comes once");
            *kept = sum.into();
        }
    }

    fn sums(shape: Shape, waves: usize, mode: Mode) -> (u64, Vec<Vec<u64>>) {
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let options = Options { mode, ..Options::default() };
        let mut machine = Machine::new(shape, set, Some(1), options);
        let at_first = |register| if register < IN_TRANSIT { 0 } else { u64::MAX };
        let registers = machine.variable(IN_TRANSIT + waves, |_, register| at_first(register));
        let mut registers = registers.expect("lawful");
        sum_counts(&mut machine, &mut registers, waves, &Kept).expect("lawful");
        let outcome = machine.finish();
        let per_node = registers.per_node();
        let of_node = |own: &[u64]| own[IN_TRANSIT..].to_vec();
        let kept = registers.reveal(&outcome).chunks(per_node).map(of_node).collect();
        (outcome.steps, kept)
    }

    fn expected(shape: Shape, waves: usize) -> Vec<Vec<u64>> {
        let mut sums = vec![0; waves];
        let mut of_node = |index| {
            let (row, col) = shape.position(index);
            for (wave, sum) in sums.iter_mut().enumerate() {
                if wave % 2 == 1 && row % 3 == 0 && col == 0 {
                    *sum = 0;
                }
                *sum += ((7 * row + 5 * col + 3 * wave) % 4) as u64;
            }
            sums.clone()
        };
        (0..shape.nodes()).map(&mut of_node).collect()
    }

    #[test]
    fn sums_reach_every_node_in_the_steps_of_as_many_scans() {
        for (rows, cols) in [1, 2, 3, 4, 5, 7, 8, 13]
            .into_iter()
            .flat_map(|rows| [1, 2, 3, 4, 5, 6, 9, 16].map(move |cols| (rows, cols)))
        {
            let shape = Shape::new(rows, cols).expect("small");
            for waves in [1, 2, 5, 40] {
                let of = format!("{rows} × {cols}, {waves} waves");
                let (steps, kept) = sums(shape, waves, Mode::Step);
                assert_eq!(kept, expected(shape, waves), "{of}");
                assert_eq!(steps, scan_steps(shape, Order::RowMajor, waves), "{of}");
                assert_eq!((steps, kept), sums(shape, waves, Mode::Leap), "{of}, a leap");
            }
        }
    }
}
