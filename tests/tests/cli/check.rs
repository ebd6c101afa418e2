//! `meshcast check`: lawful traces pass; a changed one is refused with the broken rule and its line.

use super::{Folder, data, meshcast, parsed};
use std::collections::BTreeSet;

/// A lawful run on the mesh `0 1 2 / 3 4 5`.
const TRACE: &str = r#"{"trace":"meshcast/1","rows":2,"cols":3,"topology":"mesh","capacity":2,"ports":"all","exchange_steps":1,"copy_steps":1}
{"message":0,"source":0,"destinations":[1,5]}
{"message":1,"source":4,"destinations":[]}
{"t":0,"e":"inject","at":0,"p":0,"m":0}
{"t":0,"e":"inject","at":4,"p":1,"m":1}
{"t":1,"e":"move","from":0,"to":1,"p":0}
{"t":1,"e":"word","from":3,"to":4}
{"t":2,"e":"deliver","at":1,"p":0}
{"t":3,"e":"copy","at":1,"p":0,"q":2}
{"t":4,"e":"move","from":1,"to":2,"p":2}
{"t":4,"e":"exchange","a":3,"b":4,"pa":null,"pb":1,"swap":true}
{"t":5,"e":"move","from":2,"to":5,"p":2}
{"t":6,"e":"deliver","at":5,"p":2}
{"t":6,"e":"drop","at":5,"p":2}
{"t":7,"e":"copy","at":3,"p":1,"q":3}
{"e":"end","steps":7}
"#;

