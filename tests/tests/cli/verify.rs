//! `meshcast verify`: verdicts on what a sweep has stored.

use super::{Folder, meshcast, parsed};
use serde_json::Value;

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
    assert_eq!(result["schema"], "meshcast.verify/2");
    assert_eq!(result["confidence"], 0.95);
    assert_eq!(result["made_by"].as_array().map(Vec::len), Some(1), "{}", result["made_by"]);
    let runs = serde_json::json!({"done": 112, "refused": 1, "failed": 0, "left_out": 0});
    assert_eq!(result["runs"], runs);
    let claims = result["claims"].as_array().expect("a list of claims");
    let headline = result["headline"].as_array().expect("a list of theorems");
    assert_eq!(headline.len(), 6, "every algorithm but hamiltonian");
    let is_refuted = headline.iter().any(|line| line["verdict"] == "refuted");
    assert_eq!(ran.status, u8::from(is_refuted), "{}", ran.err);
    for line in headline {
        assert!(["supported", "refuted", "undecided"].contains(&line["verdict"].as_str().unwrap()));
        // Each has a formula that is borne out by runs on two sizes; where c or d varies, growth with it is for runs.
        assert!(line["exact"].is_object(), "{line}");
        let mut open = line["open"].as_array().expect("a list").iter();
        let is_on_n = open.all(|open| {
            let is_it =
                |claim: &&Value| claim["claim"] == *open && claim["algorithm"] == line["algorithm"];
            let values = claims.iter().find(is_it).map(|claim| &claim["values"]);
            !["steps-on-c", "rounds-envelope-c", "no-growth-with-d"]
                .iter()
                .any(|other| open == other)
                || values.and_then(Value::as_u64) < Some(2)
        });
        let evidence = if is_on_n { "exact" } else { "measured" };
        assert_eq!(line["evidence"], evidence, "{line}");
        assert!(line["constant"].as_f64() >= line["constant_least"].as_f64(), "{line}");
    }
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

/// Workloads on which an oblivious algorithm takes the same steps refute nothing: the formula decides.
#[test]
fn copies_of_runs_leave_a_theorem_supported() {
    let plan = r#"
title = "One congestion"

[[runs]]
algorithms = ["randomized:paper"]
workloads = ["uniform", "hot-block", "cluster"]
sides = [16, 20, 24, 28, 32]
congestions = [4]
seeds = [1]
mode = "leap"
"#;
    let folder = Folder::new();
    let plan = folder.file("plan.toml", plan);
    let store = folder.path("store");
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let result = parsed(&meshcast("verify {} --format json", &[&store]).well());
    let [line] = &result["headline"].as_array().expect("a list")[..] else {
        panic!("one theorem: {result}")
    };
    assert_eq!((&line["verdict"], &line["evidence"]), (&"supported".into(), &"exact".into()));
    assert!(line["exact"]["most_over_formula"].as_f64() < Some(1.5), "{line}");
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
fn people_see_the_theorems_first() {
    let folder = swept();
    let store = folder.path("store");
    let text = meshcast("verify {}", &[&store]).out;
    assert!(text.lines().count() <= 10, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.starts_with("theorem "), "{text}");
    let named = ["buffered", "randomized:paper", "deterministic:paper", "Theorem 4", "--details"];
    assert!(named.iter().all(|name| text.contains(name)), "{text}");
    let details = meshcast("verify {} --details", &[&store]).out;
    assert!(details.starts_with(&text), "{details}");
    assert!(
        details.contains("steps-on-n") && details.contains("slopes between neighbouring values")
    );
    assert!(details.contains("\n  refused       1\n"), "{details}");
}

/// Exported rows give the verdicts of their store, and a result that says that they are nobody's.
#[test]
fn rows_of_a_file_are_judged_as_those_of_a_store() {
    let folder = swept();
    let (store, rows) = (folder.path("store"), folder.path("rows.csv"));
    meshcast("export {} --csv {}", &[&store, &rows]).well();
    let of_store = parsed(&meshcast("verify {} --format json", &[&store]).out);
    let of_file = parsed(&meshcast("verify {} --format json", &[&rows]).out);
    assert_eq!((&of_store["rows"], &of_file["rows"]), (&"store".into(), &"file".into()));
    let lines = |result: &Value| {
        let lines = result["headline"].as_array().expect("a list of theorems").iter();
        lines
            .map(|line| ["theorem", "algorithm", "open"].map(|key| line[key].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&of_store), lines(&of_file));
    let mut of_other = of_file["headline"].as_array().expect("a list of theorems").iter();
    assert!(
        of_other.all(|line| line["evidence"] == "measured"),
        "our formulas are not about runs of others"
    );
    let said = |result: &Value| {
        let claims = result["claims"].as_array().expect("a list of claims").iter();
        let said = |claim: &Value| {
            ["algorithm", "claim", "verdict", "estimate"].map(|key| claim[key].to_string())
        };
        claims.map(said).collect::<Vec<_>>()
    };
    assert_eq!(said(&of_store), said(&of_file));
    let text = meshcast("verify {}", &[&rows]).out;
    assert!(text.contains("not this program's"), "{text}");
}

#[test]
fn rows_of_other_programs_need_four_columns() {
    let folder = Folder::new();
    let row =
        |side: u64| format!("other,{},4,{}\n", side * side, side * u64::from(2 * side.ilog2()));
    let sides = [16, 24, 32, 48, 64, 96, 128, 192, 256];
    let text: String = sides.into_iter().map(row).collect();
    let rows = folder.file("rows.csv", format!("algorithm,nodes,congestion,steps\n{text}"));
    let ran = meshcast("verify {} --format json", &[&rows]);
    let result = parsed(&ran.out);
    assert_eq!(result["headline"][0]["verdict"], "refuted", "{result}");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let rows = folder.file("few.csv", "algorithm,nodes,steps\nother,64,10\n");
    let ran = meshcast("verify {}", &[&rows]);
    assert!(ran.refused().contains("expected the column congestion, found none"), "{}", ran.err);
    let text = "algorithm,nodes,congestion,steps,parameters\nother,64,4,10,{}\nother,64,4,10,{\n";
    let ran = meshcast("verify {}", &[&folder.file("cell.csv", text)]);
    let refusal = "line 3: expected parameters as a JSON object, found \"{\"";
    assert!(ran.refused().contains(refusal), "{}", ran.err);
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
    assert_ne!(one["verdict"], "refuted", "{one}");
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
