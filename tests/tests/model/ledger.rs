//! The ledger: every step in one line, sums in sequence, the slowest in parallel.

use super::Setting;
use meshcast_engine::{Machine, Outcome, Tiling, Violation};

fn wait(machine: &mut Machine, steps: usize) -> Result<(), Violation> {
    (0..steps).try_for_each(|_| machine.step(|_| Ok(())))
}

/// Waits inside a span.
fn wait_in(machine: &mut Machine, name: &str, steps: usize) -> Result<(), Violation> {
    machine.span(name, |machine| wait(machine, steps))
}

/// Path, calls and steps of every line.
fn lines(outcome: &Outcome) -> Vec<(&str, u64, u64)> {
    outcome.ledger.iter().map(|line| (line.path.as_str(), line.calls, line.steps)).collect()
}

#[test]
fn nested_spans_and_spans_entered_again_add_up() {
    let outcome = Setting::new(1, 1, 1).run(|machine| {
        wait(machine, 1)?;
        for round in 0..3 {
            machine.span("visit", |machine| {
                wait_in(machine, "sort", 2)?;
                wait(machine, round)?;
                wait_in(machine, "scan", 4)?;
                wait_in(machine, "sort", 1)
            })?;
        }
        // The same name elsewhere is another line; a span without steps is none.
        wait_in(machine, "sort", 5)?;
        wait_in(machine, "idle", 0)
    });
    let expected = [
        ("(outside)", 1, 1),
        ("visit", 3, 3),
        ("visit/sort", 6, 9),
        ("visit/scan", 3, 12),
        ("sort", 1, 5),
    ];
    assert_eq!(lines(&outcome), expected);
    assert_eq!(outcome.steps, 30);
}

/// Cuts a mesh of 5 columns into tiles of 2 and 3: they differ in shape and may differ in steps.
fn in_tiles(
    machine: &mut Machine,
    program: impl Fn(&mut Machine, usize) -> Result<(), Violation> + Sync,
) -> Result<(), Violation> {
    machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), program)
}

#[test]
fn parallel_tiles_cost_what_the_slowest_costs_and_show_its_spans() {
    let outcome = Setting::new(1, 5, 1).run(|machine| {
        machine.span("phase", |machine| {
            wait(machine, 1)?;
            in_tiles(machine, |machine, tile| {
                wait_in(machine, ["near", "far"][tile], [7, 3][tile])?;
                wait_in(machine, "both", [1, 4][tile])
            })
        })
    });
    assert_eq!(lines(&outcome), [("phase", 1, 1), ("phase/near", 1, 7), ("phase/both", 1, 1)]);
    assert_eq!(outcome.steps, 9);
}

#[test]
fn the_first_of_the_slowest_tiles_is_the_one_shown() {
    let outcome = Setting::new(1, 5, 1).run(|machine| {
        in_tiles(machine, |machine, tile| wait_in(machine, ["first", "second"][tile], 6))
    });
    assert_eq!(lines(&outcome), [("first", 1, 6)]);
}

#[test]
fn in_sequence_steps_add_and_nested_tiles_compose() {
    let outcome = Setting::new(4, 5, 1).run(|machine| {
        for _ in 0..2 {
            in_tiles(machine, |machine, tile| {
                let halves = Tiling::grid(machine.shape(), 2, 1);
                machine.in_parallel(&halves, |machine, _| wait_in(machine, "inner", 2 + tile))?;
                wait_in(machine, "outer", 10 - 9 * tile)
            })?;
        }
        Ok(())
    });
    // Tile 0 takes 2 + 10 steps, tile 1 takes 3 + 1.
    assert_eq!(lines(&outcome), [("inner", 2, 4), ("outer", 2, 20)]);
    assert_eq!(outcome.steps, 24);
}

#[test]
fn a_transposed_program_charges_the_span_that_it_runs_in() {
    let outcome = Setting::new(2, 5, 1).run(|machine| {
        machine.span("column", |machine| machine.transposed(|machine| wait(machine, 3)))
    });
    assert_eq!(lines(&outcome), [("column", 1, 3)]);
}
