//! Holds schedules to what they must have, trains to what the proof supposes, and both to figures of `docs/slotted.md`.

use super::*;
use crate::guarantee::RandomDeal;
use meshcast_engine::Options;
use std::f64::consts::LN_2;

fn schedule(side: usize, congestion: usize) -> SlottedSchedule {
    let shape = Shape::unbounded(side, side).expect("a mesh for formulas");
    SlottedSchedule::new(shape, congestion, -20)
}

/// Steps over √(cn), in hundredths.
fn constant(side: usize, congestion: usize) -> u64 {
    let root = ((congestion * side * side) as f64).sqrt();
    (schedule(side, congestion).steps() as f64 / root * 100.0).round() as u64
}

#[test]
fn guaranteed_steps_are_those_of_the_page() {
    let found =
        [(64, 4), (64, 16), (64, 64), (64, 256), (128, 16), (128, 64), (256, 16), (256, 64)]
            .map(|(side, congestion)| constant(side, congestion));
    assert_eq!(found, [1676, 1336, 1061, 823, 1342, 958, 1128, 958]);
}

#[test]
fn every_schedule_ends_with_nothing_and_passes_on_what_it_leaves() {
    for (rows, cols) in [(1, 1), (2, 3), (7, 7), (16, 16), (23, 5), (12, 60), (60, 60), (97, 97)] {
        let shape = Shape::new(rows, cols).expect("small");
        for congestion in [1, 2, 5, 16, 40, rows * cols] {
            let schedule = SlottedSchedule::new(shape, congestion, -20);
            let phases = &schedule.phases;
            let last = phases.last().map_or(1, |phase| phase.left);
            assert_eq!(last == 0, schedule.visits == 0, "{schedule:?}");
            for (before, after) in phases.iter().zip(phases.iter().skip(1)) {
                let of_all = (congestion * after.segment).min(rows * cols) as u64;
                let passed_on = before.left * (before.bands / after.bands) as u64;
                assert_eq!(after.alive, passed_on.min(of_all), "{schedule:?}");
                assert!(after.surveys && before.bands.is_multiple_of(after.bands), "{schedule:?}");
            }
            for phase in phases {
                let side = if schedule.transposed { cols } else { rows };
                assert_eq!(phase.bands * phase.segment, side, "{schedule:?}");
                assert!(phase.left <= phase.alive.saturating_sub(2), "{schedule:?}");
            }
        }
    }
}

#[test]
fn less_risk_costs_more() {
    let shape = Shape::new(64, 64).expect("small");
    let steps =
        [-1, -20, -100, -900].map(|failure| SlottedSchedule::new(shape, 16, failure).steps());
    assert!(steps.is_sorted() && steps[0] < steps[3], "{steps:?}");
}

/// A machine whose packets stand where their messages begin.
fn machine(shape: Shape, set: &Messages) -> Machine {
    let mut machine = Machine::new(shape, Arc::new(set.clone()), Some(8), Options::default());
    machine.inject(Slotted::LANE, |_| 0);
    machine
}

/// What trains of two seats leave of packets that stand at some nodes and want one column of a mesh with one band, train by train.
fn left_by_trains(shape: Shape, column: usize, packets: &[usize]) -> usize {
    let (rows, cols) = (shape.rows(), shape.cols());
    let mut trains = vec![0_usize; rows + cols];
    for &node in packets {
        let (row, col) = shape.position(node);
        // Walk the belt, two positions at a time.
        let (mut at, mut east, mut stops) = (col, col.is_multiple_of(2), 0);
        while at != column {
            for _ in 0..2 {
                match (east, at) {
                    (true, at) if at + 1 == cols => east = false,
                    (false, 0) => east = true,
                    (true, _) => at += 1,
                    (false, _) => at -= 1,
                }
            }
            stops += 1;
        }
        // The train was at the bottom so many cycles before.
        trains[stops + rows - (rows - 1 - row)] += 1;
    }
    trains.iter().map(|&met| met.saturating_sub(2)).sum()
}

