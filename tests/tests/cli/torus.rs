//! `meshcast torus`.

use super::{Folder, lasting, meshcast, parsed};
use meshcast_tests::torus_replay::replay_torus;
use serde_json::{Value, json};
use std::fs;

fn refusal(line: &str) -> String {
    meshcast(&format!("torus {line}"), &[]).refused().to_owned()
}

#[test]
fn measures_have_the_fields_of_the_contract_and_the_formulas_beside_them() {
    let line = "torus measure --radix 5 --dims 3 --algorithm diagonal --format json";
    let found = parsed(&meshcast(line, &[]).well());
    assert_eq!(found["schema"], "meshcast.torus-measure/1");
    let subtrees = json!({"1": 18, "-1": 18, "2": 18, "-2": 18, "3": 26, "-3": 26});
    assert_eq!(found["subtrees"], subtrees);
    assert_eq!(found["delta"], 8);
    assert_eq!(found["lambda"], json!([0, 0, 1, 3, 3, 1]));
    let first = json!({"1": 22, "-1": 22, "2": 20, "-2": 20, "3": 20, "-3": 20});
    assert_eq!(found["first_hop"], first);
    assert_eq!(found["lambda_first_hop"], json!([0, 0, 1, 0, 0, 1]));
    let formulas =
        json!({"subtrees": null, "delta": 8, "theorem_5": {"bound": 10.5, "holds": true}});
    assert_eq!(found["formulas"], formulas);
    let line = "torus measure --radix 5 --dims 2 --algorithm simple --format json";
    let found = parsed(&meshcast(line, &[]).well());
    assert_eq!(found["formulas"]["subtrees"], json!({"1": 10, "-1": 10, "2": 2, "-2": 2}));
    let text = meshcast("torus measure --radix 4 --dims 2 --algorithm simple", &[]).well();
    assert!(text.contains("  subtrees      +1: 8, -1: 4, +2: 2, -2: 1\n"), "{text}");
    let line = "torus measure --radix 5 --dims 3 --algorithm balanced --format json";
    let found = parsed(&meshcast(line, &[]).well());
    assert_eq!((&found["delta"], &found["lambda"]), (&json!(1), &json!([0, 0, 1, 0, 0, 1])));
    let formulas = json!({"subtrees": null, "delta": 1, "theorem_5": null});
    assert_eq!(found["formulas"], formulas);
    for (dims, theorem) in [(2, "at most 0: supported"), (3, "below 10.5: supported")] {
        let line = format!("torus measure --radix 5 --dims {dims} --algorithm diagonal");
        let text = meshcast(&line, &[]).well();
        assert!(text.contains(&format!("  Theorem 5     {theorem}\n")), "{text}");
    }
}

#[test]
fn a_run_has_the_fields_of_the_contract() {
    let line = "torus run --radix 5 --dims 2 --algorithm simple --communication all-to-all-personalized \
                --format json";
    let found = parsed(&meshcast(line, &[]).well());
    assert_eq!(found["schema"], "meshcast.torus-run/1");
    assert_eq!((&found["steps"], &found["lower_bound"]), (&json!(18), &json!(15)));
    assert_eq!((&found["tree"], &found["order"]), (&json!("output"), &json!("farthest")));
    assert_eq!((&found["deliveries"], &found["undelivered"]), (&json!(600), &json!(0)));
    assert_eq!(found["links"], json!({"uses": 1500, "peak": 15}));
    let buffer = json!({"peak": 24, "capacity": null, "peak_phase": "inject", "queue_peak": 10});
    assert_eq!(found["buffer"], buffer);
    assert_eq!(found["ledger"][0]["steps"], 18);
    let audited = parsed(&meshcast(&format!("{line} --audit full --tree input"), &[]).well());
    assert_eq!(audited["steps"], 16);
    let channels = json!({"1": 15, "-1": 15, "2": 15, "-2": 15});
    assert_eq!(audited["audit"]["channel_peaks"], channels);
    assert_eq!(audited["audit"]["node_peaks"], json!([{"packets": 24, "nodes": 25}]));
    assert_eq!(audited["audit"]["waiting"][0], 600);
}

#[test]
fn a_run_repeats_whatever_the_threads_and_goes_by_its_seed() {
    let line = "torus run --radix 5 --dims 2 --algorithm diagonal --communication all-to-all-personalized \
                --order random --audit full --format json";
    let ran = |more: &str| lasting(&meshcast(&format!("{line} {more}"), &[]).well());
    assert_eq!(ran(""), ran("--threads 2 --seed 1"));
    assert_ne!(ran(""), ran("--seed 2"));
}

#[test]
fn a_traced_run_replays_and_says_the_same() {
    let folder = Folder::new();
    let path = folder.path("trace.ndjson");
    for what in ["broadcast", "personalized", "all-to-all", "all-to-all-personalized"] {
        let line = format!(
            "torus run --radix 4 --dims 2 --algorithm diagonal --communication {what} --trace {{}} --format json"
        );
        let found = parsed(&meshcast(&line, &[&path]).well());
        let seen = replay_torus(&fs::read_to_string(&path).expect("a trace"));
        assert_eq!(seen.findings, [""; 0]);
        assert_eq!(found["steps"], seen.steps);
        assert_eq!(found["buffer"]["peak"], seen.peak);
        assert_eq!(found["links"], json!({"uses": seen.link_uses, "peak": seen.link_peak}));
        assert_eq!(found["copies"], seen.copies);
    }
}

