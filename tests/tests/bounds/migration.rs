//! Migrations: at most 12 tile sides where there are as many tiles as the side has nodes.

use meshcast_engine::{Machine, Messages, Options, Order, Outcome, Shape, Violation};
use meshcast_primitives::{LiteralMigration, Migration, Sort};
use meshcast_tests::corpus::multicast;
use std::sync::Arc;

fn run(
    shape: Shape,
    set: Messages,
    migrate: impl FnOnce(&mut Machine) -> Result<(), Violation>,
) -> Outcome {
    let capacity = Some(Migration::CAPACITY);
    let mut machine = Machine::new(shape, Arc::new(set), capacity, Options::default());
    machine.inject(Migration::MASTER, |_| 0);
    migrate(&mut machine).expect("lawful");
    machine.finish()
}

fn lean(shape: Shape, down: usize, across: usize, set: Messages) -> Outcome {
    run(shape, set, |machine| Migration::new(shape, down, across).run(machine))
}

fn exact(shape: Shape, down: usize, across: usize, set: Messages) -> Outcome {
    run(shape, set, |machine| Migration::exact(shape, shape, (down, across)).run(machine))
}

fn literal(shape: Shape, down: usize, across: usize, set: Messages) -> Outcome {
    run(shape, set, |machine| LiteralMigration::new(shape, down, across).run(machine))
}

fn of_two(shape: Shape, down: usize, across: usize, set: Messages) -> Outcome {
    let migration = LiteralMigration::of_two(shape, down, across);
    let mut machine =
        Machine::new(shape, Arc::new(set), Some(migration.capacity()), Options::default());
    machine.inject(LiteralMigration::MASTERS[1], |_| 0);
    migration.run(&mut machine).expect("lawful");
    machine.finish()
}

/// The parts of both: a scan, a broadcast, permutation routings with two and with three blocks a side.
fn parts(rows: usize, cols: usize, tiles: usize) -> [usize; 4] {
    let scan = if rows * cols == 1 { 0 } else { cols / 2 * 2 + rows - 1 };
    let down = if rows > 1 { cols + (rows - 1).min((tiles - 1).div_ceil(cols)) } else { 0 };
    let across = if cols > 1 { cols.min(tiles) } else { 0 };
    let broadcast = if tiles == 1 { 0 } else { tiles.min(down + across) };
    let routing = |blocks: usize| {
        let sides = |side: usize| {
            let parts = blocks.min(side);
            [side / parts, side.div_ceil(parts)]
        };
        let sorts = sides(rows).map(|high| {
            sides(cols).map(|wide| {
                Sort::new(Shape::new(high, wide).expect("small"), Order::ColumnMajor).steps()
            })
        });
        let sort = sorts.iter().flatten().max().copied().unwrap_or(0) as usize;
        sort + cols - 1 + rows - 1
    };
    [scan, broadcast, routing(2), routing(3)]
}

#[test]
fn steps_are_as_documented_whatever_the_messages() {
    for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
        let shape = Shape::new(rows, cols).expect("small");
        for (down, across) in [(1, 1), (2, 2), (3, 2), (rows, 1), (rows, cols)] {
            if down > rows || across > cols {
                continue;
            }
            let [scan, broadcast, routing, lean_routing] = parts(rows, cols, down * across);
            let spread = cols - 1 + rows - 1 + cols - 1;
            let sort = Sort::new(shape, Order::Snake).steps() as usize;
            let waves = |more: usize| if rows * cols == 1 { 0 } else { down * across + more - 1 };
            let expected = [
                scan + waves(2) + 1 + spread + broadcast + lean_routing,
                scan + waves(0) + scan + 1 + spread + broadcast + lean_routing,
                scan + waves(0) + scan + 1 + routing + broadcast + sort + scan + routing,
            ];
            for (percent, most) in [(100, shape.nodes()), (50, 3), (0, 0)] {
                let set = || multicast(shape.nodes(), percent, most, 3);
                let found =
                    [lean, exact, literal].map(|migrate| migrate(shape, down, across, set()));
                let case = format!("{rows}x{cols} in {down}x{across}");
                assert_eq!(found.each_ref().map(|run| run.steps as usize), expected, "{case}");
                assert!(found.iter().all(|run| run.peak <= 6), "{case}");
            }
        }
    }
}

#[test]
fn a_second_master_takes_a_copy_and_a_routing_more() {
    for (rows, cols) in [(1, 1), (1, 9), (4, 4), (7, 5), (9, 2), (16, 16)] {
        let shape = Shape::new(rows, cols).expect("small");
        for (down, across) in [(1, 1), (rows.min(2), cols.min(2)), (rows, cols)] {
            let [scan, broadcast, routing, _] = parts(rows, cols, down * across);
            let sort = Sort::new(shape, Order::Snake).steps() as usize;
            let waves = if rows * cols == 1 { 0 } else { down * across - 1 };
            let expected = waves + 3 * scan + 2 + 3 * routing + broadcast + sort;
            for (percent, most) in [(100, shape.nodes()), (50, 3), (0, 0)] {
                let outcome =
                    of_two(shape, down, across, multicast(shape.nodes(), percent, most, 3));
                assert_eq!(outcome.steps as usize, expected, "{rows}x{cols} in {down}x{across}");
                assert!(outcome.peak <= 8, "{rows}x{cols} in {down}x{across}");
            }
        }
    }
}

#[test]
fn a_migration_to_as_many_tiles_as_the_side_takes_at_most_12_sides() {
    for (side, down, across) in [(16, 4, 4), (32, 8, 4), (64, 8, 8)] {
        let shape = Shape::new(side, side).expect("small");
        let outcome = lean(shape, down, across, multicast(shape.nodes(), 100, side, 1));
        assert!(outcome.steps as usize <= 12 * side, "side {side}: {}", outcome.steps);
        assert!(outcome.peak <= 6, "side {side}");
    }
}

#[test]
fn all_six_slots_fill() {
    let shape = Shape::new(128, 128).expect("small");
    let set = |seed| multicast(shape.nodes(), 100, 2, seed);
    let peaks = [1, 2, 3].map(|seed| lean(shape, 16, 8, set(seed)).peak);
    assert_eq!(peaks.iter().max(), Some(&6));
}
