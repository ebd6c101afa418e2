//! `meshcast replay`: pages of traces and of runs, what is refused, and what is said of steps left out and of broken rules.

use super::{Folder, data, meshcast, parsed};
use serde_json::Value;
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/replay.md");

/// What the page says of itself before any script has run.
fn facts(page: &Path) -> Value {
    let text = fs::read_to_string(page).expect("a page");
    let (_, rest) = text.split_once("id=\"facts\">").expect("facts");
    parsed(rest.split_once("</script>").expect("their end").0)
}

#[test]
fn the_numbers_of_a_page_are_those_of_the_run() {
    let folder = Folder::new();
    let (trace, page) = (folder.path("run.ndjson"), folder.path("run.html"));
    for algorithm in ["hamiltonian", "randomized:sweep", "greedy-tree"] {
        let flags = format!("--algorithm {algorithm} --workload power-law --side 9");
        let route = format!("route {flags} --trace {{}} --format json");
        let route = parsed(&meshcast(&route, &[&trace]).well());
        let of_trace = meshcast("replay {} --out {} --format json", &[&trace, &page]).well();
        let [of_trace, facts_of_trace] = [parsed(&of_trace), facts(&page)];
        let line = format!("replay --run {flags} --out {{}} --format json");
        let of_run = parsed(&meshcast(&line, &[&page]).well());
        let facts_of_run = facts(&page);
        for page in [of_trace, facts_of_trace, of_run, facts_of_run] {
            assert_eq!(page["steps"], route["steps"], "{algorithm}");
            assert_eq!(page["links"], route["links"]["uses"], "{algorithm}");
            assert_eq!(page["peak"], route["buffer"]["peak"], "{algorithm}");
            assert_eq!(page["deliveries"], route["deliveries"], "{algorithm}");
            assert_eq!(page["stride"], 1, "{algorithm}");
        }
    }
}

#[test]
fn the_same_run_gives_the_same_page_on_any_number_of_threads() {
    let line = "replay --run --algorithm randomized --workload uniform --side 12 --out - --threads";
    let [one, three] = ["1", "3"].map(|threads| meshcast(&format!("{line} {threads}"), &[]).out);
    assert!(one == three && one.starts_with("<!DOCTYPE html>"));
}

#[test]
fn steps_left_out_are_said_and_totals_stay_exact() {
    let folder = Folder::new();
    let page = folder.path("run.html");
    let run = "--algorithm hamiltonian --workload uniform --side 7";
    let route = parsed(&meshcast(&format!("route {run} --format json"), &[]).well());
    let steps = route["steps"].as_u64().expect("a number");
    let ran = meshcast(&format!("replay --run {run} --frames 10 --out {{}}"), &[&page]);
    let stride = steps.div_ceil(9);
    let frames = steps.div_ceil(stride) + 1;
    let file = page.display();
    let said = format!("{frames} frames of {steps} steps, one every {stride} steps, in {file}\n");
    assert_eq!(ran.well(), said);
    let facts = facts(&page);
    assert_eq!(facts["frames"], frames);
    assert_eq!(facts["links"], route["links"]["uses"]);
    assert_eq!(facts["deliveries"], route["deliveries"]);
    assert_eq!(facts["peak"], route["buffer"]["peak"]);
}

#[test]
fn a_broken_rule_ends_the_page_and_is_at_its_top() {
    let folder = Folder::new();
    let (trace, page) = (folder.path("run.ndjson"), folder.path("run.html"));
    meshcast("route --algorithm hamiltonian --input {} --trace {}", &[&data("karate.mtx"), &trace])
        .well();
    let text = fs::read_to_string(&trace).expect("a trace");
    let twice = text.lines().find(|line| line.contains("\"t\":5,\"e\":\"move\"")).expect("a move");
    fs::write(&trace, text.replacen(twice, &format!("{twice}\n{twice}"), 1)).expect("it is ours");
    let ran = meshcast("replay {} --out {}", &[&trace, &page]);
    assert_eq!(ran.status, 1);
    let broken = "rule M1 is broken in step 5: the link";
    assert!(
        ran.err.contains(broken) && ran.err.ends_with("; the replay ends there\n"),
        "{}",
        ran.err
    );
    let text = fs::read_to_string(&page).expect("a page");
    let (_, alert) = text.split_once("<p class=\"broken\" role=\"alert\">").expect("an alert");
    assert!(alert.split_once("</p>").expect("its end").0.contains(broken));
    let steps = facts(&page)["steps"].as_u64().expect("a number");
    assert!((5..=6).contains(&steps), "{steps}");
}

