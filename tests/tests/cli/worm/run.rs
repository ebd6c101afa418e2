//! `meshcast worm run`: message sets as worms.

use super::super::{Folder, data, lasting, meshcast, parsed};
use serde_json::{Value, json};

/// From (0, 0) to (2, 0) and (2, 1) on 3 x 3, in one worm over 3 hops; node 4 keeps its message; node 8 sends to node 5, next to it.
#[test]
fn a_small_set_takes_what_the_formula_says() {
    let folder = Folder::new();
    let lines = "{\"source\":0,\"destinations\":[2,5]}\n{\"source\":4,\"destinations\":[4]}\n{\"source\":8,\"destinations\":[5]}\n";
    let file = folder.file("set.jsonl", lines);
    let line = "worm run --input {} --side 3 --format json";
    let found = parsed(&meshcast(line, &[&file]).well());
    assert_eq!(found["schema"], "meshcast.worm-run/1");
    let (far, near) = (1000 + 3 * 25 + 99 * 5, 1000 + 25 + 99 * 5);
    assert_eq!((&found["makespan_ns"], &found["lower_bound_ns"]), (&json!(far), &json!(far)));
    let latency = json!({"mean": f64::from(far + near) / 3.0, "greatest": far});
    assert_eq!(found["latency_ns"], latency);
    assert_eq!((&found["deliveries"], &found["undelivered"]), (&json!(4), &json!(0)));
    assert_eq!(
        (&found["worms"], &found["links"], &found["blocked_ns"]),
        (&json!(2), &json!(4), &json!(0))
    );
    assert_eq!(found["channels"]["used"], 4);
    assert_eq!((&found["network"], &found["mesh"]), (&json!("3x3 mesh"), &json!([3, 3])));
    let text = meshcast("worm run --input {} --side 3", &[&file]).well();
    assert!(text.contains("  makespan      1,570 ns, 1.00 times the lower bound\n"), "{text}");
    assert!(text.contains("  worms         2 worms over 4 channels in all\n"), "{text}");
    // A start-up of 7, and addresses: 3 hops with two of them left, then one.
    let flags = "--startup 7 --router 2 --link 1 --flits 4 --address-flits 1 --address-flit-time 3";
    let other = parsed(&meshcast(&format!("{line} {flags}"), &[&file]).well());
    assert_eq!(other["makespan_ns"], 7 + 3 * 3 + 3 + 2 * 3);
    assert_eq!(other["lower_bound_ns"], 7 + 3 * 3 + 3 + 3);
}

/// All eight others send to the corner, over two channels: on one of them four worms are one after another.
#[test]
fn worms_for_one_node_come_one_after_another() {
    let folder = Folder::new();
    let edges: Vec<String> = (1..9).map(|from| format!("{from} 0\n")).collect();
    let file = folder.file("corner.edges", edges.concat());
    let found = parsed(&meshcast("worm run --input {} --format json", &[&file]).well());
    let bound = 1000 + 4 * (25 + 99 * 5);
    assert_eq!(found["lower_bound_ns"], bound);
    assert!(found["makespan_ns"].as_u64() >= Some(bound), "{found}");
    assert!(found["blocked_ns"].as_u64() > Some(0), "{found}");
    assert_eq!((&found["deliveries"], &found["worms"]), (&json!(8), &json!(8)));
}

