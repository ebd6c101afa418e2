//! The workload moe in plans and files of a run: rows equal to single runs, parts, verdicts, refusals.

use super::{Folder, meshcast, parsed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const PLAN: &str = r#"
title = "Tokens for experts"

[[runs]]
algorithms = ["hamiltonian", "greedy-tree"]
workloads = ["uniform", "moe"]
sides = [8, 16]
congestions = [4]
experts = [4, 16, 80]
popularity = ["counts.txt"]
top = [1, 2]
seeds = [5, 6]

[[prams]]
programs = ["bfs"]
workloads = ["moe"]
sides = [8]
experts = [16]
top = [1]
"#;

const COUNTS: &str = "# experts 0 to 3\n700 0\n200\t100\n";

fn planned() -> Folder {
    let folder = Folder::new();
    folder.file("plan.toml", PLAN);
    folder.file("counts.txt", COUNTS);
    folder
}

/// The rows of a table of the store in `folder`, in the order of their keys.
fn rows(folder: &Folder, store: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let csv = folder.path("rows.csv");
    meshcast(&format!("export {{}} --csv {{}} --table {table}"), &[store, &csv]).well();
    let text = fs::read_to_string(csv).expect("a file");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| row.expect("a row"));
    let lasting = rows.map(|mut row| {
        row.retain(|name, _| !name.starts_with("timing_"));
        row
    });
    lasting.collect()
}

#[test]
fn rows_are_what_single_runs_say() {
    let folder = planned();
    let (plan, store) = (folder.path("plan.toml"), folder.path("store"));
    let swept = parsed(&meshcast("sweep {} --out {} --format json", &[&plan, &store]).well());
    // Of uniform 2 sides, of moe 2 sides with 4 mixtures and 2 k; of either 2 algorithms and 2 seeds; 80 experts are too many for 64 nodes.
    assert_eq!(
        (&swept["runs"], &swept["refused"], &swept["failed"]),
        (&json!((2 + 2 * 4 * 2) * 4 + 1), &json!(8), &json!(0))
    );
    let mut compared = 0;
    for row in rows(&folder, &store, "runs").iter().filter(|row| row["source"] == "moe") {
        let configuration = parsed(&row["configuration"]);
        let [side, experts, top] = ["side", "experts", "top"].map(|key| &configuration[key]);
        assert_eq!(row["mesh_rows"], side.to_string());
        if experts == 80 && side == 8 {
            let expected =
                "--experts must be at least 1 and at most the number of nodes, 64, found 80";
            assert_eq!((row["status"].as_str(), row["error"].as_str()), ("refused", expected));
            continue;
        }
        let popularity = configuration["popularity"].as_str();
        assert_eq!(popularity.is_some(), experts == 4 && configuration["sha256"].is_string());
        let file = popularity.map_or_else(String::new, |_| " --popularity {}".to_owned());
        let line = format!(
            "route --algorithm {} --workload moe --side {side} --experts {experts} --top {top} --seed {}{file} --format json",
            row["algorithm"], row["seed"]
        );
        let route = parsed(&meshcast(&line, &[&folder.path("counts.txt")]).well());
        for (column, value) in [
            ("steps", &route["steps"]),
            ("congestion", &route["messages"]["congestion"]),
            ("degree", &route["messages"]["degree"]),
            ("lower_bound", &route["lower_bound"]),
        ] {
            assert_eq!(row[column], value.to_string(), "{line}: {column}");
        }
        compared += 1;
    }
    assert_eq!(compared, 2 * 4 * 2 * 4 - 8);
    let [pram] = &rows(&folder, &store, "prams")[..] else { panic!("one row") };
    assert_eq!((pram["source"].as_str(), pram["status"].as_str()), ("moe", "done"));
}

#[test]
fn parts_are_the_whole_and_a_repeated_sweep_finds_all() {
    let folder = planned();
    let (plan, whole) = (folder.path("plan.toml"), folder.path("whole"));
    meshcast("sweep {} --out {} --threads 2", &[&plan, &whole]).well();
    let again = parsed(&meshcast("sweep {} --out {} --format json", &[&plan, &whole]).well());
    assert_eq!((&again["found"], &again["done"]), (&again["runs"], &json!(0)));
    let [one, two] = ["one", "two"].map(|part| folder.path(part));
    meshcast("sweep {} --out {} --shard 1/2", &[&plan, &one]).well();
    meshcast("sweep {} --out {} --shard 2/2", &[&plan, &two]).well();
    let merged = folder.path("merged");
    meshcast("merge {} {} --out {}", &[&one, &two, &merged]).well();
    let expected = rows(&folder, &whole, "runs");
    assert_eq!(expected.len(), 72);
    assert_eq!(rows(&folder, &merged, "runs"), expected);
    // Other counts are other runs.
    folder.file("counts.txt", "1 1 1 2\n");
    let other = parsed(&meshcast("sweep {} --out {} --format json", &[&plan, &whole]).well());
    assert_eq!((&other["found"], &other["done"]), (&json!(73 - 16), &json!(16)));
}

