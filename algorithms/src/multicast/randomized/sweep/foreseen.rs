//! Foresees the phases, surveys and drains of a run.

use super::SweepRun;
use super::band_count::{bands_for, has_second_phase, leaves_nothing};
use super::drains::{drain_cycles, usual_last_drain};
use super::survey::cycles_meanwhile;
use crate::multicast::message_parameters::MessageParameters;
use meshcast_engine::Shape;

/// The run that is to be expected on a mesh no higher than wide: it is done after its first phase, or the second one that follows it at
/// once.
///
/// A last drain follows the survey after one phase if the longest message has copies that take as long. After two it is that of one
/// copy, and none where hardly anything is left.
pub(super) fn foreseen(shape: Shape, known: MessageParameters) -> SweepRun {
    let load = known.congestion;
    let bands = bands_for(shape, load);
    if !has_second_phase(shape, load) {
        return SweepRun {
            bands: vec![bands],
            drains: vec![drain_cycles(shape, &[bands], 0)],
            last_drain: long_last_drain(shape, bands, known),
            ..SweepRun::default()
        };
    }
    SweepRun {
        bands: vec![bands, 1],
        drains: vec![drain_cycles(shape, &[bands, 1], 0)],
        last_drain: if leaves_nothing(shape, load) {
            0
        } else {
            usual_last_drain(shape, shape.rows())
        },
        ..SweepRun::default()
    }
}

/// The cycles that are expected of the last drain after a first phase of so many bands if the longest message has as many destinations in
/// every segment.
///
/// A copy for several nodes of a column rises a quarter of the rows by two a cycle, or so, then sinks past all, and is delivered in half a
/// cycle each. The last drain is at least what neither the first drain nor the survey sees arrive.
fn long_last_drain(shape: Shape, bands: usize, known: MessageParameters) -> usize {
    let rows = shape.rows().div_ceil(bands);
    let in_column = (known.degree / shape.cols() / bands).min(rows);
    if in_column < 2 {
        return 0;
    }
    let sinking = rows * (in_column - 1) / (2 * (in_column + 1));
    let first = drain_cycles(shape, &[bands], 0);
    (rows / 8 + sinking + in_column / 2).saturating_sub(first + cycles_meanwhile(shape))
}
