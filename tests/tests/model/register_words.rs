//! Registers hold numbers and flags, and how many words of them a node has is counted.

use super::Setting;
use meshcast_engine::{
    Machine, Mode, Options, Outcome, Port, Register, Rehearsal, Tiling, Variable, Violation,
    register,
};

/// The most words of registers that a node has while `program` runs, stepped or leapt.
fn words(mode: Mode, program: impl Fn(&mut Machine) -> Result<(), Violation>) -> u64 {
    let mut machine = Setting::new(2, 4, 1).machine(Options { mode, ..Options::default() });
    program(&mut machine).expect("lawful");
    machine.finish().register_words
}

fn numbers(machine: &mut Machine, per_node: usize) -> Result<Variable<u64>, Violation> {
    machine.variable(per_node, |node, _| u64::from(node.id()))
}

#[test]
fn registers_are_counted_in_whole_words_for_as_long_as_there_are_such() {
    assert_eq!(words(Mode::Step, |_| Ok(())), 0);
    assert_eq!(words(Mode::Step, |machine| numbers(machine, 3).map(drop)), 3);
    assert_eq!(words(Mode::Step, |machine| numbers(machine, 100_000).map(drop)), 100_000);
    let flags = |machine: &mut Machine| machine.variable(5, |_, _| true).map(drop);
    assert_eq!(words(Mode::Step, flags), 5);
    let wide = |machine: &mut Machine| machine.variable(2, |_, _| [7_u64; 4]).map(drop);
    assert_eq!(words(Mode::Step, wide), 8);
    // One after the other, and both together.
    let in_turn = |machine: &mut Machine| {
        numbers(machine, 3)?;
        numbers(machine, 2).map(drop)
    };
    assert_eq!(words(Mode::Step, in_turn), 3);
    let together = |machine: &mut Machine| {
        let first = numbers(machine, 3)?;
        let second = machine.map(&first, |_, value| *value)?;
        let third = machine.map(&first, |_, value| *value)?;
        drop((third, first, second));
        Ok(())
    };
    assert_eq!(words(Mode::Step, together), 9);
}

#[test]
fn registers_inside_tiles_come_on_top_of_those_outside_and_the_slowest_does_not_decide() {
    for threads in [1, 3] {
        let mut machine = Setting::new(2, 4, 1).machine(Options { threads, ..Options::default() });
        let mut outer = numbers(&mut machine, 2).expect("lawful");
        let tiles = Tiling::grid(machine.shape(), 1, 4);
        machine
            .in_parallel_with(&tiles, &mut outer, |tile, own| {
                let inner = numbers(tile, 1)?;
                drop((tile.map(own, |_, value| *value)?, inner));
                Ok(())
            })
            .expect("lawful");
        machine
            .in_parallel(&tiles, |tile, number| {
                numbers(tile, if number == 2 { 7 } else { 1 }).map(drop)
            })
            .expect("lawful");
        machine
            .transposed_with(&mut outer, |turned, own| turned.map(own, |_, value| *value).map(drop))
            .expect("lawful");
        let outcome = machine.finish();
        // Two outside and seven in the third tile; the copies of the two were fewer.
        assert_eq!(outcome.register_words, 9, "{threads} threads");
        assert_eq!(outer.reveal(&outcome).len(), 16);
    }
}

#[test]
fn registers_that_leave_a_part_of_the_machine_are_counted_still() {
    let keep = |machine: &mut Machine| {
        let turned = |_| machine.transposed(|machine| numbers(machine, 2));
        let kept: Result<Vec<_>, Violation> = (0..30).map(turned).collect();
        kept.map(drop)
    };
    assert_eq!(words(Mode::Step, keep), 60);
}

#[test]
fn a_leap_counts_the_registers_of_its_steps() {
    let program = |machine: &mut Machine| {
        let kept = numbers(machine, 2)?;
        let rehearsal = Rehearsal::default();
        for _ in 0..2 {
            machine.leap(&rehearsal, 0..1, |machine| numbers(machine, 5).map(drop))?;
        }
        drop(kept);
        Ok(())
    };
    assert_eq!((words(Mode::Step, program), words(Mode::Leap, program)), (7, 7));
}

/// Holds as many words as it likes behind one reference, and says that it is one word.
#[derive(Clone, Copy)]
struct Leak(&'static [u64]);

impl Register for Leak {
    type Fields = u64;
    fn fields(self) -> u64 {
        self.0.len() as u64
    }
    fn of(_: u64) -> Self {
        Self(&[])
    }
}

/// The words that nodes find behind a reference that they have left in a register.
fn found(work: impl Fn(&mut Machine, &mut Variable<Leak>) -> Result<(), Violation>) -> Vec<u64> {
    let mut machine = Setting::new(1, 2, 1).machine(Options::default());
    let leak = |_: &meshcast_engine::Node<'_>, _| Leak(vec![1; 100].leak());
    let mut leaks = machine.variable(1, leak).expect("lawful");
    work(&mut machine, &mut leaks).expect("lawful");
    let lengths = machine.map(&leaks, |_, leak| leak.0.len() as u64).expect("lawful");
    let outcome: Outcome = machine.finish();
    lengths.reveal(&outcome)
}

#[test]
fn what_a_register_leads_to_is_lost() {
    assert_eq!(found(|_, _| Ok(())), [0, 0]);
    let computed = |machine: &mut Machine, leaks: &mut Variable<Leak>| {
        machine.compute(leaks, |_, own| own[0] = Leak(vec![2; 100].leak()))
    };
    assert_eq!(found(computed), [0, 0]);
    let sent = |machine: &mut Machine, leaks: &mut Variable<Leak>| {
        machine.step(|step| {
            let absorb = |_, _, own: &mut [Leak], _| own[0] = Leak(vec![4; 100].leak());
            step.words(leaks, &[Port::East], |_, _| 0..1, |_, _, _| 0_u64, absorb)
        })
    };
    assert_eq!(found(sent), [0, 0]);
    let mapped = |machine: &mut Machine, leaks: &mut Variable<Leak>| {
        *leaks = machine.map(leaks, |_, _| Leak(vec![3; 100].leak()))?;
        Ok(())
    };
    assert_eq!(found(mapped), [0, 0]);
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Mixed {
    pair: (u8, Option<i64>),
    flags: [bool; 3],
}

register!(Mixed { pair: (u8, Option<i64>), flags: [bool; 3] });

#[test]
fn a_register_of_several_fields_keeps_them() {
    let mixed =
        |id: u32| Mixed { pair: (id as u8, (id > 0).then_some(-1)), flags: [id > 0, false, true] };
    let mut machine = Setting::new(1, 2, 1).machine(Options::default());
    let values = machine.variable(1, |node, _| mixed(node.id())).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(values.reveal(&outcome), [mixed(0), mixed(1)]);
    assert_eq!(outcome.register_words, 4);
}
