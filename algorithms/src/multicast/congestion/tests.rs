//! Tests that a census is a survey of what is left once packets have left, in as many steps.

use super::*;
use meshcast_engine::{Mode, Options, Outcome};
use meshcast_primitives::Migration;
use std::sync::Arc;

const MASTER: usize = Migration::MASTER;

/// Packets at two thirds of the nodes, with up to three destinations, of which those of some nodes are not open any more.
fn machine(shape: Shape, mode: Mode) -> Machine {
    let nodes = shape.nodes() as u32;
    let to = |source: u32| (0..source % 3).map(move |i| (7 * source + 11 * i) % nodes);
    let listed = (0..nodes).filter(|source| source % 3 > 0).map(|source| {
        let mut to: Vec<u32> = to(source).collect();
        to.dedup();
        (source, to)
    });
    let set = Arc::new(Messages::new(shape.nodes(), listed).expect("small"));
    let options = Options { mode, ..Options::default() };
    let mut machine = Machine::new(shape, set, Some(Migration::CAPACITY), options);
    machine.inject(MASTER, |_| 0);
    machine
        .annotate(MASTER, |node, words| {
            let is_open = |&to: &u32| (to + node.id()) % 3 > 0;
            for (number, to) in node.destinations(MASTER).iter().enumerate() {
                if !is_open(to) {
                    Migration::close(words, number);
                }
            }
        })
        .expect("lawful");
    machine
}

/// What a census finds, the ranks, and the outcome.
fn by_census(survey: &Survey, shape: Shape, mode: Mode) -> (Left, Vec<u32>, Outcome) {
    let mut machine = machine(shape, mode);
    let (left, ranks) = survey.census(&mut machine, MASTER).expect("lawful");
    let outcome = machine.finish();
    (left, ranks.reveal(&outcome), outcome)
}

#[test]
fn a_census_finds_what_a_survey_does_after_packets_have_left() {
    for (rows, cols) in [(1, 1), (1, 7), (8, 1), (2, 2), (5, 4), (6, 9), (9, 9)] {
        let shape = Shape::new(rows, cols).expect("small");
        for survey in [Survey::without_blocks(shape), Congestion::Counted.survey(shape)] {
            let mut machine = machine(shape, Mode::Step);
            machine
                .step(|step| step.discard(MASTER, |node| !Migration::is_open(node, MASTER)))
                .expect("lawful");
            let expected = survey.run(&mut machine, &[MASTER]).expect("lawful");
            let here = machine.variable(1, |node, _| node.packet(MASTER).is_some());
            let outcome = machine.finish();
            let here = here.expect("lawful").reveal(&outcome);
            let before = |node: usize| here[..node].iter().filter(|&&here| here).count() as u32;
            let before: Vec<u32> = (0..shape.nodes()).map(before).collect();
            let (left, ranks, stepped) = by_census(&survey, shape, Mode::Step);
            let what = format!("{rows} × {cols}");
            assert_eq!((left, stepped.steps), (expected, outcome.steps), "{what}");
            assert_eq!(survey.census_steps(), outcome.steps, "{what}");
            assert_eq!(ranks, before, "{what}");
            let (leapt_left, leapt_ranks, leapt) = by_census(&survey, shape, Mode::Leap);
            assert_eq!((left, ranks), (leapt_left, leapt_ranks), "{what}");
            assert_eq!(stepped.difference_of_leap(&leapt), None, "{what}");
        }
    }
}
