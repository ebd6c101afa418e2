//! Stores of earlier programs, whose runs have no column `per_node`: what is read of them, and what the next sweep makes of them.

use crate::stored::{Row, digest, rows};
use crate::swept::{Swept, meshcast};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

/// Runs of a workload, of a file whose nodes get two rows each, and of one that needs no blocks; and one that is refused.
const PLAN: &str = r#"
title = "With and without blocks"

[[runs]]
algorithms = ["buffered"]
workloads = ["uniform"]
sides = [4, 8]
congestions = [2, 99]
seeds = [1]

[[runs]]
algorithms = ["hamiltonian"]
inputs = ["set.txt"]
sides = [2, 3]
block = "cyclic"
"#;

/// The store `results` of the plan, and its copy `earlier` as an earlier program would have made it.
fn swept() -> Swept {
    let swept = Swept(TempDir::new().unwrap());
    fs::write(swept.path("plan.toml"), PLAN).unwrap();
    fs::write(swept.path("set.txt"), "0 1\n2 7\n7 3\n4 5\n").unwrap();
    swept.sweep("results", "").well();
    swept.copy("earlier", &fs::read(swept.database("results")).unwrap());
    let runs = rows(&swept.database("results"), "runs");
    let database = Connection::open(swept.database("earlier")).unwrap();
    let sql: String = database
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'runs'", [], |row| row.get(0))
        .unwrap();
    let earlier = sql.replace("messages, per_node, ", "messages, ");
    assert_ne!(earlier, sql);
    database.execute_batch(&format!("DROP TABLE runs; {earlier}")).unwrap();
    for mut row in runs {
        row.retain(|(name, _)| name != "per_node");
        let own = digest("runs", &row);
        row.last_mut().unwrap().1 = Value::Text(own);
        let places = vec!["?"; row.len()].join(", ");
        let values = row.iter().map(|(_, value)| value);
        let sql = format!("INSERT INTO runs VALUES ({places})");
        database.execute(&sql, params_from_iter(values)).unwrap();
    }
    swept
}

/// The exported runs of a store: status, source and `per_node`, and all columns that can repeat but that one.
fn runs(swept: &Swept, store: &str) -> (Vec<[String; 3]>, Vec<BTreeMap<String, String>>) {
    swept.exported(store).unwrap();
    meshcast("export {} --csv {}", &[&swept.path(store), &swept.path("rows.csv")]).well();
    let mut reader = csv::Reader::from_path(swept.path("rows.csv")).unwrap();
    let mut all: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let said = ["status", "source", "per_node"];
    let said = all.iter_mut().map(|row| {
        let said = said.map(|name| row[name].clone());
        row.retain(|name, _| name != "per_node" && !name.starts_with("timing_"));
        said
    });
    (said.collect(), all)
}

/// What `verify` counts, and the last line that people see.
fn verified(swept: &Swept, store: &str) -> (String, String) {
    let path = swept.path(store);
    let json = meshcast("verify {} --format json", &[&path]).well();
    let runs = json.split_once("\"runs\":").unwrap().1.split_once('}').unwrap().0.to_owned();
    let text = meshcast("verify {}", &[&path]).well();
    (runs, text.lines().last().unwrap().to_owned())
}

/// The rows of a store as statuses, sources and messages a node, those of the two files last.
fn expected(of_files: [&str; 2]) -> Vec<[String; 3]> {
    let workload = [["done", "uniform", "1"], ["done", "uniform", "1"]];
    let refused = [["refused", "uniform", ""], ["refused", "uniform", ""]];
    let files = of_files.map(|per_node| ["done", "set.txt", per_node]);
    let all = workload.into_iter().chain(refused).chain(files);
    let mut all: Vec<_> = all.map(|row| row.map(str::to_owned)).collect();
    all.sort();
    all
}

#[test]
fn rows_that_do_not_say_how_many_messages_a_node_has_are_of_one_unless_blocks_were_allowed() {
    let swept = swept();
    let (mut said, others) = runs(&swept, "results");
    said.sort();
    assert_eq!(said, expected(["2", "1"]));
    let (mut of_earlier, same) = runs(&swept, "earlier");
    of_earlier.sort();
    assert_eq!((of_earlier, same), (expected(["", ""]), others));
    let left_out = "left out: 1 row with several messages a node; claims are about one";
    let counts = |done: usize, left_out: usize| {
        format!("{{\"done\":{done},\"refused\":2,\"failed\":0,\"left_out\":{left_out}")
    };
    assert_eq!(verified(&swept, "results"), (counts(3, 1), left_out.to_owned()));
    let left_out = "left out: 2 rows with several messages a node; claims are about one";
    assert_eq!(verified(&swept, "earlier"), (counts(2, 2), left_out.to_owned()));
}

#[test]
fn a_sweep_adds_what_an_earlier_store_lacks() {
    let swept = swept();
    let read = runs(&swept, "earlier");
    // Times and all, but for digests, which cover the new column as well.
    let all = || {
        let rows = rows(&swept.database("earlier"), "runs").into_iter();
        let stays = |name: &str| !["digest", "per_node"].contains(&name);
        let kept = rows.map(move |row| row.into_iter().filter(move |(name, _)| stays(name)));
        kept.map(Iterator::collect).collect::<Vec<Row>>()
    };
    let before = all();
    let said = swept.sweep("earlier", "").well();
    assert!(said.contains("\"found\":6,") && said.contains("\"done\":0,"), "{said}");
    assert_eq!(runs(&swept, "earlier"), read);
    assert_eq!(all(), before);
    for row in rows(&swept.database("earlier"), "runs") {
        assert!(row.iter().any(|(name, _)| name == "per_node"));
        let stored = row.iter().find(|(name, _)| name == "digest").map(|(_, value)| value);
        assert_eq!(stored, Some(&Value::Text(digest("runs", &row))));
    }
}

#[test]
fn damage_in_an_earlier_store_is_seen_and_mended() {
    let swept = swept();
    let database = Connection::open(swept.database("earlier")).unwrap();
    database.execute("UPDATE runs SET steps = 1 WHERE source = 'set.txt'", []).unwrap();
    drop(database);
    let refusal = swept.exported("earlier").unwrap_err();
    assert!(refusal.contains("2 of 7 rows are damaged or edited"), "{refusal}");
    swept.sweep("earlier", "--repair").well();
    let (mut said, others) = runs(&swept, "earlier");
    said.sort();
    assert_eq!((said, others), (expected(["2", "1"]), runs(&swept, "results").1));
}
