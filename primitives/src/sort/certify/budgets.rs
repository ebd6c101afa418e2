//! Tests what the plans cost.

use meshcast_engine::Order;

use super::super::Plan;
use super::shape;

fn snake_steps(side: usize) -> usize {
    Plan::new(shape(side, side), Order::Snake).steps()
}

fn has_only_factors_2_3_5(mut side: usize) -> bool {
    for factor in [2, 3, 5] {
        while side.is_multiple_of(factor) {
            side /= factor;
        }
    }
    side == 1
}

/// Asserts steps ≤ tenths·side/10.
fn assert_within(side: usize, steps: usize, tenths: usize) {
    assert!(10 * steps <= tenths * side, "{steps} steps for side {side} exceed {tenths}/10 a side");
}

#[test]
fn powers_of_two_take_fewer_steps_a_side_the_larger_they_are() {
    for side in [8, 16, 32, 64] {
        assert_within(side, snake_steps(side), 45);
    }
    assert_within(128, snake_steps(128), 40);
    assert_within(256, snake_steps(256), 40);
    assert_within(512, snake_steps(512), 38);
}

#[test]
fn every_side_takes_at_most_five_steps_a_side() {
    for side in 1..=128 {
        assert_within(side, snake_steps(side), 50);
    }
}

#[test]
fn large_primes_take_no_more_steps_a_side_than_small_ones() {
    for side in [131, 167, 211, 257, 283] {
        assert_within(side, snake_steps(side), 46);
    }
    for side in [293, 353, 401, 509, 641] {
        assert_within(side, snake_steps(side), 42);
    }
    assert_within(1021, snake_steps(1021), 38);
    // No product of two even numbers is 2521 or up to 24 more.
    assert_within(2521, snake_steps(2521), 47);
}

#[test]
fn a_row_more_or_less_hardly_matters() {
    for cols in [47, 67, 97, 131] {
        for rows in [cols - 5, cols - 1, cols + 1, cols + 7] {
            let steps = Plan::new(shape(rows, cols), Order::Snake).steps();
            assert_within(rows.max(cols), steps, 50);
        }
    }
}

#[test]
fn oblong_meshes_take_at_most_as_many_steps_a_longer_side() {
    for short in [32, 37, 53, 67, 73] {
        for times in [2, 3, 5, 8, 16] {
            let long = short * times + 1;
            for shape in [shape(short, long), shape(long, short)] {
                assert_within(long, Plan::new(shape, Order::Snake).steps(), 45);
            }
        }
    }
}

#[test]
fn row_major_order_costs_at_most_half_a_side_more() {
    for side in 7..=128 {
        let steps = Plan::new(shape(side, side), Order::RowMajor).steps();
        assert_within(side, steps - snake_steps(side), 5);
    }
}

#[test]
fn merging_never_costs_more_than_shearsort() {
    for rows in 1..=24 {
        for cols in 1..=24 {
            for order in [Order::Snake, Order::RowMajor] {
                let shape = shape(rows, cols);
                assert!(Plan::new(shape, order).steps() <= Plan::shearsort(shape, order).steps());
            }
        }
    }
}

#[test]
fn a_line_is_sorted_in_about_its_length() {
    for nodes in 1..=64 {
        assert_eq!(
            Plan::new(shape(nodes, 1), Order::Snake).steps(),
            if nodes == 1 { 0 } else { nodes }
        );
        let steps = Plan::new(shape(1, nodes), Order::Snake).steps();
        assert!(steps <= nodes + 2, "{steps} steps for a row of {nodes}");
    }
}

#[test]
fn two_elements_a_node_take_at_most_six_steps_a_side_in_snake_order() {
    for side in (1..=128).filter(|&side| has_only_factors_2_3_5(side)) {
        assert_within(side, Plan::wide(shape(side, side), Order::Snake).steps(), 60);
        assert_within(side, Plan::wide(shape(side, side), Order::RowMajor).steps(), 67);
    }
    for side in [8, 16, 32, 64, 128] {
        let folded = Plan::new(shape(side, side), Order::Snake).steps();
        let wide = Plan::wide(shape(side, side), Order::Snake).steps();
        assert!(wide < 2 * folded, "two packets a node are cheaper together, side {side}");
    }
}

#[test]
fn two_elements_a_node_take_at_most_seven_steps_a_side() {
    for side in 1..=128 {
        assert_within(side, Plan::wide(shape(side, side), Order::Snake).steps(), 65);
        assert_within(side, Plan::wide(shape(side, side), Order::RowMajor).steps(), 69);
    }
}
