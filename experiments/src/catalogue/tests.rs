//! Tests the catalogue as a whole.

use super::*;
use crate::input::SetFile;
use crate::memory::{Records, SetSize, Sketch};
use crate::message_set::MessageSet;
use meshcast_algorithms::{
    Candidate, Congestion, Forecast, Pace, Permutation, Permutations, Rounds, StoredWords,
    Workload, generate,
};
use meshcast_engine::{AuditLevel, CostModel, Messages, Mode, Shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

fn get(name: &str) -> Algorithm {
    named(name).unwrap()
}

fn rounds() -> Algorithm {
    get("deterministic:rounds")
}

#[test]
fn every_algorithm_has_a_label_of_its_own_and_every_name_a_default() {
    let labels: BTreeSet<&str> = SHIPPED.map(Algorithm::label).into();
    assert_eq!(labels.len(), SHIPPED.len());
    for algorithm in SHIPPED {
        let same = SHIPPED.into_iter().filter(|other| other.name() == algorithm.name());
        assert_eq!(
            same.filter(|other| other.entry().is_default_variant()).count(),
            1,
            "{algorithm:?}"
        );
    }
}

/// A uniform set on a square of this side, against these permutations.
fn uniform(side: usize, congestion: usize, against: Vec<Permutation>) -> MessageSet {
    let messages = generate(Workload::Uniform, side, None, Some(congestion), 1);
    let messages = Arc::new(messages.expect("in range"));
    let shape = Shape::new(side, side).expect("small");
    MessageSet { source: "uniform".to_owned(), shape, messages, against }
}

/// A run in a mode, and all else by default.
fn setting(mode: Mode) -> Setting<'static> {
    Setting {
        model: CostModel::default(),
        mode,
        audit: AuditLevel::Peak,
        header_words: None,
        threads: 1,
        seed: 1,
        congestion: Congestion::Known,
        permutations: &[],
        flags: &[],
    }
}

/// n = 256: places of rounds, the one permutation of a sweep, and that of replicas, two a packet.
#[test]
fn the_adversary_knows_what_groups_follow_from() {
    let stored = |number| Permutation::random(256, Permutations::seed(1, number));
    let known = |algorithm: Algorithm, against: Vec<Permutation>| {
        algorithm.plan(&uniform(16, 16, against), setting(Mode::Step)).known_to_adversary
    };
    let paper = spelled("deterministic:paper instances=2 alpha=1 marking=lean").unwrap();
    for algorithm in [rounds(), get("deterministic:sweep"), paper] {
        assert_eq!(known(algorithm, Vec::new()), None);
        assert_eq!(known(algorithm, vec![stored(1)]), Some(true), "{algorithm:?}");
        assert_eq!(known(algorithm, vec![Permutation::random(256, 9)]), Some(false));
        let both = known(algorithm, vec![stored(2), stored(1)]);
        assert_eq!(both, Some(algorithm == rounds()), "{algorithm:?}");
    }
    // No round has so many permutations.
    assert_eq!(known(rounds(), vec![stored(100)]), Some(false));
    assert_eq!(known(get("randomized:tuned"), vec![stored(1)]), None);
    let one = spelled("deterministic:rounds schedule=adaptive stored-words=one").unwrap();
    let drawn = Permutations::Drawn { words: StoredWords::One, seed: 1 };
    let set = uniform(16, 16, Vec::new());
    let rounds = Rounds::new(set.shape, &set.messages, Pace::Adaptive, drawn);
    assert_eq!(known(one, rounds.places().collect()), Some(true));
    assert_eq!(known(one, vec![stored(1)]), Some(false), "no round has packets there");
}

#[test]
fn parameters_are_spelled_as_they_were_read() {
    for text in [
        "buffered",
        "randomized:paper instances=3",
        "deterministic:paper instances=2 alpha=7 marking=lean",
        "deterministic:rounds schedule=shrink stored-words=one",
    ] {
        assert_eq!(spelled(text).map(Algorithm::spelled).as_deref(), Ok(text));
    }
    assert_eq!(spelled("randomized").map(Algorithm::spelled).as_deref(), Ok("randomized:tuned"));
    assert_eq!(
        spelled("deterministic schedule=adaptive").map(Algorithm::spelled).as_deref(),
        Ok("deterministic:rounds")
    );
}

#[test]
fn parameters_that_an_algorithm_does_not_have_are_refused() {
    for text in [
        "",
        "tuned",
        "buffered instances=3",
        "randomized:paper instances=0",
        "deterministic schedule",
    ] {
        assert!(spelled(text).is_err(), "{text}");
    }
}

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
        rounds().memory_needed(shape, size, records)
    };
    // As it was read, and as the algorithm keeps it: 4 bytes a node each.
    assert_eq!(needed(20) - needed(3), 17 * 8 * 4096);
}

