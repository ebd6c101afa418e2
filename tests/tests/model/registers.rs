//! Registers stay at their nodes, whatever a program leaves in the place of those that it was given.

use super::setting::{Setting, panic_of};
use meshcast_engine::{Machine, Mode, Options, Rehearsal, Tiling, Variable, Violation};
use std::sync::{Mutex, PoisonError};

const FOREIGN: &str = "the registers are of another machine";
const RESIZED: &str = "a program changed how many registers a node has";

/// A machine of 2 × 4 nodes, and how it is cut into two tiles of one shape.
fn machine(threads: usize) -> (Machine, Tiling) {
    let mesh = Setting::new(2, 4, 1);
    let machine = mesh.machine(Options { threads, ..Options::default() });
    (machine, Tiling::grid(mesh.shape, 1, 2))
}

/// A register at every node, with its index.
fn indices(machine: &mut Machine) -> Variable<u32> {
    machine.variable(1, |node, _| node.id()).expect("lawful")
}

#[test]
fn a_tile_cannot_take_the_registers_of_the_whole_for_its_own() {
    for threads in [1, 2] {
        let (mut machine, tiling) = machine(threads);
        let mut values = indices(&mut machine);
        let whole = Mutex::new(vec![indices(&mut machine), indices(&mut machine)]);
        // Otherwise the first node of every tile would know what node 0 knows, after no step.
        let text = panic_of(|| {
            let _ = machine.in_parallel_with(&tiling, &mut values, |_, own| {
                let other = whole.lock().unwrap_or_else(PoisonError::into_inner).pop();
                *own = other.expect("registers for every tile");
                Ok(())
            });
        });
        assert_eq!(text, FOREIGN, "{threads} threads");
    }
}

#[test]
fn tiles_cannot_swap_their_registers() {
    for threads in [1, 2] {
        let (mut machine, tiling) = machine(threads);
        let mut values = indices(&mut machine);
        // Whoever comes first leaves its registers here for the other tile.
        let here: Mutex<Option<Variable<u32>>> = Mutex::new(None);
        let text = panic_of(|| {
            let _ = machine.in_parallel_with(&tiling, &mut values, |tile, own| {
                let mut here = here.lock().unwrap_or_else(PoisonError::into_inner);
                match &mut *here {
                    Some(other) => std::mem::swap(own, other),
                    empty => *empty = Some(tile.map(own, |_, value| *value)?),
                }
                Ok(())
            });
        });
        assert_eq!(text, FOREIGN, "{threads} threads");
    }
}

#[test]
fn a_tile_cannot_take_the_registers_of_another_run() {
    let (mut first, tiling) = machine(1);
    let mut values = indices(&mut first);
    let taken: Mutex<Vec<Variable<u32>>> = Mutex::new(Vec::new());
    let take = |tile: &mut Machine, own: &mut Variable<u32>| {
        taken.lock().unwrap().push(tile.map(own, |_, value| *value)?);
        Ok(())
    };
    first.in_parallel_with(&tiling, &mut values, take).expect("lawful");
    let (mut second, _) = machine(1);
    let mut values = indices(&mut second);
    // They are of the same nodes of the same mesh.
    let text = panic_of(|| {
        let _ = second.in_parallel_with(&tiling, &mut values, |_, own| {
            *own = taken.lock().unwrap().remove(0);
            Ok(())
        });
    });
    assert_eq!(text, FOREIGN);
}

#[test]
fn a_tile_cannot_change_how_many_registers_its_nodes_have() {
    for per_node in [0, 2] {
        let (mut machine, tiling) = machine(1);
        let mut values = indices(&mut machine);
        let text = panic_of(|| {
            let _ = machine.in_parallel_with(&tiling, &mut values, |tile, own| {
                *own = tile.variable(per_node, |node, _| node.id())?;
                Ok(())
            });
        });
        assert_eq!(text, RESIZED, "{per_node} a node");
    }
}

#[test]
fn the_one_tile_of_a_whole_mesh_keeps_to_its_registers_too() {
    let replaced = |by: fn(&mut Machine) -> Result<Variable<u32>, Violation>| {
        let (mut machine, _) = machine(1);
        let mut values = indices(&mut machine);
        let tiling = Tiling::grid(machine.shape(), 1, 1);
        panic_of(|| {
            let _ = machine.in_parallel_with(&tiling, &mut values, |tile, own| {
                *own = by(tile)?;
                Ok(())
            });
        })
    };
    assert_eq!(replaced(|tile| tile.transposed(|turned| turned.variable(1, |_, _| 7))), FOREIGN);
    assert_eq!(replaced(|tile| tile.variable(3, |_, _| 7)), RESIZED);
}

#[test]
fn a_transposed_program_cannot_leave_other_registers() {
    type Whole = Mutex<Vec<Variable<u32>>>;
    let replaced = |by: fn(&mut Machine, &Whole) -> Result<Variable<u32>, Violation>| {
        let (mut machine, _) = machine(1);
        let mut values = indices(&mut machine);
        let whole = Mutex::new(vec![indices(&mut machine)]);
        panic_of(|| {
            let _ = machine.transposed_with(&mut values, |turned, own| {
                *own = by(turned, &whole)?;
                Ok(())
            });
        })
    };
    assert_eq!(replaced(|_, whole| Ok(whole.lock().unwrap().remove(0))), FOREIGN);
    assert_eq!(replaced(|turned, _| turned.variable(2, |_, _| 7)), RESIZED);
}

#[test]
fn what_a_tile_makes_of_its_registers_takes_their_place() {
    let (mut machine, tiling) = machine(1);
    let mut values = indices(&mut machine);
    let increment = |machine: &mut Machine, own: &mut Variable<u32>| {
        *own = machine.map(own, |_, value| value + 10)?;
        Ok(())
    };
    machine.in_parallel_with(&tiling, &mut values, increment).expect("lawful");
    machine.transposed_with(&mut values, increment).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(values.reveal(&outcome), [20, 21, 22, 23, 24, 25, 26, 27]);
}

#[test]
fn registers_of_a_rehearsal_hold_nothing_that_a_machine_can_work_with() {
    let mesh = Setting::new(2, 4, 1);
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    let mut machine = mesh.machine(Options { mode: Mode::Leap, ..Options::default() });
    let mut values = indices(&mut machine);
    let leap = machine.leap(&Rehearsal::default(), 0..0, |stage| {
        values = stage.map(&values, |_, value| value + 1)?;
        Ok(())
    });
    assert!(leap.expect("lawful").is_some());
    let text = panic_of(|| machine.compute(&mut values, |_, _| ()).expect("lawful"));
    assert_eq!(text, "the registers are of a rehearsal");
    let text = panic_of(|| {
        let _ = machine.in_parallel_with(&tiling, &mut values, |_, _| Ok(()));
    });
    assert_eq!(text, "the registers are of a rehearsal");
}

#[test]
fn a_rehearsed_program_cannot_put_another_machine_in_the_place_of_its_own() {
    let mesh = Setting::new(2, 4, 1);
    let mut machine = mesh.machine(Options { mode: Mode::Leap, ..Options::default() });
    let text = panic_of(|| {
        let _ = machine.leap(&Rehearsal::default(), 0..0, |stage| {
            *stage = mesh.machine(Options::default());
            Ok(())
        });
    });
    assert_eq!(text, "a program replaced its machine");
}