#[test]
fn verdicts_count_runs_with_experts() {
    let folder = planned();
    let store = folder.path("store");
    meshcast("sweep {} --out {}", &[&folder.path("plan.toml"), &store]).well();
    let result = parsed(&meshcast("verify {} --format json", &[&store]).well());
    let claims = result["claims"].as_array().expect("a list");
    let bounds = claims.iter().filter(|claim| claim["claim"] == "lower-bound");
    let said: Vec<[&Value; 3]> =
        bounds.map(|claim| ["algorithm", "verdict", "runs"].map(|key| &claim[key])).collect();
    // All but the refused ones, half of them for each algorithm; and the program.
    let expected = [
        ("greedy-tree", (72 - 8) / 2),
        ("hamiltonian", (72 - 8) / 2),
        ("pram:crcw-common program=bfs", 1),
    ];
    let expected = expected.map(|(name, runs)| [json!(name), json!("supported"), json!(runs)]);
    assert_eq!(said, expected.each_ref().map(<[Value; 3]>::each_ref));
}

#[test]
fn lists_that_make_no_mixture_are_refused() {
    let folder = planned();
    let bad = "1\n2 -3\n";
    folder.file("bad.txt", bad);
    let sweep = |lines: &str| {
        let table = "title = \"t\"\n[[runs]]\nalgorithms = [\"hamiltonian\"]\nsides = [8]\n";
        let plan = folder.file("bad.toml", format!("{table}{lines}\n"));
        let ran = meshcast("sweep {} --out {}", &[&plan, &folder.path("none")]);
        assert!(!folder.path("none").exists(), "something is written");
        let (_, said) = ran.refused().rsplit_once("bad.toml:").expect("the plan");
        said.to_owned()
    };
    let moe = "workloads = [\"moe\"]\n";
    let missing = "2:1: expected top, and experts or popularity, with the workload moe, found none";
    assert_eq!(sweep(&format!("{moe}top = [1]")), missing);
    assert_eq!(sweep(&format!("{moe}experts = [4]")), missing);
    assert_eq!(
        sweep(&format!("{moe}experts = [4]\ntop = [0]")),
        "7:8: expected a whole number from 1 to 67108864, found 0"
    );
    assert_eq!(
        sweep(&format!("{moe}experts = [4]\ntop = [1]\ncongestions = [4]")),
        "8:16: expected congestions only with workloads but moe"
    );
    for key in ["experts = [4]", "top = [4]", "popularity = [\"counts.txt\"]"] {
        let column = key.find('[').expect("a list") + 2;
        let expected = format!("6:{column}: expected only with the workload moe");
        assert_eq!(sweep(&format!("workloads = [\"uniform\"]\n{key}")), expected);
    }
    let found = sweep(&format!("{moe}top = [1]\npopularity = [\"bad.txt\"]"));
    assert!(found.starts_with("7:15: "), "{found}");
    assert!(found.ends_with("bad.txt:2: expected a whole number of 64 bits, found \"-3\""));
    let found = sweep(&format!("{moe}top = [1]\npopularity = [\"../counts.txt\"]"));
    assert!(found.starts_with("7:15: expected a file "), "{found}");
}

#[test]
fn a_file_of_a_run_names_experts_as_flags_do() {
    let folder = planned();
    let lasting = |line: &str, path: &Path| super::lasting(&meshcast(line, &[path]).well());
    let lists = "workloads = \"moe\"\nsides = 8\ntop = [2]\n";
    let zipf =
        folder.file("zipf.toml", format!("algorithms = \"hamiltonian\"\n{lists}experts = 16\n"));
    let route = "route --algorithm hamiltonian --workload moe --side 8 --top 2 --format json";
    assert_eq!(
        lasting("route --config {} --format json", &zipf),
        lasting(&format!("{route} --experts 16 --config {{}}"), &zipf)
    );
    assert_eq!(
        lasting("route --config {} --experts 8 --format json", &zipf),
        super::lasting(&meshcast(&format!("{route} --experts 8"), &[]).well())
    );
    let measured = folder.file(
        "measured.toml",
        format!("algorithms = \"hamiltonian\"\n{lists}popularity = \"counts.txt\"\n"),
    );
    assert_eq!(
        lasting("route --config {} --format json", &measured),
        lasting(&format!("{route} --popularity {{}}"), &folder.path("counts.txt"))
    );
}
