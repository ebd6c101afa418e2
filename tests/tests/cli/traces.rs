//! Traces replay under every rule, and tell the same story as the results.

use super::{Folder, data, meshcast, parsed};
use meshcast_tests::replay::{Replay, compare_messages, replay};
use serde_json::Value;
use std::fs;
use std::path::Path;

type Set = Vec<(u32, Vec<u32>)>;

const SHAPES: [(usize, usize); 9] =
    [(1, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 3), (4, 6), (5, 7), (8, 5)];

/// Replays the trace in `path` and compares it with the run's result.
fn replayed(path: &Path, result: &Value) -> Replay {
    let trace = fs::read(path).expect("a trace");
    let seen = replay(trace.as_slice());
    assert_eq!(seen.findings, []);
    assert_eq!(seen.undelivered, []);
    assert_eq!(seen.duplicates, 0);
    assert_eq!(result["steps"], seen.steps);
    assert_eq!(result["buffer"]["peak"], seen.peak_buffer);
    assert_eq!(result["buffer"]["capacity"], serde_json::json!(seen.capacity));
    let checked = parsed(&meshcast("check {} --format json", &[path]).well());
    assert_eq!(checked["lawful"], true);
    assert_eq!(
        (&checked["steps"], &checked["peak"]),
        (&result["steps"], &result["buffer"]["peak"])
    );
    assert_eq!(
        (&checked["links"], &checked["deliveries"]),
        (&seen.link_uses.into(), &seen.deliveries.len().into())
    );
    seen
}

/// A message from most nodes to some nodes, always the same.
fn sample(nodes: u32) -> Set {
    let wanted = |source: u32, node: u32| (source * 7 + node * 5 + source * node).is_multiple_of(4);
    (0..nodes)
        .filter(|source| source % 5 != 3)
        .map(|source| (source, (0..nodes).filter(|&node| wanted(source, node)).collect()))
        .collect()
}

fn write_lines(set: &Set) -> String {
    let lines = set.iter().map(|(source, destinations)| {
        format!("{{\"source\":{source},\"destinations\":{destinations:?}}}\n")
    });
    lines.collect()
}

fn read_lines(text: &str) -> Set {
    let numbers = |value: &Value| -> Vec<u32> {
        serde_json::from_value(value.clone()).expect("a list of nodes")
    };
    text.lines()
        .map(parsed)
        .map(|line| {
            let source = line["source"].as_u64().expect("a node") as u32;
            (source, numbers(&line["destinations"]))
        })
        .collect()
}

#[test]
fn hamiltonian_replays_on_every_kind_of_shape_and_under_every_charge() {
    let folder = Folder::new();
    for (rows, cols) in SHAPES {
        let set = sample((rows * cols) as u32);
        let file = folder.file("set.jsonl", write_lines(&set));
        for charges in ["", "--ports one --exchange-steps 2"] {
            let path = folder.path("trace.ndjson");
            let line = format!(
                "route --algorithm hamiltonian --input {{}} --side {rows} --cols {cols} --trace {{}} \
                 --format json {charges}"
            );
            let result = parsed(&meshcast(&line, &[&file, &path]).well());
            let seen = replayed(&path, &result);
            assert_eq!((seen.rows, seen.cols), (rows, cols));
            assert_eq!(result["links"]["uses"], seen.link_uses, "{line}");
            assert_eq!(result["copies"], seen.copies, "{line}");
            assert_eq!(result["deliveries"], seen.deliveries.len(), "{line}");
            compare_messages(fs::read(&path).expect("a trace").as_slice(), &set)
                .expect("the input");
        }
    }
    assert_eq!(folder.names(), ["set.jsonl", "trace.ndjson"]);
}

#[test]
fn a_trace_has_the_messages_of_the_input_where_they_were_placed() {
    let folder = Folder::new();
    let (saved, trace) = (folder.path("set.jsonl"), folder.path("trace.ndjson"));
    for placement in ["row-major", "snake", "hilbert", "random"] {
        let line = format!(
            "route --algorithm hamiltonian --input {{}} --placement {placement} --save-messages {{}} \
             --trace {{}} --format json"
        );
        let result = parsed(&meshcast(&line, &[&data("west0067.mtx"), &saved, &trace]).well());
        assert_eq!(replayed(&trace, &result).deliveries.len(), 294, "{placement}");
        let set = read_lines(&fs::read_to_string(&saved).expect("the saved messages"));
        compare_messages(fs::read(&trace).expect("a trace").as_slice(), &set).expect("the input");
    }
}

#[test]
fn every_primitive_replays_on_every_kind_of_shape() {
    let folder = Folder::new();
    let path = folder.path("trace.ndjson");
    let primitives = [
        "sort",
        "sort --order row-major",
        "sort --order column-major",
        "scan --t 3",
        "scan --order column-major",
        "segmented-scan",
        "reduce",
        "circulation",
        "compaction",
        "expansion",
        "permutation --blocks 3",
        "kk --k 3",
        "sort --k 2",
        "segmented-broadcast",
        "segmented-broadcast --order column-major",
        "tile-shift",
        "concurrent-read",
        "concurrent-write",
    ];
    for primitive in primitives {
        for (rows, cols) in SHAPES {
            let line = format!(
                "primitive {primitive} --side {rows} --cols {cols} --trace {{}} --format json"
            );
            let result = parsed(&meshcast(&line, &[&path]).well());
            let seen = replayed(&path, &result);
            let deliveries = if primitive == "circulation" { rows * cols } else { 0 };
            assert_eq!(seen.deliveries.len(), deliveries, "{line}");
        }
    }
}