#[test]
fn tiles_that_run_at_once_need_memory_each() {
    let (shape, size) = even(256, 16);
    let equal = spelled("deterministic:rounds schedule=fixed").unwrap();
    for algorithm in [equal, get("buffered"), get("randomized:paper")] {
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
            let chosen = auto::of(forecast.best().candidate);
            let found = auto::candidates(&Extent::new(shape, size, Records::default()));
            assert!(found.contains(&chosen), "side {side}, c = {congestion}: {found:?}");
        }
    }
}

/// On smaller meshes of the same proportions one visit serves a greater share of the messages.
#[test]
fn auto_needs_no_memory_for_certified_where_one_visit_is_not_enough() {
    let shape = Shape::new(1024, 1024).unwrap();
    let nodes = shape.nodes() as u64;
    let certified = auto::of(Candidate::Certified);
    let mut found = BTreeSet::new();
    for messages in (500..40_000).step_by(500) {
        for degree in [64, 1024, nodes] {
            let deliveries = messages * degree;
            let congestion = deliveries.div_ceil(nodes);
            let size = SetSize { messages, deliveries, degree, congestion };
            let run = Extent::new(shape, size, Records::default());
            if auto::candidates(&run).contains(&certified) {
                found.insert(messages);
            }
        }
    }
    assert_eq!((found.first(), found.last()), (Some(&500), Some(&2000)));
}

#[test]
fn no_set_overflows_a_prediction() {
    let shape = Shape::new(8192, 8192).unwrap();
    let nodes = shape.nodes() as u64;
    let all =
        SetSize { messages: nodes, deliveries: nodes * nodes, degree: nodes, congestion: nodes };
    let nothing = SetSize { messages: 0, deliveries: 0, degree: 0, congestion: 0 };
    for algorithm in SHIPPED {
        for known in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
            let records =
                Records { audit: true, trace: true, known, threads: 64, ..Records::default() };
            let needed = |size| algorithm.memory_needed(shape, size, records);
            // The bits for its deliveries are in it, whatever else.
            assert!(needed(all) >= all.deliveries / 4, "{algorithm:?}, {known:?}");
            assert!(needed(nothing) < u64::MAX, "{algorithm:?}, {known:?}");
        }
    }
}

/// A set on 32 x 32 nodes: so many messages are for the first node, and every node has a message for so many that follow it.
fn uneven(hot: usize, degree: usize) -> Messages {
    const NODES: usize = 32 * 32;
    let lists = (0..NODES as u32).map(|from| {
        let near = (1..=degree).map(|ahead| (from as usize + ahead) % NODES);
        let hot = (hot > 0 && (from as usize).is_multiple_of(NODES / hot)).then_some(0);
        let mut to: Vec<u32> = near.chain(hot).map(|to| to as u32).collect();
        to.sort_unstable();
        to.dedup();
        (from, to)
    });
    Messages::new(NODES, lists.filter(|(_, to)| !to.is_empty())).unwrap()
}

#[test]
fn a_file_that_fits_when_its_congestion_is_known_is_admitted_before() {
    let folder = TempDir::new().unwrap();
    for (hot, degree) in [(0, 1), (64, 1), (256, 1), (1024, 0), (16, 8), (512, 8), (128, 40)] {
        let messages = uneven(hot, degree);
        let nodes = messages.nodes();
        let path = folder.path().join("set.mtx");
        let mut text = format!(
            "%%MatrixMarket matrix coordinate pattern general\n{nodes} {nodes} {}\n",
            messages.deliveries()
        );
        for message in 0..messages.count() {
            for to in messages.destinations(message) {
                writeln!(text, "{} {}", to + 1, messages.source(message) + 1).unwrap();
            }
        }
        fs::write(&path, text).unwrap();
        let shape = Shape::new(32, 32).unwrap();
        let file = SetFile::open(&path).unwrap();
        let sketch = Sketch::of_file("set".to_owned(), Some(shape), file.sketch());
        for algorithm in SHIPPED {
            for mode in [Mode::Step, Mode::Leap] {
                let records = Records { mode, threads: 2, ..Records::default() };
                let size = SetSize::of(&messages);
                let needed = algorithm.memory_needed(shape, size, records) + size.bytes();
                let before = algorithm.least_need(&sketch, records);
                assert!(
                    before <= needed,
                    "{algorithm:?}, {mode:?}, {hot} hot, degree {degree}: {before} > {needed}"
                );
            }
        }
    }
}

/// Steps are expected for what memory and a bar need: within a factor, on the sets that all algorithms are compared on.
#[test]
fn expected_steps_are_about_those_of_runs() {
    const FACTOR: u64 = 5;
    for (side, congestion) in [(16, 4), (16, 64), (15, 7)] {
        let set = uniform(side, congestion, Vec::new());
        let size = SetSize::of(&set.messages);
        for algorithm in SHIPPED {
            let steps = crate::run::Run::new(algorithm, &set, setting(Mode::Leap), None)
                .unwrap()
                .outcome
                .steps;
            let expected =
                algorithm.expected_steps(&Extent::new(set.shape, size, Records::default()));
            let is_near = expected <= FACTOR * steps && steps <= FACTOR * expected;
            assert!(is_near, "{algorithm:?}, side {side}, c = {congestion}: {expected}, {steps}");
        }
    }
}
