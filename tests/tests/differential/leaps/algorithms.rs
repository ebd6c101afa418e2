//! Every algorithm, whether any of its parts leaps or not.

use super::{LEAPS, bounds, compare, leaping};
use meshcast_algorithms::{
    Congestion, Marks, Pace, Permutation, Permutations, Replication, Schedule, StoredWords,
    Workload, generate,
};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    multicast, run_auto_by, run_buffered_by, run_certified_by, run_deterministic_paper_by,
    run_explicit_by, run_greedy_tree, run_greedy_unicast, run_hamiltonian, run_paper_by,
    run_rounds_by, run_stored_sweep, run_sweep_by, run_tuned_by, run_unicast_by, shapes,
};
use meshcast_tests::tier;
use std::sync::Arc;

type Run = fn(Congestion, Shape, &Messages, Options) -> Result<(Outcome, String), Violation>;

/// The algorithms; a run also tells what it has found out.
const ALGORITHMS: [(&str, Run); 16] = [
    ("hamiltonian", |_, shape, set, options| {
        Ok((run_hamiltonian(shape, Arc::new(set.clone()), options)?, String::new()))
    }),
    ("buffered", |way, shape, set, options| {
        run_buffered_by(way, shape, set, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("paper", |way, shape, set, options| {
        run_paper_by(way, shape, set, (Some(2), 3), options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("deterministic paper", |way, shape, set, options| {
        replicate(Marks::Literal, way, shape, set, options)
    }),
    ("deterministic paper, lean", |way, shape, set, options| {
        replicate(Marks::Lean, way, shape, set, options)
    }),
    ("tuned", |way, shape, set, options| {
        run_tuned_by(way, shape, set, 3, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("sweep", |way, shape, set, options| {
        run_sweep_by(way, shape, set, 3, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("certified", |way, shape, set, options| {
        run_certified_by(way, shape, set, 3, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("rounds", |way, shape, set, options| {
        let permutations = Permutations::Drawn { words: StoredWords::All, seed: 3 };
        run_rounds_by(way, shape, set, (Pace::Set(Schedule::Shrink), permutations), options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("rounds, adaptive", |way, shape, set, options| {
        let permutations = Permutations::Drawn { words: StoredWords::One, seed: 3 };
        run_rounds_by(way, shape, set, (Pace::Adaptive, permutations), options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("explicit", |way, shape, set, options| {
        run_explicit_by(way, shape, set, None, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("stored sweep", |way, shape, set, options| {
        let stored = Permutation::random(shape.nodes(), 3);
        run_stored_sweep(way, shape, set, stored, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("unicast", |way, shape, set, options| {
        run_unicast_by(way, shape, set, 3, options)
            .map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("auto", |way, shape, set, options| {
        run_auto_by(way, shape, set, 3, options).map(|(outcome, run)| (outcome, format!("{run:?}")))
    }),
    ("greedy-unicast", |_, shape, set, options| {
        run_greedy_unicast(shape, set, options).map(|outcome| (outcome, String::new()))
    }),
    ("greedy-tree", |_, shape, set, options| {
        run_greedy_tree(shape, set, options).map(|outcome| (outcome, String::new()))
    }),
];

/// Two replicas of a packet, so that some phases leave something.
fn replicate(
    marks: Marks,
    way: Congestion,
    shape: Shape,
    set: &Messages,
    options: Options,
) -> Result<(Outcome, String), Violation> {
    let instances = Some(2.min(shape.nodes()));
    let replication =
        Replication { instances, alpha: Some(1), marks, is_drawn: false, effort: 1 << 16 };
    run_deterministic_paper_by(way, shape, set, &replication, options)
        .map(|(outcome, run)| (outcome, format!("{run:?}")))
}

fn check(way: Congestion, shape: Shape, set: &Messages) {
    for (name, run) in ALGORITHMS {
        let what = format!("{name} {way:?} {shape:?} {set:?}");
        let run = |options| {
            run(way, shape, set, options).unwrap_or_else(|violation| panic!("{what}: {violation}"))
        };
        let (stepped, found) = run(Options::default());
        let leaps = LEAPS.map(|way| {
            let (leapt, leapt_found) = run(leaping(way));
            compare(&stepped, &leapt, &what);
            assert_eq!(found, leapt_found, "{what}");
            let leaps = !matches!(name, "auto" | "greedy-unicast" | "greedy-tree");
            let moves = set.deliveries() > 0 && shape.nodes() > 1;
            assert!(leapt.peak_is_bound || !leaps || !moves, "{what}: nothing has leapt");
            bounds(&leapt)
        });
        assert!(leaps.windows(2).all(|pair| pair[0] == pair[1]), "{what}");
    }
}

#[test]
fn workloads() {
    for workload in Workload::ALL {
        for (side, congestion) in [(6, 3), (8, 4), (13, 5), (16, 16), (32, 4)] {
            let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
            let congestion = (!fixed).then_some(congestion);
            let set = generate(workload, side, None, congestion, 7).expect("parameters in range");
            let shape = Shape::new(side, side).expect("small");
            check(Congestion::Known, shape, &set);
        }
    }
}

#[test]
fn any_shape() {
    for shape in shapes(9) {
        for (percent, most) in [(100, 3), (60, shape.nodes())] {
            let set = multicast(shape.nodes(), percent, most, 5);
            for way in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
                check(way, shape, &set);
            }
        }
    }
}

/// All shapes up to side 40, in an order in which any few in a row are of all kinds: the slow tier tries all.
#[test]
fn every_shape_up_to_side_40() {
    const SIDE: usize = 40;
    let all = SIDE * SIDE;
    let places = (0..tier::few(all)).map(|turn| 617 * turn % all);
    for (rows, cols) in places.map(|place| (place / SIDE + 1, place % SIDE + 1)) {
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), 70, 3, (rows * SIDE + cols) as u64);
        check(Congestion::Known, shape, &set);
    }
}

/// The share of its steps that an algorithm leaps over, in percent: those of the lines of the ledger whose peaks are bounds.
#[test]
fn algorithms_leap_over_most_of_their_steps() {
    let least = [
        ("hamiltonian", 100),
        ("buffered", 55),
        ("paper", 65),
        ("deterministic paper", 60),
        ("deterministic paper, lean", 85),
        ("tuned", 85),
        ("sweep", 75),
        ("rounds", 85),
        ("explicit", 85),
        ("unicast", 75),
    ];
    let set = generate(Workload::Uniform, 16, None, Some(4), 1).expect("parameters in range");
    let shape = Shape::new(16, 16).expect("small");
    for (name, percent) in least {
        let (_, run) = ALGORITHMS.iter().find(|(other, _)| *other == name).expect("is listed");
        let (leapt, _) = run(Congestion::Known, shape, &set, leaping(LEAPS[0])).expect("lawful");
        let bounds = leapt.ledger.iter().filter(|line| line.peak_is_bound);
        let over: u64 = bounds.map(|line| line.steps).sum();
        assert!(100 * over >= percent * leapt.steps, "{name}: {over} of {} steps", leapt.steps);
    }
}
