//! Sorts leave the packets in order and the nodes without packets last.

use super::nodes_in_order;
use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::Sort;
use meshcast_tests::corpus::{Keys, machine_with_keys, shapes, sources};
use meshcast_tests::oracle::sorted;

pub(super) const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

/// Every implementation.
const SORTS: [fn(Shape, Order) -> Sort; 2] = [Sort::new, Sort::shearsort];

pub(super) fn check(sort: &Sort, shape: Shape, order: Order, sources: &[u32], keys: &[u32]) {
    let mut machine = machine_with_keys(shape, sources, keys, Sort::CAPACITY, Options::default());
    sort.run(&mut machine).unwrap_or_else(|violation| panic!("{shape:?} {order:?}: {violation}"));
    let outcome = machine.finish();
    assert_eq!(outcome.steps, sort.steps(), "{shape:?} {order:?}");
    let packets: Vec<(u32, u32)> =
        keys.iter().enumerate().map(|(message, &key)| (key, message as u32)).collect();
    let mut expected = sorted(&packets).into_iter();
    for node in nodes_in_order(shape, order) {
        let (row, col) = shape.position(node);
        let found = outcome.packet(0, row, col).map(|packet| (packet.key(), packet.message()));
        assert_eq!(found, expected.next(), "{shape:?} {order:?} at node {node}");
        assert_eq!(
            outcome.packets_left(row, col),
            u32::from(found.is_some()),
            "{shape:?} {order:?}"
        );
    }
}

#[test]
fn every_sort_orders_every_key_pattern_in_every_order() {
    for shape in shapes(16) {
        for order in ORDERS {
            for sort in SORTS.map(|sort| sort(shape, order)) {
                for keys in Keys::ALL {
                    let everyone = sources(shape.nodes(), 100, 0);
                    check(&sort, shape, order, &everyone, &keys.make(shape.nodes(), 1));
                }
            }
        }
    }
}

#[test]
fn holes_end_up_last() {
    for shape in shapes(13) {
        for order in ORDERS {
            for sort in SORTS.map(|sort| sort(shape, order)) {
                for (percent, seed) in [(70, 1), (30, 2), (5, 3), (0, 4)] {
                    let sources = sources(shape.nodes(), percent, seed);
                    let keys = Keys::Random.make(sources.len(), seed);
                    check(&sort, shape, order, &sources, &keys);
                }
            }
        }
    }
}

/// The 0–1 principle: an oblivious network of comparators and fixed routes that sorts all zeros and ones sorts
/// everything.
#[test]
fn every_zero_one_input_of_up_to_ten_nodes_is_sorted() {
    for shape in shapes(10).into_iter().filter(|shape| shape.nodes() <= 10) {
        for order in ORDERS {
            for sort in SORTS.map(|sort| sort(shape, order)) {
                for bits in 0..1u32 << shape.nodes() {
                    let keys: Vec<u32> = (0..shape.nodes()).map(|node| bits >> node & 1).collect();
                    check(&sort, shape, order, &sources(shape.nodes(), 100, 0), &keys);
                }
            }
        }
    }
}

#[test]
fn larger_sides_are_sorted_too() {
    for (rows, cols) in
        [(24, 24), (25, 25), (31, 31), (32, 32), (30, 45), (64, 64), (61, 64), (64, 37)]
    {
        let shape = Shape::new(rows, cols).expect("small");
        for order in ORDERS {
            let sort = Sort::new(shape, order);
            for keys in [Keys::Random, Keys::ZeroOne, Keys::Reversed] {
                check(
                    &sort,
                    shape,
                    order,
                    &sources(shape.nodes(), 100, 0),
                    &keys.make(shape.nodes(), 5),
                );
            }
        }
    }
}
