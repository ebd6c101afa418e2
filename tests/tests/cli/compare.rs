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
        "randomized",
        "randomized",
        "deterministic",
        "deterministic",
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
fn permutations_are_for_those_that_store_some() {
    let folder = super::Folder::new();
    let [first, second] = ["1", "2"].map(|seed| {
        let path = folder.path(&format!("{seed}.npy"));
        let line = format!("expander generate --inputs 144 --outputs 9 --degree 1 --seed {seed}");
        meshcast(&format!("{line} --out {{}}"), &[&path]).well();
        path
    });
    let set = "--workload adversarial --against {} --side 12 --congestion 9 --format json";
    let line = format!("compare {set} --permutations {{}} {{}}");
    let runs = runs(&meshcast(&line, &[&first, &first, &second]).well());
    for run in &runs {
        let stores = run["algorithm"] == "deterministic";
        let known = &run["parameters"]["adversary_knows_permutations"];
        let expected =
            stores.then(|| !["paper", "explicit"].map(Value::from).contains(&run["variant"]));
        assert_eq!(known.as_bool(), expected, "{run}");
    }
    let of = |variant: &str| {
        let run = runs.iter().find(|run| {
            run["variant"] == variant && run["parameters"]["adversary_knows_permutations"] == true
        });
        run.expect("it was run").clone()
    };
    let route = |variant: &str, files: &[&std::path::Path]| {
        let more = "--against-groups tiles --permutations";
        let line = format!("route --algorithm deterministic --variant {variant} {set} {more}");
        untimed(parsed(
            &meshcast(&format!("{line}{}", " {}".repeat(files.len() - 1)), files).well(),
        ))
    };
    assert_eq!(of("rounds"), route("rounds", &[&first, &first, &second]));
    assert_eq!(of("sweep"), route("sweep", &[&first, &first]));
    let idle = "compare --workload permutation --side 12 --algorithms deterministic:rounds,deterministic:sweep";
    let idle = meshcast(&format!("{idle} --permutations {{}}"), &[&first]).well();
    let unused = "  not used      --permutations: no difference to deterministic:rounds on this message set\n";
    assert!(idle.contains(unused) && idle.matches("not used").count() == 1, "{idle}");
    let refused = |names: &str| {
        let line = format!("{line} --algorithms {names}");
        meshcast(&line, &[&first, &first, &second]).refused().to_owned()
    };
    assert_eq!(
        refused("auto,deterministic:paper"),
        "--permutations: expected only with deterministic:rounds or deterministic:sweep, found with other algorithms"
    );
    let expected = "--permutations: expected one file with --variant sweep, found 2";
    assert_eq!(refused("deterministic:sweep"), expected);
}

#[test]
fn what_is_slow_is_left_out_on_larger_meshes_unless_it_is_named() {
    let labels = |set: &str| {
        let out = parsed(&meshcast(&format!("compare --format json --workload {set}"), &[]).well());
        let labels = |list: &str| -> Vec<String> {
            let runs = out[list].as_array().map(Vec::as_slice).unwrap_or_default();
            runs.iter().filter_map(|run| Some(run["variant"].as_str()?.to_owned())).collect()
        };
        [labels("runs"), labels("left_out")]
    };
    let all =
        ["paper", "tuned", "sweep", "certified", "slotted", "paper", "rounds", "sweep", "explicit"];
    let [runs, left_out] = labels("permutation --side 16");
    assert_eq!((runs, left_out.is_empty()), (all.map(str::to_owned).to_vec(), true));
    let [runs, left_out] = labels("permutation --side 33");
    assert_eq!(left_out, ["paper"]);
    assert_eq!(
        runs,
        ["paper", "tuned", "sweep", "certified", "slotted", "rounds", "sweep", "explicit"]
    );
    let text = meshcast("compare --workload permutation --side 33", &[]).well();
    let line = "  deterministic:paper left out: slow, on more than 1024 nodes only if named, as in \
                --algorithms deterministic:paper,auto\n";
    assert!(text.contains(line), "{text}");
    // Without replicas there is nothing slow in it.
    let [_, left_out] = labels("lower-bound --side 33 --congestion 200");
    assert!(left_out.is_empty());
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
fn the_table_says_who_has_constant_buffers_and_who_has_an_oracle() {
    let legend = |names: &str| {
        meshcast(&format!("compare --workload sparse --side 4 --algorithms {names}"), &[]).well()
    };
    let all = legend("hamiltonian,buffered,randomized,greedy-tree");
    assert!(all.contains("whatever n, c and d: hamiltonian, randomized:tuned\n"), "{all}");
    assert!(all.contains("  oracle        greedy-tree learns "), "{all}");
    let one = legend("buffered");
    assert!(!one.contains("whatever") && !one.contains("oracle"), "{one}");
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
            run["energy"].to_string(),
            run["depth"].to_string(),
            run["distance"].to_string(),
            run["undelivered"].to_string(),
        ];
        assert_eq!(cells[1..=expected.len()], expected, "{name}");
    }
}

#[test]
fn a_set_without_deliveries_is_compared_too() {
    let folder = super::Folder::new();
    let file = folder.file("set.jsonl", "{\"source\":3,\"destinations\":[]}\n");
    let table = meshcast("compare --input {}", &[&file]).well();
    assert!(table.contains("lower bound   0, since there is nothing to deliver"), "{table}");
    assert!(table.contains("  hamiltonian                 5        -            -"), "{table}");
}

/// Worms of the same set beside the algorithms: each run is that of `worm run`, and a step of store-and-forward is a message over a link.
#[test]
fn worms_are_compared_with_store_and_forward_in_nanoseconds() {
    let set = "--workload sparse --side 8 --seed 3";
    let times = "--startup 500 --flits 20 --address-flits 1";
    let line = format!("compare {set} --algorithms hamiltonian,buffered --worms {times}");
    let found = parsed(&meshcast(&format!("{line} --format json"), &[]).well());
    let worms = &found["worms"];
    let step = 25 + 19 * 5;
    assert_eq!(worms["step_ns"], step);
    let runs = found["runs"].as_array().expect("runs").iter();
    for (run, timed) in runs.zip(worms["store_and_forward"].as_array().expect("times")) {
        assert_eq!(run["algorithm"], timed["algorithm"]);
        let steps = run["steps"].as_u64().expect("steps");
        assert_eq!(timed["ns"], 500 + steps * step);
    }
    let ways = [
        "--scheme dual-path",
        "--scheme dual-path --grouping ppg",
        "--scheme multi-path",
        "--scheme multi-path --grouping ppg",
    ];
    let sent = worms["runs"].as_array().expect("runs");
    assert_eq!(sent.len(), ways.len());
    for (sent, way) in sent.iter().zip(ways) {
        let line = format!("worm run {set} {way} {times} --format json");
        assert_eq!(untimed(sent.clone()), untimed(parsed(&meshcast(&line, &[]).well())), "{way}");
    }
    let text = meshcast(&line, &[]).well();
    assert!(
        text.contains("  store-and-forward and worms\n") && text.contains("multi-path, ppg"),
        "{text}"
    );
    let without = meshcast("compare --workload sparse --side 8 --flits 20", &[]);
    assert!(without.refused().contains("--worms"), "{}", without.err);
    let none = parsed(&meshcast(&format!("compare {set} --format json"), &[]).well());
    assert!(none.get("worms").is_none());
}
