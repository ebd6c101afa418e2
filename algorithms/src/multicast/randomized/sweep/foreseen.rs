//! Foresees the phases, surveys and drains of a run.

use super::SweepRun;
use super::band_count::{bands_for, has_second_phase};
use super::drains::{drain_cycles, usual_last_drain};
use super::survey::cycles_meanwhile;
use super::windows::Windows;
use crate::multicast::message_parameters::MessageParameters;
use meshcast_engine::Shape;

/// The run that is to be expected on a mesh no higher than wide: it is done after its first phase, or the second one that follows it at
/// once.
///
/// A last drain follows the survey after one phase if the longest message has copies that take as long. After two it is that of one
/// copy, and none where hardly anything is left or a drain came before. Where copies of packets that rested are expected to be to rise and
/// then to sink, the first survey cannot know how long they take, and the next one follows at once.
pub(super) fn foreseen(shape: Shape, known: MessageParameters) -> SweepRun {
    let load = known.congestion;
    let bands = bands_for(shape, load);
    if !has_second_phase(shape, load) {
        return SweepRun {
            bands: vec![bands],
            drains: vec![drain_cycles(shape, &[bands], load, 0)],
            last_drain: long_last_drain(shape, bands, known),
            ..SweepRun::default()
        };
    }
    let drain = |before| drain_cycles(shape, &[bands, 1], load, before);
    let surveys = if drain(0) > 0 || copies_that_turn(shape, known) < 1.0 { 1 } else { 2 };
    // Bands that are enough for more than the load leave hardly anything.
    let leaves_nothing = bands_for(shape, load + load / 5) == bands;
    let is_drained = drain(0) > 0 || leaves_nothing;
    SweepRun {
        bands: vec![bands, 1],
        drains: (0..surveys).map(drain).collect(),
        last_drain: if is_drained { 0 } else { usual_last_drain(shape) },
        ..SweepRun::default()
    }
}

/// How many copies are expected to be under way after a second phase, and to be to rise and then to sink.
///
/// They are copies of packets that rested in the first phase: of those in one place of every row. A packet with an average list has
/// k destinations in a column on average, and two there with probability k²/2 or so, 1 at most; two are on either side of the packet's row
/// with probability 1/3. A copy passes half the rows or so, two a cycle, and a lap has a cycle for every two columns: of those that it
/// makes a share of rows/(2 cols) is under way when it ends.
fn copies_that_turn(shape: Shape, known: MessageParameters) -> f64 {
    let windows = Windows::new(shape.cols());
    if known.packets == 0 || !windows.any_rests() {
        return 0.0;
    }
    let occupied = known.packets as f64 / shape.nodes() as f64;
    let rested = shape.rows() as f64 * occupied;
    let list = (known.degree as f64).min(known.congestion as f64 / occupied);
    let in_column = list / shape.cols() as f64;
    let several = (in_column * in_column / 2.0).min(1.0);
    let under_way = shape.rows() as f64 / (2.0 * shape.cols() as f64);
    rested * (shape.cols() - windows.left) as f64 * several / 3.0 * under_way
}

/// The cycles that are expected of the last drain after a first phase if the longest message has `degree` destinations, so many in
/// every column.
///
/// A copy for several nodes of a column rises a quarter of the rows by two a cycle, or so, then sinks past all, and is delivered in half a
/// cycle each. The last drain is what neither the first drain nor the survey sees arrive.
fn long_last_drain(shape: Shape, bands: usize, known: MessageParameters) -> usize {
    let rows = shape.rows().div_ceil(bands);
    let in_column = (known.degree / shape.cols() / bands).min(rows);
    if in_column < 2 {
        return 0;
    }
    let sinking = rows * (in_column - 1) / (2 * (in_column + 1));
    let first = drain_cycles(shape, &[bands], known.congestion, 0);
    (rows / 8 + sinking + in_column / 2).saturating_sub(first + cycles_meanwhile(shape))
}
