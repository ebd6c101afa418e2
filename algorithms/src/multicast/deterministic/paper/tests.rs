//! Tests what is alive after a phase, which marks are made, and when a broken bound is reported.

use super::*;
use crate::{Workload, check_deliveries, generate};
use meshcast_engine::{Options, Outcome};

/// A run on a uniform set, on a square of side `side`.
fn run(
    side: usize,
    c: usize,
    parameters: &Replication,
    known: Congestion,
) -> (DeterministicPaperRun, Outcome) {
    let shape = Shape::new(side, side).expect("small");
    let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
    let entries = DeterministicPaper::entries(shape, &set, parameters.instances, known);
    let permutation = Permutation::random(entries, 1);
    let paper = DeterministicPaper::new(shape, &set, parameters, &permutation, known);
    let (messages, capacity) = (paper.messages(), paper.capacity());
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = paper.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, paper.steps(&run));
    let report = check_deliveries(&set, outcome.deliveries.iter());
    assert!(report.is_complete(), "{report:?}");
    assert_eq!(run.broken_bound(), None);
    (run, outcome)
}

/// A tile of 2²² nodes has 2¹¹ blocks.
#[test]
fn tiles_that_are_too_large_for_literal_marks_are_known() {
    for (side, congestion, fits) in [(1024, 1, true), (2048, 1, false), (2048, 4, true)] {
        let shape = Shape::new(side, side).expect("legal");
        let lists = (0..congestion).map(|source| (source, vec![7]));
        let set = Messages::new(shape.nodes(), lists).expect("small");
        for (marks, fits) in [(Marks::Literal, fits), (Marks::Lean, true)] {
            let found = DeterministicPaper::can_mark(shape, &set, marks, Congestion::Known);
            assert_eq!(found, fits, "side {side}, c = {congestion}");
        }
    }
}

/// The set and the permutation of `what_lemma_4_does_not_exclude_can_be_alive_and_no_more` among the contracts: of two
/// packets both replicas are in one group, and come last there. Eight migrations leave one of them.
fn wasted() -> (Shape, Messages, DeterministicPaper) {
    let shape = Shape::new(32, 64).expect("small");
    let list = |i: u32| (i, vec![i % 4 + i / 4 % 4 * 64]);
    let set = Messages::new(2048, (0..128).map(list)).expect("small");
    let apart = (0..126).flat_map(|packet| [packet, 256 + packet]);
    let rest: Vec<u32> = (130..256).chain(256 + 126..2048).collect();
    let (low, high) = rest.split_at(rest.len() / 2);
    let others = low.iter().zip(high).flat_map(|(&low, &high)| [low, high]);
    let entries = apart.chain([126, 127, 128, 129]).chain(others).collect();
    let permutation = Permutation::new(entries).expect("a permutation");
    let replication = Replication {
        instances: Some(2),
        alpha: None,
        marks: Marks::Lean,
        is_drawn: false,
        effort: 1 << 18,
    };
    let known = Congestion::Known;
    let paper = DeterministicPaper::new(shape, &set, &replication, &permutation, known);
    (shape, set, paper)
}

fn machine_for(paper: &DeterministicPaper) -> Machine {
    let (messages, capacity) = (paper.messages(), paper.capacity());
    Machine::new(paper.shape, messages, capacity, Options::default())
}

/// A plan for at most seven messages a node, with seven migrations a visit, where there are eight: what Lemma 4 says of seven
/// is not true of eight.
#[test]
fn a_run_that_leaves_more_alive_than_can_be_says_so() {
    let (_, _, mut paper) = wasted();
    let run = paper.run(&mut machine_for(&paper)).expect("lawful");
    assert_eq!(run.broken_bound(), None);
    (paper.alpha, paper.instances, paper.plans[0].demand.congestion) = (1, 7, 7);
    let run = paper.run(&mut machine_for(&paper)).expect("lawful");
    let broken = run.broken_bound().expect("a broken bound");
    let found = (broken.phase, broken.migrations, broken.alive, broken.bound);
    assert_eq!(found, (0, 7, 16, Some(2)));
}

/// What is alive after one phase, counted from the deliveries that have not been made: for every block the messages that
/// have destinations there.
#[test]
fn what_is_alive_is_what_has_not_been_delivered() {
    for (migrations, expected) in [(8, 1), (7, 16), (6, 32), (3, 80)] {
        let (shape, set, paper) = wasted();
        assert_eq!(alive(shape, &set, &paper, migrations), expected, "{migrations} migrations");
    }
    let shape = Shape::new(16, 16).expect("small");
    let set = generate(Workload::Uniform, 16, None, Some(8), 1).expect("in range");
    let (instances, known) = (Some(1), Congestion::Known);
    let entries = DeterministicPaper::entries(shape, &set, instances, known);
    for marks in [Marks::Literal, Marks::Lean] {
        let replication =
            Replication { instances, alpha: Some(1), marks, is_drawn: false, effort: 0 };
        let permutation = Permutation::random(entries, 1);
        let paper = DeterministicPaper::new(shape, &set, &replication, &permutation, known);
        assert!(alive(shape, &set, &paper, 1) > 0);
    }
}

/// The most packets alive for a block after one phase of the first class, as a run has found it and as it is counted.
fn alive(shape: Shape, set: &Messages, paper: &DeterministicPaper, migrations: usize) -> u32 {
    let (mut machine, plan) = (machine_for(paper), &paper.plans[0]);
    inject(&mut machine, WAITING).expect("lawful");
    number(&mut machine).expect("lawful");
    plan.replicas.place(&mut machine, 0).expect("lawful");
    let (left, alive) = plan.make_phase(&mut machine, migrations).expect("lawful");
    let mut delivered = machine.finish().deliveries.sorted();
    delivered.dedup();
    let ((down, across), (rows, cols)) = (plan.record().tiles, plan.record().block);
    assert_eq!((shape.rows() / down % rows, shape.cols() / across % cols), (0, 0), "even");
    // Packets are numbered along rows, and so are these messages.
    let class = plan.replicas.class().min(set.count());
    let (mut open, mut waiting) = (0, std::collections::BTreeMap::new());
    for message in 0..class {
        let destinations = set.destinations(message).iter();
        let undelivered = destinations
            .filter(|&&to| delivered.binary_search(&(message as u32, to)).is_err())
            .map(|&to| shape.position(to as usize));
        let mut blocks: Vec<(usize, usize)> =
            undelivered.map(|(row, col)| (row / rows, col / cols)).collect();
        open += blocks.len();
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            *waiting.entry(block).or_insert(0) += 1;
        }
    }
    assert_eq!(left as usize, open);
    assert_eq!(waiting.values().max().copied().unwrap_or(0), alive);
    alive
}

#[test]
fn literal_marks_are_those_of_selection() {
    for instances in [None, Some(2)] {
        let of = |marks| {
            run(
                16,
                4,
                &Replication { instances, alpha: Some(1), marks, is_drawn: false, effort: 1 << 20 },
                Congestion::Known,
            )
        };
        let ((literal, one), (lean, other)) = (of(Marks::Literal), of(Marks::Lean));
        assert_eq!(literal, lean);
        assert_eq!(one.deliveries.beside().len(), other.deliveries.beside().len());
    }
}
