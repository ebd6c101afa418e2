//! Finds what a phase has left while the packets of columns move on, and how long they may still take.
//!
//! The columns are combined, then, while packets of columns have their links again, the row in the middle, and the result goes out
//! along the columns.
//!
//! # How long a drain lasts
//!
//! Let at most m packets rise and at most m sink in a column of R rows, none of which is to rise and then to sink, and let them have
//! W deliveries to make together. After
//!
//! > D = ⌈(R − 1 + 3(m − 1))/2⌉ + W
//!
//! cycles of a drain all have been delivered. Call a cycle *quiet* if nothing is delivered in the column. Look at the packets that
//! sink, the lowest first; those that have left stand below all rows. In a quiet cycle none is due, and
//!
//! 1. a node without packets that sink invites one from above at least ([`invitations`]), so that the j-th, in row x(j), moves by
//!    two rows if the (j − 1)-st stands at least three rows below it, and by one if it stands two rows below: x(j) becomes at least
//!    min(x(j) + 2, x(j − 1) − 1), which is no more than it was where the (j − 1)-st stands nearer;
//! 2. hence after t quiet cycles x(j) ≥ 2t − 3(j − 1): it is true for t = 0, and both terms of the minimum keep it true.
//!
//! Cycles that are not quiet move nobody back, and a packet that leaves only lets the others move up in the order. After D − W quiet
//! cycles x(m) ≥ R − 1: whoever has not left is due in the last row, and the next cycle would not be quiet. Those that are not
//! quiet are W at most, one for each delivery. Packets that rise are the same upside down. All of this is true however the two
//! kinds fill the rest of a node.
//!
//! [`invitations`]: super::columns::invitations

use super::columns::{DOWN, HERE, Traffic, UP};
use super::course::Course;
use super::leap::{self, Part};
use super::row_laps::Laps;
use meshcast_engine::{
    Machine, Node, Place, Port, Shape, Step, Variable, Violation, Word, register,
};

/// What is left at a node, in a column, or in the columns with the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    /// Times that a packet was passed over in the last phase.
    pub(super) passed_on: u32,
    /// Whether packets of rows have open destinations.
    pub(super) is_open: bool,
    /// Packets of columns that rise, that sink, and the deliveries that they make: each at most [`MOST`], which stands for more, too,
    /// and for packets that are to rise and then to sink.
    under_way: [u32; 3],
}

register!(Left { passed_on: u32, is_open: bool, under_way: [u32; 3] });

const COUNT_BITS: u32 = 10;
const MOST: u32 = (1 << COUNT_BITS) - 1;

impl Word for Left {
    fn to_bits(self) -> u64 {
        let counts = self
            .under_way
            .iter()
            .fold(u64::from(self.is_open), |bits, &count| bits << COUNT_BITS | u64::from(count));
        u64::from(self.passed_on) << 32 | counts
    }
    fn from_bits(bits: u64) -> Self {
        let count = |number: u32| (bits >> (number * COUNT_BITS)) as u32 & MOST;
        Self {
            passed_on: (bits >> 32) as u32,
            is_open: count(3) & 1 == 1,
            under_way: [count(2), count(1), count(0)],
        }
    }
}

impl Left {
    fn at(node: &Node<'_>, passed_on: u32) -> Self {
        let queued = [UP, DOWN, HERE].into_iter().flat_map(|queue| node.queue(queue).packets());
        let counts = queued.map(|packet| {
            let course = Course::of(packet);
            let of_way = [u32::from(course.rising), u32::from(!course.rising)];
            let most = course.deliveries(node.row()).and_then(|most| u32::try_from(most).ok());
            [of_way[0], of_way[1], most.map_or(MOST, |most| most.min(MOST))]
        });
        Self { passed_on, is_open: Laps::any_open(node), under_way: counts.fold([0; 3], sums) }
    }

    fn in_column(self, other: Self) -> Self {
        Self {
            passed_on: self.passed_on + other.passed_on,
            is_open: self.is_open | other.is_open,
            under_way: sums(self.under_way, other.under_way),
        }
    }

    fn in_row(self, other: Self) -> Self {
        let most = |number: usize| self.under_way[number].max(other.under_way[number]);
        Self {
            passed_on: self.passed_on.max(other.passed_on),
            is_open: self.is_open | other.is_open,
            under_way: [most(0), most(1), most(2)],
        }
    }

    /// Cycles of a drain of columns of so many rows, after which nothing is under way; `None` if that is not known.
    pub(super) fn drain_cycles(self, rows: usize) -> Option<usize> {
        let [rising, sinking, deliveries] = self.under_way.map(|count| count as usize);
        match rising.max(sinking) {
            0 => Some(0),
            _ if self.under_way.contains(&MOST) => None,
            most => Some((rows - 1 + 3 * (most - 1)).div_ceil(2) + deliveries),
        }
    }

    /// What is left if one packet is under way that is for so many nodes.
    pub(super) fn one_packet_for(nodes: usize) -> Self {
        Self { under_way: [1, 0, nodes as u32], ..Self::default() }
    }
}

fn sums(a: [u32; 3], b: [u32; 3]) -> [u32; 3] {
    [0, 1, 2].map(|number| (a[number] + b[number]).min(MOST))
}

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
        |_, _, own, word| own[0] = if is_inward { own[0].in_column(word) } else { word },
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
        |_, _, own, word| own[0] = if is_inward { own[0].in_row(word) } else { word },
    )
}

/// Names the rehearsal of a survey.
#[derive(Debug, PartialEq)]
struct SurveyOnTheWay;

impl Laps {
    /// What the last phase has left of all nodes; packets of columns move on for [`cycles_meanwhile`].
    pub(super) fn survey(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
    ) -> Result<Left, Violation> {
        machine.span("survey", |machine| {
            let mut left = machine.map(traffic, |node, own| Left::at(node, own.passed_on))?;
            let leap =
                machine.leap(&machine.rehearsal(SurveyOnTheWay), leap::room(self), |machine| {
                    self.reduce(machine, traffic, &mut left)
                })?;
            if let Some(mut effect) = leap {
                let shape = effect.shape();
                let values = effect.values(&mut left);
                let column = |col| (0..shape.rows()).map(move |row| shape.index(row, col));
                let of = |col| column(col).map(|node| values[node]).reduce(Left::in_column);
                let all = (0..shape.cols()).filter_map(of).reduce(Left::in_row);
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
    use super::super::columns::invitations;
    use super::*;

    #[test]
    fn words_hold_what_is_left() {
        for is_open in [false, true] {
            for under_way in [[0, 0, 0], [1, 2, 3], [MOST, 0, MOST], [0, MOST, 5]] {
                let left = Left { passed_on: 7 << 20, is_open, under_way };
                assert_eq!(Left::from_bits(left.to_bits()), left);
            }
        }
    }

    /// What the bound starts from, for all that nodes may hold, with a packet that rests and without.
    #[test]
    fn a_node_without_packets_of_a_way_invites_one() {
        for (most, room) in [(3, 5), (2, 4)] {
            for load in 0..=most {
                assert!(invitations([load, 0], most, room)[1] > 0, "{load} rise");
                assert!(invitations([0, load], most, room)[0] > 0, "{load} sink");
            }
        }
    }

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
