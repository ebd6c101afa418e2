//! `meshcast pram`.

use super::{Folder, data, lasting, meshcast, parsed};
use serde_json::{Value, json};

fn refusal(line: &str) -> String {
    meshcast(&format!("pram {line}"), &[]).refused().to_owned()
}

fn result(line: &str) -> Value {
    parsed(&meshcast(&format!("pram run {line} --format json"), &[]).well())
}

/// Five vertices, of which one is alone.
const EDGES: &str = "0 1\n1 2\n0 2\n3 4\n";

#[test]
fn every_program_runs_and_is_right() {
    let folder = Folder::new();
    let edges = folder.file("graph.edges", EDGES);
    for program in ["prefix-sums", "list-ranking", "sort", "matrix-product", "access"] {
        let found = result(&format!("{program} --side 4"));
        assert_eq!(found["schema"], "meshcast.pram/1");
        assert_eq!((&found["program"], &found["correct"]), (&json!(program), &json!(true)));
        assert_eq!((&found["rehashes"], &found["source"]), (&json!(0), &Value::Null));
    }
    for program in ["components", "bfs", "mis"] {
        let line = format!("pram run {program} --input {{}} --format json");
        let found = parsed(&meshcast(&line, &[&edges]).well());
        assert_eq!((&found["correct"], &found["source"]), (&json!(true), &json!("graph.edges")));
        assert_eq!(found["cells"], 9);
    }
    let line = "pram run spmv --input {} --mode leap --format json";
    let found = parsed(&meshcast(line, &[&data("west0067.mtx")]).well());
    assert_eq!((&found["correct"], &found["mode"]), (&json!(true), &json!("leap")));
}

#[test]
fn steps_are_those_of_the_formulas_and_add_up() {
    let found = result("access --side 16");
    let number = |field: &str| found[field].as_u64().expect("a number");
    assert_eq!((number("read_steps"), number("write_steps")), (328, 214));
    assert_eq!((number("pram_steps"), number("accesses"), number("steps")), (1, 2, 328 + 214));
    assert!((found["steps_per_pram_step"].as_f64().expect("a number") - 542.0).abs() < 1e-9);
    for list in ["ledger", "parts"] {
        let lines = found[list].as_array().expect("a list");
        let steps = lines.iter().map(|line| line["steps"].as_u64().expect("a number"));
        assert_eq!(steps.sum::<u64>(), 542, "{list}");
    }
    let sort = found["parts"].as_array().expect("a list");
    let sort: Vec<&Value> = sort.iter().filter(|part| part["part"] == "read/sort").collect();
    assert_eq!(sort, [&json!({"part": "read/sort", "steps": 69})]);
}

