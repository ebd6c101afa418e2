//! Holds the house in order: sizes of files and functions, widths of comments, and the direction of every import.
//!
//! `cargo test --package meshcast-tests --test tidy -- --nocapture` prints the measures.

mod circles;
mod imports;
mod lints;
mod source;

use circles::{Graph, circles};
use imports::{Imports, imports};
use source::{CRATES, Source};
use std::collections::BTreeSet;
use std::fs;

const MOST_LINES: usize = 400;
const MOST_LINES_OF_A_FUNCTION: usize = 60;
const MOST_LINES_OF_AN_EXAMPLE: usize = 50;
const MOST_COLUMNS_OF_A_COMMENT: usize = 140;
const MOST_FILES_IN_A_CIRCLE: usize = 3;

/// Files with a function that may be longer, and why.
const LONG_FUNCTIONS: [(&str, &str); 4] = [
    ("tests/tests/cli/bad_usage.rs", "a table of command lines and their refusals"),
    ("tests/tests/cli/worm/mod.rs", "a table of command lines and their refusals"),
    ("tests/tests/differential/execution.rs", "an arm for every step form"),
    ("tests/tests/differential/generation.rs", "an arm for every step form"),
];

/// The folders and single files of the program, from the top down: each uses only those after it.
const LAYERS: [&str; 23] = [
    "app",
    "commands",
    "present",
    "run",
    "verdicts",
    "asymptotics",
    "fastest",
    "load",
    "console",
    "results",
    "flags",
    "catalogue",
    "store",
    "trace_writer",
    "input",
    "output",
    "message_set",
    "memory",
    "stats",
    "version",
    "readable",
    "film",
    "replay",
];

/// The replay of traces.
const REPLAY: &str = "experiments/src/replay/";

/// All files.
fn sources() -> Vec<Source> {
    CRATES.into_iter().flat_map(source::of_crate).collect()
}

/// The imports within each crate.
fn all_imports() -> Vec<(&'static str, Imports)> {
    let of = |name: &'static str| (name, imports(&source::of_crate(name), &format!("{name}/src")));
    let suite = ("suite", imports(&source::of_crate("tests"), "tests/tests"));
    CRATES.map(of).into_iter().chain([suite]).collect()
}

/// Fails with what breaks a rule.
fn assert_none(rule: &str, broken: Vec<(String, String)>) {
    let broken: Vec<String> =
        broken.into_iter().map(|(path, what)| format!("{path}: {what}")).collect();
    println!("{rule}: {} broken", broken.len());
    assert!(broken.is_empty(), "{rule}:\n{}", broken.join("\n"));
}

/// What a file of the replay, its tests included, names of the workspace's crates.
fn names_outside_the_replay(source: &Source) -> Vec<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let code = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(move |letter| !is_part(letter)));
    let is_outside = |word: &&str| {
        word.starts_with("meshcast_")
            || word.starts_with("meshcast::")
            || word.starts_with("crate::") && !word.starts_with("crate::replay")
    };
    words.filter(is_outside).map(str::to_owned).collect()
}

/// The folder below the root of its crate that a file is in, or the file.
fn room(path: &str) -> String {
    let inside = ["/src/", "/tests/"]
        .iter()
        .find_map(|root| path.split_once(root))
        .map_or(path, |(_, inside)| inside);
    inside.split_once('/').map_or(inside, |(folder, _)| folder).trim_end_matches(".rs").to_owned()
}

#[test]
fn a_file_fits_its_idea() {
    let (sources, mut broken) = (sources(), Vec::new());
    for source in &sources {
        let lines = source.text.lines().count();
        if lines > MOST_LINES {
            broken.push((source.path.clone(), format!("{lines} lines")));
        }
    }
    let lines: usize = sources.iter().map(|source| source.text.lines().count()).sum();
    println!("{} files of {lines} lines", sources.len());
    assert_none("files of at most 400 lines", broken);
}

