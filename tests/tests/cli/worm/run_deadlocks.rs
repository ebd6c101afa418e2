//! Deadlocks of message sets: nodes that consume one worm at a time, and worms that are at two nodes in opposite orders.

use super::super::{Folder, Ran, meshcast, parsed};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Nodes 0 and 3 of a line of four both send to the two between them.
fn opposite(folder: &Folder) -> PathBuf {
    let lines = "{\"source\":0,\"destinations\":[1,2]}\n{\"source\":3,\"destinations\":[1,2]}\n";
    folder.file("opposite.jsonl", lines)
}

const WAITS: &str = "deadlock at 1,050 ns: worm 1 waits for the consumption port of 2, which worm 2 holds; \
                     worm 2 waits for the consumption port of 1, which worm 1 holds";

/// Both have the port of the node that they come to first at 1025, and wait for the other from 1050 on: 90 of the 100 flits are not
/// there yet, and the ports are not free before them.
#[test]
fn a_deadlock_of_a_set_is_named_and_drawn() {
    let folder = Folder::new();
    let (set, svg) = (opposite(&folder), folder.path("deadlock.svg"));
    let line = "worm run --mesh 4 --input {} --consume one";
    let ran = meshcast(&format!("{line} --svg {{}} --format json"), &[&set, &svg]);
    assert_eq!((ran.status, ran.err), (1, format!("error: {WAITS}\n")));
    let found = parsed(&ran.out);
    assert_eq!(found["schema"], "meshcast.worm-deadlock/1");
    assert_eq!((&found["network"], &found["time_ns"]), (&json!("mesh of 4 nodes"), &json!(1050)));
    let wait = |worm: usize, source: usize, at: [[usize; 1]; 2]| {
        json!({
            "worm": worm, "source": [source], "destinations": at, "held_by": 1 - worm, "since_ns": 1050,
            "waits_for": {"port": "consumption", "node": at[1]}
        })
    };
    assert_eq!(found["cycle"], json!([wait(0, 0, [[1], [2]]), wait(1, 3, [[2], [1]])]));
    let picture = fs::read_to_string(&svg).expect("the picture is written");
    assert!(picture.contains("<title id=\"title\">deadlock at 1,050 ns: worm 1 "), "{picture}");
    // Both worms hold the channels to the nodes whose ports they wait for.
    assert!(picture.contains(">destination<") && !picture.contains(">waits for the channel<"));
    assert!(picture.contains(">waits for the port<"), "{picture}");
    let dashed = |name: &str| {
        let shapes = picture.lines().filter(|line| line.starts_with(&format!("<{name} ")));
        shapes.filter(|line| line.contains("stroke=\"#000000\"")).count()
    };
    assert_eq!((dashed("circle"), dashed("path")), (3, 0), "around two nodes and in the legend");
    let text = meshcast(line, &[&set]);
    assert_eq!(text.status, 1);
    assert!(
        text.out.starts_with(
            "a deadlock on the mesh of 4 nodes at 1,050 ns: 2 worms wait in a circle\n"
        ),
        "{}",
        text.out
    );
    assert!(meshcast("worm run --mesh 4 --input {}", &[&set]).well().contains("makespan"));
}

/// No rows and no picture without what they show.
#[test]
fn a_deadlock_leaves_no_rows_and_an_arrival_no_picture() {
    let folder = Folder::new();
    let set = opposite(&folder);
    let (csv, svg) = (folder.path("worms.csv"), folder.path("deadlock.svg"));
    let line = "worm run --mesh 4 --input {} --csv {} --svg {}";
    let stuck: Ran = meshcast(&format!("{line} --consume one"), &[&set, &csv, &svg]);
    assert_eq!((stuck.status, csv.exists(), svg.exists()), (1, false, true));
    fs::remove_file(&svg).expect("the picture is there");
    meshcast(line, &[&set, &csv, &svg]).well();
    assert_eq!((csv.exists(), svg.exists()), (true, false));
}

#[test]
fn a_comparison_names_the_ways_that_deadlock() {
    let folder = Folder::new();
    let set = opposite(&folder);
    let line =
        "compare --input {} --side 1 --cols 4 --algorithms hamiltonian --worms --consume one";
    let ran = meshcast(&format!("{line} --format json"), &[&set]);
    assert_eq!(ran.status, 1);
    let complaint = WAITS.replace(" of 2,", " of 2,0,").replace(" of 1,", " of 1,0,");
    let named = format!("worms by dual-path, groups none: {complaint}");
    assert!(ran.err.contains(&named), "{}", ran.err);
    let found = parsed(&ran.out);
    let deadlocks = found["worms"]["deadlocks"].as_array().expect("a list");
    let first = &deadlocks[0];
    assert_eq!((&first["scheme"], &first["grouping"]), (&json!("dual-path"), &json!("none")));
    assert_eq!(first["deadlock"]["cycle"][0]["waits_for"]["node"], json!([2, 0]));
    let arrived = found["worms"]["runs"].as_array().expect("a list");
    assert_eq!(arrived.len() + deadlocks.len(), 4);
    let text = meshcast(line, &[&set]);
    assert!(text.out.contains(&format!("dual-path, groups none: {complaint}")), "{}", text.out);
    let free = meshcast(&format!("{} --format json", line.replace("--consume one", "")), &[&set]);
    assert!(parsed(&free.well())["worms"].get("deadlocks").is_none());
}