#[test]
fn the_text_has_the_parts_and_the_steps_of_the_pram() {
    let text = meshcast("pram run list-ranking --side 8", &[]).well();
    for line in [
        "list-ranking on 8 x 8 nodes\n",
        "  PRAM          crew, 64 processors\n",
        "  memory        64 cells, hashed, at most 1 a node\n",
        "  result        as the host computes it\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(text.contains("  read/sort ") && text.contains("  step 7 "), "{text}");
}

#[test]
fn leaps_say_the_same_and_runs_repeat() {
    let folder = Folder::new();
    let edges = folder.file("graph.edges", EDGES);
    let run = |more: &str| {
        let line = format!("pram run components --input {{}} --format json {more}");
        lasting(&meshcast(&line, &[&edges]).well())
    };
    assert_eq!(run("--threads 1"), run("--threads 3 --seed 1"));
    let check = run("--mode check");
    assert_eq!(check.replace("\"mode\":\"check\"", "\"mode\":\"step\""), run(""));
}

#[test]
fn a_traced_run_replays_and_an_audit_adds_up() {
    let folder = Folder::new();
    let trace = folder.path("run.ndjson");
    let line = "pram run prefix-sums --side 5 --trace {} --format json --audit full";
    let found = parsed(&meshcast(line, &[&trace]).well());
    assert_eq!(found["audit"]["node_peaks"].as_array().map(Vec::is_empty), Some(false));
    let checked = parsed(&meshcast("check {} --format json", &[&trace]).well());
    assert_eq!(checked["steps"], found["steps"]);
}

#[test]
fn a_conflict_ends_the_run_with_status_1() {
    let ran = meshcast("pram run list-ranking --side 4 --pram erew --format json", &[]);
    assert_eq!(ran.status, 1);
    let found = parsed(&ran.out);
    assert_eq!(found["schema"], "meshcast.pram-conflict/1");
    assert_eq!(found["access"], "read");
    let message = found["message"].as_str().expect("text").to_owned();
    assert_eq!(ran.err, format!("error: {message}\n"));
    assert!(message.starts_with("PRAM step 2: processors "), "{message}");
    let ran = meshcast("pram run access --pattern one-cell --pram crcw-common --side 4", &[]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(
        ran.err,
        "error: PRAM step 1: processors 0 and 1 write cell 0 at once, which the mode allows for one value only\n"
    );
}

#[test]
fn layouts_and_operators_are_named() {
    let found = result(
        "access --pattern one-cell --pram crcw-combining --operator max --side 4 --layout identity --cells 40",
    );
    assert_eq!((&found["operator"], &found["layout"]), (&json!("max"), &json!("identity")));
    assert_eq!((&found["cells"], &found["memory_words"]), (&json!(40), &json!(3)));
    let hot = result("access --pattern identity --layout identity --cells 65536 --side 32");
    assert_eq!((&hot["rounds"], &hot["correct"]), (&json!(8), &json!(true)));
}

#[test]
fn tiles_and_their_requests_are_as_asked_for() {
    let usual = result("access --side 16");
    assert_eq!((&usual["tile_side"], &usual["per_node"]), (&json!(8), &json!(2)));
    let small = result("access --side 16 --tile-side 4 --per-node 3 --mode check");
    assert_eq!((&small["tile_side"], &small["per_node"]), (&json!(4), &json!(3)));
    assert_eq!((&small["correct"], &small["rehashes"]), (&json!(true), &json!(0)));
    // Tours of 15 hops instead of 63.
    let tiles = result("access --side 16 --tile-side 4");
    let steps = |of: &Value| of["read_steps"].as_u64().expect("a number");
    assert_eq!(steps(&tiles) + 48, steps(&usual));
    assert_eq!(
        small["steps"].as_u64(),
        small["read_steps"].as_u64().zip(small["write_steps"].as_u64()).map(|(a, b)| a + b)
    );
    let compared = parsed(
        &meshcast("pram compare --side 16 --tile-side 4 --per-node 3 --format json", &[]).well(),
    );
    assert_eq!(compared["reads"][0]["ways"][0]["steps"], small["read_steps"]);
}

#[test]
fn a_read_is_compared_with_other_ways() {
    let found = parsed(&meshcast("pram compare --side 16 --format json", &[]).well());
    let reads = found["reads"].as_array().expect("a list");
    assert_eq!(reads.len(), 4);
    for read in reads {
        let ways: Vec<&str> = (read["ways"].as_array().expect("a list").iter())
            .map(|way| way["way"].as_str().expect("text"))
            .collect();
        assert_eq!(ways, ["pram", "greedy", "combining", "multicast"]);
        assert_eq!(read["ways"][0]["steps"], 328);
        assert_eq!(read["ways"][0]["told_when_done"], false);
        assert_eq!(read["ways"][1]["told_when_done"], true);
    }
    // All 256 requests enter one node over four links, and its copy unit delivers them one by one.
    assert!(reads[0]["ways"][1]["steps"].as_u64() >= Some(2 * 255));
    let text = meshcast("pram compare --side 8", &[]).well();
    assert!(text.contains("one read on 8 x 8 nodes, steps / packets\n"), "{text}");
}

#[test]
fn the_programs_are_listed() {
    let found = parsed(&meshcast("pram list --format json", &[]).well());
    let programs = found["programs"].as_array().expect("a list");
    assert_eq!((programs.len(), &programs[1]["pram"]), (9, &json!("erew")));
    let text = meshcast("pram list", &[]).well();
    assert!(text.contains("components      crcw-arbitrary  message set"), "{text}");
}

#[test]
fn bad_input_is_refused_in_a_line() {
    for (line, refused) in [
        ("run sort", "pram run sort: expected --side S, found none"),
        (
            "run sort --side 4 --workload sparse",
            "--workload: expected only with a program that takes a message set, found with sort",
        ),
        ("run sort --side 4 --cells 9", "--cells: expected no such parameter of sort, found 9"),
        ("run access --side 4 --cells 0", "--cells: expected 1 to 4294967296, found 0"),
        (
            "run access --side 4 --cells 4294967297",
            "--cells: expected 1 to 4294967296, found 4294967297",
        ),
        (
            "run access --side 4 --cells 15 --pattern permutation",
            "--cells: expected at least 16, a cell for each processor, with --pattern permutation, found 15",
        ),
        (
            "run bfs --workload uniform --side 4 --congestion 8",
            "pram run bfs needs a processor for each of 86 edges; the mesh has 16 nodes: use --side 10",
        ),
        ("run bfs", "expected a message set, --input FILE or --workload NAME, found neither"),
        (
            "run sort --side 4 --operator sum",
            "--operator: expected only with --pram crcw-combining, found with erew",
        ),
        (
            "run sort --side 4 --mode leap --audit full",
            "--mode: expected step with --audit full, which watches every step, found leap",
        ),
        (
            "run sort --side 4 --tile-side 5",
            "--tile-side: expected at most 4, the longer side of the mesh, found 5",
        ),
        (
            "compare --side 4 --tile-side 5",
            "--tile-side: expected at most 4, the longer side of the mesh, found 5",
        ),
    ] {
        assert_eq!(refusal(line), refused, "{line}");
    }
    let refused = refusal("run access --side 8192 --cells 4294967296");
    assert!(refused.starts_with("pram run access on 8192 x 8192 nodes needs about "), "{refused}");
}
