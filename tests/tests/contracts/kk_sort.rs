//! The (k,k)-sort leaves the packets in order, 2⌈k/2⌉ a node, and the holes last.

use super::sort::ORDERS;
use super::{cases, nodes_in_order};
use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::KkSort;
use meshcast_tests::corpus::{Keys, lists, machine_with_lists, shapes};
use meshcast_tests::oracle::sorted;
use proptest::prelude::*;

fn check(sort: &KkSort, k: usize, shape: Shape, order: Order, lists: &[Vec<Option<u32>>]) {
    let case = format!("{shape:?} {order:?} k={k} {lists:?}");
    let mut machine = machine_with_lists(shape, lists, sort.capacity(), Options::default());
    let before = machine.steps();
    sort.run(&mut machine).unwrap_or_else(|violation| panic!("{violation}: {case}"));
    assert_eq!(machine.steps() - before, sort.steps(), "{case}");
    let outcome = machine.finish();
    let packets: Vec<(u32, u32)> = (0..)
        .zip(lists)
        .flat_map(|(node, list)| list.iter().flatten().map(move |&key| (key, node)))
        .collect();
    let mut expected = sorted(&packets).into_iter();
    for node in nodes_in_order(shape, order) {
        let (row, col) = shape.position(node);
        let mut held = 0;
        for lane in 0..2 * k.div_ceil(2) {
            let found =
                outcome.packet(lane, row, col).map(|packet| (packet.key(), packet.message()));
            assert_eq!(found, expected.next(), "node {node} lane {lane}: {case}");
            held += u32::from(found.is_some());
        }
        assert_eq!(outcome.packets_left(row, col), held, "{case}");
    }
}

#[test]
fn every_key_pattern_is_sorted_in_every_order() {
    for shape in shapes(16) {
        for order in ORDERS {
            for k in 1..=5 {
                let sort = KkSort::new(shape, k, order);
                for keys in Keys::ALL {
                    check(&sort, k, shape, order, &lists(shape.nodes(), k, keys, 0, 1));
                }
            }
        }
    }
}

#[test]
fn holes_end_up_last() {
    for shape in shapes(13) {
        for order in ORDERS {
            for k in [1, 2, 3, 6] {
                let sort = KkSort::new(shape, k, order);
                for missing in [10, 50, 95, 100] {
                    let lists = lists(shape.nodes(), k, Keys::Random, missing, 2);
                    check(&sort, k, shape, order, &lists);
                }
            }
        }
    }
}

/// Every number of ones in every list: sorted lists of zeros and ones are no more than that.
#[test]
fn every_number_of_ones_in_every_node_of_a_few_is_sorted() {
    for shape in shapes(8).into_iter().filter(|shape| shape.nodes() <= 8) {
        for order in ORDERS {
            for k in 2..=4_u32 {
                let inputs = u64::from(k + 1).pow(shape.nodes() as u32);
                if inputs > 7000 {
                    continue;
                }
                let sort = KkSort::new(shape, k as usize, order);
                for input in 0..inputs {
                    let ones = |node: u32| (input / u64::from(k + 1).pow(node)) as u32 % (k + 1);
                    let list = |ones| (0..k).map(|lane| Some(u32::from(lane < ones))).collect();
                    let lists: Vec<Vec<Option<u32>>> =
                        (0..shape.nodes() as u32).map(|node| list(ones(node))).collect();
                    check(&sort, k as usize, shape, order, &lists);
                }
            }
        }
    }
}

#[test]
fn larger_sides_and_longer_lists_are_sorted_too() {
    for (rows, cols, k) in [
        (32, 32, 4),
        (31, 31, 6),
        (64, 37, 2),
        (40, 2, 70),
        (24, 1, 90),
        (1, 20, 80),
        (9, 10, 41),
        (4, 4, 300),
        (37, 37, 8),
        (64, 48, 5),
        (29, 67, 10),
        (90, 20, 12),
    ] {
        let shape = Shape::new(rows, cols).expect("small");
        for order in ORDERS {
            let sort = KkSort::new(shape, k, order);
            for (keys, missing) in [(Keys::Random, 0), (Keys::ZeroOne, 0), (Keys::Reversed, 60)] {
                check(&sort, k, shape, order, &lists(shape.nodes(), k, keys, missing, 5));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_lists_on_any_shape_are_sorted(
        (rows, cols, k) in (1..=24_usize, 1..=24_usize, 1..=10_usize),
        (order, keys) in (0..ORDERS.len(), 0..Keys::ALL.len()),
        (missing, seed) in (0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let sort = KkSort::new(shape, k, ORDERS[order]);
        let lists = lists(shape.nodes(), k, Keys::ALL[keys], missing, u64::from(seed));
        check(&sort, k, shape, ORDERS[order], &lists);
    }
}