#[test]
fn a_function_fits_a_screen() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for source in sources() {
        for (name, lines) in source.functions() {
            count += 1;
            if lines > MOST_LINES_OF_A_FUNCTION {
                broken.push((source.path.clone(), format!("{name} has {lines} lines")));
            }
        }
    }
    println!("{count} functions");
    assert!(count > 1000, "functions are not found");
    for (path, reason) in LONG_FUNCTIONS {
        let is_needed = broken.iter().any(|(found, _)| found == path);
        assert!(is_needed && !reason.is_empty(), "{path} is no exception");
    }
    println!("{} files are exceptions", LONG_FUNCTIONS.len());
    broken.retain(|(found, _)| LONG_FUNCTIONS.iter().all(|(path, _)| found != path));
    assert_none("functions of at most 60 lines", broken);
}

#[test]
fn an_example_has_at_most_fifty_lines_of_code_and_the_guide_names_it() {
    let guide = fs::read_to_string(source::root().join("docs/write-your-own.md")).unwrap();
    let (mut broken, mut count) = (Vec::new(), 0);
    for source in source::of_crate("experiments") {
        let Some(name) = source.path.strip_prefix("experiments/examples/") else { continue };
        count += 1;
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        let lines = source.text.lines().filter(is_code).count();
        if lines > MOST_LINES_OF_AN_EXAMPLE {
            broken.push((source.path.clone(), format!("{lines} lines of code")));
        }
        if !guide.contains(&format!("(../experiments/examples/{name})")) {
            broken.push((source.path.clone(), "the guide does not name it".to_owned()));
        }
    }
    assert!(count >= 3, "examples are not found");
    assert_none("examples of at most 50 lines in the guide", broken);
}

#[test]
fn a_comment_fits_its_line() {
    let mut broken = Vec::new();
    for source in sources() {
        for (line, number) in source.text.lines().zip(1..) {
            let columns = line.chars().count();
            if line.trim_start().starts_with("//") && columns > MOST_COLUMNS_OF_A_COMMENT {
                broken.push((source.path.clone(), format!("line {number} has {columns} columns")));
            }
        }
    }
    assert_none("comments of at most 140 columns", broken);
}

#[test]
fn no_circle_of_files_is_large_or_across_folders() {
    let mut broken = Vec::new();
    for (name, imports) in all_imports() {
        let arrows: usize = imports.values().map(BTreeSet::len).sum();
        println!("{name}: {} files, {arrows} arrows", imports.len());
        for circle in circles(&imports) {
            let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
            let folders: BTreeSet<_> = circle.iter().map(|path| folder(path)).collect();
            if circle.len() > MOST_FILES_IN_A_CIRCLE || folders.len() > 1 {
                broken.push((circle[0].to_owned(), format!("a circle of {}", circle.join(", "))));
            }
        }
    }
    assert_none("circles of at most three files of one folder", broken);
}

#[test]
fn no_folder_uses_another_in_a_circle() {
    let mut broken = Vec::new();
    for (name, imports) in all_imports() {
        let mut rooms = Graph::new();
        for (file, used) in &imports {
            let here = room(file);
            let there = used.iter().map(|file| room(file)).filter(|there| *there != here);
            rooms.entry(here.clone()).or_default().extend(there);
        }
        // The root of a crate hands on names.
        rooms.remove("lib");
        rooms.remove("suite");
        for circle in circles(&rooms) {
            broken.push((name.to_owned(), circle.join(", ")));
        }
    }
    assert_none("folders without circles", broken);
}

#[test]
fn the_layers_of_the_program_use_those_below() {
    let imports = imports(&source::of_crate("experiments"), "experiments/src");
    let place = |room: &str| LAYERS.iter().position(|layer| *layer == room);
    let mut broken = Vec::new();
    for (file, used) in &imports {
        let here = room(file);
        if here == "lib" {
            continue;
        }
        let Some(above) = place(&here) else {
            broken.push((file.clone(), format!("{here} is no layer")));
            continue;
        };
        for below in
            used.iter().filter(|below| place(&room(below)).is_none_or(|place| place < above))
        {
            broken.push((file.clone(), format!("uses {below}, which is above it")));
        }
    }
    assert!(imports.len() > 100, "files are not found");
    assert_none("layers that use those below", broken);
}

