//! Traces replay, and show that the routing is homogeneous.

use super::{naive, rule, torus, ways};
use crossbeam::channel::unbounded;
use meshcast_algorithms::{
    Communication, CommunicationGraph, QueueOrder, Routing, TorusAlgorithm, communicate,
};
use meshcast_engine::{Torus, TorusOptions, TorusOutcome};
use meshcast_tests::torus_replay::{TorusReplay, replay_torus};

fn traced(
    torus: Torus,
    algorithm: TorusAlgorithm,
    what: Communication,
    graph: CommunicationGraph,
    order: QueueOrder,
) -> (TorusOutcome, String) {
    let (sink, records) = unbounded();
    let options = TorusOptions { trace: Some(sink), ..TorusOptions::default() };
    let routing = Routing::new(torus, algorithm);
    let outcome = communicate(&routing, what, graph, order, 1, options);
    let mut text = Vec::new();
    meshcast::write_torus_trace(&mut text, records.try_iter(), outcome.messages)
        .expect("memory takes every line");
    (outcome, String::from_utf8(text).expect("a trace is text"))
}

#[test]
fn every_communication_replays_in_every_order() {
    for (radix, dims) in [(2, 1), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2), (5, 2)] {
        let torus = torus(radix, dims);
        for ((algorithm, graph), what) in
            ways().flat_map(|way| Communication::ALL.map(|what| (way, what)))
        {
            for order in QueueOrder::ALL {
                let (outcome, text) = traced(torus, algorithm, what, graph, order);
                let seen = replay_torus(&text);
                let name = format!("{radix}^{dims} {algorithm:?} {what:?} {graph:?} {order:?}");
                assert_eq!(seen.findings, [""; 0], "{name}");
                let counts = |seen: &TorusReplay| {
                    (seen.steps, seen.peak, seen.link_uses, seen.link_peak, seen.copies)
                };
                let TorusOutcome { steps, peak, link_uses, link_peak, copies, .. } = outcome;
                let expected = (steps, peak.into(), link_uses, link_peak.into(), copies);
                assert_eq!(counts(&seen), expected, "{name}");
                assert_eq!(seen.delivered.len() as u64, outcome.delivered, "{name}");
            }
        }
    }
}

/// Message by message: the nodes that a message passes are those of the path from A − B to 0, moved to B, in every torus.
#[test]
fn every_message_takes_the_path_of_its_displacement_moved_to_its_destination() {
    for (radix, dims) in [(2, 3), (3, 2), (4, 2), (5, 2), (3, 3)] {
        let torus = torus(radix, dims);
        let node = |point: &[i64]| {
            u64::from(torus.node(&point.iter().map(|&x| x as i32).collect::<Vec<_>>()))
        };
        for algorithm in TorusAlgorithm::ALL {
            let what = Communication::AllToAllPersonalized;
            let (outcome, text) =
                traced(torus, algorithm, what, CommunicationGraph::Output, QueueOrder::Farthest);
            let ways = replay_torus(&text).ways;
            let (naive, mut messages) = (naive(torus), 0);
            for (source, goal) in
                naive.points().iter().flat_map(|a| naive.points().into_iter().map(move |b| (a, b)))
            {
                if *source == goal {
                    continue;
                }
                let path = naive.path(rule(algorithm), &naive.add(source, &goal, -1));
                let moved: Vec<u64> =
                    path.iter().map(|point| node(&naive.add(point, &goal, 1))).collect();
                let takes = ways.values().filter(|way| **way == moved).count();
                assert_eq!(takes, 1, "{algorithm:?} {source:?} {goal:?}");
                messages += 1;
            }
            assert_eq!(outcome.messages.count(), messages);
        }
    }
}

#[test]
fn a_trace_that_tells_another_story_is_found_out() {
    let (_, text) = traced(
        torus(4, 2),
        TorusAlgorithm::Diagonal,
        Communication::AllToAll,
        CommunicationGraph::Input,
        QueueOrder::Fifo,
    );
    let findings = |text: &str| replay_torus(text).findings;
    assert_eq!(findings(&text), [""; 0]);
    let line = |start: &str| text.lines().find(|line| line.contains(start)).expect("such a line");
    let without = |line: &str| text.replacen(&format!("{line}\n"), "", 1);
    for event in ["inject", "move", "copy", "deliver", "drop", "end"] {
        let line = line(&format!("\"e\":\"{event}\""));
        assert_ne!(findings(&without(line)), [""; 0], "without {line}");
        let twice = text.replacen(line, &format!("{line}\n{line}"), 1);
        assert_ne!(findings(&twice), [""; 0], "twice {line}");
    }
    let crossing = line("\"e\":\"move\"");
    let jump = crossing.replacen("\"to\":", "\"to\":1", 1);
    assert_ne!(findings(&text.replacen(crossing, &jump, 1)), [""; 0], "{jump}");
}
