//! Compares counts with those of an earlier build, which are in `counts.csv`.
//!
//! Counts depend on the compiler, on the system's library and on the vectors of the processor: they are of the toolchain of this
//! repository, on a processor with AVX2. Where these differ, record them anew before a change and check after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The names of loops and their instructions a node-step.
pub(crate) trait Counts: Iterator<Item = (&'static str, f64)> {}

impl<T: Iterator<Item = (&'static str, f64)>> Counts for T {}

/// How much more a loop may take.
const MOST: f64 = 1.05;

fn file() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "examples", "instructions", "counts.csv"].iter().collect()
}

/// Prints every count beside the recorded one; fails if one is too great or was never recorded.
pub(crate) fn check(counts: impl Counts) -> ExitCode {
    let text = fs::read_to_string(file()).expect("counts were recorded");
    let row = |line: &str| {
        let (name, count) = line.split_once(',').expect("a loop and its count");
        (name.to_owned(), count.parse::<f64>().expect("a count"))
    };
    let recorded: BTreeMap<String, f64> = text.lines().skip(1).map(row).collect();
    println!("| loop | recorded | now | ratio |\n|---|---|---|---|");
    let mut exceeding = Vec::new();
    for (name, now) in counts {
        let before = recorded.get(name).copied().unwrap_or(0.0);
        let ratio = now / before;
        println!("| `{name}` | {before:.2} | {now:.2} | {ratio:.3} |");
        if ratio > MOST {
            exceeding.push(name);
        }
    }
    if exceeding.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("over 5 % more instructions: {}", exceeding.join(", "));
    ExitCode::FAILURE
}

/// Writes the counts into the file.
pub(crate) fn record(counts: impl Counts) {
    let row = |(name, count)| format!("{name},{count:.2}\n");
    let rows: String = counts.map(row).collect();
    let table = format!("loop,instructions_per_node_step\n{rows}");
    fs::write(file(), table).expect("the file is written");
}
