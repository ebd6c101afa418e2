//! `meshcast expander rounds`.

use super::{meshcast, parsed};
use serde_json::{Value, json};

fn result(flags: &str) -> Value {
    parsed(&meshcast(&format!("expander rounds {flags} --format json"), &[]).well())
}

#[test]
fn the_result_says_what_the_design_fixes() {
    let found = result("--nodes 16384 --congestion 128 --failure-log2 -20");
    assert_eq!(found["schema"], "meshcast.rounds/1");
    assert_eq!((&found["rounds"], &found["forced_rounds"]), (&json!(11), &json!(3)));
    assert_eq!(found["forced_rounds_small_blocks"], 3);
    // Where blocks of 2b nodes make a difference.
    let other = result("--nodes 16384 --congestion 16 --failure-log2 -20");
    assert_eq!(
        (&other["forced_rounds"], &other["forced_rounds_small_blocks"]),
        (&json!(3), &json!(4))
    );
    assert_eq!(
        (&found["schedule"], &found["stored_permutations"]),
        (&json!("fixed"), &json!("all"))
    );
    assert!(found["failure_log2"].as_f64().is_some_and(|log2| log2 <= -20.0));
    let stages = found["stages"].as_array().expect("stages");
    let rounds: u64 = stages.iter().filter_map(|stage| stage["rounds"].as_u64()).sum();
    assert_eq!(rounds, 11);
    assert_eq!(stages[stages.len() - 1]["left"], 0);
    assert_eq!(found["guaranteed_for"], "uniformly random permutations, all but 2^-20 of them");
    // Nothing is random.
    let seeded = result("--nodes 16384 --congestion 128 --failure-log2 -20 --seed 7");
    assert_eq!((&seeded, seeded.get("seed")), (&found, None));
}

#[test]
fn schedules_words_and_copies_are_heard() {
    let base = "--nodes 65536 --congestion 256 --failure-log2 -20";
    let full = |flags| result(&format!("{base} {flags}"))["full_rounds"].as_f64();
    assert_eq!(full("--schedule shrink"), Some(6.375));
    assert_eq!(full("--schedule overload"), Some(5.125));
    assert_eq!(full("--schedule overload --stored-words one"), Some(8.625));
    assert_eq!(full("--alpha 2"), Some(8.0));
    let odd = result("--nodes 65536 --congestion 200 --failure-log2 -20");
    assert_eq!((&odd["congestion"], &odd["tiles"]), (&json!(200), &json!(256)));
}

#[test]
fn what_no_permutation_can_fail_has_no_failure() {
    let found = result("--nodes 16384 --congestion 16 --failure-log2 -20 --schedule overload");
    assert_eq!((&found["rounds"], &found["failure_log2"]), (&json!(16), &Value::Null));
    assert_eq!((&found["permutations"], &found["forced_rounds"]), (&json!(0), &Value::Null));
    assert_eq!(found["guaranteed_for"], "any permutations");
}

#[test]
fn people_read_the_same() {
    let line = "expander rounds --nodes 16384 --congestion 128 --failure-log2 -20";
    let text = meshcast(line, &[]).well();
    assert!(text.starts_with("rounds on 16,384 nodes, congestion c = 128\n"), "{text}");
    assert!(text.contains("  rounds        11 deliver every message set\n"), "{text}");
    assert!(!text.contains("seed"), "{text}");
    let text = meshcast(&line.replace("128", "16"), &[]).well();
    let lower = "  lower bound   3 as built, with blocks of 2b nodes; 4 with blocks of b nodes\n";
    assert!(text.contains(lower), "{text}");
}

#[test]
fn bad_values_are_refused() {
    let cases = [
        (
            "--nodes 1000 --congestion 4 --failure-log2 -20",
            "--nodes must be a power of two from 2 to 2^40 for a guarantee, found 1000; with other numbers of nodes \
             rounds runs, and nothing is promised",
        ),
        (
            "--nodes 1024 --congestion 1024 --failure-log2 -20",
            "--congestion must be at least 1 and below the number of nodes, 1024, found 1024",
        ),
        (
            "--nodes 1024 --congestion 4 --failure-log2 3",
            "--failure-log2 must be from -1000 to -1, found 3",
        ),
        (
            "--nodes 1024 --congestion 4 --failure-log2 -9 --alpha 0",
            "--alpha must be from 1 to 64, found 0",
        ),
        (
            "--nodes 1024 --congestion 4 --failure-log2 -9 --schedule adaptive",
            "invalid value 'adaptive' for '--schedule <NAME>' [possible values: fixed, shrink, overload]; see --help",
        ),
        (
            "--nodes 1024 --congestion 4 --failure-log2 -9 --threads 2",
            "unexpected argument '--threads' found; tip: a similar argument exists: '--stored-words'; see --help",
        ),
        (
            "--nodes -4 --congestion 4 --failure-log2 -9",
            "invalid value '-4' for '--nodes <N>': expected a whole number; see --help",
        ),
    ];
    for (flags, refusal) in cases {
        let ran = meshcast(&format!("expander rounds {flags}"), &[]);
        assert_eq!(ran.refused(), refusal, "{flags}");
    }
}

#[test]
fn explicit_rounds_are_certified_with_their_inequalities() {
    let found = result("--explicit --nodes 4096 --congestion 16 --field 16");
    assert_eq!(found["schema"], "meshcast.rounds/1");
    assert_eq!((&found["rounds"], &found["field"]), (&json!(7), &json!(16)));
    assert_eq!((&found["digits"], &found["stored_words"]), (&json!(3), &json!(0)));
    assert_eq!(found["guaranteed_for"], "every message set");
    let spans = found["spans"].as_array().expect("spans");
    let number = |span: &Value, key: &str| span[key].as_u64().expect("a number");
    assert_eq!(spans.iter().map(|span| number(span, "rounds")).sum::<u64>(), 7);
    for span in spans {
        let served = number(&found, "capacity") * number(span, "groups");
        assert!(served + number(span, "set") > number(span, "alive"), "{span}");
    }
    // The rounds of a run on the same mesh.
    let line = "route --algorithm deterministic --variant explicit --workload adversarial --side 32 \
                --congestion 16 --format json";
    let run = parsed(&meshcast(line, &[]).well());
    let certified = result("--explicit --nodes 1024 --congestion 16");
    let parameters = &run["parameters"];
    assert_eq!(parameters["guaranteed_rounds"], certified["rounds"]);
    assert_eq!((&parameters["field"], &run["undelivered"]), (&certified["field"], &json!(0)));
    assert_eq!(parameters["adversary_knows_permutations"], true);
    assert!(number(parameters, "rounds") <= number(&certified, "rounds"));
    assert!(number(&run, "steps") <= number(&certified, "steps"));
}

#[test]
fn bad_values_of_explicit_rounds_are_refused() {
    let cases = [
        (
            "--nodes 4096 --congestion 16 --field 12",
            "--field must be a prime power from 2 to 4096, found 12",
        ),
        (
            "--nodes 10 --congestion 11",
            "--congestion must be from 1 to the number of nodes, 10, found 11",
        ),
        (
            "--nodes 10 --congestion 2 --rows 3",
            "--rows must divide the number of nodes, 10, found 3",
        ),
        (
            "--nodes 4096 --congestion 16 --schedule shrink",
            "--schedule must be fixed with --explicit: all rounds have one field, found shrink",
        ),
    ];
    for (flags, refusal) in cases {
        let ran = meshcast(&format!("expander rounds --explicit {flags}"), &[]);
        assert_eq!(ran.refused(), refusal, "{flags}");
    }
}