#[test]
fn the_table_has_a_row_for_each_torus_algorithm_and_graph() {
    let line = "torus table --radix 3,5 --dims 2,3 --format json";
    let found = parsed(&meshcast(line, &[]).well());
    assert_eq!(found["schema"], "meshcast.torus-table/1");
    let rows = found["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2 * 2 * 3 * 2);
    let row = |algorithm: &str| {
        let is_it = |row: &&Value| {
            row["radix"] == 5
                && row["dims"] == 3
                && row["algorithm"] == algorithm
                && row["tree"] == "output"
        };
        rows.iter().find(is_it).expect("a row")
    };
    let balanced = row("balanced");
    assert_eq!((&balanced["delta"], &balanced["theorem_5"]), (&json!(1), &json!(null)));
    let cell = |row: &Value| {
        (row["all_to_all"]["steps"].clone(), row["all_to_all"]["lower_bound"].clone())
    };
    assert_eq!(cell(balanced), (json!(21), json!(21)));
    let row = row("diagonal");
    assert_eq!((&row["delta"], &row["theorem_5"]), (&json!(8), &json!(10.5)));
    assert_eq!((&row["lambda"], &row["lambda_first_hop"]), (&json!(3), &json!(1)));
    assert_eq!(cell(row), (json!(26), json!(21)));
    let text = meshcast("torus table --radix 5 --dims 2", &[]).well();
    let expected =
        "  5^2     simple  output      8      -       4      4  4 / 4  10 / 6  10 / 6   18 / 15\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_picture_has_every_point_with_its_way_on_and_the_subtrees() {
    let folder = Folder::new();
    let path = folder.path("graph.svg");
    for (algorithm, legend) in
        [("simple", ["N+1 = 10", "N+2 = 2"]), ("diagonal", ["N+1 = 6", "N+2 = 6"])]
    {
        let line = format!("torus measure --radix 5 --dims 2 --algorithm {algorithm} --svg {{}}");
        meshcast(&line, &[&path]).well();
        let picture = fs::read_to_string(&path).expect("a picture");
        assert_eq!(picture.matches("<path ").count(), 24);
        for text in legend {
            assert!(picture.contains(text), "{text}: {picture}");
        }
    }
    assert_eq!(folder.names(), ["graph.svg"]);
}

#[test]
fn tori_and_names_that_do_not_exist_are_refused() {
    let measure = |flags: &str| refusal(&format!("measure --algorithm simple {flags}"));
    for (flags, expected) in [
        (
            "--radix 1 --dims 2",
            "--radix, --dims: a torus has at least 2 nodes in each dimension, found 1",
        ),
        ("--radix 3 --dims 0", "--radix, --dims: a torus has at least 1 dimension, found 0"),
        ("--radix 2 --dims 23", "--radix, --dims: a torus has at most 4194304 nodes, found 2^23"),
        (
            "--radix -3 --dims 2",
            "invalid value '-3' for '--radix <K>': expected a whole number; see --help",
        ),
        (
            "--radix 5 --dims 3 --svg a.svg",
            "--svg: expected 2 dimensions of at most 99 nodes, found 3 of 5",
        ),
        ("--radix 5 --dims 2 --svg a.png", "--svg: expected a name that ends in .svg, found a.png"),
    ] {
        assert_eq!(measure(flags), expected);
    }
    assert_eq!(
        refusal("table --radix 3,1"),
        "--radix, --dims: a torus has at least 2 nodes in each dimension, found 1"
    );
    let run = |flags: &str| refusal(&format!("run --algorithm simple {flags}"));
    assert_eq!(
        run("--radix 3 --dims 2 --communication broadcast --order loudest"),
        "invalid value 'loudest' for '--order <ORDER>' [possible values: farthest, fifo, nearest, random]; see --help"
    );
    assert_eq!(
        run("--radix 3 --dims 2 --communication gossip"),
        "invalid value 'gossip' for '--communication <NAME>' [possible values: broadcast, personalized, all-to-all, all-to-all-personalized]; see --help"
    );
    // Some 60 GiB.
    let found = run("--radix 2 --dims 16 --communication all-to-all --order random");
    let expected = "torus run --communication all-to-all on 2^16 nodes needs about ";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn a_table_has_every_torus_once() {
    for (flags, expected) in [
        ("--radix 3,5,3", "--radix: expected every number once, found 3 twice"),
        ("--dims 2,2", "--dims: expected every number once, found 2 twice"),
    ] {
        assert_eq!(refusal(&format!("table {flags}")), expected);
    }
}

#[test]
fn more_deliveries_than_can_be_numbered_are_refused_whatever_memory_there_is() {
    let size = "--radix 2 --dims 17";
    for line in [
        format!("run {size} --algorithm simple --communication all-to-all-personalized"),
        format!("run {size} --algorithm simple --communication all-to-all"),
        format!("table {size}"),
    ] {
        let expected = "--radix, --dims: expected at most 4294967296 deliveries, found 17179738112 on 2^17 nodes";
        assert_eq!(refusal(&line), expected);
    }
}
