//! The (k,k)-sort: at most ⌈k/2⌉ times the steps of its network, fewer in halves; a few steps a packet of a node and side.

use meshcast_engine::{Options, Order, Outcome, Rule, Shape, Violation};
use meshcast_primitives::KkSort;
use meshcast_primitives::sort::Plan;
use meshcast_tests::corpus::{Keys, lists, machine_with_lists, shapes};

const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

/// Runs the sort of full lists; returns its steps and the outcome.
fn run(
    sort: &KkSort,
    shape: Shape,
    k: usize,
    capacity: usize,
) -> Result<(u64, Outcome), Violation> {
    let lists = lists(shape.nodes(), k, Keys::Random, 0, 3);
    let mut machine = machine_with_lists(shape, &lists, capacity, Options::default());
    let before = machine.steps();
    sort.run(&mut machine)?;
    Ok((machine.steps() - before, machine.finish()))
}

fn square(side: usize) -> Shape {
    Shape::new(side, side).expect("small")
}

#[test]
fn steps_are_at_most_half_of_k_rounded_up_times_those_of_the_network() {
    // The networks of the documentation.
    for (side, snake, rows) in [(1, 0, 0), (4, 16, 18), (8, 42, 44), (16, 93, 102), (32, 176, 198)]
    {
        for (order, network) in
            [(Order::Snake, snake), (Order::RowMajor, rows), (Order::ColumnMajor, rows)]
        {
            for k in 1..=6 {
                let sort = KkSort::new(square(side), k, order);
                let (steps, outcome) =
                    run(&sort, square(side), k, sort.capacity()).expect("lawful");
                let of = format!("side {side} {order:?} k={k}");
                assert_eq!(steps, sort.steps(), "{of}");
                let most = (k as u64).div_ceil(2) * network;
                // Single packets have no halves.
                assert!(if k <= 2 { steps == most } else { steps <= most }, "{of}: {steps}");
                assert!(outcome.peak as usize <= sort.capacity());
            }
        }
    }
}

#[test]
fn halves_take_the_documented_steps() {
    let steps = [
        (8, [78, 124, 156, 288]),
        (16, [146, 238, 288, 576]),
        (32, [270, 436, 532, 1056]),
        (37, [371, 590, 726, 1436]),
        (64, [510, 834, 988, 1944]),
        (100, [772, 1260, 1496, 2944]),
        (128, [931, 1523, 1798, 3532]),
        (256, [1730, 2856, 3332, 6536]),
        (512, [3100, 5153, 6072, 12016]),
    ];
    for (side, snake) in steps {
        for (k, steps) in [4, 6, 8, 16].into_iter().zip(snake) {
            assert_eq!(KkSort::steps_on(square(side), k, Order::Snake), steps, "{side} k={k}");
        }
    }
}

/// Primes, and twice a prime, are the worst.
#[test]
fn sorts_take_at_most_three_halves_of_k_and_fifteen_sides_whatever_the_side() {
    for side in [32, 37, 41, 43, 53, 67, 82, 97, 134, 149, 181, 257, 298, 331, 643, 1297] {
        for k in [3, 4, 6, 8, 10, 12, 16] {
            let steps = KkSort::steps_on(square(side), k, Order::Snake);
            let most = (3 * k + 30) * side;
            assert!(2 * steps as usize <= most, "side {side} k={k}: {steps}");
        }
    }
}

/// Primes, and twice a prime: of those tried from 1301 to 4099 the farthest from it, and the longest.
#[test]
fn on_longer_sides_they_take_at_most_three_halves_of_k_and_eight_sides() {
    for side in [1301, 1361, 1766, 4099] {
        for k in [4, 8, 12, 16] {
            let steps = KkSort::steps_on(square(side), k, Order::Snake);
            let most = (3 * k + 16) * side;
            assert!(2 * steps as usize <= most, "side {side} k={k}: {steps}");
        }
    }
}

#[test]
fn halves_of_four_packets_or_a_multiple_save_a_fifth() {
    for side in 48..=128 {
        let network = Plan::wide_steps_on(square(side), Order::Snake);
        for k in [4, 8, 12, 16] {
            let (steps, whole) =
                (KkSort::steps_on(square(side), k, Order::Snake), k as u64 / 2 * network);
            assert!(5 * steps <= 4 * whole, "side {side} k={k}: {steps} of {whole}");
        }
    }
}

#[test]
fn a_line_is_sorted_in_its_length_for_every_two_packets() {
    for nodes in 2..=20 {
        for (rows, cols) in [(1, nodes), (nodes, 1)] {
            let shape = Shape::new(rows, cols).expect("small");
            for order in ORDERS {
                for k in [2, 4, 5] {
                    let sort = KkSort::new(shape, k, order);
                    let capacity = 2 * k.div_ceil(2);
                    assert_eq!(sort.capacity(), capacity, "nothing is routed along a line");
                    let (steps, _) = run(&sort, shape, k, capacity).expect("lawful");
                    assert_eq!(steps, (k.div_ceil(2) * nodes) as u64, "{rows}x{cols} k={k}");
                }
            }
        }
    }
}

#[test]
fn four_packets_of_a_node_take_about_two_and_a_half_steps_each_a_side_at_most() {
    for side in (2..=64).chain((65..=128).step_by(7)).chain([96, 97, 100, 125, 128]) {
        // In hundredths.
        for (order, promise) in [(Order::Snake, 262), (Order::RowMajor, 312)] {
            let k = 4;
            let steps = KkSort::new(square(side), k, order).steps();
            let limit = promise * (k * side) as u64;
            assert!(100 * steps <= limit, "side {side} {order:?}: {steps}");
        }
    }
}

#[test]
fn the_buffer_holds_the_lists_and_a_few_packets_in_transit_and_no_fewer() {
    for shape in shapes(12).into_iter().chain([square(16), square(25)]) {
        for order in ORDERS {
            for k in [1, 2, 4, 6] {
                let sort = KkSort::new(shape, k, order);
                let lists = 2 * k.div_ceil(2);
                let transit = sort.capacity() - lists;
                let most = if k <= 2 { 3 } else { 6 };
                assert!(transit <= most, "{shape:?} {order:?} k={k}");
                let (_, outcome) = run(&sort, shape, k, sort.capacity()).expect("lawful");
                assert!(outcome.peak as usize <= sort.capacity());
                // A buffer that does not even hold the packets need not be tried.
                if sort.capacity() > k {
                    let smaller = run(&sort, shape, k, sort.capacity() - 1).map(|_| ());
                    let violation = smaller.expect_err("a slot is missing");
                    // A packet that comes has no slot, or what a node splits.
                    let rules = if k <= 2 { [Rule::M6; 2] } else { [Rule::M5, Rule::M6] };
                    assert!(rules.contains(&violation.rule), "{shape:?} {order:?} k={k}");
                }
            }
        }
    }
    let transit = (1..=32).map(|side| KkSort::new(square(side), 2, Order::Snake).capacity() - 2);
    assert_eq!(transit.max(), Some(3));
}
