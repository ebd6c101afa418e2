//! `meshcast guarantee`: phases and steps that are proved to be enough.

use super::{meshcast, parsed};
use serde_json::{Value, json};

fn result(flags: &str) -> Value {
    parsed(&meshcast(&format!("guarantee randomized {flags} --format json"), &[]).well())
}

fn slotted(flags: &str) -> Value {
    parsed(&meshcast(&format!("guarantee slotted {flags} --format json"), &[]).well())
}

/// Before the first phase as many packets may want some nodes as there may be messages for them, or as there are packets.
fn assert_wanted_at_first(found: &Value, nodes: &str) {
    let of = |value: &Value| value.as_u64().expect("a number");
    if let Some(first) = found["phases"].get(0) {
        let messages = of(&found["congestion"]) * of(&first[nodes]);
        assert_eq!(of(&first["alive"]), messages.min(of(&found["nodes"])), "{found}");
    }
}

#[test]
fn phases_of_trains_and_visits_add_up() {
    for flags in [
        "--nodes 4096 --congestion 16 --failure-log2 -20",
        "--nodes 1000 --congestion 7 --failure-log2 -40",
        "--nodes 16384 --rows 32 --congestion 3",
        "--nodes 7 --congestion 7",
    ] {
        let found = slotted(flags);
        assert_eq!(found["schema"], "meshcast.guarantee-slotted/1");
        let phases = found["phases"].as_array().expect("a list");
        let of = |value: &Value| value.as_u64().expect("a number");
        let trains: u64 = phases.iter().map(|phase| of(&phase["steps"])).sum();
        let visits = of(&found["visits"]) * of(&found["visit_steps"]);
        assert_eq!(found["steps"], json!(trains + visits + 1), "{flags}");
        let last = phases.last().map_or(1, |phase| of(&phase["left"]));
        assert_eq!(last == 0, visits == 0, "{flags}");
        assert_wanted_at_first(&found, "segment");
        // A first phase that is to leave something is not surveyed.
        for (number, phase) in phases.iter().enumerate() {
            let surveys = number > 0 || phase["left"] == json!(0);
            assert_eq!(phase["surveys"], json!(surveys), "{flags}");
            let is_certain = of(&phase["alive"]) <= 2 || phase["segment"] == found["nodes"];
            assert_eq!(phase["certain"], json!(is_certain), "{flags}");
        }
        let side = usize::from(found["turned"] == true);
        for phase in phases {
            let rows = of(&phase["bands"]) * of(&phase["segment"]);
            assert_eq!(json!(rows), found["mesh"][side], "{flags}");
        }
    }
}

/// What is printed for a mesh is what a run with trains says of itself.
#[test]
fn a_run_with_trains_says_the_same() {
    let route = "route --algorithm randomized --variant slotted --workload uniform --side 32 \
                 --congestion 16 --format json";
    let run = parsed(&meshcast(route, &[]).well());
    let congestion = &run["messages"]["congestion"];
    let found = slotted(&format!("--nodes 1024 --congestion {congestion}"));
    assert_eq!(run["parameters"]["guaranteed_steps"], found["steps"]);
    assert!(run["steps"].as_u64() <= found["steps"].as_u64());
    assert_eq!(run["parameters"]["bands"][0], found["phases"][0]["bands"]);
    assert_eq!(run["undelivered"], json!(0));
}

#[test]
fn phases_add_up_and_end_with_nothing() {
    for flags in [
        "--nodes 4096 --congestion 16 --failure-log2 -20",
        "--nodes 1000 --congestion 7 --failure-log2 -40",
        "--nodes 1048576 --congestion 64",
        "--nodes 1048576 --rows 256 --congestion 3",
        "--nodes 7 --congestion 7",
    ] {
        let found = result(flags);
        assert_eq!(found["schema"], "meshcast.guarantee/1");
        let phases = found["phases"].as_array().expect("a list");
        let steps: u64 = phases.iter().filter_map(|phase| phase["steps"].as_u64()).sum();
        assert_eq!(found["steps"], json!(steps + 1), "{flags}");
        assert_eq!(phases.last().map(|phase| &phase["left"]), Some(&json!(0)), "{flags}");
        assert_wanted_at_first(&found, "block");
        // Those with one tile, and no others, are certain, and counted together.
        for phase in phases {
            assert_eq!(phase["certain"], json!(phase["tiles"] == json!([1, 1])), "{flags}");
            let is_one = phase["times"] == json!(1);
            assert!(is_one || phase["certain"] == json!(true), "{flags}");
        }
        let sides = &found["mesh"];
        let nodes = sides[0].as_u64().zip(sides[1].as_u64()).map(|(rows, cols)| rows * cols);
        assert_eq!(nodes, found["nodes"].as_u64(), "{flags}");
    }
    assert_eq!(result("--nodes 1000 --congestion 7")["mesh"], json!([25, 40]));
}

