//! Scans equal the naive prefix along the order, for an operation that does not commute.

use super::nodes_in_order;
use meshcast_engine::{Machine, Messages, Options, Order, Shape};
use meshcast_primitives::{Segmented, scan, scan_steps, scan_with_total, segmented_scan};
use meshcast_tests::corpus::{Keys, shapes};
use meshcast_tests::oracle;
use std::sync::Arc;

fn machine(shape: Shape) -> Machine {
    let set = Messages::new(shape.nodes(), []).expect("small");
    Machine::new(shape, Arc::new(set), Some(1), Options::default())
}

/// The composition of x ↦ ax + b, modulo 2^32: associative, not commutative.
fn compose((a, b): (u32, u32), (c, d): (u32, u32)) -> (u32, u32) {
    (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
}

/// The maps of every node, `waves` each.
fn maps(shape: Shape, waves: usize) -> Vec<(u32, u32)> {
    let numbers = Keys::Random.make(2 * shape.nodes() * waves, 11);
    numbers.chunks(2).map(|pair| (pair[0] | 1, pair[1])).collect()
}

#[test]
fn scans_equal_the_prefix_along_the_order() {
    for shape in shapes(16) {
        for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
            for waves in [1, 2, 3, 10] {
                let maps = maps(shape, waves);
                let mut machine = machine(shape);
                let mut values = machine
                    .variable(waves, |node, wave| maps[node.index() * waves + wave])
                    .expect("lawful");
                scan(&mut machine, &mut values, order, compose).expect("lawful");
                let outcome = machine.finish();
                assert_eq!(outcome.steps, scan_steps(shape, order, waves), "{shape:?} {order:?}");
                let found = values.reveal(&outcome);
                let along = nodes_in_order(shape, order);
                for wave in 0..waves {
                    let inputs: Vec<_> =
                        along.iter().map(|node| maps[node * waves + wave]).collect();
                    let expected = oracle::scan(&inputs, |a, b| compose(*a, *b));
                    let found: Vec<_> =
                        along.iter().map(|node| found[node * waves + wave]).collect();
                    assert_eq!(found, expected, "{shape:?} {order:?} wave {wave}");
                }
            }
        }
    }
}

#[test]
fn scans_with_a_total_tell_every_node_both() {
    for shape in shapes(16) {
        for waves in [1, 2, 3, 10] {
            let maps = maps(shape, waves);
            let mut machine = machine(shape);
            let mut values = machine
                .variable(waves, |node, wave| maps[node.index() * waves + wave])
                .expect("lawful");
            // Odd registers combine the other way round.
            let combine = |wave, a, b| if wave % 2 == 0 { compose(a, b) } else { compose(b, a) };
            let total = scan_with_total(&mut machine, &mut values, combine).expect("lawful");
            let outcome = machine.finish();
            let (found, total) = (values.reveal(&outcome), total.reveal(&outcome));
            let along = nodes_in_order(shape, Order::Snake);
            for wave in 0..waves {
                let inputs: Vec<_> = along.iter().map(|node| maps[node * waves + wave]).collect();
                let expected = oracle::scan(&inputs, |a, b| combine(wave, *a, *b));
                let found: Vec<_> = along.iter().map(|node| found[node * waves + wave]).collect();
                assert_eq!(found, expected, "{shape:?} wave {wave}");
                if wave == 0 {
                    let all = expected[shape.nodes() - 1];
                    assert_eq!(total, vec![all; shape.nodes()], "{shape:?}");
                }
            }
        }
    }
}

#[test]
fn segmented_scans_begin_anew_at_every_start() {
    for shape in shapes(12) {
        for order in [Order::Snake, Order::RowMajor] {
            let values = Keys::Repeated.make(shape.nodes(), 3);
            let starts: Vec<bool> =
                Keys::Repeated.make(shape.nodes(), 4).iter().map(|&key| key == 0).collect();
            let mut machine = machine(shape);
            let mut sums = machine
                .variable(1, |node, _| Segmented {
                    starts: starts[node.index()],
                    value: values[node.index()],
                })
                .expect("lawful");
            segmented_scan(&mut machine, &mut sums, order, u32::wrapping_add).expect("lawful");
            let outcome = machine.finish();
            assert_eq!(outcome.steps, scan_steps(shape, order, 1));
            let found = sums.reveal(&outcome);
            let along = nodes_in_order(shape, order);
            let expected = oracle::segmented_scan(
                &oracle::read_along(&along, &values),
                &oracle::read_along(&along, &starts),
                |a, b| a.wrapping_add(*b),
            );
            let found: Vec<u32> = along.iter().map(|&node| found[node].value).collect();
            assert_eq!(found, expected, "{shape:?} {order:?}");
        }
    }
}
