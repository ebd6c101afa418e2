//! `meshcast worm`: the paths of a multicast.

mod csv;
mod dependencies;
mod experiment;
mod idle_flags;
mod load;
mod networks;
mod own_paths;
mod pictures;
mod refused_early;
mod replay;
mod routers;
mod run;
mod run_deadlocks;
mod run_networks;

use super::{Folder, meshcast, parsed};

use serde_json::json;

const FIG_2: &str =
    "worm plan --mesh 8x8 --source 2,5 --destinations 1,6;2,6;1,7;2,3;5,2;1,2;0,2;6,1";

#[test]
fn the_result_has_what_the_contract_says() {
    let line = format!("{FIG_2} --scheme dual-path --format json");
    let result = parsed(&meshcast(&line, &[]).well());
    assert_eq!(result["schema"], "meshcast.worm/1");
    assert_eq!((&result["links"], &result["max_length"]), (&json!(23), &json!(18)));
    let all = json!([[[0, 2], [1, 2], [1, 6], [1, 7], [2, 3], [2, 6], [5, 2], [6, 1]]]);
    assert_eq!((&result["groups"], &result["leaders"]), (&all, &json!([])));
    let up = &result["paths"][0];
    assert_eq!(
        (&up["stage"], &up["length"], &up["source"]),
        (&json!(1), &json!(5), &json!([2, 5]))
    );
    assert_eq!(up["destinations"], json!([[1, 6], [2, 6], [1, 7]]));
    assert_eq!(up["nodes"], json!([[2, 5], [1, 5], [1, 6], [2, 6], [2, 7], [1, 7]]));
    // Neighbours of (2, 5) by their labels: below, right, left, above.
    assert_eq!(up["ports"], json!([2, 3, 2, 3, 2]));
    assert!(result["version"].is_string() && result["commit"].is_string());
    assert!(result.get("ports").is_none() && result.get("threshold").is_none());
}

#[test]
fn groups_have_leaders_and_stages() {
    let line = format!("{FIG_2} --scheme dual-path --grouping ppg --format json");
    let result = parsed(&meshcast(&line, &[]).well());
    assert_eq!((&result["links"], &result["max_length"]), (&json!(15), &json!(9)));
    let groups = json!([[[0, 2], [1, 2], [2, 3]], [[1, 6], [1, 7], [2, 6]], [[5, 2], [6, 1]]]);
    assert_eq!(result["groups"], groups);
    assert_eq!(result["leaders"], json!([[2, 3], [2, 6], [5, 2]]));
    let paths = result["paths"].as_array().expect("a list of paths");
    let last = paths.last().expect("a path");
    assert_eq!(
        (&last["stage"], &last["group"], &last["source"]),
        (&json!(2), &json!(2), &json!([5, 2]))
    );
    let gpg = format!("{FIG_2} --scheme dual-path --grouping gpg --threshold 1/2 --format json");
    let result = parsed(&meshcast(&gpg, &[]).well());
    assert_eq!((&result["links"], &result["threshold"]), (&json!(20), &json!("1/2")));
}

#[test]
fn ports_are_strict_unless_they_are_free() {
    let links = |flags: &str| {
        let line = format!("{FIG_2} --format json --scheme {flags}");
        parsed(&meshcast(&line, &[]).well())["links"].clone()
    };
    assert_eq!(links("ocms"), 22);
    assert_eq!(links("ocms --ports strict"), 22);
    assert_eq!(links("ocms --ports free"), 17);
}

#[test]
fn paths_are_drawn() {
    let text = meshcast(
        "worm plan --mesh 4x3 --source 1,0 --destinations 3,0;0,1;2,2 --scheme dual-path",
        &[],
    );
    let expected = "\
dual-path on the 4x3 mesh: from 1,0 to 3 destinations

  links         9
  max length    9
  wormhole      100 flits, start-up 1000 ns charged each, router 20 ns, link 5 ns, body by link

  path  stage  from  length
  1         1   1,0       9  to 3,0; 0,1; 2,2

     2  .-1>.-1>o   .
        1^
     1  o<1-.<1-.<1-.
                    1^
     0  .   S-1>.-1>o

        0   1   2   3

  drawn         S source, o destination, 1> path 1, *> several paths

  program ";
    let found = text.well();
    assert!(found.starts_with(expected), "{found}");
    let grouped = meshcast(&format!("{FIG_2} --scheme multi-path --grouping ppg"), &[]).well();
    for line in ["  groups        3 by ppg\n", "  stage 1\n", "  stage 2\n", "L leader"] {
        assert!(grouped.contains(line), "{grouped}");
    }
}