#[test]
fn trains_leave_what_meets_them_beyond_their_seats() {
    let mut left_over = 0;
    for (rows, cols) in [(1, 1), (1, 6), (4, 4), (5, 7), (8, 6), (9, 9), (12, 5)] {
        let shape = Shape::new(rows, cols).expect("small");
        for (column, nth) in (0..cols).flat_map(|column| [1, 2, 3].map(|nth| (column, nth))) {
            let packets: Vec<usize> =
                (0..shape.nodes()).filter(|node| (node * node + column) % nth == 0).collect();
            // Some for one node of the column, some for all.
            let to = |node: usize| {
                let all = (0..rows).map(|row| shape.index(row, column) as u32);
                let one = shape.index(node % rows, column) as u32;
                if node.is_multiple_of(5) { all.collect() } else { vec![one] }
            };
            let lists = packets.iter().map(|&node| (node as u32, to(node)));
            let set = Messages::new(shape.nodes(), lists).expect("in range");
            let mut machine = machine(shape, &set);
            let trains = Trains { seen: shape, height: rows, piece: rows };
            Trains::alternate(&mut machine).expect("lawful");
            trains.lap(&mut machine).expect("lawful");
            trains.drain(&mut machine).expect("lawful");
            let slotted = Slotted::new(shape, &set, -20, 1);
            Trains::alternate(&mut machine).expect("lawful");
            let left = slotted.survey(&mut machine).expect("lawful") as usize;
            assert_eq!(left, left_by_trains(shape, column, &packets), "{shape:?} {column} {nth}");
            left_over += left;
            let outcome = machine.finish();
            let made = set.deliveries() - outcome.deliveries.len();
            assert!(left <= made && (left > 0 || made == 0), "{shape:?}: {left} {made}");
        }
    }
    assert!(left_over > 50, "{left_over}");
}

/// Phases after random deals leave no more of a segment than the bound, but for the given share, nor more than independent choices on the
/// average, for packets in a column, in rows and anywhere.
#[test]
fn phases_leave_no_more_of_a_segment_than_the_bound() {
    const RUNS: u64 = 160;
    let shape = Shape::new(16, 16).expect("small");
    for (bands, alive) in [(1, 40), (2, 40), (4, 48)] {
        let height = 16 / bands;
        let trains = (16 * bands) as u64;
        let deal = RandomDeal { groups: trains, chance: 1.0 / trains as f64, outside: 0.0 };
        let mean = mean_of_independent(alive, trains);
        for spread in [1, 5, 16] {
            let to = |number: usize| shape.index(16 - 1 - number % height, 3) as u32;
            // Past the last row in the next column.
            let from = |number: usize| (number * spread % 256 + number * spread / 256) as u32;
            let lists = (0..alive).map(|number| (from(number), vec![to(number)]));
            let set = Messages::new(256, lists).expect("in range");
            let found: Vec<u64> = (0..RUNS)
                .map(|seed| {
                    let mut machine = machine(shape, &set);
                    let slotted = Slotted::new(shape, &set, -20, seed);
                    slotted.phase(&mut machine, 0, (bands, height)).expect("lawful");
                    u64::from(slotted.survey(&mut machine).expect("lawful"))
                })
                .collect();
            for failure_log2 in [-3.0, -5.0] {
                let most = deal.left(alive as u64, 2, failure_log2 * LN_2);
                let more = found.iter().filter(|&&left| left > most).count() as f64;
                let share = more / RUNS as f64;
                assert!(share <= f64::exp2(failure_log2), "{bands} {spread}: {share} above {most}");
            }
            let sum: u64 = found.iter().sum();
            let squares: u64 = found.iter().map(|left| left * left).sum();
            let (average, square) = (sum as f64 / RUNS as f64, squares as f64 / RUNS as f64);
            let error = ((square - average * average) / RUNS as f64).sqrt();
            assert!(average <= mean + 4.0 * error, "{bands} {spread}: {average} of {mean}");
            // Trains at the ends of a phase meet fewer, so that one band leaves about half as much.
            assert!(average >= 0.4 * mean, "{bands} {spread}: {average} of {mean}");
        }
    }
}

/// Of `alive` packets that choose trains alone, what is beyond two for each, on the average.
fn mean_of_independent(alive: usize, trains: u64) -> f64 {
    let chance = 1.0 / trains as f64;
    let mut weight = (1.0 - chance).powf(alive as f64);
    let mut mean = 0.0;
    for met in 0..=alive {
        mean += met.saturating_sub(2) as f64 * weight;
        weight *= (alive - met) as f64 / (met + 1) as f64 * chance / (1.0 - chance);
    }
    mean * trains as f64
}
