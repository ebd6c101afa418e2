//! Scans and reductions: about twice the side.

use meshcast_engine::{Machine, Messages, Options, Order, Shape};
use meshcast_primitives::{reduce, scan, scan_with_total};
use std::sync::Arc;

fn machine(rows: usize, cols: usize) -> Machine {
    let shape = Shape::new(rows, cols).expect("small");
    let set = Messages::new(shape.nodes(), []).expect("small");
    Machine::new(shape, Arc::new(set), Some(1), Options::default())
}

#[test]
fn t_scans_take_two_half_rows_and_a_column_and_one_step_more_a_wave() {
    for rows in 1..=20 {
        for cols in 1..=20 {
            for waves in [1, 2, 5] {
                for (order, length, lines) in [
                    (Order::Snake, cols, rows),
                    (Order::RowMajor, cols, rows),
                    (Order::ColumnMajor, rows, cols),
                ] {
                    let mut machine = machine(rows, cols);
                    let mut values = machine.variable(waves, |_, _| 1u32).expect("lawful");
                    scan(&mut machine, &mut values, order, u32::wrapping_add).expect("lawful");
                    let expected =
                        if rows * cols == 1 { 0 } else { length / 2 * 2 + lines - 1 + waves - 1 };
                    assert_eq!(
                        machine.steps(),
                        expected as u64,
                        "{rows}x{cols} {order:?} t={waves}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_total_takes_one_step_more_than_the_scans() {
    for rows in 1..=20 {
        for cols in 1..=20 {
            for waves in [1, 2, 5] {
                let mut machine = machine(rows, cols);
                let mut values = machine.variable(waves, |_, _| 1u32).expect("lawful");
                scan_with_total(&mut machine, &mut values, |_, a, b| a + b).expect("lawful");
                let expected = if rows * cols == 1 { 0 } else { cols / 2 * 2 + rows - 1 + waves };
                assert_eq!(machine.steps(), expected as u64, "{rows}x{cols} t={waves}");
            }
        }
    }
}

#[test]
fn a_reduction_takes_two_half_rows_and_two_half_columns() {
    for rows in 1..=20 {
        for cols in 1..=20 {
            let mut machine = machine(rows, cols);
            let mut values = machine.variable(1, |_, _| 1u32).expect("lawful");
            reduce(&mut machine, &mut values, u32::wrapping_add).expect("lawful");
            assert_eq!(machine.steps() as usize, rows / 2 * 2 + cols / 2 * 2, "{rows}x{cols}");
        }
    }
}