/// So many phases with one tile as the least of its blocks, of 2,093,280 nodes, needs.
#[test]
fn equal_phases_are_one_entry() {
    let found = result("--nodes 1099511627776 --congestion 1099511627776");
    let phases = found["phases"].as_array().expect("a list");
    assert_eq!((phases.len(), &phases[0]["times"]), (1, &json!(525_258)));
    assert_eq!((&phases[0]["alive"], &phases[0]["left"]), (&json!(1_u64 << 40), &json!(0)));
    assert_eq!(found["steps"], json!(8_544_238_995_727_u64));
}

/// The mesh and the chance that are asked for decide what is guaranteed.
#[test]
fn flags_count() {
    for of in [result, slotted] {
        let (square, high) =
            (of("--nodes 1024 --congestion 9"), of("--nodes 1024 --congestion 9 --rows 64"));
        assert_eq!((&square["mesh"], &high["mesh"]), (&json!([32, 32]), &json!([64, 16])));
        let sure = of("--nodes 1024 --congestion 9 --failure-log2 -200");
        assert_eq!((&square["failure_log2"], &sure["failure_log2"]), (&json!(-20), &json!(-200)));
        let steps = |found: &Value| found["steps"].as_u64();
        assert!(steps(&square) < steps(&high) && steps(&square) < steps(&sure), "{sure}");
    }
}

/// What is printed for a mesh is what a run says of itself.
#[test]
fn a_run_says_the_same() {
    let route = "route --algorithm randomized --variant certified --workload uniform --side 16 \
                 --congestion 9 --format json";
    let run = parsed(&meshcast(route, &[]).well());
    let congestion = &run["messages"]["congestion"];
    let found = result(&format!("--nodes 256 --congestion {congestion}"));
    assert_eq!(run["parameters"]["guaranteed_steps"], found["steps"]);
    assert!(run["steps"].as_u64() <= found["steps"].as_u64());
    assert_eq!(run["parameters"]["failure_log2"], found["failure_log2"]);
}

#[test]
fn people_read_the_same() {
    let text = meshcast("guarantee randomized --nodes 4096 --congestion 16", &[]).well();
    assert!(text.starts_with("randomized:certified on 4,096 nodes, congestion c = 16\n"), "{text}");
    assert!(text.contains("  steps         6,961 at most, 27.19 sqrt(cn)\n"), "{text}");
    assert!(text.contains("  failure       with a chance of at most 2^-20\n"), "{text}");
    let text = meshcast("guarantee slotted --nodes 4096 --congestion 16", &[]).well();
    assert!(text.starts_with("randomized:slotted on 4,096 nodes, congestion c = 16\n"), "{text}");
    assert!(text.contains("  steps         3,420 at most, 13.36 sqrt(cn)\n"), "{text}");
    assert!(text.contains("  at last       1 visit of the whole mesh, 998 steps each\n"), "{text}");
}

#[test]
fn bad_values_are_refused() {
    let cases = [
        ("--nodes 1 --congestion 1", "--nodes must be from 2 to 2^40, found 1"),
        (
            "--nodes 64 --congestion 65",
            "--congestion must be from 1 to the number of nodes, 64, found 65",
        ),
        (
            "--nodes 64 --congestion 0",
            "--congestion must be from 1 to the number of nodes, 64, found 0",
        ),
        (
            "--nodes 64 --congestion 4 --failure-log2 0",
            "--failure-log2 must be from -900 to -1, found 0",
        ),
        (
            "--nodes 64 --congestion 4 --rows 7",
            "--rows must divide the number of nodes, 64, found 7",
        ),
        (
            "--nodes 64 --congestion 4 --rows 0",
            "--rows must divide the number of nodes, 64, found 0",
        ),
    ];
    for (flags, refusal) in cases {
        for of in ["randomized", "slotted"] {
            let ran = meshcast(&format!("guarantee {of} {flags}"), &[]);
            assert_eq!(ran.refused(), refusal, "{of} {flags}");
        }
    }
}
