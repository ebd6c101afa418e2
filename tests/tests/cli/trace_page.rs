//! docs/trace.md says what is in a trace: every key of every line, and an example that replays.

use super::{Folder, data, meshcast, parsed};
use meshcast_tests::replay::{ReplayRule, replay};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("../../../docs/trace.md");

/// The keys of every kind of line; the header and messages go by the heading of their section.
type Keys = BTreeMap<String, BTreeSet<String>>;

/// What stands between backticks in a cell of a table.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The rows of the table under a heading, cell by cell.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, section) = PAGE.split_once(&format!("\n## {heading}\n")).expect("the section");
    let section = section.split("\n## ").next().expect("a section");
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.split('|').skip(1).map(str::trim).collect()).collect()
}

/// The keys that the page has.
fn documented() -> Keys {
    let mut keys = Keys::new();
    for heading in ["Header", "Messages"] {
        let names = table(heading).into_iter().flat_map(|row| quoted(row[0]));
        keys.insert(heading.to_owned(), names.collect());
    }
    for row in table("Events") {
        let event = quoted(row[0]).pop_first().expect("the name of an event");
        keys.insert(event, quoted(row[1]));
    }
    keys
}

/// The keys in the traces of some runs.
fn written() -> Keys {
    let matrix = data("west0067.mtx");
    let torus = "torus run --radix 3 --dims 2 --algorithm simple --communication broadcast";
    let mut keys = Keys::new();
    for (line, paths) in [
        ("route --algorithm hamiltonian --input {}", vec![matrix.as_path()]),
        ("route --algorithm randomized --input {}", vec![matrix.as_path()]),
        ("route --algorithm greedy-tree --input {}", vec![matrix.as_path()]),
        (
            "route --algorithm deterministic:paper --workload uniform --side 8 --congestion 2 --instances 2",
            vec![],
        ),
        (torus, vec![]),
    ] {
        let ran = meshcast(&format!("{line} --trace -"), &paths);
        for line in ran.out.lines().map(parsed) {
            let object = line.as_object().expect("an object");
            let kind = match (object.get("e"), object.contains_key("trace")) {
                (Some(event), _) => event.as_str().expect("a name").to_owned(),
                (None, true) => "Header".to_owned(),
                (None, false) => "Messages".to_owned(),
            };
            let names = object.keys().filter(|key| *key != "e").cloned();
            // A torus has other sides than a mesh.
            keys.entry(kind).or_default().extend(names);
        }
    }
    let header = keys.get_mut("Header").expect("a header");
    assert!(header.remove("radix") && header.remove("dims"), "the torus has sides of its own");
    keys
}

/// The block of this number among those of a language.
fn block(language: &str, number: usize) -> &'static str {
    let start = format!("```{language}\n");
    let block = PAGE.split(&start).nth(number + 1).expect("a block");
    block.split("```").next().expect("its end")
}

#[test]
fn the_commands_of_the_page_print_what_it_shows() {
    let folder = Folder::new();
    let (karate, trace) = (data("karate.mtx"), folder.path("karate.ndjson"));
    let shown = |text: &str| text.replace(&trace.display().to_string(), "karate.ndjson");
    let mut lines = block("console", 0).split_inclusive('\n');
    for line in lines.by_ref().take(2) {
        assert!(line.starts_with("$ meshcast route --algorithm hamiltonian --input experiments/data/karate.mtx --trace ")
            || line == "$ meshcast check karate.ndjson\n", "{line}");
    }
    meshcast("route --algorithm hamiltonian --input {} --trace {}", &[&karate, &trace]).well();
    assert_eq!(shown(&meshcast("check {}", &[&trace]).well()), lines.collect::<String>());
    assert_eq!(
        block("console", 1),
        "$ meshcast check karate.ndjson --input experiments/data/karate.mtx\n"
    );
    meshcast("check {} --input {}", &[&trace, &karate]).well();
    let text = std::fs::read_to_string(&trace).expect("a trace");
    let mut lines: Vec<&str> = text.lines().collect();
    assert!(lines[106].contains("move"));
    lines.insert(107, lines[106]);
    folder.file("karate.ndjson", lines.join("\n"));
    assert_eq!(shown(&meshcast("check {}", &[&trace]).err), block("text", 0));
}

#[test]
fn every_rule_of_the_page_is_one_of_a_replay_and_the_other_way_round() {
    let rules: BTreeSet<String> =
        table("What a replay checks").iter().flat_map(|row| quoted(row[0])).collect();
    let named = ReplayRule::ALL
        .map(|rule| rule.name().to_owned())
        .into_iter()
        .filter(|name| name != "format");
    assert_eq!(rules, named.chain(["messages".to_owned()]).collect());
}

#[test]
fn the_page_has_every_key_of_every_line_and_no_other() {
    assert_eq!(documented(), written());
}

#[test]
fn the_example_of_the_page_replays() {
    let seen = replay(block("json", 0).as_bytes());
    assert_eq!(seen.findings, []);
    assert_eq!(seen.undelivered, []);
    assert_eq!((seen.steps, seen.peak_buffer), (4, 2));
}
