//! What docs/rows.md says of rows is what is in a store, and what it shows can be done.

use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/rows.md");

/// The text of every block of the page that is fenced as `language`.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let starts = PAGE.match_indices(&fence).map(|(at, _)| at + fence.len());
    starts.map(|start| PAGE[start..].split_once("```").expect("a fence ends").0).collect()
}

/// The commands for `program` on the page.
fn commands(program: &str) -> Vec<&'static str> {
    let lines = blocks("console").into_iter().flat_map(str::lines);
    lines
        .filter_map(|line| line.strip_prefix("$ ")?.strip_prefix(program)?.strip_prefix(' '))
        .collect()
}

/// A folder with the results of the page's plan.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("plan.toml"), blocks("toml")[0]).unwrap();
    let commands = commands("meshcast");
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        meshcast(folder.path(), command);
    }
    folder
}

fn meshcast(folder: &Path, line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meshcast"));
    let output = command.current_dir(folder).args(line.split_whitespace()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{line}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names in the first column of the table under the heading `name`.
fn documented(name: &str) -> Vec<&'static str> {
    let section = PAGE.split(&format!("\n## {name}\n")).nth(1).expect("a section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split_once('`').expect("a name ends").0).collect()
}

/// Whether `python3` has the module; says on standard error if it has not.
fn has_python(module: &str) -> bool {
    let found = Command::new("python3").args(["-c", &format!("import {module}")]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: python3 has no {module} here");
    }
    found
}

fn python(folder: &Path, script: &str) -> String {
    let output = Command::new("python3").current_dir(folder).args(["-c", script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The median of the steps of each cell, from the exported file alone.
fn medians(folder: &Path) -> String {
    let mut reader = csv::Reader::from_path(folder.join("runs.csv")).unwrap();
    let names = reader.headers().unwrap().clone();
    let at = |name: &str| names.iter().position(|column| column == name).unwrap();
    let (algorithm, nodes) = (at("algorithm"), at("nodes"));
    let (congestion, steps) = (at("asked_congestion"), at("steps"));
    let mut cells: Vec<((String, u64, u64), u64)> = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<u64>().unwrap();
        let cell = (row[algorithm].to_owned(), number(nodes), number(congestion));
        cells.push((cell, number(steps)));
    }
    cells.sort();
    // Three seeds a cell.
    let middle = cells.chunks(3).map(|cell| {
        assert_eq!(cell[0].0, cell[2].0);
        let ((algorithm, nodes, congestion), steps) = &cell[1];
        format!("{algorithm} {nodes} {congestion} {steps}\n")
    });
    middle.collect()
}

#[test]
fn every_column_is_documented() {
    let folder = folder();
    for (table, file) in
        [("runs", "runs.csv"), ("expanders", "expanders.csv"), ("loads", "loads.csv")]
    {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        let columns: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        assert_eq!(documented(table), columns, "{table}");
    }
}

#[test]
fn every_column_of_the_database_is_documented_but_for_the_digest() {
    let folder = folder();
    let store = Connection::open(folder.path().join("results/results.sqlite")).unwrap();
    for table in ["runs", "expanders", "loads", "plans"] {
        let mut query =
            store.prepare(&format!("SELECT name FROM pragma_table_info('{table}')")).unwrap();
        let names = query.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let names: Vec<String> = names.map(Result::unwrap).collect();
        assert_eq!([documented(table), vec!["digest"]].concat(), names, "{table}");
    }
}

#[test]
fn the_commands_for_sqlite_print_what_is_shown() {
    if Command::new("sqlite3").arg("--version").output().is_err() {
        return eprintln!("skipped: there is no sqlite3 here");
    }
    let folder = folder();
    let (shown, commands) = (blocks("text"), commands("sqlite3"));
    assert_eq!((shown.len(), commands.len()), (1, 1));
    let (store, query) = commands[0].split_once(' ').unwrap();
    let args = [store, query.trim_matches('"')];
    let output = Command::new("sqlite3").current_dir(&folder).args(args).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), shown[0]);
}

#[test]
fn pandas_and_polars_read_what_was_made() {
    let scripts = blocks("python");
    assert_eq!(scripts.len(), 3);
    let folder = folder();
    let expected = medians(folder.path());
    assert_eq!(expected.lines().count(), 8, "{expected}");
    if has_python("pandas") {
        assert_eq!(python(folder.path(), &scripts[..2].join("\n")), expected);
    }
    if has_python("polars") {
        assert_eq!(python(folder.path(), scripts[2]), expected);
    }
}

#[test]
fn a_program_without_parquet_says_so() {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_meshcast"));
    let line = "export results --parquet runs.parquet";
    let output = command.current_dir(&folder).args(line.split(' ')).output().unwrap();
    if cfg!(feature = "parquet") {
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "24 rows in runs.parquet\n");
        if has_python("polars") {
            let same = "import polars; a = polars.read_parquet('runs.parquet'); \
                        b = polars.read_csv('runs.csv', schema_overrides=a.schema, missing_utf8_is_empty_string=False); \
                        assert a.equals(b); print(a.height)";
            assert_eq!(python(folder.path(), same), "24\n");
        }
    } else {
        assert_eq!(output.status.code(), Some(2));
        let expected = "error: --parquet: expected a program that was built with `--features parquet`, \
                        found one without for runs.parquet\n";
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
        assert!(!folder.path().join("runs.parquet").exists());
    }
}
