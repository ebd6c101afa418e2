//! `worm dependencies`: the printed proof and the printed cycle.

use super::super::{Folder, meshcast, parsed};
use serde_json::{Value, json};

/// Four worms around a square, each turning right.
pub(super) const AROUND: &str = r#"{"worms":[
{"path":[[0,0],[0,1],[1,1]],"destinations":[[1,1]]},
{"path":[[0,1],[1,1],[1,0]],"destinations":[[1,0]]},
{"path":[[1,1],[1,0],[0,0]],"destinations":[[0,0]]},
{"path":[[1,0],[0,0],[0,1]],"destinations":[[0,1]]}
]}"#;

/// On the mesh of 3 x 3 the label of (x, y) is 3y + x, or 3y + 2 − x where y is odd; all ways up or down over two channels.
#[test]
fn the_printed_numbering_proves_what_is_claimed() {
    let line = "worm dependencies --mesh 3x3 --format json";
    let result = parsed(&meshcast(line, &[]).well());
    assert_eq!(result["schema"], "meshcast.worm-dependencies/1");
    assert_eq!((&result["acyclic"], &result["channels"]), (&json!(true), &json!(24)));
    assert!(result.get("cycle").is_none());
    let numbering = result["numbering"].as_array().expect("a list of channels");
    assert_eq!(numbering.len(), 24);
    let nodes: Vec<[i64; 2]> = (0..9).map(|node| [node % 3, node / 3]).collect();
    let label = |[x, y]: [i64; 2]| 3 * y + if y % 2 == 0 { x } else { 2 - x };
    let is_edge = |a: [i64; 2], b: [i64; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() == 1;
    let rank = |a: [i64; 2], b: [i64; 2]| {
        numbering.iter().position(|channel| *channel == json!([a, b])).expect("every channel")
    };
    let mut pairs = 0;
    for &a in &nodes {
        for &b in nodes.iter().filter(|&&b| is_edge(a, b)) {
            for &c in nodes.iter().filter(|&&c| is_edge(b, c)) {
                if (label(a) < label(b)) == (label(b) < label(c)) {
                    assert!(rank(a, b) < rank(b, c), "{a:?} {b:?} {c:?}");
                    pairs += 1;
                }
            }
        }
    }
    assert_eq!(result["dependencies"], pairs);
    let scheme = parsed(&meshcast(&format!("{line} --scheme ocms"), &[]).well());
    assert_eq!((&scheme["scheme"], &scheme["numbering"]), (&json!("ocms"), &result["numbering"]));
}

#[test]
fn a_cycle_is_printed_by_its_channels() {
    let folder = Folder::new();
    let file = folder.file("around.json", AROUND);
    let line = "worm dependencies --mesh 2x2 --paths {}";
    let result = parsed(&meshcast(&format!("{line} --format json"), &[&file]).well());
    assert_eq!((&result["acyclic"], &result["worms"]), (&json!(false), &json!(4)));
    let cycle = json!([[[0, 0], [0, 1]], [[0, 1], [1, 1]], [[1, 1], [1, 0]], [[1, 0], [0, 0]]]);
    assert_eq!((&result["cycle"], result.get("numbering")), (&cycle, None));
    let text = meshcast(line, &[&file]).well();
    assert!(text.starts_with("a cycle of 4 channels on the 2x2 mesh\n"), "{text}");
    assert!(text.contains("  cycle         0,0 > 0,1 > 1,1 > 1,0 > 0,0\n"), "{text}");
}

#[test]
fn text_is_short_on_every_network() {
    let folder = Folder::new();
    let ring = folder.file("ring.edges", "0 1\n1 2\n2 3\n3 0\n");
    for (network, channels) in [
        ("--mesh 16x16", "960"),
        ("--torus 6x6", "144"),
        ("--hypercube 6", "384"),
        ("--graph {}", "8"),
        ("--mesh 4x4x4", "288"),
    ] {
        let text = meshcast(&format!("worm dependencies {network}"), &[&ring]).well();
        assert!(text.starts_with("no worms can wait in a circle on the "), "{text}");
        assert!(text.contains(&format!("  channels      {channels}\n")), "{text}");
        assert!(text.lines().count() < 10, "{text}");
    }
}

/// Two worms that share nothing on a mesh need no channel in a particular order; the proof still has all.
#[test]
fn worms_of_a_file_may_be_acyclic() {
    let folder = Folder::new();
    let worm = json!({"path": [0, 1, 2], "destinations": [1, 2], "start": 5});
    let file = folder.file("line.json", json!({"worms": [worm]}).to_string());
    let path = folder.file("path.edges", "0 1\n1 2\n");
    let line = "worm dependencies --graph {} --paths {} --format json";
    let result = parsed(&meshcast(line, &[&path, &file]).well());
    assert_eq!((&result["acyclic"], &result["dependencies"]), (&json!(true), &json!(1)));
    let numbering: Vec<Value> = result["numbering"].as_array().expect("a list").clone();
    let rank = |channel: Value| numbering.iter().position(|other| *other == channel);
    assert!(rank(json!([0, 1])).expect("0 to 1") < rank(json!([1, 2])).expect("1 to 2"));
}

#[test]
fn a_scheme_and_a_file_contradict_each_other() {
    let line = "worm dependencies --mesh 2x2 --scheme ocms --paths a.json";
    assert_eq!(
        meshcast(line, &[]).refused(),
        "the argument '--scheme <NAME>' cannot be used with '--paths <FILE>'; see --help"
    );
}