#[test]
fn graphs_have_numbers_for_nodes() {
    let folder = Folder::new();
    let ring =
        folder.file("ring.edges", "# a ring with a chord\n0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n1 4\n");
    let line = "worm plan --graph {} --source 0 --destinations 3;5 --scheme ocms --format json";
    let result = parsed(&meshcast(line, &[&ring]).well());
    assert_eq!((&result["source"], &result["links"]), (&json!(0), &json!(4)));
    assert_eq!(result["groups"], json!([[3, 5]]));
    assert!(result.get("mesh").is_none());
    let text =
        meshcast("worm plan --graph {} --source 0 --destinations 3;5 --scheme dual-path", &[&ring]);
    assert!(text.well().starts_with("dual-path on the graph of 6 nodes: from 0 to 2 destinations"));
}

/// The longer path of dual-path has 18 hops: 1000 + 18·25 + 99·5.
#[test]
fn a_multicast_takes_what_the_formula_says() {
    let line = format!("{} --scheme dual-path", FIG_2.replace("plan", "latency"));
    let result =
        |flags: &str| parsed(&meshcast(&format!("{line} {flags} --format json"), &[]).well());
    let plain = result("");
    assert_eq!((&plain["schema"], &plain["links"]), (&json!("meshcast.worm/1"), &json!(23)));
    for key in ["latency_ns", "latency_barrier_ns", "latency_async_ns"] {
        assert_eq!(plain[key], 1000 + 18 * 25 + 99 * 5, "{key}");
    }
    assert_eq!((&plain["blocked_ns"], &plain["leaders_wait"]), (&json!(0), &json!("barrier")));
    let held = 25 + 99 * 5;
    let channels = &plain["channels"];
    for (key, expected) in [
        ("all", json!(2 * 2 * 7 * 8)),
        ("used", json!(23)),
        ("mean_held_ns", json!(f64::from(held))),
        ("peak_held_ns", json!(held)),
        ("peak_blocked_ns", json!(0)),
        ("peak_blocked", json!(null)),
        ("longest_queue", json!(0)),
    ] {
        assert_eq!(channels[key], expected, "{key}");
    }
    for (flags, expected) in [
        ("--body router", 1000 + 18 * 25 + 99 * 20),
        ("--body both", 1000 + 18 * 25 + 99 * 25),
        ("--startup 7 --router 2 --link 1 --flits 4", 7 + 18 * 3 + 3),
        ("--startup-charged once", 1000 + 18 * 25 + 99 * 5),
    ] {
        assert_eq!(result(flags)["latency_ns"], expected, "{flags}");
    }
}

/// Both worms of the star go from (1, 2) to (2, 2), the one whose second hop it is from 1025 on for 25 + 99·5 ns, the
/// other, whose fourth hop it is, after that: it has been there since 1075, and its flits stay in the three channels
/// before it for so much longer.
#[test]
fn a_worm_that_waits_is_seen_at_its_channel() {
    let line = "worm latency --mesh 4x4 --source 1,1 --scheme otms --ports free --destinations 1,2;2,3;3,2;0,3";
    let result = parsed(&meshcast(&format!("{line} --format json"), &[]).well());
    let (held, waited) = (25 + 99 * 5, 1025 + 25 + 99 * 5 - 1075);
    assert_eq!((&result["blocked_ns"], &result["latency_ns"]), (&json!(waited), &json!(2090)));
    let shared = json!({"from": [1, 2], "to": [2, 2]});
    let channels = &result["channels"];
    for (key, expected) in [
        ("used", json!(9)),
        ("mean_held_ns", json!(f64::from(10 * held + 3 * waited) / 9.0)),
        ("peak_held_ns", json!(2 * held)),
        ("peak_held", shared.clone()),
        ("peak_blocked_ns", json!(waited)),
        ("peak_blocked", shared),
        ("longest_queue", json!(1)),
    ] {
        assert_eq!(channels[key], expected, "{key}");
    }
    let text = meshcast(line, &[]).well();
    let expected = "  blocked       470 ns in all, 470 ns from 1,2 to 2,2; 1 at a time at most\n";
    assert!(text.contains(expected), "{text}");
}

