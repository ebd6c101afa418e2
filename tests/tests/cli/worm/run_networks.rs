//! `meshcast worm run` on networks other than the mesh of a set.

use super::super::{Folder, lasting, meshcast, parsed};
use super::csv::{column, rows};
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{Start, Worm};
use meshcast_tests::oracle::{Times, wormhole};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// A ring of 16 nodes with some chords.
fn ring(folder: &Folder) -> PathBuf {
    let ring = (0..16).map(|node| format!("{node} {}\n", (node + 1) % 16));
    let edges: String = ring.chain(["0 8\n".to_owned(), "3 13\n".to_owned()]).collect();
    folder.file("ring.edges", edges)
}

/// From node 0: on a torus its last column and row are next to it; around the ring and over its chord it is far from node 5.
#[test]
fn a_message_takes_what_the_formula_says_on_every_network() {
    let folder = Folder::new();
    let graph = ring(&folder);
    for (network, to, hops) in [
        ("--torus 5x5", 24, 2),
        ("--torus 5x4", 15, 1),
        ("--hypercube 4", 15, 4),
        ("--mesh 3x3x3", 26, 6),
        ("--mesh 7", 6, 6),
        ("--graph {}", 15, 1),
    ] {
        let set = format!("{{\"source\":0,\"destinations\":[{to}]}}\n");
        let set = folder.file("set.jsonl", set);
        let line = format!("worm run {network} --input {{}} --format json");
        let paths = if network.contains("{}") { vec![&*graph, &*set] } else { vec![&*set] };
        let found = parsed(&meshcast(&line, &paths).well());
        let alone = 1000 + hops * 25 + 99 * 5;
        assert_eq!((&found["links"], &found["lower_bound_ns"]), (&json!(hops), &json!(alone)));
        assert_eq!(found["makespan_ns"], alone, "{network}");
    }
}

/// All deliveries are made and nothing beats the bound, whatever the network, set, scheme and grouping; threads change nothing.
#[test]
fn every_set_is_delivered_on_every_network() {
    let folder = Folder::new();
    let graph = ring(&folder);
    let sets = ["uniform --congestion 3", "permutation", "sparse", "broadcast", "power-law"];
    let ways = [
        "--scheme dual-path",
        "--scheme ocms --ports free",
        "--scheme otms --effort 1000 --startup-charged once",
    ];
    let groupings = ["none", "ppg --leaders async", "gpg --threshold 4/5"];
    let networks = [
        ("--torus 4x4", "torus", json!([4, 4])),
        ("--torus 4x4x4", "torus", json!([4, 4, 4])),
        ("--hypercube 4", "hypercube", json!(4)),
        ("--mesh 4x4x4", "mesh", json!([4, 4, 4])),
        ("--mesh 2x8", "mesh", json!([2, 8])),
        ("--graph {}", "network", json!("graph of 16 nodes")),
    ];
    for (network, key, value) in networks {
        for (place, set) in sets.iter().enumerate() {
            let is_graph = network.contains("{}");
            let grouping = if is_graph { "none" } else { groupings[place % groupings.len()] };
            let line = format!(
                "worm run {network} --workload {set} --seed {place} {} --grouping {grouping} --format json --threads",
                ways[place % ways.len()]
            );
            let paths = if is_graph { vec![&*graph] } else { vec![] };
            let [one, two] =
                [1, 2].map(|threads| meshcast(&format!("{line} {threads}"), &paths).well());
            assert_eq!(lasting(&one), lasting(&two), "{line}");
            let found = parsed(&one);
            assert_eq!(found[key], value, "{line}");
            assert_eq!(found["deliveries"], found["messages"]["deliveries"], "{line}");
            assert_eq!(found["undelivered"], 0, "{line}");
            let over = found["makespan_over_lower_bound"].as_f64().expect("a ratio");
            assert!(over >= 1.0, "{line}: {over}");
        }
    }
}

