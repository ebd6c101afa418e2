//! What results say.

use super::{data, lasting, meshcast, parsed};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};

#[test]
fn west0067_has_its_golden_result() {
    let out = meshcast(
        "route --algorithm hamiltonian --input {} --format json",
        &[&data("west0067.mtx")],
    );
    assert_data_eq!(lasting(&out.well()), file!["golden/west0067.json"].raw());
}

#[test]
fn karate_has_its_golden_result_under_another_cost_model_and_the_full_audit() {
    let out = meshcast(
        "route --algorithm hamiltonian --input {} --placement hilbert --side 7 --cols 8 --ports one \
         --exchange-steps 2 --copy-steps 0 --audit full --format json",
        &[&data("karate.mtx")],
    );
    assert_data_eq!(lasting(&out.well()), file!["golden/karate.json"].raw());
}

#[test]
fn west0067_has_its_golden_result_by_buffered_too() {
    let out =
        meshcast("route --algorithm buffered --input {} --format json", &[&data("west0067.mtx")]);
    assert_data_eq!(lasting(&out.well()), file!["golden/west0067-buffered.json"].raw());
}

#[test]
fn west0067_has_its_golden_result_by_rounds_too() {
    let line = "route --algorithm deterministic --schedule shrink --input {} --format json";
    let out = meshcast(line, &[&data("west0067.mtx")]);
    assert_data_eq!(lasting(&out.well()), file!["golden/west0067-rounds.json"].raw());
}

#[test]
fn a_sort_has_its_golden_result() {
    let out = meshcast("primitive sort --side 13 --cols 8 --pattern hot --format json", &[]);
    assert_data_eq!(lasting(&out.well()), file!["golden/sort.json"].raw());
}

#[test]
fn the_report_for_people_is_golden_too() {
    let line = "route --algorithm hamiltonian --workload hot-block --side 12 --audit full --seed 5";
    assert_data_eq!(untimed(&meshcast(line, &[]).well()), file!["golden/hot-block.txt"].raw());
    let line = "primitive scan --side 30 --cols 20 --t 5 --order column-major";
    assert_data_eq!(untimed(&meshcast(line, &[]).well()), file!["golden/scan.txt"].raw());
}

/// A report without its last two lines, the time and the program.
fn untimed(report: &str) -> String {
    let lines: Vec<&str> = report.lines().collect();
    let (rest, last) = lines.split_at(lines.len() - 2);
    assert!(last[0].starts_with("  time ") && last[1].starts_with("  program "), "{last:?}");
    rest.join("\n") + "\n"
}

#[test]
fn the_lower_bound_says_why() {
    let reasons = [
        (
            "uniform --side 16 --congestion 4",
            "30, since copies of a message go from node 14 to 4 nodes, the farthest being node 241",
        ),
        (
            "uniform --side 16 --congestion 64",
            "68, since 60 messages go to node 15 from 8 hops away or more",
        ),
        (
            "lower-bound --side 46 --congestion 64",
            "133, since 953 messages go into the 4 x 4 nodes at row 0, column 0 over 8 links, with 12 steps before them and 1 after them",
        ),
    ];
    for (set, reason) in reasons {
        let line = format!("route --algorithm greedy-tree --workload {set}");
        let out = meshcast(&line, &[]).well();
        assert!(out.contains(&format!("  lower bound   {reason}\n")), "{out}");
    }
}

#[test]
fn the_ledger_adds_up_and_the_ratios_follow_from_the_counts() {
    let sets =
        ["uniform --congestion 3", "sparse", "broadcast --congestion 1", "power-law", "transpose"];
    let algorithms = [
        "hamiltonian",
        "buffered",
        "randomized --variant paper",
        "randomized",
        "randomized --variant sweep",
        "deterministic",
        "deterministic --variant sweep",
        "unicast",
        "greedy-unicast",
        "greedy-tree",
        "auto",
    ];
    for (set, algorithm) in
        sets.into_iter().flat_map(|set| algorithms.map(|algorithm| (set, algorithm)))
    {
        let line = format!("route --algorithm {algorithm} --workload {set} --side 6 --format json");
        let out = meshcast(&line, &[]).well();
        let result = parsed(&out);
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let steps = number(&result["steps"]);
        let ledger = result["ledger"].as_array().expect("a ledger");
        let leaves: u64 = ledger.iter().filter_map(|leaf| leaf["steps"].as_u64()).sum();
        assert_eq!(Some(leaves), result["steps"].as_u64(), "{set}");
        let bound = number(&result["lower_bound"]);
        assert!(0.0 < bound && bound <= steps, "{set}");
        // Compared as text: a parser may round the last digit.
        let ratio = format!("\"steps_over_lower_bound\":{:?},", steps / bound);
        assert!(out.contains(&ratio), "{set}: {ratio} {out}");
        let c = number(&result["messages"]["congestion"]);
        let ratio = format!("\"steps_over_sqrt_cn\":{:?},", steps / (c * 36.0).sqrt());
        assert!(out.contains(&ratio), "{set}: {ratio} {out}");
        assert_eq!(result["deliveries"], result["messages"]["deliveries"], "{set}");
        assert_eq!(result["undelivered"], 0, "{set}");
    }
}