/// A change of the lines of [`TRACE`], numbered from 1.
enum Change {
    Without(usize),
    Again(usize),
    /// Another line after this one.
    After(usize, &'static str),
    /// In this line, one text in the place of another.
    Within(usize, &'static str, &'static str),
}

use Change::{After, Again, Within, Without};

/// What each change breaks, and where.
const CHANGES: [(&str, &[Change], u64, &str); 18] = [
    ("a move left out", &[Without(6)], 7, "M5"),
    ("a move twice", &[Again(6)], 7, "M1"),
    ("no link", &[Within(6, "\"to\":1", "\"to\":2")], 6, "M5"),
    ("a word on a used link", &[After(6, r#"{"t":1,"e":"word","from":0,"to":1}"#)], 7, "M1"),
    ("two copies at a node", &[After(8, r#"{"t":2,"e":"copy","at":1,"p":0,"q":9}"#)], 9, "M2"),
    ("a copy moves", &[After(9, r#"{"t":3,"e":"move","from":1,"to":2,"p":0}"#)], 10, "M3"),
    ("an edge shared", &[After(11, r#"{"t":4,"e":"word","from":4,"to":3}"#)], 12, "M4"),
    ("a number used again", &[Within(15, "\"q\":3", "\"q\":2")], 15, "M5"),
    ("a message injected twice", &[Within(5, "\"m\":1", "\"m\":0")], 5, "M5"),
    ("a smaller buffer", &[Within(1, "\"capacity\":2", "\"capacity\":1")], 9, "M6"),
    (
        "a delivery twice",
        &[Within(9, r#""copy","at":1,"p":0,"q":2"#, r#""deliver","at":1,"p":0"#)],
        9,
        "delivery",
    ),
    ("a delivery elsewhere", &[Within(2, "[1,5]", "[1,4]")], 13, "delivery"),
    ("a delivery left out", &[Without(13)], 16, "delivery"),
    ("time runs backwards", &[Within(9, "\"t\":3", "\"t\":1")], 9, "order"),
    ("no end", &[Without(16)], 16, "order"),
    ("two ends", &[Again(16)], 17, "order"),
    ("too few steps", &[Within(16, "7", "6")], 16, "steps"),
    (
        "an exchange of two steps after one",
        &[
            Within(1, "\"exchange_steps\":1", "\"exchange_steps\":2"),
            After(9, r#"{"t":3,"e":"word","from":3,"to":0}"#),
        ],
        12,
        "charge",
    ),
];

fn changed(changes: &[Change]) -> String {
    let mut lines: Vec<Vec<String>> = TRACE.lines().map(|line| vec![line.to_owned()]).collect();
    for change in changes {
        match *change {
            Without(line) => lines[line - 1].clear(),
            Again(line) => {
                let again = lines[line - 1][0].clone();
                lines[line - 1].push(again);
            }
            After(line, more) => lines[line - 1].push(more.to_owned()),
            Within(line, from, to) => {
                assert!(lines[line - 1][0].contains(from), "{from}");
                lines[line - 1][0] = lines[line - 1][0].replacen(from, to, 1);
            }
        }
    }
    lines.into_iter().flatten().map(|line| line + "\n").collect()
}

#[test]
fn a_lawful_trace_passes_with_its_counts() {
    let folder = Folder::new();
    let path = folder.file("run.ndjson", TRACE);
    let result = parsed(&meshcast("check {} --format json", &[&path]).well());
    let expected = serde_json::json!({
        "schema": "meshcast.check/1", "version": result["version"], "commit": result["commit"],
        "lawful": true, "steps": 7, "peak": 2, "links": 6, "deliveries": 2,
    });
    assert_eq!(result, expected);
    let text = meshcast("check {}", &[&path]).well();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("{} keeps every rule", path.display()));
    assert_eq!(lines[2], "  steps         7");
}

#[test]
fn every_rule_is_broken_by_a_change_and_named_with_the_line() {
    let folder = Folder::new();
    let mut rules = BTreeSet::new();
    for (name, changes, line, rule) in CHANGES {
        let path = folder.file("run.ndjson", changed(changes));
        let ran = meshcast("check {} --format json", &[&path]);
        assert_eq!(ran.status, 1, "{name}: {}{}", ran.out, ran.err);
        let result = parsed(&ran.out);
        assert_eq!((&result["line"], &result["rule"]), (&line.into(), &rule.into()), "{name}");
        assert_eq!(result["lawful"], false);
        assert!(result.get("steps").is_none(), "{name}");
        let start = format!("error: {}:{line}: rule {rule} is broken", path.display());
        assert!(ran.err.starts_with(&start) && ran.err.lines().count() == 1, "{}", ran.err);
        assert_eq!(meshcast("check {}", &[&path]).out, "", "{name}");
        rules.insert(rule);
    }
    let all = ["M1", "M2", "M3", "M4", "M5", "M6", "charge", "delivery", "order", "steps"];
    assert!(rules.into_iter().eq(all));
}

#[test]
fn a_broken_rule_is_said_in_words() {
    let folder = Folder::new();
    let path = folder.file("run.ndjson", changed(&[Again(6)]));
    let expected = format!(
        "error: {}:7: rule M1 is broken in step 1: the link from node 0 to node 1 is used a second time\n",
        path.display()
    );
    assert_eq!(meshcast("check {}", &[&path]).err, expected);
}

/// The refusal of a text that is no trace, without its folder.
fn refusal(text: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let path = folder.file("run.ndjson", text);
    let ran = meshcast("check {} --format json", &[&path]);
    let line = ran.refused().strip_prefix(&path.display().to_string()).expect("the file's name");
    let (problem, remedy) = line.rsplit_once("; ").expect("a remedy");
    assert_eq!(remedy, "use a whole file that --trace wrote");
    problem.to_owned()
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    for (text, expected) in [
        (String::new(), ":1: no line of a trace: the trace is empty"),
        ("# A page\n".to_owned(), ":1: no line of a trace: expected a JSON object"),
        (changed(&[Without(1)]), ":1: no line of a trace: expected the header"),
        (
            changed(&[Within(1, "cast/1", "cast/9")]),
            ":1: no line of a trace: unknown variant `meshcast/9`, expected `meshcast/1` or `meshcast/2` at column 21",
        ),
        (
            changed(&[Within(1, "\"mesh\"", "\"torus\"")]),
            ":1: no line of a trace: a torus has `radix` and `dims`",
        ),
        (changed(&[Without(2)]), ":2: no line of a trace: expected message 0, found 1"),
        (
            changed(&[Within(2, "5]", "6]")]),
            ":2: no line of a trace: node 6 of message 0 is outside 6 nodes",
        ),
        (
            changed(&[Within(7, "word", "leap")]),
            ":7: no line of a trace: unknown variant `leap`, expected one of `inject`, `move`, `exchange`, `word`, \
             `copy`, `deliver`, `duplicate`, `drop`, `e...",
        ),
        (changed(&[Within(8, ",\"p\":0", "")]), ":8: no line of a trace: missing field `p`"),
    ] {
        assert_eq!(refusal(text), expected);
    }
    // Cut anywhere within a line.
    for cut in [1, 5, 20] {
        let found = refusal(&TRACE[..TRACE.len() - 1 - cut]);
        assert!(found.starts_with(":16: no line of a trace: EOF"), "{found}");
    }
    assert!(refusal(b"\xff\xfe\n").starts_with(":1: no line of a trace: it is no UTF-8"));
    let missing = Folder::new().path("run.ndjson");
    assert!(meshcast("check {}", &[&missing]).refused().contains("a file that can be read"));
}

#[test]
fn a_broken_rule_before_a_line_that_is_cut_is_still_found() {
    let folder = Folder::new();
    let text = changed(&[Again(6)]);
    let whole: Vec<&str> = text.lines().take(7).collect();
    let path = folder.file("run.ndjson", whole.join("\n") + "\n{\"t\":1");
    let ran = meshcast("check {} --format json", &[&path]);
    assert_eq!((ran.status, &parsed(&ran.out)["line"]), (1, &7.into()));
}

#[test]
fn a_trace_is_held_against_its_message_set() {
    let folder = Folder::new();
    let trace = folder.path("run.ndjson");
    let west = data("west0067.mtx");
    let set = "--input {} --placement random --seed 4";
    let run = format!("route --algorithm hamiltonian {set} --trace {{}}");
    meshcast(&run, &[&west, &trace]).well();
    meshcast(&format!("check {{}} {set}"), &[&trace, &west]).well();
    let differs = |flags: &str, file: &str| {
        let ran = meshcast(&format!("check {{}} {flags} --format json"), &[&trace, &data(file)]);
        assert_eq!(ran.status, 1, "{flags} {file}: {}", ran.err);
        let result = parsed(&ran.out);
        assert_eq!(result["rule"], "messages");
        (result["line"].as_u64().expect("a line"), result["finding"].to_string())
    };
    let (line, finding) = differs("--input {}", "karate.mtx");
    assert_eq!(line, 1);
    assert_eq!(finding, "\"expected 6 x 6 nodes for these messages, found 9 x 9 nodes\"");
    assert_eq!(differs("--input {} --placement random --seed 5", "west0067.mtx").0, 2);
    assert_eq!(
        meshcast("check - --input {}", &[&west]).refused(),
        "-: the flags of a message set need a trace in a file, which is read twice"
    );
    let refused = meshcast("check {} --side 9", &[&trace]);
    assert!(refused.refused().starts_with("expected a message set"), "{}", refused.err);
}

#[test]
fn a_trace_of_a_torus_is_replayed_too() {
    let folder = Folder::new();
    let path = folder.path("run.ndjson");
    let line = "torus run --radix 4 --dims 3 --algorithm balanced --communication all-to-all --trace {} --format json";
    let run = parsed(&meshcast(line, &[&path]).well());
    let result = parsed(&meshcast("check {} --format json", &[&path]).well());
    assert_eq!(result["steps"], run["steps"]);
    assert_eq!(result["peak"], run["buffer"]["peak"]);
    assert_eq!(result["links"], run["links"]["uses"]);
    assert_eq!(result["deliveries"], run["deliveries"]);
}
