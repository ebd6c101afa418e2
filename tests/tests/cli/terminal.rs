//! Terminals: what results are shown in, and that a narrow one loses nothing of them.

use super::{Folder, meshcast, meshcast_on};
use meshcast::Terminal;
use std::path::Path;

/// Columns of the narrowest terminal.
const COLUMNS: usize = 80;

/// The command lines, on a store in place of `{}`, whose results fit.
const FIT: [&str; 8] = [
    "compare --workload uniform --side 16 --congestion 4",
    "compare --workload power-law --side 9",
    "verify {} --details",
    "verify {}",
    "audit {}",
    "crossover {}",
    "worm experiment --sets 2",
    "limits hamiltonian scan --congestion 4,64",
];

/// The words of a text, in any order: columns that went below are words that went below, with the first column once more.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[test]
fn results_fit_eighty_columns_and_say_the_same() {
    let folder = Folder::new();
    let plan = "title = \"All algorithms\"\n[[runs]]\nalgorithms = [\"buffered\", \"randomized:sweep\", \"hamiltonian\"]\n\
                workloads = [\"uniform\", \"hot-block\"]\nsides = [8, 16]\ncongestions = [1, 4]\nseeds = [1, 2]\n";
    let plan = folder.file("plan.toml", plan);
    let store = folder.path("store");
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let narrow = Terminal { columns: Some(COLUMNS), ..Terminal::default() };
    let mut wider = 0;
    for line in FIT {
        let paths: &[&Path] = if line.contains("{}") { &[&store] } else { &[] };
        let timeless = |text: String| {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("time "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let whole = timeless(meshcast(line, paths).well());
        let fitted = timeless(meshcast_on(narrow, line, paths).well());
        for printed in fitted.lines() {
            assert!(printed.chars().count() <= COLUMNS, "{line}: {printed}");
        }
        assert_eq!(words(&fitted), words(&whole), "{line}");
        wider += usize::from(whole.lines().any(|line| line.chars().count() > COLUMNS));
    }
    assert!(wider >= 4, "most of them are wider where nothing limits them: {wider}");
}
