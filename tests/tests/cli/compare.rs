//! Several algorithms on one message set.

use super::{data, meshcast, parsed};
use serde_json::Value;

/// The runs of a comparison, without what cannot repeat.
fn runs(out: &str) -> Vec<Value> {
    let comparison = parsed(out);
    assert_eq!(comparison["schema"], "meshcast.compare/1");
    comparison["runs"].as_array().expect("runs").iter().cloned().map(untimed).collect()
}

fn untimed(mut run: Value) -> Value {
    let timing = run.as_object_mut().expect("an object").remove("timing");
    assert!(timing.is_some_and(|timing| timing["seconds"].is_f64()));
    run
}

#[test]
fn every_run_is_that_of_route() {
    let karate = data("karate.mtx");
    let set = "--input {} --placement hilbert --side 7 --cols 8 --ports one --seed 4 --format json";
    let runs = runs(&meshcast(&format!("compare {set}"), &[&karate]).well());
    let names: Vec<&str> = runs.iter().filter_map(|run| run["algorithm"].as_str()).collect();
    let all = [
        "hamiltonian",
        "buffered",
        "randomized",
        "randomized",
        "randomized",
        "deterministic",
        "deterministic",
        "unicast",
        "greedy-unicast",
        "greedy-tree",
        "auto",
    ];
    assert_eq!(names, all);
    for run in runs {
        let name = run["algorithm"].as_str().expect("a name");
        let variant = run["variant"].as_str().map(|variant| format!("--variant {variant}"));
        let line = format!("route --algorithm {name} {} {set}", variant.unwrap_or_default());
        assert_eq!(run, untimed(parsed(&meshcast(&line, &[&karate]).well())), "{line}");
    }
}

#[test]
fn a_name_alone_means_the_default_variant() {
    let labels = |names: &str| -> Vec<String> {
        let line = format!("compare --workload sparse --side 4 --format json --algorithms {names}");
        let runs = runs(&meshcast(&line, &[]).well());
        runs.iter().map(|run| format!("{}:{}", run["algorithm"], run["variant"])).collect()
    };
    let expected = [r#""randomized":"tuned""#, r#""greedy-tree":null"#, r#""randomized":"paper""#];
    assert_eq!(labels("randomized,greedy-tree,randomized:paper"), expected);
}

#[test]
fn the_table_says_who_has_constant_buffers_and_who_was_told() {
    let legend = |names: &str| {
        meshcast(&format!("compare --workload sparse --side 4 --algorithms {names}"), &[]).well()
    };
    let all = legend("hamiltonian,buffered,randomized,greedy-tree");
    assert!(all.contains("whatever n, c and d: hamiltonian, randomized:tuned\n"), "{all}");
    assert!(all.contains("a gift to greedy-tree: "), "{all}");
    let one = legend("buffered");
    assert!(!one.contains("whatever") && !one.contains("gift"), "{one}");
}

#[test]
fn algorithms_are_run_in_the_order_of_their_names_on_any_number_of_threads() {
    let out = |threads: usize| {
        let line = format!(
            "compare --workload sparse --side 9 --algorithms buffered,hamiltonian --format json --threads {threads}"
        );
        runs(&meshcast(&line, &[]).well())
    };
    let runs = out(1);
    assert_eq!((&runs[0]["algorithm"], runs.len()), (&"buffered".into(), 2));
    assert_eq!(runs, out(3));
}

#[test]
fn the_table_shows_the_numbers_of_the_runs() {
    let set = "compare --workload hot-block --side 12 --congestion 9";
    let runs = runs(&meshcast(&format!("{set} --format json"), &[]).well());
    let table = meshcast(set, &[]).well();
    let row = |name: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).expect("a row");
        line.split_whitespace().map(|cell| cell.replace(',', "")).collect()
    };
    for run in runs {
        let name = run["algorithm"].as_str().expect("a name");
        let variant = run["variant"].as_str().map(|variant| format!(":{variant}"));
        let cells = row(&format!("{name}{} ", variant.unwrap_or_default()));
        let ratio = |key: &str| format!("{:.2}", run[key].as_f64().expect("a ratio"));
        let expected = [
            run["steps"].to_string(),
            ratio("steps_over_sqrt_cn"),
            ratio("steps_over_lower_bound"),
            run["buffer"]["peak"].to_string(),
            run["buffer"]["capacity"]
                .as_u64()
                .map_or("unlimited".to_owned(), |slots| slots.to_string()),
            run["copies"].to_string(),
            run["links"]["uses"].to_string(),
            "0".to_owned(),
        ];
        assert_eq!(cells[1..=expected.len()], expected, "{name}");
    }
}

#[test]
fn a_set_without_deliveries_is_compared_too() {
    let folder = super::Folder::new("compare-nothing");
    let file = folder.file("set.jsonl", "{\"source\":3,\"destinations\":[]}\n");
    let table = meshcast("compare --input {}", &[&file]).well();
    assert!(table.contains("lower bound   0, since there is nothing to deliver"), "{table}");
    assert!(table.contains("  hamiltonian               5        -            -"), "{table}");
}