/// The leaders (2, 6), (2, 3) and (5, 2) are 1, 2 and 6 hops from the source on their paths, and send worms over 3, 3 and 2
/// hops, none of which waits.
#[test]
fn leaders_wait_for_all_or_for_themselves() {
    let line = format!("{} --scheme dual-path --grouping ppg", FIG_2.replace("plan", "latency"));
    let result =
        |flags: &str| parsed(&meshcast(&format!("{line} {flags} --format json"), &[]).well());
    let alone = |startup: u64, hops: u64| startup + hops * 25 + 99 * 5;
    let barrier = alone(1000, 6) + alone(1000, 3);
    let on_their_own = alone(1000, 6) + alone(1000, 2);
    let plain = result("");
    assert_eq!(plain["latency_ns"], barrier);
    assert_eq!(plain["latency_barrier_ns"], barrier);
    assert_eq!(plain["latency_async_ns"], on_their_own);
    assert_eq!(result("--leaders async")["latency_ns"], on_their_own);
    let once = result("--startup-charged once");
    assert_eq!(once["latency_ns"], alone(1000, 6) + alone(0, 3));
    assert_eq!(once["wormhole"]["startup_charged"], "once");
    let text = meshcast(&line, &[]).well();
    let expected = "  latency       3,215 ns with a barrier; 3,190 ns async\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn times_that_cannot_be_are_refused() {
    let line = "worm latency --mesh 8x8 --source 0,0 --destinations 1,1 --scheme dual-path";
    for (flags, expected) in [
        (
            "--flits 0",
            "invalid value '0' for '--flits <L>': expected a whole number from 1 to 4294967295; see --help",
        ),
        (
            "--router 0 --link 0",
            "--startup, --router, --link, --flits: a hop must take time, found 0 ns for the router and 0 ns for the link",
        ),
        (
            "--startup 18446744073709551615",
            "--startup, --router, --link, --flits: expected times below 2^64 ns, found some that could reach it",
        ),
        (
            "--startup -1",
            "invalid value '-1' for '--startup <NS>': expected a whole number; see --help",
        ),
        (
            "--grouping gpg --threshold 5/4",
            "invalid value '5/4' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
    ] {
        assert_eq!(meshcast(&format!("{line} {flags}"), &[]).refused(), expected);
    }
}

#[test]
fn large_meshes_are_not_drawn() {
    let line = "worm plan --mesh 41x2 --source 0,0 --destinations 40,1 --scheme dual-path";
    assert!(!meshcast(line, &[]).well().contains("drawn"));
}

#[test]
fn bad_multicasts_are_refused_in_a_line() {
    let set = "worm plan --mesh 8x8 --scheme";
    for (flags, expected) in [
        (
            "dual-path --source 2,5 --destinations 1,1;2,5",
            "--source, --destinations: expected destinations other than the source, found 2,5 among them",
        ),
        (
            "dual-path --source 2,5 --destinations 1,1;1,1",
            "--source, --destinations: expected every destination once, found 1,1 twice",
        ),
        (
            "dual-path --source 2,8 --destinations 1,1",
            "--source, --destinations: expected a node of the 8x8 mesh, found 2,8",
        ),
        (
            "dual-path --source 2 --destinations 1,1",
            "--source, --destinations: expected a node of the 8x8 mesh, found 2",
        ),
        (
            "dual-path --source 2,5 --destinations 1,x",
            "invalid value '1,x' for '--destinations <NODES>': expected coordinates from 0 on, such as 2,5, or the number of a node; see --help",
        ),
        (
            "dual-path --source 2,-5 --destinations 1,1",
            "invalid value '2,-5' for '--source <NODE>': expected coordinates from 0 on, such as 2,5, or the number of a node; see --help",
        ),
        (
            "dual-path --source -1,5 --destinations 1,1",
            "invalid value '-1,5' for '--source <NODE>': expected coordinates from 0 on, such as 2,5, or the number of a node; see --help",
        ),
        (
            "dual-path --source 2,5 --destinations -1,1;3,4",
            "invalid value '-1,1' for '--destinations <NODES>': expected coordinates from 0 on, such as 2,5, or the number of a node; see --help",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --grouping gpg --threshold 3/2",
            "invalid value '3/2' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --grouping gpg --threshold 0",
            "invalid value '0' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --grouping gpg --threshold 0.5",
            "invalid value '0.5' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --grouping gpg --threshold 5000000000/6000000000",
            "invalid value '5000000000/6000000000' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --grouping ppg --threshold 1/2",
            "--threshold: expected only with --grouping gpg, found with --grouping ppg",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --ports free",
            "--ports: expected only with --scheme ocms or otms, found with --scheme dual-path",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --svg plan.png",
            "--svg: expected a name that ends in .svg, found plan.png",
        ),
        (
            "dual-path --source 0,0 --destinations 1,1 --graph a.edges",
            "the argument '--mesh <K1xK2...>' cannot be used with '--graph <FILE>'; see --help",
        ),
        (
            "smoke --source 0,0 --destinations 1,1",
            "invalid value 'smoke' for '--scheme <NAME>' [possible values: dual-path, multi-path, ocms, otms]; see --help",
        ),
    ] {
        assert_eq!(meshcast(&format!("{set} {flags}"), &[]).refused(), expected);
    }
}

#[test]
fn bad_networks_are_refused_in_a_line() {
    let rest = "--source 0 --destinations 1 --scheme dual-path";
    for (mesh, expected) in [
        ("8x0", "--mesh: expected sides of at least 1, found 0 in dimension 2"),
        ("2048x1024", "--mesh: expected at most 1048576 nodes, found more"),
        (
            "8x",
            "invalid value '8x' for '--mesh <K1xK2...>': expected whole numbers with x between, such as 8x8; see --help",
        ),
    ] {
        let ran = meshcast(&format!("worm plan --mesh {mesh} {rest}"), &[]);
        assert_eq!(ran.refused(), expected);
    }
    let folder = Folder::new();
    let gap = folder.file("gap.edges", "0 1\n2 3\n");
    let ran = meshcast(&format!("worm plan --graph {{}} {rest}"), &[&gap]);
    let expected = "expected node numbers along a Hamiltonian path, found no edge from 1 to 2";
    assert_eq!(ran.refused(), format!("{}: {expected}", gap.display()));
    let other = folder.path("graph.mtx");
    let ran = meshcast(&format!("worm plan --graph {{}} {rest}"), &[&other]);
    let expected = "--graph: expected a name that ends in .edges or .txt, found ";
    assert_eq!(ran.refused(), format!("{expected}{}", other.display()));
}

#[test]
fn what_a_network_cannot_have_is_refused() {
    let space = "worm plan --mesh 3x3x3 --source 0,0,0 --destinations 1,1,1 --scheme";
    assert_eq!(
        meshcast(&format!("{space} multi-path"), &[]).refused(),
        "--scheme: expected a mesh of two dimensions for multi-path, which knows left from right, found the 3x3x3 mesh"
    );
    let folder = Folder::new();
    let path = folder.file("path.edges", "0 1\n1 2\n");
    let line = "worm plan --graph {} --source 0 --destinations 1;2 --scheme ocms --grouping ppg";
    assert_eq!(
        meshcast(line, &[&path]).refused(),
        "--grouping: expected a mesh, torus or hypercube for groups, which are the destinations in boxes, found the graph of 3 nodes"
    );
}
