//! Holds what phases leave after random deals to the bound.

use super::machine;
use crate::guarantee::RandomDeal;
use crate::multicast::randomized::slotted::Slotted;
use meshcast_engine::{Messages, Shape};
use std::f64::consts::LN_2;

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

/// The proof supposes that the deals of different phases are independent: what is left of the same packets by phases of other numbers
/// differs.
#[test]
fn every_phase_deals_anew() {
    let shape = Shape::new(16, 16).expect("small");
    let lists = (0..48_u32).map(|source| (source, vec![source % 16 * 16 + 3]));
    let set = Messages::new(256, lists).expect("in range");
    let slotted = Slotted::new(shape, &set, -20, 1);
    let left = |number| {
        let mut machine = machine(shape, &set);
        slotted.phase(&mut machine, number, (1, 16)).expect("lawful");
        slotted.survey(&mut machine).expect("lawful")
    };
    let all: Vec<u32> = (0..8).map(left).collect();
    assert!(all.iter().any(|&left| left != all[0]), "{all:?}");
}
