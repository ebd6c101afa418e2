//! Leaps over a PRAM tell what its steps tell: steps, ledger, copies, uses of links, chains, and bounds above the peaks.

use super::{leaping, run, shape};
use meshcast_algorithms::programs::{AccessOnce, AccessPattern, ListRanking, PrefixSums};
use meshcast_algorithms::{Layout, Pram, PramMode, Program};
use meshcast_engine::{Machine, Messages, Options, Shape};
use meshcast_primitives::{Operator, scan_with_total};
use std::sync::Arc;

fn compare<P: Program>(pram: &Pram<'_, P>, shape: Shape, what: &str)
where
    P::State: PartialEq,
{
    let stepped = run(pram, shape, Options::default()).expect("lawful");
    for threads in [1, 3] {
        let leapt = run(pram, shape, Options { threads, ..leaping() }).expect("lawful");
        assert_eq!(stepped.outcome.difference_of_leap(&leapt.outcome), None, "{what}");
        assert!(stepped.states == leapt.states && stepped.cells == leapt.cells, "{what}");
    }
}

#[test]
fn leaps_tell_what_steps_tell() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 9), (3, 3), (4, 6), (7, 5), (16, 16), (17, 23)] {
        let shape = shape(rows, cols);
        let nodes = shape.nodes();
        let what = format!("{rows} x {cols}");
        let sums = PrefixSums::new(nodes, 1);
        compare(&Pram::new(&sums, shape, PramMode::Erew, Layout::Hashed, 2), shape, &what);
        let list = ListRanking::new(nodes, 1);
        compare(&Pram::new(&list, shape, PramMode::Common, Layout::Hashed, 2), shape, &what);
        let mode = PramMode::Combining(Operator::Max);
        let hot = AccessOnce::new(AccessPattern::OneCell, (nodes, 9), mode, 1);
        compare(&Pram::new(&hot, shape, mode, Layout::Identity, 2), shape, &what);
    }
}

/// Small tiles are overloaded: rehashes and rounds leap, too.
#[test]
fn rehashes_and_rounds_leap() {
    let shape = shape(12, 12);
    let cells = 20 * shape.nodes() as u64;
    let mode = PramMode::Arbitrary;
    let program = AccessOnce::new(AccessPattern::Identity, (shape.nodes(), cells), mode, 1);
    for layout in [Layout::Hashed, Layout::Identity] {
        for (side, per_node) in [(2, 1), (3, 1), (3, 3), (1, 2), (4, 2)] {
            let pram = Pram::new(&program, shape, mode, layout, 2).with_tiles(side, per_node);
            compare(&pram, shape, &format!("{layout:?} {side} {per_node}"));
        }
    }
}

/// A scan with a total, which the ranking of requests is made of; to keep the first of two values does not commute.
#[test]
fn scans_with_a_total_leap() {
    for (rows, cols) in [(1, 1), (1, 9), (9, 1), (2, 2), (5, 4), (7, 7)] {
        for waves in [1, 2, 5] {
            let run = |options| {
                let shape = shape(rows, cols);
                let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
                let mut machine = Machine::new(shape, set, Some(1), options);
                let mut values = machine
                    .variable(waves, |node, wave| node.id() * 77 + wave as u32)
                    .expect("lawful");
                let first = |_: usize, a: u32, _: u32| a;
                let total = scan_with_total(&mut machine, &mut values, first).expect("lawful");
                let mut sums =
                    machine.map(&total, |node, total| total ^ node.id()).expect("lawful");
                scan_with_total(&mut machine, &mut sums, |_, a, b| a.max(b)).expect("lawful");
                let outcome = machine.finish();
                (values.reveal(&outcome), sums.reveal(&outcome), outcome)
            };
            let (stepped, leapt) = (run(Options::default()), run(leaping()));
            assert_eq!(stepped.2.difference_of_leap(&leapt.2), None, "{rows} x {cols}");
            assert!(stepped.0 == leapt.0 && stepped.1 == leapt.1, "{rows} x {cols}");
        }
    }
}
