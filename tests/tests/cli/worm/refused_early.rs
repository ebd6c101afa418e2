//! What would be refused after long work, or would not end, is refused before any.

use super::super::{Folder, meshcast};
use serde_json::json;

/// 4,096 destinations are the most on one side of a source, and any source may be at an end of the labels.
#[test]
fn sets_that_no_search_takes_are_refused_before_any_is_drawn() {
    let too_many = |flag: &str, found: usize| {
        format!(
            "{flag}: expected at most 4096 destinations for ocms and otms, which may all be on one side of a source, \
             found {found}: use --schemes dual-path"
        )
    };
    for (line, flag, found) in [
        ("worm experiment --mesh 128x128 --sizes 5,10000 --schemes otms", "--sizes", 10_000),
        ("worm experiment --mesh 128x128", "--sizes", 16_383),
        (
            "worm experiment --mesh 128x128 --sizes 4097 --schemes ocms-free --load 0.01",
            "--sizes",
            4097,
        ),
        ("worm load --mesh 128x128 --size 10000 --schemes otms", "--size", 10_000),
    ] {
        assert_eq!(meshcast(line, &[]).refused(), too_many(flag, found), "{line}");
    }
    meshcast(
        "worm experiment --mesh 128x128 --sizes 4097 --sets 1 --schemes dual-path --kind random",
        &[],
    )
    .well();
}

#[test]
fn dependencies_of_multi_path_are_those_of_planes() {
    let plane = "--scheme: expected a mesh of two dimensions for multi-path, which knows left from right, found the";
    for (network, name) in [("--mesh 5x5x5", "5x5x5 mesh"), ("--torus 6x6", "6x6 torus")] {
        let ran = meshcast(&format!("worm dependencies {network} --scheme multi-path"), &[]);
        assert_eq!(ran.refused(), format!("{plane} {name}"));
    }
    meshcast("worm dependencies --mesh 5x5 --scheme multi-path", &[]).well();
}

/// Every worm crosses 19 channels.
#[test]
fn runs_of_flits_that_take_hours_are_refused() {
    let folder = Folder::new();
    let path: Vec<[usize; 1]> = (0..20).map(|node| [node]).collect();
    let worm = json!({"path": path, "destinations": [[19]]});
    let routes = folder.file("routes.json", json!({"worms": [worm]}).to_string());
    let set = folder.file("set.jsonl", "{\"source\":0,\"destinations\":[19]}\n");
    for (line, file) in [
        ("worm latency --mesh 20 --paths {}", Some(&routes)),
        ("worm run --mesh 20 --input {}", Some(&set)),
        ("worm latency --mesh 20 --source 0 --destinations 19 --scheme dual-path", None),
    ] {
        let files: Vec<&std::path::Path> = file.into_iter().map(AsRef::as_ref).collect();
        let line = format!("{line} --flits 4000000000");
        let ran = meshcast(&format!("{line} --buffer-flits 1"), &files);
        let expected = "--flits: expected at most 34359738368 crossings of channels by flits that move one by one, \
                        found 76000000000: use fewer flits, or neither --buffer-flits, --virtual-channels, --inject nor \
                        --consume";
        assert_eq!(ran.refused(), expected, "{line}");
        // Worms that move as one piece take no longer than short ones.
        meshcast(&line, &files).well();
    }
}
