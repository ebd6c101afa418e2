//! What algorithms need, beside what it follows from.

use super::*;
use meshcast_algorithms::StoredWords;
use meshcast_engine::Mode;

const ROUNDS: Algorithm =
    Algorithm::Rounds { pace: Pace::Set(Schedule::Fixed), words: StoredWords::All };

/// A set in which every node of a square sends c messages and gets c.
fn even(side: usize, congestion: u64) -> (Shape, SetSize) {
    let shape = Shape::new(side, side).unwrap();
    let nodes = shape.nodes() as u64;
    let deliveries = nodes * congestion;
    (shape, SetSize { messages: nodes, deliveries, degree: congestion, congestion })
}

#[test]
fn memory_is_for_files_of_permutations() {
    let (shape, size) = even(64, 4);
    let needed = |permutations| {
        let records = Records { permutations, mode: Mode::Leap, ..Records::default() };
        ROUNDS.memory_needed(shape, size, records)
    };
    // As it was read, and as the algorithm keeps it: 4 bytes a node each.
    assert_eq!(needed(20) - needed(3), 17 * 8 * 4096);
}

#[test]
fn tiles_that_run_at_once_need_memory_each() {
    let (shape, size) = even(256, 16);
    for algorithm in [ROUNDS, Algorithm::Buffered, Algorithm::Paper { instances: None }] {
        let needed = |threads| {
            let records = Records { threads, ..Records::default() };
            algorithm.memory_needed(shape, size, records)
        };
        assert!(needed(1) < needed(2) && needed(16) == needed(99), "{algorithm:?}");
    }
}

#[test]
fn what_auto_chooses_is_among_what_its_need_is_for() {
    for side in [100, 300, 600] {
        for congestion in [1, 4, 16, 64, 256, 4096] {
            let (shape, size) = even(side, congestion);
            let degree = congestion as usize;
            let forecast = Forecast::of_sets(shape, shape.nodes(), degree, degree);
            let chosen = Algorithm::from(forecast.best().candidate);
            let found = Run::new(shape, size, Records::default()).candidates();
            assert!(found.contains(&chosen), "side {side}, c = {congestion}: {found:?}");
        }
    }
}

#[test]
fn no_set_overflows_a_prediction() {
    let shape = Shape::new(8192, 8192).unwrap();
    let nodes = shape.nodes() as u64;
    let all =
        SetSize { messages: nodes, deliveries: nodes * nodes, degree: nodes, congestion: nodes };
    let nothing = SetSize { messages: 0, deliveries: 0, degree: 0, congestion: 0 };
    for algorithm in Algorithm::ALL {
        for known in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
            let records =
                Records { audit: true, trace: true, known, threads: 64, ..Records::default() };
            let needed = |size| algorithm.memory_needed(shape, size, records);
            assert!(needed(all) >= needed(nothing), "{algorithm:?}, {known:?}");
        }
    }
}