#[test]
fn the_replay_shares_no_code_with_what_it_checks() {
    let sources = source::of_crate("experiments");
    let imports = imports(&sources, "experiments/src");
    let mut broken = Vec::new();
    for (file, used) in imports.iter().filter(|(file, _)| file.starts_with(REPLAY)) {
        let outside = used.iter().filter(|used| !used.starts_with(REPLAY));
        broken.extend(outside.map(|used| (file.clone(), format!("uses {used}"))));
    }
    let replay: Vec<&Source> =
        sources.iter().filter(|source| source.path.starts_with(REPLAY)).collect();
    assert!(replay.len() > 10, "the replay is not found");
    for source in replay {
        let names = names_outside_the_replay(source);
        broken.extend(names.into_iter().map(|name| (source.path.clone(), format!("uses {name}"))));
    }
    assert_none("a replay that uses nothing of the machine", broken);
}

#[test]
fn crates_use_those_before_them() {
    let mut broken = Vec::new();
    for (place, name) in CRATES.into_iter().enumerate() {
        let manifest = fs::read_to_string(source::root().join(name).join("Cargo.toml")).unwrap();
        for later in &CRATES[place + 1..] {
            let package = match *later {
                "experiments" => "meshcast".to_owned(),
                later => format!("meshcast-{later}"),
            };
            // `name = ..`, `name.workspace = ..` and `[dependencies.name]`.
            let is_used = |line: &str| {
                let line = line.trim_end_matches(']').split_once("ependencies.");
                line.is_some_and(|(_, name)| name == package)
            };
            let is_named = |line: &str| line.split([' ', '.', '=']).next() == Some(&package);
            if manifest.lines().any(|line| is_used(line) || is_named(line)) {
                broken.push((format!("{name}/Cargo.toml"), format!("uses {later}")));
            }
        }
    }
    assert_none("crates that use those before them", broken);
}

/// The rules on a house whose faults are known.
mod known {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn imports_are_followed_to_the_file_that_defines_the_name() {
        let sources = [
            source("c/src/lib.rs", "mod a;\nmod b;\npub use b::Thing;\n"),
            source(
                "c/src/a.rs",
                "// use crate::b::Not;\nuse crate::b::{\n    Thing as Other,\n    deep::{self, Fn},\n};\n",
            ),
            source("c/src/b/mod.rs", "mod deep;\nmod leaf;\npub use leaf::Thing;\n"),
            source(
                "c/src/b/leaf.rs",
                "pub struct Thing;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n",
            ),
            source("c/src/b/deep.rs", "fn f() -> crate::a::A {\n    super::leaf::g()\n}\n"),
        ];
        let found = imports(&sources, "c/src");
        let of = |file: &str| found[file].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(of("c/src/a.rs"), ["c/src/b/deep.rs", "c/src/b/leaf.rs"]);
        assert_eq!(of("c/src/b/deep.rs"), ["c/src/a.rs", "c/src/b/leaf.rs"]);
        assert!(of("c/src/b/leaf.rs").is_empty() && of("c/src/b/mod.rs").is_empty());
        assert_eq!(circles(&found), [["c/src/a.rs", "c/src/b/deep.rs"]]);
    }

    #[test]
    fn names_outside_the_replay_are_found_and_comments_are_none() {
        let text = "// use meshcast_engine::Shape;\nuse {meshcast_engine as engine};\nuse super::step::Step;\n\
                    fn f() -> crate::memory::Need {\n    crate::replay::g(meshcast_algorithms::h())\n}\n";
        let found = names_outside_the_replay(&source("f.rs", text));
        assert_eq!(found, ["meshcast_engine", "crate::memory::Need", "meshcast_algorithms::h"]);
    }

    #[test]
    fn functions_are_measured_to_their_end() {
        let text = "impl A {\n    pub(crate) const fn two(\n        a: u8,\n    ) -> u8 {\n        let f = || {\n            a\n        };\n        f()\n    }\n}\nfn one() {}\ntrait T {\n    fn none(&self);\n}\n";
        let found = source("f.rs", text).functions();
        let found: Vec<(&str, usize)> =
            found.iter().map(|(name, lines)| (name.as_str(), *lines)).collect();
        assert_eq!(found, [("two", 8), ("one", 1), ("none", 1)]);
    }

    #[test]
    fn a_circle_is_found_with_all_its_nodes_and_no_others() {
        let arrows =
            [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a"), ("d", "f"), ("f", "d")];
        let mut graph = Graph::new();
        for (from, to) in arrows {
            graph.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        assert_eq!(circles(&graph), [vec!["a", "b", "c"], vec!["d", "f"]]);
    }
}