/// The uppermost spans of a PRAM's run are its steps.
#[test]
fn steps_of_a_pram_are_phases_above_all_others() {
    let folder = Folder::new();
    let (trace, page) = (folder.path("pram.ndjson"), folder.path("pram.html"));
    let run = "pram run list-ranking --side 4 --format json --trace {}";
    let result = parsed(&meshcast(run, &[&trace]).well());
    meshcast("replay {} --out {}", &[&trace, &page]).well();
    let text = fs::read_to_string(&page).expect("a page");
    let (_, table) = text.split_once("<tbody>").expect("a table");
    let (table, _) = table.split_once("</tbody>").expect("its end");
    let rows = table.lines().filter_map(|line| line.split_once("</button>"));
    let rows: Vec<&str> = rows.filter_map(|(button, _)| button.split('>').next_back()).collect();
    let steps: Vec<&&str> = rows.iter().filter(|row| !row.contains('/')).collect();
    let count = result["pram_steps"].as_u64().expect("a number");
    let expected: Vec<String> = (1..=count).map(|step| format!("step {step}")).collect();
    assert_eq!(steps, expected.iter().collect::<Vec<_>>());
    assert!(rows.contains(&"step 1 / read") && rows.contains(&"step 2 / write"), "{rows:?}");
}

#[test]
fn markup_in_titles_notes_and_names_is_text() {
    let folder = Folder::new();
    let (trace, page) = (folder.path("run.ndjson"), folder.path("run.html"));
    meshcast("primitive sort --side 4 --trace {}", &[&trace]).well();
    let text = fs::read_to_string(&trace).expect("a trace");
    fs::write(&trace, text.replace("\"sort", "\"<script>")).expect("it is ours");
    meshcast("replay {} --out {} --title <script>1 --note {{title}}<b>", &[&trace, &page]).well();
    let text = fs::read_to_string(&page).expect("a page");
    // The facts, the film and the script itself.
    assert_eq!(text.matches("<script").count(), 3);
    assert_eq!(text.matches("</script").count(), 3);
    assert!(text.contains("<h1>&lt;script&gt;1</h1>"));
    assert!(text.contains("<p class=\"note\">{{title}}&lt;b&gt;</p>"));
    assert!(!text.contains("://"), "a page names no other");
}

#[test]
fn what_cannot_be_shown_is_refused_in_a_line() {
    let folder = Folder::new();
    let (trace, none) = (folder.file("no.ndjson", "{}\n"), folder.path("none"));
    let refused = |line: &str| {
        let paths: Vec<&Path> = line.matches("{}").map(|_| trace.as_path()).collect();
        let ran = meshcast(&format!("replay {line}"), &paths);
        ran.refused().to_owned()
    };
    let run = "--run --algorithm hamiltonian --workload uniform --side 4";
    for (line, expected) in [
        (
            format!("{run} --out - --mode leap"),
            "--mode: expected step with replay, which watches every step, found leap",
        ),
        (format!("{run} --out - --copy-steps 0"), "replay: expected --copy-steps 1"),
        (format!("{run} --out - --frames 1"), "expected a whole number from 2 on"),
        ("--out -".to_owned(), "the following required arguments were not provided: <TRACE>"),
        (run.to_owned(), "the following required arguments were not provided: --out"),
        ("{} --out - --run".to_owned(), "cannot be used with"),
        ("{} --out - --workload uniform".to_owned(), "'[TRACE]' cannot be used with"),
        ("{} --out -".to_owned(), ":1: no line of a trace: expected one of the keys"),
        ("{} --out {}".to_owned(), "would overwrite TRACE: choose another file"),
    ] {
        let found = refused(&line);
        assert!(found.contains(expected), "{line}: {found}");
    }
    let torus = folder.path("torus.ndjson");
    let run =
        "torus run --radix 2 --dims 7 --algorithm simple --communication broadcast --trace {}";
    meshcast(run, &[&torus]).well();
    let many = meshcast("replay {} --out -", &[&torus]);
    assert!(many.refused().starts_with("a torus of 7 dimensions has more links"), "{}", many.err);
    let missing = meshcast("replay {} --out -", &[&none]);
    assert!(missing.refused().contains("none"), "{}", missing.err);
    assert_eq!(folder.names(), ["no.ndjson", "torus.ndjson"]);
}

#[test]
fn the_commands_of_the_page_print_what_it_shows() {
    let folder = Folder::new();
    let start = PAGE.find("```console\n").expect("a block") + "```console\n".len();
    let block = PAGE[start..].split("```").next().expect("its end");
    let (command, expected) = block.split_once('\n').expect("a command");
    let command = command.strip_prefix("$ meshcast ").expect("a command");
    let page = folder.path("karate.html");
    let line = command.replace("experiments/data/karate.mtx", "{}").replace("karate.html", "{}");
    let ran = meshcast(&line, &[&data("karate.mtx"), &page]).well();
    assert_eq!(ran.replace(&page.display().to_string(), "karate.html"), expected);
}
