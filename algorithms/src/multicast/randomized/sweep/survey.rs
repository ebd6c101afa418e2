//! Finds what a phase has left while the packets of columns move on.
//!
//! The columns are combined, then, while packets of columns have their links again, the row in the middle, and the result goes out
//! along the columns.

use super::bands::Bands;
use super::columns::Traffic;
use super::leap::{self, Part};
use super::left::Left;
use super::row_laps::Laps;
use meshcast_engine::{Machine, Place, Port, Shape, Step, Variable, Violation};

/// Cycles of a drain that are over when a survey has ended.
pub(super) fn cycles_meanwhile(shape: Shape) -> usize {
    along(shape.cols()) / 3
}

/// Steps of a reduction of a line.
fn along(length: usize) -> usize {
    2 * (length / 2)
}

/// The places of a line from which words leave in step `now` of its reduction, forward and backward: towards the centre, then out from it.
fn senders(length: usize, now: usize) -> [Option<usize>; 2] {
    let centre = length / 2;
    match now.checked_sub(centre) {
        None => [Some(now), Some(length - 1 - now).filter(|&place| place > centre)],
        Some(out) => [
            Some(centre + out).filter(|&place| place + 1 < length),
            Some(centre - out).filter(|&place| place > 0),
        ],
    }
}

/// A step of the reductions of all columns.
fn reduce_columns(
    step: &mut Step<'_>,
    left: &mut Variable<Left>,
    shape: Shape,
    now: usize,
) -> Result<(), Violation> {
    let from = senders(shape.rows(), now);
    let is_inward = now < shape.rows() / 2;
    step.words(
        left,
        &[Port::South, Port::North],
        |stream, row| 0..if from[stream] == Some(row) { shape.cols() } else { 0 },
        |_, _: Place, own: &[Left]| own[0],
        |stream, _, own, word| {
            own[0] = match (is_inward, stream) {
                (false, _) => word,
                (true, 0) => word.above(own[0]),
                (true, _) => own[0].above(word),
            }
        },
    )
}

/// A step of the reduction of the row in the middle.
fn reduce_row(
    step: &mut Step<'_>,
    left: &mut Variable<Left>,
    shape: Shape,
    now: usize,
) -> Result<(), Violation> {
    let from = senders(shape.cols(), now);
    let (middle, is_inward) = (shape.rows() / 2, now < shape.cols() / 2);
    step.words(
        left,
        &[Port::East, Port::West],
        |stream, row| match from[stream] {
            Some(col) if row == middle => col..col + 1,
            _ => 0..0,
        },
        |_, _: Place, own: &[Left]| own[0],
        |_, _, own, word| own[0] = if is_inward { own[0].most(word) } else { word },
    )
}

/// Names the rehearsal of a survey.
#[derive(Debug, PartialEq)]
struct SurveyOnTheWay;

impl Laps {
    /// What the last phase has left of all nodes, where copies are for segments of `bands`; packets of columns move on for
    /// [`cycles_meanwhile`].
    pub(super) fn survey(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        bands: &Bands,
    ) -> Result<Left, Violation> {
        machine.span("survey", |machine| {
            let segments = bands.segments_by_row();
            let mut left = machine
                .map(traffic, |node, own| Left::at(self.columns, &segments, node, own.passed_on))?;
            let leap = machine.leap(
                &machine.rehearsal(SurveyOnTheWay),
                leap::room(self.windows),
                |machine| self.reduce(machine, traffic, &mut left),
            )?;
            if let Some(mut effect) = leap {
                let shape = effect.shape();
                let values = effect.values(&mut left);
                let column = |col| (0..shape.rows()).map(move |row| shape.index(row, col));
                let of = |col| column(col).map(|node| values[node]).reduce(Left::above);
                let all = (0..shape.cols()).filter_map(of).reduce(Left::most);
                values.fill(all.unwrap_or_default());
                let meanwhile = Part::Drain(cycles_meanwhile(shape));
                leap::follow(self, meanwhile, &mut effect, traffic);
            }
            machine.agree(&left)
        })
    }

    fn reduce(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        left: &mut Variable<Left>,
    ) -> Result<(), Violation> {
        let shape = machine.shape();
        let (down, across) = (along(shape.rows()), along(shape.cols()));
        for now in 0..down / 2 {
            machine.step(|step| reduce_columns(step, left, shape, now))?;
        }
        let mut steps = 0..across;
        self.drain_beside(machine, traffic, cycles_meanwhile(shape), &mut |step| {
            steps.next().map_or(Ok(()), |now| reduce_row(step, left, shape, now))
        })?;
        for now in steps {
            machine.step(|step| reduce_row(step, left, shape, now))?;
        }
        for now in down / 2..down {
            machine.step(|step| reduce_columns(step, left, shape, now))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_reduced_in_as_many_steps_as_they_have_nodes() {
        for length in 1..=20 {
            let mut sums: Vec<usize> = (0..length).map(|place| 1 << place).collect();
            for now in 0..along(length) {
                let from = senders(length, now);
                let words = from.map(|from| from.map(|from| sums[from]));
                for (way, word) in words.into_iter().enumerate() {
                    let (Some(word), Some(from)) = (word, from[way]) else { continue };
                    let to = if way == 0 { from + 1 } else { from - 1 };
                    sums[to] = if now < length / 2 { sums[to] + word } else { word };
                }
            }
            assert!(sums.iter().all(|&sum| sum == (1 << length) - 1), "{length}: {sums:?}");
        }
    }
}
