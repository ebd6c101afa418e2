//! What the README shows is what the program does.

use super::{Folder, meshcast};
use std::path::{Path, PathBuf};

const README: &str = include_str!("../../../README.md");

/// The lines of every block of the README that is fenced as `language`.
fn blocks(language: &str) -> Vec<Vec<&'static str>> {
    let fence = format!("```{language}\n");
    README
        .match_indices(&fence)
        .map(|(at, _)| README[at..].lines().skip(1).take_while(|line| *line != "```").collect())
        .collect()
}

/// The commands that the README gives to the program, without `cargo run`.
fn commands() -> Vec<&'static str> {
    let lines = blocks("console").into_iter().flatten();
    lines.filter_map(|line| line.strip_prefix("$ cargo run --release -- ")).collect()
}

/// Runs a command whose paths start at the root of the repository, or name what is to be written.
fn run(command: &str, folder: &Folder) -> String {
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut line = Vec::new();
    for word in command.split_whitespace() {
        let path = match Path::new(word).extension().and_then(|suffix| suffix.to_str()) {
            Some("mtx") => Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(word),
            Some("ndjson" | "npy" | "html") => folder.path(word),
            None if word == "results" => folder.path(word),
            _ => {
                line.push(word);
                continue;
            }
        };
        line.push("{}");
        paths.push(path);
    }
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    meshcast(&line.join(" "), &paths).well()
}

#[test]
fn commands_of_the_readme_go_well_and_print_what_it_shows() {
    let folder = Folder::new();
    let commands = commands();
    assert!(commands.len() >= 4, "{commands:?}");
    let comparison = commands.iter().copied().find(|command| command.starts_with("compare"));
    let shown = [commands[0], comparison.expect("a comparison")];
    assert_eq!(blocks("text").len(), shown.len());
    for command in commands {
        let word = match command.split_whitespace().next() {
            Some("expander") => "m = 1024",
            Some("sweep") => "results",
            Some("verify") => "Theorem 3",
            Some("report") => "report.html",
            _ => "steps",
        };
        let printed = run(command, &folder);
        assert!(printed.contains(word), "{command}");
        if let Some(block) = shown.iter().position(|shown| *shown == command) {
            let shown = &blocks("text")[block];
            let printed: Vec<&str> = printed.lines().take(shown.len()).collect();
            assert_eq!(printed, *shown, "{command}");
        }
    }
}

/// Rows of the README as | theorem | algorithm | claim | verdict | steps over the bound | evidence |.
#[test]
fn verdicts_of_the_readme_are_those_of_the_stored_report() {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let stored = include_str!("../../../docs/results/bounds.txt").lines().map(words);
    let is_theorem = |line: &String| {
        ["measured", "exact"].iter().any(|evidence| line.ends_with(evidence))
            && line.contains("√(cn)")
    };
    let stored: Vec<String> = stored.filter(is_theorem).collect();
    let rows = README.lines().filter(|line| line.starts_with('|') && line.contains("√(cn)"));
    let rows: Vec<String> = rows.map(|row| words(&row.replace('|', " "))).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    assert_eq!(rows, stored);
}
