//! Energy: the constants of sorts, scans and sums in the spatial computer model.

use meshcast_engine::{Machine, Messages, Options, Order, Outcome, Shape};
use meshcast_primitives::{Sort, reduce, scan};
use meshcast_tests::corpus::{Keys, machine_with_keys, sources};
use std::sync::Arc;

fn sorted(side: usize) -> Outcome {
    let shape = Shape::new(side, side).expect("small");
    let keys = Keys::Random.make(shape.nodes(), 3);
    let everyone = sources(shape.nodes(), 100, 0);
    let mut machine =
        machine_with_keys(shape, &everyone, &keys, Sort::CAPACITY, Options::default());
    Sort::new(shape, Order::Snake).run(&mut machine).expect("lawful");
    machine.finish()
}

#[test]
fn a_sort_spends_three_to_five_times_the_nodes_to_the_power_of_three_halves() {
    for side in 16..=64 {
        let energy = sorted(side).link_uses;
        let hundredths = 100 * energy / (side as u64).pow(3);
        // No sort can do with fewer than n^1.5 but for a constant: half of the packets may be half a side away.
        let most = if side.is_power_of_two() { 360 } else { 500 };
        assert!((300..=most).contains(&hundredths), "side {side}: {hundredths}");
    }
}

#[test]
fn scans_and_sums_spend_fewer_than_two_hops_a_node() {
    for (rows, cols) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 13), (16, 16), (31, 8), (64, 64)] {
        let shape = Shape::new(rows, cols).expect("small");
        let nodes = shape.nodes() as u64;
        let energy = |program: fn(&mut Machine)| {
            let messages = Arc::new(Messages::new(shape.nodes(), []).expect("small"));
            let mut machine = Machine::new(shape, messages, Some(1), Options::default());
            program(&mut machine);
            machine.finish().link_uses
        };
        let of_scan = energy(|machine| {
            let mut values = machine.variable(1, |_, _| 1u32).expect("lawful");
            scan(machine, &mut values, Order::RowMajor, u32::wrapping_add).expect("lawful");
        });
        // A message has to reach every node but the first.
        assert!((nodes - 1..=2 * (nodes - 1)).contains(&of_scan), "{shape:?}: {of_scan}");
        let of_sum = energy(|machine| {
            let mut values = machine.variable(1, |_, _| 1u32).expect("lawful");
            reduce(machine, &mut values, u32::wrapping_add).expect("lawful");
        });
        assert_eq!(of_sum, 2 * (nodes - 1), "{shape:?}");
    }
}
