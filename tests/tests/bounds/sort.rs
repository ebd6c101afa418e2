//! Sorting: the steps a side that the documentation promises, counted on the machine.

use meshcast_engine::{Options, Order, Outcome, Shape};
use meshcast_primitives::Sort;
use meshcast_tests::corpus::{Keys, below, generator, machine_with_keys, sources};
use meshcast_tests::tier;

fn run(side: usize, order: Order) -> Outcome {
    let shape = Shape::new(side, side).expect("within the limit");
    let keys = Keys::Random.make(shape.nodes(), 3);
    let everyone = sources(shape.nodes(), 100, 0);
    let mut machine =
        machine_with_keys(shape, &everyone, &keys, Sort::CAPACITY, Options::default());
    Sort::new(shape, order).run(&mut machine).expect("lawful");
    machine.finish()
}

/// The promised steps of a snake sort, in hundredths of a side.
fn promise(side: usize) -> u64 {
    match side {
        512 => 380,
        128 | 256 => 400,
        _ if side.is_power_of_two() => 450,
        _ => 500,
    }
}

/// By formula: one in 256 of the sides from 32 to 4099, all in the slow tier, and primes among them; and long oblong meshes.
#[test]
fn a_snake_sort_takes_five_steps_a_side_at_most_on_long_sides() {
    let all = (32..4100).len();
    let sides = (0..tier::few(tier::few(all))).map(|turn| 32 + 617 * turn % all);
    let squares = sides.chain([1021, 1301, 2053, 3001, 4099]).map(|side| (side, side));
    for (rows, cols) in squares.chain([(257, 4099), (4099, 257), (1301, 2053)]) {
        assert_five_a_side(rows, cols);
    }
}

/// By formula: longer sides evenly on a logarithmic scale, and so their ratio to the shorter.
#[test]
fn a_snake_sort_takes_five_steps_a_longer_side_at_most_on_oblong_meshes() {
    let mut random = generator(2026);
    let mut share = move || below(&mut random, 1 << 20) as f64 / f64::from(1 << 20);
    for _ in 0..tier::few(400) {
        let long = 32.0 * (4099.0_f64 / 32.0).powf(share());
        let (long, short) = (long as usize, (long / 16_f64.powf(share())).ceil() as usize);
        assert_five_a_side(long, short);
        assert_five_a_side(short, long);
    }
}

/// By formula, on sides beyond any machine: a power of two, a prime, products of two great primes, and one of many small ones; and meshes
/// of few columns, on which blocks of two widths are tried.
#[test]
fn a_snake_sort_takes_five_steps_a_side_at_most_on_sides_beyond_machines() {
    let great = 8209 * 8219;
    for side in [1 << 30, (1 << 30) - 35, great, 12 * great, 720_720] {
        for (rows, cols) in [(side, side), (side, side / 16), (side / 16 + 1, side)] {
            assert_five_a_side(rows, cols);
        }
    }
    for (rows, cols) in [(1 << 30, 67), ((1 << 30) - 35, 257)] {
        assert_five_a_side(rows, cols);
    }
}

fn assert_five_a_side(rows: usize, cols: usize) {
    let shape = Shape::unbounded(rows, cols).expect("in range");
    let steps = Sort::steps_on(shape, Order::Snake);
    assert!(steps <= 5 * rows.max(cols) as u64, "{rows} x {cols}: {steps}");
}

#[test]
fn a_snake_sort_keeps_its_promise_on_every_side_from_7_to_128() {
    for side in (7..=64).chain((65..=128).step_by(7)).chain([96, 100, 101, 125, 127, 128]) {
        let outcome = run(side, Order::Snake);
        assert!(
            100 * outcome.steps <= promise(side) * side as u64,
            "side {side}: {}",
            outcome.steps
        );
        assert!(outcome.peak <= 5, "side {side}");
    }
}

#[test]
fn a_snake_sort_of_65536_nodes_takes_at_most_four_steps_a_side() {
    let outcome = run(256, Order::Snake);
    assert!(100 * outcome.steps <= promise(256) * 256, "{}", outcome.steps);
    assert!(outcome.peak <= 5);
}

#[test]
fn row_and_column_major_sorts_take_at_most_half_a_side_more() {
    for side in [8, 9, 16, 27, 32, 50, 64, 67] {
        let snake = run(side, Order::Snake).steps;
        for order in [Order::RowMajor, Order::ColumnMajor] {
            let steps = run(side, order).steps;
            assert!(
                2 * steps <= 2 * snake + side as u64,
                "side {side} {order:?}: {steps} to {snake}"
            );
        }
    }
}
