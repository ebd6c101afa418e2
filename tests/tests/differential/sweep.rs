//! `sweep`, whose forms ask only nodes that act, tells what it tells where every form asks every node: events, ledger, audit.

use crossbeam::channel::unbounded;
use meshcast_algorithms::{
    Congestion, Multicast, Permutation, Sweep, SweepRun, Workload, generate,
};
use meshcast_engine::{AuditLevel, Machine, Messages, Options, Outcome, Shape, TraceSink};
use meshcast_tests::corpus::{multicast, shapes};
use meshcast_tests::trace_text;

/// All that can be seen of a run, and its trace.
fn run(sweep: &Sweep, shape: Shape, watched: bool, threads: usize) -> (Outcome, SweepRun, String) {
    let (sink, records) = unbounded();
    let options = Options {
        trace: watched.then(|| TraceSink::live(sink)),
        audit: if watched { AuditLevel::Full } else { AuditLevel::Peak },
        threads,
        ..Options::default()
    };
    let mut machine = Machine::new(shape, sweep.messages(), sweep.capacity(), options);
    if threads > 1 {
        machine = machine.always_in_bands();
    }
    let ran = sweep.run(&mut machine).unwrap_or_else(|violation| panic!("{shape:?}: {violation}"));
    (machine.finish(), ran, trace_text(records.try_iter(), &sweep.messages()))
}

fn check(sweep: &Sweep, shape: Shape, set: &Messages) {
    let plain = sweep.clone().plainly();
    for (watched, threads) in [(false, 1), (true, 1), (false, 3)] {
        let (expected, ran, trace) = run(&plain, shape, watched, 1);
        let (found, found_ran, found_trace) = run(sweep, shape, watched, threads);
        let what = format!("{shape:?} {set:?}");
        assert_eq!(ran, found_ran, "{what}");
        assert!(trace == found_trace, "{what}: another trace");
        let all = |outcome: &Outcome| {
            let Outcome { steps, peak, link_uses, depth, distance, copies, .. } = *outcome;
            let numbers = [steps, u64::from(peak), link_uses, depth, distance, copies];
            (numbers, outcome.register_words, outcome.ledger.clone(), outcome.peak_path.clone())
        };
        assert_eq!(all(&expected), all(&found), "{what}");
        assert_eq!(expected.audit, found.audit, "{what}");
        assert_eq!(expected.deliveries.sorted(), found.deliveries.sorted(), "{what}");
    }
}

#[test]
fn any_shape() {
    for shape in shapes(9) {
        for (percent, most, seed) in [(100, 3, 1), (60, shape.nodes(), 2)] {
            let set = multicast(shape.nodes(), percent, most, seed);
            for way in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
                check(&Sweep::new(shape, &set, seed).with_congestion(way), shape, &set);
            }
            let stored = Permutation::random(shape.nodes(), seed);
            check(&Sweep::stored(shape, &set, stored), shape, &set);
        }
    }
}

#[test]
fn workloads() {
    for workload in Workload::ALL {
        for (side, congestion) in [(8, 4), (13, 5), (16, 16), (24, 9)] {
            let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
            let congestion = (!fixed).then_some(congestion);
            let set = generate(workload, side, None, congestion, 7).expect("parameters in range");
            let shape = Shape::new(side, side).expect("small");
            check(&Sweep::new(shape, &set, 3), shape, &set);
        }
    }
}
