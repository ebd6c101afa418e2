//! `--mode check`: steps and leaps one after the other, and what differs.

use super::{data, meshcast, parsed};

#[test]
fn every_algorithm_leaps_as_it_steps() {
    for line in [
        "compare --workload uniform --side 16 --congestion 5 --mode check --format json",
        "compare --workload hot-block --side 13 --congestion 9 --mode check --format json --seed 4",
    ] {
        let result = parsed(&meshcast(line, &[]).well());
        let runs = result["runs"].as_array().expect("runs");
        assert!(runs.len() >= 11, "{}", runs.len());
        assert!(runs.iter().all(|run| run["mode"] == "check"));
    }
    let line = "compare --input {} --mode check --format json";
    let result = parsed(&meshcast(line, &[&data("west0067.mtx")]).well());
    assert!(result["runs"].as_array().is_some_and(|runs| runs.len() >= 12));
}

#[test]
fn every_algorithm_leaps_as_it_steps_where_the_congestion_is_unknown() {
    for algorithm in ["buffered", "randomized", "randomized:sweep", "deterministic", "unicast"] {
        let line = "--workload sparse --side 8 --congestion-known false --mode check";
        meshcast(&format!("route --algorithm {algorithm} {line}"), &[]).well();
    }
}

#[test]
fn every_primitive_leaps_as_it_steps() {
    for name in [
        "sort",
        "scan",
        "segmented-scan",
        "reduce",
        "circulation",
        "compaction",
        "expansion",
        "permutation",
        "kk",
        "segmented-broadcast",
        "migration",
        "tile-shift",
        "concurrent-read",
        "concurrent-write",
    ] {
        for shape in ["--side 12", "--side 7 --cols 11"] {
            let shape =
                if name == "migration" || name == "tile-shift" { "--side 12" } else { shape };
            let step =
                parsed(&meshcast(&format!("primitive {name} {shape} --format json"), &[]).well());
            let line = format!("primitive {name} {shape} --mode check --format json");
            let check = parsed(&meshcast(&line, &[]).well());
            assert_eq!(
                (&step["mode"], &check["mode"]),
                (&"step".into(), &"check".into()),
                "{line}"
            );
            assert_eq!(
                (&step["steps"], &step["ledger"]),
                (&check["steps"], &check["ledger"]),
                "{line}"
            );
        }
    }
}

#[test]
fn a_trace_needs_every_step() {
    let out = meshcast("primitive sort --side 4 --mode leap --trace -", &[]);
    assert_eq!(
        out.refused(),
        "--mode: expected step with --trace, which watches every step, found leap"
    );
}
