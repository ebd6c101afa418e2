//! `meshcast verify`: verdicts on what a sweep has stored.

use super::{Folder, meshcast, parsed};
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/verification.md");

const PLAN: &str = r#"
title = "Small meshes"

[[runs]]
algorithms = ["buffered", "randomized", "randomized:paper", "randomized:sweep", "deterministic", "deterministic:paper", "hamiltonian"]
workloads = ["uniform"]
sides = [8, 12, 16, 24]
congestions = [1, 4]
seeds = [1, 2]
mode = "leap"

# A congestion that a mesh cannot have is refused.
[[runs]]
algorithms = ["buffered"]
workloads = ["uniform"]
sides = [4]
congestions = [16]
"#;

/// A folder with the rows of [`PLAN`].
fn swept() -> Folder {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    meshcast("sweep {} --out {}", &[&plan, &folder.path("store")]).well();
    folder
}

#[test]
fn verdicts_are_an_object_that_repeats() {
    let folder = swept();
    let store = folder.path("store");
    let ran = meshcast("verify {} --format json", &[&store]);
    let again = meshcast("verify {} --format json", &[&store]);
    assert_eq!((ran.status, &ran.out), (again.status, &again.out));
    let result = parsed(&ran.out);
    assert_eq!(result["schema"], "meshcast.verify/1");
    assert_eq!(result["confidence"], 0.95);
    assert_eq!(result["made_by"].as_array().map(Vec::len), Some(1), "{}", result["made_by"]);
    assert_eq!(result["runs"], serde_json::json!({"done": 112, "refused": 1, "failed": 0}));
    let claims = result["claims"].as_array().expect("a list of claims");
    let verdict = |claim: &Value| claim["verdict"].as_str().expect("a word").to_owned();
    let verdicts: BTreeSet<String> = claims.iter().map(verdict).collect();
    let unsupported = verdicts.contains("not supported");
    assert_eq!(ran.status, u8::from(unsupported), "{}", ran.err);
    for claim in claims {
        let has_interval = claim["interval"].is_array();
        assert_eq!(has_interval, claim["estimate"].is_number(), "{claim}");
        assert!(has_interval || claim["claimed"].is_null() || claim["verdict"] == "undecided");
        assert_ne!(claim["rests_on"], "", "{claim}");
    }
    let bounds: Vec<&Value> =
        claims.iter().filter(|claim| claim["claim"] == "lower-bound").collect();
    assert_eq!(bounds.len(), 7, "an algorithm each");
    assert!(bounds.iter().all(|claim| claim["verdict"] == "supported"), "{bounds:?}");
}

#[test]
fn every_claim_is_on_its_page() {
    let folder = swept();
    let ran = meshcast("verify {} --format json", &[&folder.path("store")]);
    let result = parsed(&ran.out);
    let claims = result["claims"].as_array().expect("a list of claims");
    for claim in claims {
        let name = claim["claim"].as_str().expect("a name");
        assert!(PAGE.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn people_see_the_verdicts_first() {
    let folder = swept();
    let text = meshcast("verify {}", &[&folder.path("store")]).out;
    let first = text.lines().next().expect("a line");
    assert!(first.contains(" not supported, ") && first.contains(" undecided, "), "{first}");
    assert!(text.contains("steps-on-n") && text.contains("slopes between neighbouring values"));
    assert!(text.contains("\n  refused       1\n"), "{text}");
}

/// The verdict on √n of `randomized:paper` at c = 4, whose steps are the same whatever the workload.
fn on_n(workloads: &str) -> Value {
    let folder = Folder::new();
    let plan = format!(
        "title = \"One congestion\"\n[[runs]]\nalgorithms = [\"randomized:paper\"]\nworkloads = [{workloads}]\n\
         sides = [16, 20, 24, 28, 32]\ncongestions = [4]\nmode = \"leap\"\n"
    );
    let (plan, store) = (folder.file("plan.toml", plan), folder.path("store"));
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let result = parsed(&meshcast("verify {} --format json", &[&store]).out);
    let mut claims = result["claims"].as_array().expect("a list of claims").iter();
    claims.find(|claim| claim["claim"] == "steps-on-n").expect("a verdict").clone()
}

#[test]
fn no_theorem_is_refuted_by_copies() {
    let one = on_n("\"uniform\"");
    let three = on_n("\"uniform\", \"hot-block\", \"cluster\"");
    assert_eq!(one["verdict"], "undecided", "{one}");
    for key in ["verdict", "estimate", "interval", "degrees_of_freedom", "cells"] {
        assert_eq!(one[key], three[key], "{key}: {one} {three}");
    }
}

#[test]
fn verdicts_need_runs() {
    let folder = Folder::new();
    let ran = meshcast("verify {}", &[&folder.path("nothing")]);
    assert!(ran.refused().contains("expected the results of a sweep, found none"), "{}", ran.err);
    let plan = "title = \"An expander\"\n[[expanders]]\ninputs = [16]\noutputs = [4]\ndegrees = [4]\nseeds = [1]\n";
    let (plan, store) = (folder.file("plan.toml", plan), folder.path("store"));
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let ran = meshcast("verify {}", &[&store]);
    assert!(ran.refused().contains("expected runs of multicast algorithms"), "{}", ran.err);
}