/// Every workload and every scheme with every grouping: all deliveries are made, nothing beats the bound, threads change nothing.
#[test]
fn every_set_is_delivered_whatever_the_way() {
    let ways = [
        "--scheme dual-path",
        "--scheme multi-path --grouping ppg --leaders async",
        "--scheme ocms --ports free --grouping gpg --threshold 4/5",
        "--scheme otms --effort 1000 --startup-charged once --grouping ppg",
    ];
    let workloads = [
        "uniform --congestion 3",
        "permutation",
        "sparse",
        "hot-block",
        "lower-bound --congestion 2",
        "broadcast --congestion 2",
        "cluster",
        "power-law",
    ];
    for (place, workload) in workloads.iter().enumerate() {
        let line =
            format!("--workload {workload} --side 8 --seed {place} {}", ways[place % ways.len()]);
        let command = format!("worm run {line} --format json --threads");
        let [one, two] =
            [1, 2].map(|threads| meshcast(&format!("{command} {threads}"), &[]).well());
        assert_eq!(lasting(&one), lasting(&two), "{line}");
        let found = parsed(&one);
        let route = format!(
            "route --algorithm hamiltonian --workload {workload} --side 8 --seed {place} --format json"
        );
        let routed = parsed(&meshcast(&route, &[]).well());
        assert_eq!(found["messages"], routed["messages"], "{line}");
        assert_eq!(found["deliveries"], routed["messages"]["deliveries"], "{line}");
        assert_eq!(found["undelivered"], 0, "{line}");
        let over = found["makespan_over_lower_bound"].as_f64().expect("a ratio");
        assert!(over >= 1.0, "{line}: {over}");
        let is_searched = line.contains("ocms") || line.contains("otms");
        assert_eq!(found["unproved"].is_null(), !is_searched, "{line}");
    }
}

#[test]
fn matrices_and_placements_are_those_of_route() {
    let karate = data("karate.mtx");
    let line = "worm run --input {} --placement hilbert --side 7 --cols 8 --format json";
    let found = parsed(&meshcast(line, &[&karate]).well());
    assert_eq!((&found["network"], &found["mesh"]), (&json!("8x7 mesh"), &json!([8, 7])));
    assert_eq!(
        (&found["messages"]["source"], &found["undelivered"]),
        (&json!("karate.mtx"), &json!(0))
    );
}

#[test]
fn sets_without_worms_end_at_once() {
    let folder = Folder::new();
    let own = folder.file("own.jsonl", "{\"source\":0,\"destinations\":[0]}\n");
    for flags in ["--input {}", "--input {} --side 2"] {
        let found = parsed(&meshcast(&format!("worm run {flags} --format json"), &[&own]).well());
        assert_eq!((&found["makespan_ns"], &found["lower_bound_ns"]), (&json!(0), &json!(0)));
        assert_eq!(
            (&found["channels"], &found["makespan_over_lower_bound"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!((&found["deliveries"], &found["worms"]), (&json!(1), &json!(0)));
        assert_eq!(found["latency_ns"], json!({"mean": 0.0, "greatest": 0}));
    }
}

#[test]
fn sets_and_flags_that_cannot_be_are_refused() {
    for (flags, expected) in [
        ("", "expected a message set, --input FILE or --workload NAME, found neither"),
        ("--workload sparse", "--workload sparse: expected --side S with it, found none"),
        (
            "--workload sparse --side 4 --effort 5",
            "--effort: expected only with --scheme ocms or otms, found with --scheme dual-path",
        ),
        (
            "--workload sparse --side 4 --grouping ppg --threshold 1/2",
            "--threshold: expected only with --grouping gpg, found with --grouping ppg",
        ),
        (
            "--workload sparse --side 4 --router 0 --link 0",
            "--startup, --router, --link, --flits: a hop must take time, found 0 ns for the router and 0 ns for the link",
        ),
    ] {
        let ran = meshcast(&format!("worm run {flags}"), &[]);
        assert!(ran.refused().starts_with(expected), "{flags}: {}", ran.err);
    }
    let folder = Folder::new();
    let one = folder.file("one.jsonl", "{\"source\":0,\"destinations\":[1]}\n");
    assert_eq!(
        meshcast("worm run --side 1025 --input {}", &[&one]).refused(),
        "--side, --cols, --input: expected at most 1048576 nodes, found more"
    );
    let all: Vec<String> = (1..4200).map(|node| node.to_string()).collect();
    let many = format!("{{\"source\":0,\"destinations\":[{}]}}\n", all.join(","));
    let many = folder.file("many.jsonl", &many);
    let line = "worm run --side 66 --scheme otms --input {}";
    let expected = "--scheme: expected at most 4096 destinations on either side of the source for ocms and otms, found 4199";
    assert_eq!(meshcast(line, &[&many]).refused(), expected);
}