#[test]
fn the_parameters_say_what_the_algorithm_chose_and_found() {
    let parameters = |algorithm: &str| {
        let set = "--workload uniform --side 24 --congestion 9 --format json";
        let out = meshcast(&format!("route {set} --algorithm {algorithm}"), &[]).well();
        (parsed(&out)["parameters"].clone(), out)
    };
    for (algorithm, instances) in
        [("randomized", 1), ("randomized --variant paper --instances 2", 2)]
    {
        let (found, out) = parameters(algorithm);
        assert_eq!(found["instances"], instances, "{out}");
        let phases = found["phases"].as_u64().expect("phases") as usize;
        for key in ["leftovers", "tiles", "blocks"] {
            assert_eq!(found[key].as_array().map(Vec::len), Some(phases), "{key}: {out}");
        }
        // `paper` has no such end.
        let broadcast = found["broadcast"].as_u64().unwrap_or(0);
        assert_eq!(found["leftovers"][phases - 1], broadcast, "{out}");
        assert!(found["told_when_done"].is_null(), "{out}");
    }
    for algorithm in ["greedy-unicast", "greedy-tree"] {
        let (found, out) = parameters(algorithm);
        assert_eq!(found.to_string(), r#"{"told_when_done":true}"#, "{out}");
        assert!(out.contains(r#""capacity":null"#), "{out}");
    }
    let unit = |algorithm: &str| parameters(algorithm).0["leftovers_are"].clone();
    assert_eq!(unit("randomized"), "packets");
    assert_eq!(unit("randomized --variant paper"), "deliveries");
    assert_eq!(unit("randomized --variant sweep"), "times passed over in one column");
    let (found, out) = parameters("unicast");
    assert_eq!(found["rounds"], 9, "{out}");
    assert_eq!(parameters("hamiltonian").0.to_string(), "{}");
}

#[test]
fn the_tour_of_the_whole_mesh_has_no_phases() {
    let parameters = |set: &str| {
        let line = "route --algorithm randomized --variant paper --format json --workload";
        parsed(&meshcast(&format!("{line} {set}"), &[]).well())["parameters"].clone()
    };
    let routed = parameters("broadcast --side 16 --congestion 4");
    assert_eq!((&routed["fallback"], &routed["phases"]), (&false.into(), &1.into()), "{routed}");
    assert_eq!(routed["leftovers"].as_array().map(Vec::len), Some(1), "{routed}");
    let whole = parameters("uniform --side 6 --congestion 5");
    assert_eq!((&whole["fallback"], &whole["phases"]), (&true.into(), &0.into()), "{whole}");
    assert!(whole["instances"].is_null(), "{whole}");
}

#[test]
fn the_result_says_what_was_known_of_the_congestion() {
    let known = |flags: &str| {
        let set = "--workload uniform --side 24 --congestion 9 --format json";
        let out = meshcast(&format!("route {set} --algorithm {flags}"), &[]).well();
        parsed(&out)["parameters"]["congestion"].clone()
    };
    for algorithm in ["buffered", "randomized", "randomized --variant paper", "unicast", "auto"] {
        assert_eq!(known(algorithm), "known", "{algorithm}");
        let average = ["buffered", "unicast"].contains(&algorithm);
        let unknown = format!("{algorithm} --congestion-known false");
        assert_eq!(known(&unknown), if average { "average" } else { "counted" }, "{algorithm}");
        if !average {
            let doubled = format!("{unknown} --congestion-by doubling");
            assert_eq!(known(&doubled), "doubled", "{algorithm}");
        }
    }
    for algorithm in ["hamiltonian", "greedy-unicast", "greedy-tree"] {
        assert!(known(algorithm).is_null(), "{algorithm}");
    }
    // The choice is `unicast`, and `hamiltonian`.
    for set in ["permutation --side 12", "broadcast --side 6 --congestion 9"] {
        let line = format!("route --algorithm auto --congestion-known false --workload {set}");
        let out = meshcast(&format!("{line} --format json"), &[]).well();
        assert_eq!(parsed(&out)["parameters"]["congestion"], "average", "{out}");
    }
}

#[test]
fn a_leap_tells_what_the_steps_tell_and_says_what_is_a_bound() {
    for algorithm in ["randomized", "hamiltonian", "randomized --variant sweep", "auto"] {
        let result = |mode: &str| {
            let set = "--workload uniform --side 16 --congestion 4";
            let line = format!("route --algorithm {algorithm} {set} {mode} --format json");
            parsed(&meshcast(&line, &[]).well())
        };
        let (stepped, leapt) = (result(""), result("--mode leap"));
        assert_eq!((&stepped["mode"], &leapt["mode"]), (&json!("step"), &json!("leap")));
        for key in ["steps", "deliveries", "undelivered", "copies", "parameters", "lower_bound"] {
            assert_eq!(stepped[key], leapt[key], "{algorithm}: {key}");
        }
        let of = |result: &Value| result["buffer"]["peak_is"].clone();
        assert_eq!((of(&stepped), of(&leapt)), (json!("measured"), json!("bound")));
        let peak = |result: &Value| result["buffer"]["peak"].as_u64();
        assert!(peak(&stepped) <= peak(&leapt), "{algorithm}");
        for count in ["energy", "depth", "distance"] {
            assert!(stepped[count].is_u64() && stepped[count] == leapt[count], "{algorithm}");
        }
    }
    let text = "route --algorithm randomized --workload uniform --side 16 --mode leap";
    let text = meshcast(text, &[]).well();
    assert!(text.contains("peak at most 8 of 8 packets"), "{text}");
}

#[test]
fn the_text_says_what_was_chosen_found_out_and_given() {
    let lines = |flags: &str| -> Vec<String> {
        let out = meshcast(&format!("route --workload {flags}"), &[]).well();
        let labels = ["plan", "left over", "congestion", "oracle"];
        let of_choices = |line: &&str| labels.contains(&line.get(2..16).unwrap_or_default().trim());
        out.lines().filter(of_choices).map(str::to_owned).collect()
    };
    assert_eq!(
        lines("broadcast --side 16 --congestion 4 --algorithm randomized --variant paper"),
        ["  plan          r = 1, 1 phase, 16 tiles", "  left over     0 deliveries"]
    );
    assert_eq!(
        lines("uniform --side 6 --congestion 5 --algorithm randomized --variant paper"),
        ["  plan          c > n/16: hamiltonian in its place"]
    );
    let unknown =
        "hot-block --side 16 --congestion 16 --algorithm unicast --congestion-known false";
    assert_eq!(
        lines(unknown),
        ["  plan          1 round", "  congestion    not known but average, guesses 1"]
    );
    assert_eq!(
        lines("sparse --side 4 --algorithm greedy-tree"),
        [
            "  oracle        greedy-tree learns for free that routing has finished, which no node can know"
        ]
    );
    assert_eq!(lines("sparse --side 4 --algorithm hamiltonian"), [""; 0]);
}

#[test]
fn guesses_at_the_congestion_are_in_the_result() {
    let guesses = |flags: &str| {
        let set = "--workload hot-block --side 16 --congestion 16 --format json";
        let out = meshcast(&format!("route {set} {flags}"), &[]).well();
        parsed(&out)["parameters"]["guesses"].clone()
    };
    for algorithm in ["--algorithm randomized", "--algorithm randomized --variant sweep"] {
        assert!(guesses(&format!("{algorithm} --congestion-known true")).is_null());
        let counted = guesses(&format!("{algorithm} --congestion-known false"));
        let by =
            |way| guesses(&format!("{algorithm} --congestion-known false --congestion-by {way}"));
        assert_eq!(counted, by("counting"), "{algorithm}");
        assert_eq!(by("doubling")[0], 1, "{algorithm}");
        assert!(counted[0].as_u64() > Some(1), "{algorithm}: {counted}");
    }
    for algorithm in ["hamiltonian", "greedy-unicast", "greedy-tree"] {
        let flags = format!("--algorithm {algorithm} --congestion-known false");
        assert!(guesses(&flags).is_null(), "{algorithm}");
    }
    assert_eq!(guesses("--algorithm unicast --congestion-known false").to_string(), "[1]");
}

#[test]
fn auto_says_what_it_chose_and_runs_as_that_does() {
    for (set, chosen, next) in [
        ("uniform --side 24 --congestion 9", "randomized:sweep", "hamiltonian"),
        ("permutation --side 12", "unicast", "randomized:sweep"),
        ("broadcast --side 6 --congestion 9", "hamiltonian", "randomized:tuned"),
        ("broadcast --side 21 --congestion 24", "randomized:tuned", "randomized:sweep"),
    ] {
        let line = format!("route --workload {set} --format json --algorithm");
        let result = |name: &str| parsed(&meshcast(&format!("{line} {name}"), &[]).well());
        let auto = result("auto");
        assert_eq!((&auto["algorithm"], &auto["variant"]), (&"auto".into(), &Value::Null));
        let own = auto["parameters"].as_object().expect("parameters");
        assert_eq!(own["chosen"], chosen, "{set}");
        assert_eq!(own["runner_up"], next, "{set}");
        let number = |value: &Value| value.as_u64().expect("a number");
        let (steps, predicted) = (number(&auto["steps"]), number(&own["predicted_steps"]));
        assert!(steps.abs_diff(predicted) * 4 <= steps, "{set}: {steps}, {predicted} expected");
        assert!(predicted <= number(&own["runner_up_steps"]), "{set}");

        let other = result(&chosen.replace(':', " --variant "));
        for key in ["steps", "deliveries", "buffer", "links", "copies", "ledger"] {
            assert_eq!(auto[key], other[key], "{set}: {key}");
        }
        for (key, value) in other["parameters"].as_object().expect("parameters") {
            assert_eq!(&own[key], value, "{set}: {key}");
        }
    }
}

#[test]
fn auto_says_in_the_text_what_it_chose() {
    let out = meshcast("route --algorithm auto --workload permutation --side 12", &[]).well();
    let line = out.lines().find(|line| line.starts_with("  chosen  ")).expect("a line");
    assert!(
        line.contains("unicast, ") && line.contains("; next best randomized:sweep, "),
        "{line}"
    );
}

#[test]
fn the_link_peak_is_known_to_the_full_audit_only() {
    let result = |audit: &str| {
        let line = format!(
            "route --algorithm hamiltonian --workload transpose --side 4 --format json {audit}"
        );
        parsed(&meshcast(&line, &[]).well())
    };
    assert!(result("")["links"]["peak"].is_null());
    let full = result("--audit full");
    assert_eq!(full["links"]["peak"], full["audit"]["busiest_link"]["uses"]);
    assert!(full["links"]["peak"].as_u64() > Some(0));
    let peaks = full["audit"]["node_peaks"].as_array().expect("peaks");
    assert_eq!(peaks.iter().filter_map(|peak| peak["nodes"].as_u64()).sum::<u64>(), 16);
}

#[test]
fn a_set_without_deliveries_has_no_ratios() {
    let folder = super::Folder::new();
    let file = folder.file("set.jsonl", "{\"source\":3,\"destinations\":[]}\n");
    let line = "route --algorithm hamiltonian --input {} --format json";
    let result = parsed(&meshcast(line, &[&file]).well());
    assert!(result["steps_over_sqrt_cn"].is_null() && result["steps_over_lower_bound"].is_null());
    assert_eq!((&result["lower_bound"], &result["steps"]), (&0.into(), &5.into()));
    assert!(
        meshcast("route --algorithm hamiltonian --input {}", &[&file]).well().contains("0 of 0")
    );
}

#[test]
fn every_primitive_is_correct_and_takes_the_steps_of_its_formula() {
    let orders = ["snake", "row-major", "column-major"].map(|order| format!("--order {order}"));
    let no_order = [String::new()];
    for (name, orders) in [
        ("sort", &orders[..]),
        ("scan", &orders[..]),
        ("segmented-scan --t 3", &orders[..]),
        ("reduce", &no_order[..]),
        ("circulation", &no_order[..]),
        ("compaction", &no_order[..]),
        ("expansion", &orders[..2]),
        ("permutation", &no_order[..]),
        ("permutation --blocks 2", &no_order[..]),
        ("sort --k 3", &orders[..]),
        ("kk", &no_order[..]),
        ("kk --k 1 --blocks 2", &no_order[..]),
        ("segmented-broadcast", &orders[..]),
        ("migration", &no_order[..]),
        ("migration --t 1", &no_order[..]),
        ("tile-shift", &no_order[..]),
        ("tile-shift --t 1", &no_order[..]),
        ("concurrent-read", &no_order[..]),
        ("concurrent-write", &no_order[..]),
    ] {
        for order in orders {
            for pattern in ["random", "reverse", "zero-one", "hot"] {
                for shape in ["1", "2", "9", "10 --cols 3", "1 --cols 8", "7 --cols 1"] {
                    let line = format!(
                        "primitive {name} {order} --pattern {pattern} --side {shape} --format json"
                    );
                    let result = parsed(&meshcast(&line, &[]).well());
                    assert_eq!(result["correct"], true, "{line}");
                    assert_eq!(result["steps"], result["formula_steps"], "{line}");
                }
            }
        }
    }
}
