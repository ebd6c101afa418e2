//! Tests how guarantees move with what is asked for, and what is refused.

use super::*;
use crate::guarantee::forced_rounds::forced_in_blocks;
use crate::guarantee::stage::block;
use crate::guarantee::union_bound::Window;
use std::f64::consts::LN_2;

const SCHEDULES: [Schedule; 3] = [Schedule::Fixed, Schedule::Shrink, Schedule::Overload];

#[test]
fn more_alive_before_means_no_fewer_after() {
    for (words, threshold) in
        [(StoredWords::All, -1.0), (StoredWords::All, -30.0), (StoredWords::One, -9.0)]
    {
        for (tiles, rounds) in [(64, 1), (64, 3), (64, 8), (1024, 4), (4, 7)] {
            let window = Window { nodes: 1 << 14, tiles, rounds, capacity: 8, words };
            let left = |alive| window.left(alive, threshold).0;
            for alive in (0..2000).step_by(3) {
                assert!(left(alive) <= left(alive + 1), "{window:?}, {alive}");
            }
        }
    }
}

#[test]
fn what_is_left_is_rare_enough_and_less_than_before() {
    for words in [StoredWords::All, StoredWords::One] {
        for alive in [1, 10, 100, 1000, 8192] {
            for rounds in 1..20 {
                let window = Window { nodes: 1 << 14, tiles: 256, rounds, capacity: 8, words };
                let (left, ln_failure) = window.left(alive, -20.0 * LN_2);
                assert!(left < alive && ln_failure <= -20.0 * LN_2);
            }
        }
    }
}

#[test]
fn less_failure_takes_no_fewer_rounds_and_more_copies_no_more() {
    for (nodes, congestion) in [(10, 4), (14, 6), (14, 10), (17, 7), (20, 4)] {
        for schedule in SCHEDULES {
            let cost = |failure, instances| {
                let question = Question { instances, ..question(nodes, congestion, failure) };
                answer(schedule, &question).full_rounds()
            };
            // The grid of the search may hide a sixteenth or two.
            for failures in [-1, -5, -20, -100, -1000].windows(2) {
                assert!(cost(failures[0], 1) <= cost(failures[1], 1) + 0.125);
            }
            assert!(cost(-20, 2) <= cost(-20, 1) + 0.125);
        }
    }
}

/// What a stage leaves, computed anew. One that cannot fail may be made of several.
fn left_again(stage: &Stage, question: &Question, capacity: u64) -> u64 {
    let &Stage { tiles, rounds, alive, .. } = stage;
    let window = |rounds| {
        let &Question { nodes, words, .. } = question;
        Window { nodes, tiles, rounds, capacity, words }
    };
    if stage.failure_log2 > f64::NEG_INFINITY {
        return window(rounds).left(alive, -26.0 * LN_2).0;
    }
    let mut least = vec![alive];
    for done in 1..=rounds {
        let left =
            |last: u64| window(last).left(least[(done - last) as usize], f64::NEG_INFINITY).0;
        least.extend((1..=done).map(left).min());
        if least.last() == Some(&0) {
            break;
        }
    }
    least[least.len() - 1]
}

#[test]
fn stages_follow_from_one_another() {
    for (nodes, congestion) in [(4, 2), (9, 8), (14, 7), (14, 10), (20, 16), (20, 1), (2, 0)] {
        for schedule in SCHEDULES {
            for words in [StoredWords::All, StoredWords::One] {
                let question = Question { words, ..question(nodes, congestion, -20) };
                let guarantee = answer(schedule, &question);
                assert!(guarantee.failure_log2() <= -20.0);
                let mut alive = guarantee.congestion * block(question.nodes, guarantee.congestion);
                let mut tiles = guarantee.congestion;
                for stage in &guarantee.stages {
                    while tiles > stage.tiles {
                        (tiles, alive) = (tiles / 4, (2 * alive).min(question.nodes));
                    }
                    assert_eq!((stage.tiles, stage.alive), (tiles, alive), "{guarantee:?}");
                    let capacity = block(question.nodes, tiles);
                    assert!(schedule == Schedule::Overload || alive <= 2 * tiles * capacity);
                    assert_eq!(left_again(stage, &question, capacity), stage.left, "{stage:?}");
                    alive = stage.left;
                }
                assert_eq!(alive, 0);
                let longest = guarantee.stages.iter().map(|stage| stage.rounds).max();
                assert!(guarantee.permutations(words) <= longest.unwrap_or(0));
            }
        }
    }
}

#[test]
fn a_congestion_between_powers_of_two_counts_as_the_next() {
    let odd = Question { congestion: 100, ..question(14, 7, -20) };
    assert_eq!(answer(Schedule::Fixed, &odd), answer(Schedule::Fixed, &question(14, 7, -20)));
}

#[test]
fn no_more_rounds_are_forced_than_are_enough() {
    for nodes in 2..=16 {
        for congestion in 0..nodes {
            for instances in [1, 2] {
                let question = Question { instances, ..question(nodes, congestion, -1) };
                let enough = answer(Schedule::Fixed, &question).rounds();
                let (n, c) = (question.nodes, question.congestion);
                let block = block(n, c);
                let of_page = forced_in_blocks(n, c, instances * block, block);
                for forced in [of_page, forced_rounds(n, c, instances)] {
                    assert!(
                        forced <= enough,
                        "n = 2^{nodes}, c = 2^{congestion}: {forced} > {enough}"
                    );
                }
            }
        }
    }
}

#[test]
fn questions_without_an_answer_are_refused() {
    let legal = question(14, 7, -20);
    let cases = [
        (Question { nodes: 1000, ..legal }, GuaranteeError::Nodes { found: 1000 }),
        (Question { nodes: 1, ..legal }, GuaranteeError::Nodes { found: 1 }),
        (Question { nodes: 1 << 41, ..legal }, GuaranteeError::Nodes { found: 1 << 41 }),
        (
            Question { congestion: 0, ..legal },
            GuaranteeError::Congestion { nodes: 1 << 14, found: 0 },
        ),
        (
            Question { congestion: 1 << 14, ..legal },
            GuaranteeError::Congestion { nodes: 1 << 14, found: 1 << 14 },
        ),
        (Question { instances: 0, ..legal }, GuaranteeError::Instances { found: 0 }),
        (Question { instances: 65, ..legal }, GuaranteeError::Instances { found: 65 }),
        (Question { failure_log2: 0, ..legal }, GuaranteeError::Failure { found: 0 }),
        (Question { failure_log2: -1001, ..legal }, GuaranteeError::Failure { found: -1001 }),
    ];
    for (question, refusal) in cases {
        assert_eq!(guarantee(Schedule::Fixed, &question), Err(refusal));
    }
}
