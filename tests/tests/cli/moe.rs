//! `--workload moe`: tokens for the top k of E experts.

use super::{Folder, lasting, meshcast, parsed};
use serde_json::{Value, json};

const SIDE: &str = "--workload moe --side 8";

fn messages(flags: &str, folder: &Folder) -> Value {
    let line =
        format!("route --algorithm hamiltonian {SIDE} {flags} --save-messages {{}} --format json");
    parsed(&meshcast(&line, &[&folder.path("set.jsonl")]).well())["messages"].clone()
}

/// How many tokens went to each of so many experts, from the saved messages: expert i stands at node ⌊64 i / E⌋.
fn loads(experts: usize, folder: &Folder) -> Vec<usize> {
    let text = std::fs::read_to_string(folder.path("set.jsonl")).expect("the messages");
    let mut loads = vec![0; experts];
    for line in text.lines() {
        let message = parsed(line);
        for node in message["destinations"].as_array().expect("a list") {
            let node = node.as_u64().expect("a node") as usize;
            let expert = (0..experts).find(|expert| expert * 64 / experts == node);
            loads[expert.expect("an expert stands there")] += 1;
        }
    }
    loads
}

#[test]
fn degree_is_k_and_congestion_the_fullest_expert() {
    let folder = Folder::new();
    for (experts, top) in [(1, 1), (5, 2), (16, 4), (64, 64)] {
        let set = messages(&format!("--experts {experts} --top {top}"), &folder);
        assert_eq!((&set["source"], &set["count"]), (&json!("moe"), &json!(64)));
        assert_eq!((&set["degree"], &set["deliveries"]), (&json!(top), &json!(64 * top)));
        let loads = loads(experts, &folder);
        assert_eq!(set["congestion"], json!(loads.iter().max()), "{loads:?}");
    }
}

#[test]
fn measured_popularity_takes_the_place_of_zipfs_law() {
    let folder = Folder::new();
    let file = folder.file("counts.txt", "# experts 0 to 3\n700 0\n200\t100 # the last\n");
    let line = format!("route --algorithm auto {SIDE} --top 1 --popularity {{}} --format json");
    let set = parsed(&meshcast(&line, &[&file]).well());
    assert_eq!(set["messages"]["deliveries"], 64);
    let line = format!("{line} --save-messages {{}}");
    meshcast(&line, &[&file, &folder.path("set.jsonl")]).well();
    let loads = loads(4, &folder);
    // Of 64 tokens 45, 13 and 6 are expected; the standard deviation is at most 4.
    assert!(loads[1] == 0 && loads[0] > 30 && loads[0] > loads[2] && loads[2] > 0, "{loads:?}");
}

#[test]
fn a_seed_fixes_the_tokens() {
    let run = |flags: &str| {
        let line =
            format!("route --algorithm greedy-tree {SIDE} --experts 8 --top 2 --format json");
        lasting(&meshcast(&format!("{line} {flags}"), &[]).well())
    };
    assert_eq!(run("--threads 1"), run("--threads 2"));
    let folder = Folder::new();
    let tokens = |seed: &str| {
        messages(&format!("--experts 8 --top 2 --seed {seed}"), &folder);
        std::fs::read_to_string(folder.path("set.jsonl")).expect("the messages")
    };
    assert_eq!(tokens("1"), tokens("1"));
    assert_ne!(tokens("1"), tokens("2"));
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 2 3\n");
    let bad = folder.file("bad.txt", "1\n2 -3\n");
    let empty = folder.file("empty.txt", "# none\n");
    let refused = |flags: &str, path: Option<&std::path::Path>| {
        let line = format!("route --algorithm hamiltonian {flags}");
        meshcast(&line, &path.into_iter().collect::<Vec<_>>()).refused().to_owned()
    };
    let moe = |flags: &str| refused(&format!("{SIDE} {flags}"), None);
    assert_eq!(
        moe("--top 1"),
        "--workload moe: expected --experts E or --popularity FILE with it, found neither"
    );
    assert_eq!(
        moe("--experts 4"),
        "--workload moe: expected --top k with it, the experts of a token, found none"
    );
    let other =
        "expected only with another workload, since --top and the fullest expert say it for moe";
    assert_eq!(moe("--experts 4 --top 2 --degree 2"), format!("--degree: {other}"));
    assert_eq!(moe("--experts 4 --top 2 --congestion 2"), format!("--congestion: {other}"));
    assert_eq!(
        moe("--experts 65 --top 2"),
        "--experts must be at least 1 and at most the number of nodes, 64, found 65"
    );
    assert_eq!(
        moe("--experts 4 --top 5"),
        "--top must be at least 1 and at most the experts that are chosen at all, 4, found 5"
    );
    for flag in ["--experts", "--top"] {
        assert_eq!(
            refused(&format!("--workload uniform --side 8 {flag} 4"), None),
            format!("{flag}: expected only with --workload moe, found with another message set")
        );
    }
    let counts = |flags: &str, path| {
        refused(&format!("{SIDE} --top 1 --popularity {{}} {flags}"), Some(path))
    };
    assert!(
        counts("--experts 4", &good)
            .starts_with("--popularity: expected 4 numbers, one for each expert, found 3 in ")
    );
    assert!(
        counts("", &bad).ends_with("bad.txt:2: expected a whole number of 64 bits, found \"-3\"")
    );
    assert!(
        counts("", &empty)
            .ends_with("empty.txt: expected at least one number, found an empty file")
    );
}
