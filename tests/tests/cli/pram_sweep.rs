//! PRAM programs in plans: rows that resume, merge and repeat, verdicts on them, their figure.

use super::{Folder, meshcast, parsed};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const PLAN: &str = r#"
title = "A step of a PRAM"

[[prams]]
programs = ["access"]
patterns = ["one-cell", "permutation", "random", "identity"]
sides = [8, 16, 24, 32, 48, 64]
mode = "leap"

[[prams]]
programs = ["access"]
layouts = ["identity"]
patterns = ["random", "identity"]
cells_per_processor = [64]
sides = [16, 32, 48]
mode = "leap"

[[prams]]
programs = ["sort", "mis"]
workloads = ["permutation"]
sides = [8]
seeds = [1, 2]
"#;

/// The rows of a store as an export prints them, without columns that cannot repeat.
fn rows(folder: &Folder, store: &Path, name: &str) -> String {
    let csv = folder.path(name);
    meshcast("export {} --csv {} --table prams", &[store, &csv]).well();
    let text = fs::read_to_string(csv).expect("a file");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let lasting: Vec<bool> = names.iter().map(|name| !name.starts_with("timing_")).collect();
    let mut kept = String::new();
    for record in reader.records() {
        let record = record.expect("a row");
        let cells = record.iter().zip(&lasting).filter(|(_, lasting)| **lasting);
        kept += &(cells.map(|(cell, _)| cell).collect::<Vec<_>>().join("|") + "\n");
    }
    kept
}

#[test]
fn rows_are_the_same_in_parts_and_again() {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    let store = |name: &str| folder.path(name);
    let whole = store("whole");
    let line = "sweep {} --out {} --threads 2 --format json";
    let swept = parsed(&meshcast(line, &[&plan, &whole]).well());
    assert_eq!((&swept["runs"], &swept["done"]), (&json!(34), &json!(34)));
    let again = parsed(&meshcast(line, &[&plan, &whole]).well());
    assert_eq!((&again["found"], &again["done"]), (&json!(34), &json!(0)));
    for part in ["1", "2"] {
        let line = format!("sweep {{}} --out {{}} --threads 1 --shard {part}/2");
        meshcast(&line, &[&plan, &store(&format!("part{part}"))]).well();
    }
    let line = "merge {} {} --out {} --format json";
    let merged = meshcast(line, &[&store("part1"), &store("part2"), &store("merged")]).well();
    assert_eq!(parsed(&merged)["prams"], 34);
    let expected = rows(&folder, &whole, "whole.csv");
    assert_eq!(expected.lines().count(), 34);
    assert_eq!(rows(&folder, &store("merged"), "merged.csv"), expected);
}

#[test]
fn a_step_of_a_pram_has_verdicts_and_a_figure() {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    let store = folder.path("store");
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let result = parsed(&meshcast("verify {} --format json", &[&store]).well());
    let [line] = &result["headline"].as_array().expect("a list")[..] else {
        panic!("one line: {result}")
    };
    assert_eq!(
        (&line["theorem"], &line["algorithm"]),
        (&json!("PRAM"), &json!("pram:crcw-arbitrary"))
    );
    assert_eq!((&line["verdict"], &line["evidence"]), (&json!("supported"), &json!("exact")));
    let claims = result["claims"].as_array().expect("a list");
    let any_pattern = claims.iter().filter(|claim| claim["claim"] == "any-pattern");
    let said: Vec<[&Value; 2]> =
        any_pattern.map(|claim| [&claim["algorithm"], &claim["verdict"]]).collect();
    // Neighbouring cells of a large memory are in few tiles if addresses are places.
    let identity = json!("pram:crcw-arbitrary layout=identity");
    let expected = [[&line["algorithm"], &json!("supported")], [&identity, &json!("refuted")]];
    assert_eq!(said, expected);
    let page = folder.path("report.html");
    meshcast("report {} --out {}", &[&store, &page]).well();
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("<figure id=\"pram-crcw-arbitrary-1\">"), "no figure");
    assert!(page.contains("<caption>PRAM programs</caption>"), "no table");
}

#[test]
fn overloads_are_counted_beside_their_bound() {
    let count = |line: &str| {
        parsed(&meshcast(&format!("pram overloads --side 16 {line} --format json"), &[]).well())
    };
    let small = count("--seeds 300 --tile-side 2 --per-node 2");
    let (share, bound) = (small["share"].as_f64(), small["bound"].as_f64());
    assert!(share > Some(0.0) && share <= bound, "{small}");
    assert!(small["greatest_fill"].as_f64() > Some(1.0), "{small}");
    // As many cells as processors are a cell a node.
    let none = count("--seeds 300 --tile-side 2 --per-node 1 --cells 256");
    assert_eq!((&none["overloads"], &none["greatest_fill"]), (&json!(0), &json!(1.0)));
    assert_eq!(count("--seeds 20 --threads 1"), count("--seeds 20 --threads 3"));
    for (line, refused) in [
        (
            "--cells 255",
            "--cells: expected 256, a cell for each processor, to 4294967296, found 255",
        ),
        (
            "--tile-side 17",
            "--tile-side: expected at most 16, the longer side of the mesh, found 17",
        ),
    ] {
        let ran = meshcast(&format!("pram overloads --side 16 {line}"), &[]);
        assert_eq!(ran.refused(), refused);
    }
}
