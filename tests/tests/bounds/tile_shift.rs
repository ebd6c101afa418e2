//! Tile shifts: a tile side where tiles are even, with two packets a node.

use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Way};
use meshcast_primitives::TileShift;
use std::sync::Arc;

/// A full round, of every packet.
fn round(rows: usize, cols: usize, down: usize, across: usize, way: Way) -> Outcome {
    let shape = Shape::new(rows, cols).expect("small");
    let shift = TileShift::new(shape, down, across);
    let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let mut machine = Machine::new(shape, set, Some(shift.capacity()), Options::default());
    machine.inject(0, |_| 0);
    shift.begin(&mut machine).expect("lawful");
    for _ in 0..down * across {
        shift.run(&mut machine, way).expect("lawful");
    }
    machine.finish()
}

#[test]
fn steps_and_buffers_are_as_documented_on_every_grid() {
    for (rows, cols) in [(1, 1), (1, 7), (6, 1), (4, 4), (5, 6), (7, 7), (9, 6), (8, 12), (11, 11)]
    {
        for down in 1..=usize::min(rows, 5) {
            for across in 1..=usize::min(cols, 5) {
                let tiles = down * across;
                let (tall, wide) = (rows.div_ceil(down), cols.div_ceil(across));
                let (a, b) = (1 + (rows % down).min(1), 1 + (cols % across).min(1));
                let shift = match (down, across) {
                    (1, 1) => 0,
                    (1, 2) => wide,
                    (2, 1) => tall,
                    (1, _) => 2 * wide,
                    (_, 1) => 2 * tall,
                    _ if tiles % 2 == 0 => (a * wide).max(b * tall),
                    _ => 2 * (a * wide).max(b * tall),
                };
                let capacity = if tiles == 1 { 1 } else { 2 * a * b };
                for way in [Way::Forward, Way::Backward] {
                    let outcome = round(rows, cols, down, across, way);
                    let case = format!("{rows}x{cols} in {down}x{across}");
                    assert_eq!(outcome.steps, (shift * tiles) as u64, "{case}");
                    assert_eq!(outcome.capacity, Some(capacity), "{case}");
                    assert!(outcome.peak as usize <= capacity, "{case}");
                }
            }
        }
    }
}

#[test]
fn even_tiles_of_one_side_take_that_many_steps_and_two_packets_a_node() {
    for (side, parts) in [(8, 2), (16, 4), (32, 4), (64, 8)] {
        let outcome = round(side, side, parts, parts, Way::Forward);
        assert_eq!(outcome.steps as usize, parts * parts * (side / parts));
        assert_eq!(outcome.peak, 2);
    }
}

#[test]
fn the_documented_peaks_are_reached() {
    // By whether rows, and columns, are uneven.
    let mut peaks = [[0; 2]; 2];
    for (rows, cols) in (2..=12).flat_map(|rows: usize| (2..=12).map(move |cols| (rows, cols))) {
        for (down, across) in [(2, 2), (3, 3), (2, 3), (4, 2)] {
            if down <= rows && across <= cols {
                let uneven = [rows % down, cols % across].map(|rest| rest.min(1));
                let peak = round(rows, cols, down, across, Way::Forward).peak;
                peaks[uneven[0]][uneven[1]] = peak.max(peaks[uneven[0]][uneven[1]]);
            }
        }
    }
    assert_eq!(peaks, [[2, 4], [4, 8]]);
}

#[test]
fn cores_move_in_a_tile_side_with_two_packets_a_node() {
    for (rows, cols) in (1..=12_usize).flat_map(|rows| (1..=12_usize).map(move |cols| (rows, cols)))
    {
        for (down, across) in [(1, 1), (1, 2), (1, 3), (2, 2), (3, 3), (2, 3), (4, 2), (5, 5)] {
            if down > rows || across > cols {
                continue;
            }
            let longest = |side: usize, parts: usize| {
                let part = |part: usize| (part + 1) * side / parts - part * side / parts;
                (0..parts - 1).map(part).max().unwrap_or(0)
            };
            let legs = if tiles_have_a_cycle(down, across) { 1 } else { 2 };
            let steps = legs * longest(rows, down).max(longest(cols, across));
            let shift = TileShift::of_cores(Shape::new(rows, cols).expect("small"), down, across);
            let case = format!("{rows}x{cols} in {down}x{across}");
            assert_eq!(shift.steps(), steps as u64, "{case}");
            assert_eq!(shift.capacity(), if down * across == 1 { 1 } else { 2 }, "{case}");
        }
    }
}

/// Whether the next tile of the ring is always a neighbour.
fn tiles_have_a_cycle(down: usize, across: usize) -> bool {
    down * across <= 2 || (down > 1 && across > 1 && down * across % 2 == 0)
}
