//! Traces replay, and show that the routing is homogeneous.

use super::{naive, rule, run, torus, ways};
use crossbeam::channel::unbounded;
use meshcast_algorithms::{
    Communication, CommunicationGraph, QueueOrder, Routing, TorusAlgorithm, communicate,
};
use meshcast_engine::{Torus, TorusOptions, TorusOutcome, TraceSink};
use meshcast_tests::replay::{check, replay};
use meshcast_tests::torus_replay::{TorusReplay, replay_torus};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn traced(
    torus: Torus,
    algorithm: TorusAlgorithm,
    what: Communication,
    graph: CommunicationGraph,
    order: QueueOrder,
) -> (TorusOutcome, String) {
    let (sink, records) = unbounded();
    let options = TorusOptions { trace: Some(TraceSink::live(sink)), ..TorusOptions::default() };
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
                let other = replay(text.as_bytes());
                assert_eq!(other.findings, [], "{name}");
                let verdict = check(text.as_bytes()).expect("a trace");
                let counted = (verdict.steps, verdict.peak, verdict.links, verdict.deliveries);
                let expected = (seen.steps, seen.peak, seen.link_uses, outcome.delivered);
                assert_eq!((counted, other.copies), (expected, seen.copies), "{name}");
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

/// The channels that messages from node 0 to each took: a tree has as many as there are nodes that they lead to.
#[test]
fn the_paths_from_a_node_form_a_tree_for_the_simple_algorithm_and_not_for_the_others() {
    let is_tree = |radix, dims, algorithm| {
        let (what, graph) = (Communication::Personalized, CommunicationGraph::Output);
        let (outcome, text) =
            traced(torus(radix, dims), algorithm, what, graph, QueueOrder::Farthest);
        let ways = replay_torus(&text).ways;
        assert_eq!(ways.len() as u64, outcome.delivered);
        let edges: BTreeSet<&[u64]> = ways.values().flat_map(|way| way.windows(2)).collect();
        edges.len() == torus(radix, dims).nodes() - 1
    };
    for (radix, dims) in [(3, 2), (4, 2), (5, 2), (5, 3), (7, 3)] {
        assert!(is_tree(radix, dims, TorusAlgorithm::Simple));
        for algorithm in [TorusAlgorithm::Diagonal, TorusAlgorithm::Balanced] {
            assert_eq!(is_tree(radix, dims, algorithm), radix == 3, "{radix}^{dims} {algorithm:?}");
        }
    }
}

/// A traced run knows its messages by packets, of which copies have new ones.
#[test]
fn tracing_changes_nothing() {
    for ((algorithm, graph), what) in
        ways().flat_map(|way| Communication::ALL.map(|what| (way, what)))
    {
        for order in QueueOrder::ALL {
            let (seen, _) = traced(torus(5, 2), algorithm, what, graph, order);
            let plain = run(torus(5, 2), algorithm, what, graph, order);
            let counts = |outcome: &TorusOutcome| {
                let TorusOutcome { steps, peak, longest_queue, delivered, .. } = *outcome;
                (steps, peak, longest_queue, delivered)
            };
            assert_eq!(counts(&seen), counts(&plain), "{algorithm:?} {graph:?} {what:?} {order:?}");
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
    // Both replays find it, or neither does.
    let findings = |text: &str| {
        let findings = replay_torus(text).findings;
        assert_eq!(
            findings.is_empty(),
            replay(text.as_bytes()).findings.is_empty(),
            "{findings:?}"
        );
        findings
    };
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

/// A broadcast on the ring of five nodes: what a trace of these events would be.
fn ring(steps: u64, events: &[Value]) -> String {
    let header = json!({
        "trace": "meshcast/2", "radix": 5, "dims": 1, "topology": "torus", "capacity": null,
        "ports": "all", "exchange_steps": 1, "copy_steps": 0,
    });
    let message = json!({"message": 0, "source": 0, "destinations": [1, 2, 3, 4]});
    let end = json!({"e": "end", "steps": steps});
    let lines = [header, message].into_iter().chain(events.iter().cloned()).chain([end]);
    lines.map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// No message crosses two channels in a step, be it as another packet, and none is served but when it comes in.
#[test]
fn a_trace_in_which_messages_do_not_wait_is_found_out() {
    let cross = |t: u64, from: u64, to: u64, p: u64| json!({"t": t, "e": "move", "from": from, "to": to, "p": p});
    let deliver = |t: u64, at: u64, p: u64| json!({"t": t, "e": "deliver", "at": at, "p": p});
    let copy =
        |t: u64, at: u64, p: u64, q: u64| json!({"t": t, "e": "copy", "at": at, "p": p, "q": q});
    let drop = |t: u64, at: u64, p: u64| json!({"t": t, "e": "drop", "at": at, "p": p});
    let start = [json!({"t": 0, "e": "inject", "at": 0, "p": 0, "m": 0}), copy(0, 0, 0, 1)];
    let told = |steps, events: &[Value]| {
        let text = ring(steps, &[start.as_slice(), events].concat());
        let findings = replay_torus(&text).findings;
        assert_eq!(
            findings.is_empty(),
            replay(text.as_bytes()).findings.is_empty(),
            "{findings:?}"
        );
        findings
    };
    // From node 0 over node `near` to node `far`, as packet p.
    let way = |t, [near, far]: [u64; 2], p| {
        [cross(1, 0, near, p), deliver(1, near, p), cross(t, near, far, p), deliver(t, far, p)]
            .into_iter()
            .chain([drop(t, far, p)])
    };
    let in_order = |t| {
        let mut events: Vec<Value> = way(t, [1, 2], 0).chain(way(t, [4, 3], 1)).collect();
        events.sort_by_key(|event| event["t"].as_u64());
        events
    };
    assert_eq!(told(2, &in_order(2)), [""; 0]);
    let all_are = |findings: &[String], what: &str, number: usize| {
        assert!(findings.iter().all(|finding| finding.contains(what)), "{findings:?}");
        assert_eq!(findings.len(), number, "{findings:?}");
    };
    all_are(&told(1, &in_order(1)), "has not waited", 2);
    let as_a_copy = |[near, far]: [u64; 2], p, q| {
        [
            cross(1, 0, near, p),
            deliver(1, near, p),
            copy(1, near, p, q),
            drop(1, near, p),
            cross(1, near, far, q),
            deliver(1, far, q),
            drop(1, far, q),
        ]
    };
    let copies = [as_a_copy([1, 2], 0, 2), as_a_copy([4, 3], 1, 3)].concat();
    all_are(&told(1, &copies), "has not waited", 2);
    // What came in at t = 1 is delivered at t = 2, before it goes on.
    let mut late = in_order(2);
    late.retain(|event| *event != deliver(1, 1, 0));
    late.insert(3, deliver(2, 1, 0));
    all_are(&told(2, &late), "waits and is served", 1);
}
