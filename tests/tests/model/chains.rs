//! Energy, depth and distance: the hops of all messages, and the longest chain of dependent ones.

use super::Setting;
use meshcast_engine::{
    Circuit, Machine, Mode, Options, Order, Outcome, Pairing, Port, Shape, StreamLanes, Tiling,
    TraceSink, Violation, Way,
};
use meshcast_primitives::{Circulation, Sort, reduce, scan};
use meshcast_tests::longest_chain::longest_chain;
use meshcast_tests::trace_text;

const STREAM: StreamLanes = StreamLanes { home: 0, relay: 1 };

/// Energy, depth and distance of a program on a mesh with a packet a node.
fn spatial(
    (rows, cols): (usize, usize),
    program: impl FnOnce(&mut Machine) -> Result<(), Violation>,
) -> (u64, u64, u64) {
    let mut machine = Setting::new(rows, cols, 4).machine(Options::default());
    program(&mut machine).expect("lawful");
    let outcome = machine.finish();
    (outcome.link_uses, outcome.depth, outcome.distance)
}

fn shift(machine: &mut Machine, times: usize) -> Result<(), Violation> {
    let circuit = Circuit::new(machine.shape());
    (0..times).try_for_each(|_| machine.step(|step| step.shift(&circuit, Way::Forward, STREAM)))
}

/// Every node exchanges with one of its column.
fn exchange(machine: &mut Machine) -> Result<(), Violation> {
    let south = |row: usize, _| (row.is_multiple_of(2)).then_some(Port::South);
    let pairing = Pairing::new(machine.shape(), south).expect("an even number of rows");
    machine.step(|step| step.exchange_pairs(0, &pairing))
}

#[test]
fn packets_that_are_passed_on_are_one_message() {
    assert_eq!(spatial((2, 3), |machine| shift(machine, 1)), (6, 1, 1));
    assert_eq!(spatial((2, 3), |machine| shift(machine, 5)), (30, 1, 5));
}

#[test]
fn a_step_without_forms_lets_a_message_go_on() {
    let found = spatial((2, 2), |machine| {
        shift(machine, 1)?;
        machine.step(|_| Ok(()))?;
        shift(machine, 1)
    });
    assert_eq!(found, (8, 1, 2));
}

#[test]
fn whatever_a_node_does_in_between_begins_another_message() {
    type Work = fn(&mut Machine) -> Result<(), Violation>;
    let works: [(&str, Work); 6] = [
        ("local work", |machine| machine.rekey(0, |_| None)),
        ("registers", |machine| machine.variable(1, |_, _| 0).map(drop)),
        ("a copy", |machine| machine.step(|step| step.copy(0, 2, |_| false))),
        ("a delivery", |machine| machine.step(|step| step.deliver(0, |_| None))),
        ("a departure", |machine| machine.step(|step| step.discard(0, |_| false))),
        ("a decision", |machine| machine.step(|step| step.carry(0..1, &[], |_, _, _| None))),
    ];
    for (what, work) in works {
        let found = spatial((2, 2), |machine| {
            shift(machine, 2)?;
            work(machine)?;
            shift(machine, 2)
        });
        assert_eq!(found, (16, 2, 4), "{what}");
    }
}

#[test]
fn every_exchange_word_and_decision_is_a_message_of_its_own() {
    assert_eq!(
        spatial((2, 2), |machine| {
            exchange(machine)?;
            exchange(machine)
        }),
        (8, 2, 2)
    );
    let carry = |machine: &mut Machine| {
        machine.step(|step| {
            step.carry(0..1, &[Port::East], |node, _, _| (node.col() == 0).then_some(Port::East))
        })
    };
    let found = spatial((1, 3), |machine| {
        machine.step(|step| step.discard(0, |node| node.col() > 0))?;
        carry(machine)?;
        carry(machine)
    });
    // The second has nothing to send; that there is nothing a node has learnt from a link, too.
    assert_eq!(found, (1, 2, 2));
}

#[test]
fn tiles_in_parallel_hear_nothing_of_each_other() {
    let found = spatial((2, 4), |machine| {
        let tiling = Tiling::grid(machine.shape(), 1, 2);
        exchange(machine)?;
        machine.in_parallel(&tiling, |tile, number| {
            let steps = 3;
            for step in 0..steps {
                // The first tile exchanges once, the second in every step.
                if step == 0 || number == 1 { exchange(tile)? } else { tile.step(|_| Ok(()))? }
            }
            Ok(())
        })?;
        exchange(machine)
    });
    assert_eq!(found, (8 + 4 + 12 + 8, 5, 5));
}

/// Runs a program with a trace; returns what came of it and the longest chain that the trace has.
fn traced(shape: Shape, program: impl Fn(&mut Machine) -> Result<(), Violation>) -> (Outcome, u64) {
    let mesh = Setting::new(shape.rows(), shape.cols(), Sort::CAPACITY);
    let (sink, trace) = TraceSink::sealed();
    let mut machine = mesh.machine(Options { trace: Some(sink), ..Options::default() });
    program(&mut machine).expect("lawful");
    let outcome = machine.finish();
    let records = trace.open().expect("the run is over");
    let longest = longest_chain(&trace_text(records, &mesh.messages));
    let mut machine = mesh.machine(Options { mode: Mode::Leap, ..Options::default() });
    program(&mut machine).expect("lawful");
    let leapt = machine.finish();
    let spatial = |outcome: &Outcome| (outcome.link_uses, outcome.depth, outcome.distance);
    assert_eq!(spatial(&outcome), spatial(&leapt), "{shape:?}");
    (outcome, longest)
}

/// The distance is not only a bound: a sum has a chain as long, and a scan one that is shorter by a hop at most.
#[test]
fn sums_and_scans_have_a_chain_as_long_as_their_distance() {
    for shape in meshcast_tests::corpus::shapes(9) {
        let (outcome, longest) = traced(shape, |machine| {
            let mut values = machine.variable(1, |_, _| 1u64)?;
            reduce(machine, &mut values, |a, b| a + b).map(drop)
        });
        assert_eq!((outcome.distance, outcome.depth), (longest, longest), "sum on {shape:?}");
        let (outcome, longest) = traced(shape, |machine| {
            let mut values = machine.variable(1, |_, _| 1u64)?;
            scan(machine, &mut values, Order::RowMajor, |a, b| a + b)
        });
        assert!(longest <= outcome.distance, "scan on {shape:?}");
        assert!(outcome.distance <= longest + 1, "scan on {shape:?}: {longest}");
    }
}

#[test]
fn a_sort_has_a_chain_nearly_as_long_as_its_distance() {
    for (rows, cols) in [(8, 8), (9, 9), (7, 16), (13, 13), (16, 16), (17, 17)] {
        let shape = Shape::new(rows, cols).unwrap();
        let sort = Sort::new(shape, Order::Snake);
        let (outcome, longest) = traced(shape, |machine| sort.run(machine));
        assert!(longest <= outcome.distance, "{shape:?}");
        assert!(
            10 * longest >= 9 * outcome.distance,
            "{shape:?}: {longest} of {}",
            outcome.distance
        );
    }
}

#[test]
fn a_circulation_begins_a_message_wherever_packets_may_be_delivered() {
    let shape = Shape::new(2, 3).unwrap();
    let (outcome, longest) = traced(shape, |machine| Circulation::new(shape).run(machine));
    // Three hops forward and two backward.
    assert_eq!((outcome.link_uses, outcome.depth, outcome.distance), (6 * 5, 5, 5));
    assert_eq!(longest, 5);
}
