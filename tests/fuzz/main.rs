//! Fuzzes the input readers on stable Rust: seeded mutation of a committed corpus, kept going by new outcomes.
//!
//! README.md says how to run it for long; a plain test run makes a short smoke of it.

mod checks;
mod mutator;

use checks::Outcome;
use meshcast::input::{InputError, edge_list, json_lines, matrix_market};
use meshcast_engine::Messages;
use mutator::Mutator;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::BufRead;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

/// Executions of each target in a plain test run.
const SMOKE: u64 = 20_000;

/// The most files kept to mutate further.
const POOL_LIMIT: usize = 4096;

/// The name that the readers are given.
const NAME: &str = "fuzzed";

/// A reader of bytes that stand in for a file.
type Reader = fn(&mut dyn BufRead) -> Result<Messages, InputError>;

/// A reader under test, the folder of its corpus and the words of its format.
struct Target {
    name: &'static str,
    read: Reader,
    words: &'static [&'static str],
}

#[test]
fn matrix_market_reader() {
    fuzz(&Target {
        name: "matrix_market",
        read: |reader| matrix_market::read(reader, NAME),
        words: &[
            "%%MatrixMarket matrix coordinate ",
            "%",
            "real",
            "integer",
            "complex",
            "pattern",
            "general",
            "symmetric",
            "skew-symmetric",
            "hermitian",
            "array",
            "vector",
            "nan",
            "-inf",
            "1e999",
            ".",
            "1.5",
        ],
    });
}

#[test]
fn json_lines_reader() {
    fuzz(&Target {
        name: "json_lines",
        read: |reader| json_lines::read(reader, NAME),
        words: &[
            "{\"source\":",
            ",\"destinations\":[",
            "]}",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\u0000",
            "\\ud800",
            "null",
            "true",
            "1e3",
            "1.0",
            "\"x\":1,",
        ],
    });
}

#[test]
fn edge_list_reader() {
    fuzz(&Target {
        name: "edge_list",
        read: |reader| edge_list::read(reader, NAME),
        words: &["#", "# Nodes: 3", "0 1\n", "\t", "%", ","],
    });
}

/// The number that the environment gives as `name`, or `default`.
fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("expected a number in {name}, found {text:?}"))
    })
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

/// The committed files of a target, in the order of their names.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder("seeds").join(target.name)).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Reads the corpus and then its mutants, and stops at the first that breaks a check.
fn fuzz(target: &Target) {
    let executions = setting("MESHCAST_FUZZ_EXECUTIONS", SMOKE);
    let mut mutator = Mutator::new(setting("MESHCAST_FUZZ_SEED", 1), target.words);
    let mut pool = seeds(target);
    let mut known: BTreeSet<Outcome> = pool.iter().map(|file| run(target, file)).collect();
    let mut sets = 0u64;
    for _ in 0..executions {
        let file = mutator.mutant(&pool);
        let outcome = run(target, &file);
        sets += u64::from(outcome.is_set());
        if pool.len() < POOL_LIMIT && known.insert(outcome) {
            pool.push(file);
        }
    }
    let (outcomes, kept) = (known.len(), pool.len());
    println!(
        "{}: {executions} executions, {sets} sets, {outcomes} outcomes, {kept} files kept",
        target.name
    );
    assert!(
        sets > 0 && sets < executions,
        "mutants should be read and refused, {sets} of {executions} were read"
    );
}

/// Reads `file` under every check; a file that breaks one is left in `artifacts`.
fn run(target: &Target, file: &[u8]) -> Outcome {
    panic::catch_unwind(AssertUnwindSafe(|| checks::check(target.read, file))).unwrap_or_else(
        |_| {
            let artifacts = folder("artifacts");
            let path = artifacts.join(target.name);
            fs::create_dir_all(&artifacts).expect("the folder can be made");
            fs::write(&path, file).expect("the file can be written");
            panic!("{} breaks the {} reader", path.display(), target.name);
        },
    )
}
