//! Networks other than meshes: tori, hypercubes and graphs in every command.

use super::super::{Folder, meshcast, parsed};
use serde_json::json;

#[test]
fn tori_route_and_group_around_their_ends() {
    let line =
        "worm plan --torus 6x6 --source 0,0 --destinations 5,0;0,5;5,5;3,3 --scheme dual-path";
    let result = parsed(&meshcast(&format!("{line} --format json"), &[]).well());
    assert_eq!((&result["network"], &result["torus"]), (&json!("6x6 torus"), &json!([6, 6])));
    assert!(result.get("mesh").is_none() && result.get("hypercube").is_none());
    // Labels: 5,0 has 5, 3,3 has 20, 5,5 has 30 and 0,5 has 35; R goes around where that is the largest label not beyond.
    let nodes = result["paths"][0]["nodes"].as_array().expect("a list of nodes");
    assert_eq!(nodes[..2], [json!([0, 0]), json!([5, 0])]);
    let grouped = format!("{line} --grouping gpg --threshold 3/4 --format json");
    let result = parsed(&meshcast(&grouped, &[]).well());
    assert_eq!(result["groups"], json!([[[0, 5], [5, 0], [5, 5]], [[3, 3]]]));
    let on_the_mesh = grouped.replace("--torus", "--mesh");
    let result = parsed(&meshcast(&on_the_mesh, &[]).well());
    assert_eq!(result["groups"].as_array().map(Vec::len), Some(4));
}

#[test]
fn what_goes_around_a_torus_is_drawn_outside() {
    let text = meshcast(
        "worm plan --torus 4x3 --source 0,0 --destinations 3,0;0,2;3,2 --scheme dual-path",
        &[],
    );
    let found = text.well();
    assert!(found.contains("; outside: around the torus\n"), "{found}");
    // From (0, 0) to (3, 0) to the left, around.
    let bottom = found.lines().find(|line| line.starts_with("     0  ")).expect("the lowest row");
    assert!(bottom.ends_with("o<1-"), "{found}");
}

#[test]
fn hypercubes_have_bits_for_coordinates() {
    let line = "worm plan --hypercube 4 --source 0,0,0,0 --destinations 1,1,1,1;0,1,0,1 --scheme otms --grouping ppg --format json";
    let result = parsed(&meshcast(line, &[]).well());
    assert_eq!(result["network"], "hypercube of 4 dimensions");
    assert_eq!((&result["hypercube"], result.get("mesh")), (&json!(4), None));
    let mesh = meshcast(&line.replace("--hypercube 4", "--mesh 2x2x2x2"), &[]).well();
    assert_eq!(parsed(&mesh)["paths"], result["paths"]);
    let square = "worm plan --hypercube 2 --source 0,0 --destinations 1,1 --scheme multi-path";
    assert!(meshcast(square, &[]).well().contains("\n     1  "), "it is a plane");
}

#[test]
fn worms_take_what_the_formula_says_on_every_network() {
    let folder = Folder::new();
    let ring = folder.file("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n");
    let alone = |hops: u64| 1000 + hops * 25 + 99 * 5;
    for (network, nodes, hops) in [
        ("--torus 5x5", "--source 0,0 --destinations 4,0", 1),
        ("--torus 9", "--source 0 --destinations 8", 1),
        ("--mesh 3x3x3", "--source 0,0,0 --destinations 0,0,2", 2),
        ("--hypercube 5", "--source 0,0,0,0,0 --destinations 0,0,0,0,1", 1),
        ("--graph {}", "--source 5 --destinations 0", 1),
    ] {
        let line = format!("worm latency {network} {nodes} --scheme dual-path --format json");
        let result = parsed(&meshcast(&line, &[&ring]).well());
        assert_eq!(result["links"], hops, "{network}");
        assert_eq!(result["latency_ns"], alone(hops), "{network}");
    }
}

#[test]
fn experiments_run_on_every_network() {
    let folder = Folder::new();
    let ring = folder.file("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n1 4\n");
    for (network, key, groupings) in [
        ("--torus 4x4", "torus", 3),
        ("--torus 3x3x3", "torus", 3),
        ("--hypercube 4", "hypercube", 3),
        ("--mesh 3x3x3", "mesh", 3),
        ("--graph {}", "network", 1),
    ] {
        for load in ["", "--load 0.5"] {
            let line = format!(
                "worm experiment {network} {load} --sizes 3 --sets 2 --schemes otms --format json"
            );
            let result = parsed(&meshcast(&line, &[&ring]).well());
            assert!(result.get(key).is_some(), "{network}");
            let methods = 2 * groupings;
            let rows = if load.is_empty() { ["cells", "scheme_cells"] } else { ["rows"; 2] };
            let lengths = rows.map(|rows| result[rows].as_array().map_or(0, Vec::len));
            let rows = if load.is_empty() { lengths[0] + lengths[1] } else { lengths[0] };
            assert_eq!(rows, 2 * methods, "{network} {load}");
        }
        let text = meshcast(&format!("worm experiment {network} --sizes 3 --sets 2"), &[&ring]);
        let text = text.well();
        assert!(text.contains("random sets, dual-path\n"), "{text}");
        assert!(!text.contains("multi-path"), "it is no plane: {text}");
    }
}

#[test]
fn bad_networks_are_refused_in_a_line() {
    let rest = "--source 0 --destinations 1 --scheme dual-path";
    for (network, expected) in [
        ("--torus 8x0", "--torus: expected sides of at least 1, found 0 in dimension 2"),
        ("--torus 2048x1024", "--torus: expected at most 1048576 nodes, found more"),
        (
            "--torus 8x",
            "invalid value '8x' for '--torus <K1xK2...>': expected whole numbers with x between, such as 8x8; see --help",
        ),
        ("--hypercube 0", "--hypercube: expected at least one dimension, found none"),
        ("--hypercube 99999999999", "--hypercube: expected at most 1048576 nodes, found more"),
        (
            "--hypercube -1",
            "invalid value '-1' for '--hypercube <N>': expected a whole number; see --help",
        ),
        (
            "--torus 4x4 --hypercube 3",
            "the argument '--torus <K1xK2...>' cannot be used with '--hypercube <N>'; see --help",
        ),
        ("--torus 4x4", "--source, --destinations: expected a node of the 4x4 torus, found 1"),
    ] {
        let ran = meshcast(&format!("worm plan {network} {rest}"), &[]);
        assert_eq!(ran.refused(), expected, "{network}");
    }
    let none = "--mesh <K1xK2...>|--torus <K1xK2...>|--hypercube <N>|--graph <FILE>";
    for line in [format!("worm plan {rest}"), "worm dependencies".to_owned()] {
        let ran = meshcast(&line, &[]);
        assert!(ran.refused().contains(none), "{}", ran.err);
    }
    assert_eq!(
        meshcast("worm experiment --torus 4x4 --schemes multi-path --sizes 3", &[]).refused(),
        "--schemes: expected a mesh of two dimensions for multi-path, which knows left from right, found the 4x4 torus"
    );
    assert_eq!(
        meshcast("worm experiment --torus 1", &[]).refused(),
        "--torus: expected at least 2 nodes, found the torus of 1 node"
    );
}
