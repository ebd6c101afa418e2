//! Leaps over a PRAM tell what its steps tell: steps, ledger, copies, uses of links, chains, and bounds above the peaks.

use super::{leaping, run, shape};
use meshcast_algorithms::programs::{AccessOnce, AccessPattern, ListRanking, PrefixSums};
use meshcast_algorithms::{Layout, Pram, PramMode, Program};
use meshcast_engine::{Options, Shape};
use meshcast_primitives::Operator;

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