/// Every worm of the rows, moved flit by flit by an oracle, delivers at each of its destinations when the rows say.
#[test]
fn worms_of_a_set_are_those_of_the_run_flit_by_flit() {
    let folder = Folder::new();
    let (graph, csv) = (ring(&folder), folder.path("worms.csv"));
    let edges: Vec<(u32, u32)> =
        (0..16).map(|node| (node, (node + 1) % 16)).chain([(0, 8), (3, 13)]).collect();
    for (flag, network) in [
        ("--torus 4x4", Network::torus(&[4, 4])),
        ("--hypercube 4", Network::hypercube(4)),
        ("--mesh 4x2x2", Network::mesh(&[4, 2, 2])),
        ("--graph {}", Network::graph(16, &edges)),
    ] {
        let network = network.expect("a network");
        let line = format!(
            "worm run {flag} --workload sparse --startup 3 --router 2 --link 1 --flits 6 --csv {{}} --format json"
        );
        let paths = if flag.contains("{}") { vec![&*graph, &*csv] } else { vec![&*csv] };
        let found = parsed(&meshcast(&line, &paths).well());
        let text = fs::read_to_string(&csv).expect("the rows are written");
        let rows = rows(&text);
        let nodes = |text: &str| -> Vec<u32> {
            let node = |name: &str| {
                let at: Vec<usize> =
                    name.split(',').map(|at| at.parse().expect("a number")).collect();
                network.node(&at).expect("a node of the network")
            };
            text.split(';').map(node).collect()
        };
        let worm = |row: &Vec<String>| {
            let way = nodes(column(&rows, row, "nodes"));
            let mut hops = Vec::new();
            for node in nodes(column(&rows, row, "destinations")) {
                let from = hops.last().map_or(1, |&hop| hop as usize + 1);
                let visit = (from..way.len()).find(|&hop| way[hop] == node);
                hops.push(visit.expect("the worm visits it") as u32);
            }
            let channels = way.windows(2).map(|pair| network.channel(pair[0], pair[1]));
            let path = channels.map(|channel| channel.expect("neighbours")).collect();
            Worm { start: Start::At(0), startup: 3, flits: 6, path, destinations: hops }
        };
        let worms: Vec<Worm> = rows[1..].iter().map(worm).collect();
        let times = Times { router: 2, link: 1, period: 1, ..Times::default() };
        let sight = wormhole(times, network.channels(), &worms);
        let tail = |worm: usize, hop: u32| sight.arrivals[worm][hop as usize - 1][5];
        for (number, (row, worm)) in rows[1..].iter().zip(&worms).enumerate() {
            let found = column(&rows, row, "deliveries_ns").split(';');
            let found: Vec<Option<u64>> = found.map(|time| time.parse().ok()).collect();
            let seen: Vec<_> = worm.destinations.iter().map(|&hop| tail(number, hop)).collect();
            assert_eq!(found, seen, "{flag}: worm {number}");
        }
        let ends =
            worms.iter().enumerate().map(|(number, worm)| tail(number, worm.path.len() as u32));
        assert_eq!(found["makespan_ns"].as_u64(), ends.max().flatten(), "{flag}");
        assert!(sight.channels.iter().any(|channel| channel.blocked > 0), "{flag}: worms wait");
    }
}

#[test]
fn the_mesh_of_a_set_can_be_named() {
    for (of_set, named) in [
        ("--workload cluster --side 6", "--workload cluster --mesh 6x6"),
        (
            "--input {} --placement hilbert --side 7 --cols 8",
            "--input {} --placement hilbert --mesh 8x7",
        ),
        (
            "--input {} --placement random --side 7 --cols 8",
            "--input {} --placement random --mesh 8x7",
        ),
    ] {
        let karate = super::super::data("karate.mtx");
        let paths = if of_set.contains("{}") { vec![&*karate] } else { vec![] };
        let [one, other] = [of_set, named].map(|flags| {
            meshcast(&format!("worm run {flags} --format json --threads 1"), &paths).well()
        });
        assert_eq!(lasting(&one), lasting(&other), "{named}");
    }
}

#[test]
fn sets_and_networks_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let set = folder.file("set.jsonl", "{\"source\":0,\"destinations\":[20]}\n");
    for (flags, expected) in [
        (
            "--hypercube 4 --input {}",
            "--hypercube: expected at least 21 nodes for the messages, found 16 on the hypercube of 4 dimensions",
        ),
        (
            "--torus 4x5 --input {}",
            "--torus: expected at least 21 nodes for the messages, found 20 on the 4x5 torus",
        ),
        (
            "--hypercube 5 --workload sparse",
            "--hypercube: expected as many nodes as a square has for a workload, such as 64, found 32 on the hypercube of 5 dimensions: use --input",
        ),
        (
            "--mesh 1 --workload sparse",
            "--mesh: expected at least 2 nodes, found the mesh of 1 node",
        ),
        (
            "--torus 4x4x4 --input {} --placement snake",
            "--placement: expected row-major or random on the 4x4x4 torus, which has no rows and columns",
        ),
        (
            "--torus 4x4 --workload sparse --scheme multi-path",
            "--scheme: expected a mesh of two dimensions for multi-path, which knows left from right, found the 4x4 torus",
        ),
        (
            "--torus 4x0 --workload sparse",
            "--torus: expected sides of at least 1, found 0 in dimension 2",
        ),
    ] {
        let paths = if flags.contains("{}") { vec![&*set] } else { vec![] };
        assert_eq!(meshcast(&format!("worm run {flags}"), &paths).refused(), expected, "{flags}");
    }
    for flag in ["--side 4", "--cols 4"] {
        let ran = meshcast(&format!("worm run --torus 4x4 --workload sparse {flag}"), &[]);
        assert!(ran.refused().contains("cannot be used with"), "{}", ran.err);
    }
    let two = meshcast("worm run --torus 4x4 --mesh 4x4 --workload sparse", &[]);
    assert!(two.refused().contains("cannot be used with"), "{}", two.err);
}
