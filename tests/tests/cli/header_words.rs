//! `--header-words`: a result says the bound, and a program that needs more breaks a rule.

use super::{meshcast, parsed};
use serde_json::{Value, json};

const ROUTE: &str =
    "route --algorithm deterministic:sweep --workload uniform --side 8 --congestion 4";
const MIGRATION: &str = "primitive migration --side 8 --t 4";
const COMPARISON: &str = "compare --workload uniform --side 6 --algorithms hamiltonian";

#[test]
fn results_say_the_bound() {
    for (line, bound) in [(ROUTE, 4), (MIGRATION, 2)] {
        let registers = |flag: &str| -> Value {
            parsed(&meshcast(&format!("{line} --format json {flag}"), &[]).well())["registers"]
                .clone()
        };
        assert_eq!(registers("")["header_words_limit"], Value::Null, "{line}");
        let bounded = registers(&format!("--header-words {bound}"));
        assert_eq!(bounded["header_words_limit"], json!(bound), "{line}");
        let text = meshcast(&format!("{line} --header-words {bound}"), &[]).well();
        assert!(text.contains(&format!("{bound} words where written")), "{text}");
    }
    // It writes no words.
    let list =
        parsed(&meshcast(&format!("{COMPARISON} --header-words 0 --format json"), &[]).well());
    assert!(list.to_string().contains("\"header_words_limit\":0"), "{list}");
}

#[test]
fn a_program_that_needs_more_breaks_a_rule() {
    for (line, actual, bound) in [(ROUTE, 4, 2), (MIGRATION, 2, 1)] {
        for mode in ["", "--mode check"] {
            let ran = meshcast(&format!("{line} --header-words {bound} --format json {mode}"), &[]);
            assert_eq!(ran.status, 1, "{line} {mode}");
            let violation = parsed(&ran.out);
            let numbers = ["rule", "actual", "limit"].map(|key| violation[key].clone());
            assert_eq!(numbers, [json!("M1"), json!(actual), json!(bound)], "{line} {mode}");
        }
    }
}
