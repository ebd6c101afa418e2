//! Holds schedules to what they must have, to a count of their visits block by block, and to figures of `docs/slotted.md`.

use crate::multicast::randomized::slotted::SlottedSchedule;
use meshcast_engine::Shape;
use std::collections::{BTreeMap, BTreeSet};

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
    assert_eq!(found, [1676, 1336, 1061, 823, 1340, 958, 1127, 957]);
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

/// The blocks of the whole mesh as one tile, by their definition: of all grids whose largest block has at most 2√n nodes, rounded down,
/// or twice the greatest power of two up to √n if n is one, that with the least sum of half their circumferences, then the lowest blocks,
/// then the fewest down. Of every node the block that it is in.
fn blocks_of_nodes(rows: usize, cols: usize) -> BTreeMap<(usize, usize), (usize, usize)> {
    let nodes = rows * cols;
    let most = (1..=nodes).rev().find(|&size| {
        let is_like_nodes = size.is_power_of_two() || !nodes.is_power_of_two();
        is_like_nodes && size * size <= 4 * nodes
    });
    let most = most.expect("a block of a node");
    let grids = (1..=rows).flat_map(|down| (1..=cols).map(move |across| (down, across)));
    let measured = grids.filter_map(|(down, across)| {
        let (high, wide) = (rows.div_ceil(down), cols.div_ceil(across));
        (high * wide <= most).then_some((down * across * (high + wide), high, down, across))
    });
    let (.., down, across) = measured.min().expect("blocks of a node");
    let part = |at: usize, side: usize, parts: usize| {
        (0..parts).rev().find(|part| part * side / parts <= at).expect("a part")
    };
    let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    all.map(|(row, col)| ((row, col), (part(row, rows, down), part(col, cols, across)))).collect()
}

/// The visits after the trains, node by node: segments that each block meets, packets that may want it, visits that serve these.
fn visits_recounted(schedule: &SlottedSchedule) -> u64 {
    let (rows, cols) = (schedule.shape.rows(), schedule.shape.cols());
    let mut segments: BTreeMap<_, BTreeSet<(usize, usize)>> = BTreeMap::new();
    let mut sizes: BTreeMap<_, u64> = BTreeMap::new();
    for ((row, col), block) in blocks_of_nodes(rows, cols) {
        *sizes.entry(block).or_insert(0) += 1;
        if let Some(last) = schedule.phases.last() {
            let (along, across) = if schedule.transposed { (col, row) } else { (row, col) };
            segments.entry(block).or_default().insert((along / last.segment, across));
        }
    }
    let visits = sizes.iter().map(|(block, &size)| {
        let most = (schedule.congestion as u64 * size).min((rows * cols) as u64);
        let alive = schedule
            .phases
            .last()
            .map_or(most, |last| most.min(last.left * segments[block].len() as u64));
        alive.div_ceil(size)
    });
    visits.max().expect("a block")
}

#[test]
fn visits_after_trains_are_those_of_a_count_node_by_node() {
    let (mut turned, mut upright, mut without) = (0, 0, 0);
    let sides = [(15, 21), (21, 15), (33, 45), (45, 33), (35, 55), (63, 63), (81, 27), (27, 81)];
    let others = [(30, 77), (77, 30), (49, 49), (7, 7), (64, 64), (24, 100), (100, 24), (13, 91)];
    for (rows, cols) in sides.into_iter().chain(others) {
        let shape = Shape::new(rows, cols).expect("small");
        for congestion in [1, 3, 4, 7, 12, 16, 25, 40] {
            for failure_log2 in [-20, -60] {
                let schedule = SlottedSchedule::new(shape, congestion, failure_log2);
                assert_eq!(schedule.visits, visits_recounted(&schedule), "{schedule:?}");
                let follows = schedule.visits > 0 && !schedule.phases.is_empty();
                turned += usize::from(follows && schedule.transposed);
                upright += usize::from(follows && !schedule.transposed);
                without += usize::from(schedule.phases.is_empty());
            }
        }
    }
    assert!(turned > 10 && upright > 10 && without > 10, "{turned} {upright} {without}");
}
