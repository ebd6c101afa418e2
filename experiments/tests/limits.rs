//! What does not fit in memory is refused before anything is allocated: in time, with what limits it and what helps.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Runs the program where the address space is limited to so many MiB.
fn limited(mebibytes: u64, folder: &Path, line: &str) -> Output {
    let script = format!("ulimit -v {} && exec \"$0\" \"$@\"", mebibytes << 10);
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_meshcast")])
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The error of a run that must be refused there, in one line.
fn refusal(mebibytes: u64, folder: &Path, line: &str) -> String {
    let output = limited(mebibytes, folder, line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert!(output.stdout.is_empty() && said.lines().count() == 1, "{line}: {said}");
    said.trim_end().strip_prefix("error: ").unwrap().to_owned()
}

#[test]
fn a_run_is_refused_before_its_set_is_made() {
    let folder = TempDir::new().unwrap();
    let names = ["hamiltonian", "buffered", "randomized", "deterministic", "unicast", "auto"];
    for name in names.into_iter().chain(["greedy-unicast", "greedy-tree"]) {
        for mode in ["step", "leap"] {
            let set = "--workload uniform --side 8192 --congestion 64";
            let line = format!("route --algorithm {name} {set} --mode {mode}");
            let before = Instant::now();
            let found = refusal(256, folder.path(), &line);
            assert!(before.elapsed() < Duration::from_secs(5), "{line}: {:?}", before.elapsed());
            assert!(found.contains(" on 8192 x 8192 nodes needs about "), "{found}");
            assert!(found.contains(" MiB is left of the limit that ulimit -v sets"), "{found}");
        }
    }
}

/// The set alone would fit.
#[test]
fn the_set_and_the_run_are_checked_together() {
    let folder = TempDir::new().unwrap();
    let line =
        "route --algorithm buffered --workload uniform --side 512 --congestion 64 --mode leap";
    let found = refusal(256, folder.path(), line);
    assert!(found.starts_with("buffered on 512 x 512 nodes needs about "), "{found}");
    let line = line.replace("buffered", "hamiltonian");
    assert!(limited(256, folder.path(), &line).status.success());
}

/// Values wait in output queues until they are read.
#[test]
fn a_product_needs_room_for_its_values() {
    let folder = TempDir::new().unwrap();
    let line = "route --algorithm hamiltonian --workload uniform --side 256 --congestion 8";
    assert!(limited(100, folder.path(), line).status.success());
    let found = refusal(100, folder.path(), &line.replace("route", "spmv"));
    assert!(found.starts_with("spmv on 256 x 256 nodes needs about "), "{found}");
}

#[test]
fn leaping_is_advised_where_it_fits_and_then_it_does() {
    let folder = TempDir::new().unwrap();
    let line = "route --algorithm randomized --workload uniform --side 512 --congestion 4";
    let found = refusal(100, folder.path(), line);
    assert!(found.ends_with(": use --mode leap"), "{found}");
    let leap = limited(100, folder.path(), &format!("{line} --mode leap"));
    assert!(leap.status.success(), "{}", String::from_utf8_lossy(&leap.stderr));
    for (flags, why) in [
        ("--audit full", "which leaves nothing to watch"),
        ("--trace a.trace", "neither"),
        ("--congestion 1000", "too large even so"),
    ] {
        let line = format!("{} {flags}", line.replace(" --congestion 4", ""));
        let found = refusal(100, folder.path(), &line);
        assert!(!found.contains("leap"), "{why}: {found}");
    }
}

#[test]
fn comparisons_are_refused_where_nothing_fits_and_leave_out_what_does_not() {
    let folder = TempDir::new().unwrap();
    let found =
        refusal(256, folder.path(), "compare --workload uniform --side 8192 --congestion 64");
    assert!(found.starts_with("hamiltonian on 8192 x 8192 nodes needs about "), "{found}");
    let line = "compare --workload permutation --side 256 --algorithms unicast,deterministic";
    let output = limited(72, folder.path(), line);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let left_out = "left out: deterministic:rounds on 256 x 256 nodes needs about ";
    assert!(text.contains(left_out), "{text}");
}

#[test]
fn files_are_refused_by_what_is_known_before_they_are_read() {
    let folder = TempDir::new().unwrap();
    let header = "%%MatrixMarket matrix coordinate pattern general\n";
    fs::write(folder.path().join("wide.mtx"), format!("{header}60000000 2 1\n7 1\n")).unwrap();
    fs::write(folder.path().join("small.txt"), "0 1\n").unwrap();
    for input in ["wide.mtx", "small.txt --side 8000"] {
        let line = format!("route --algorithm hamiltonian --mode leap --input {input}");
        let found = refusal(256, folder.path(), &line);
        assert!(found.starts_with("hamiltonian on "), "{found}");
    }
    // Lists alone.
    let lists = "{\"source\":5,\"destinations\":[1,17,3,4,5,6,7]}\n".repeat(1 << 20);
    fs::write(folder.path().join("lists.jsonl"), lists).unwrap();
    let found = refusal(64, folder.path(), "route --algorithm hamiltonian --input lists.jsonl");
    assert!(found.starts_with("--input lists.jsonl needs about "), "{found}");
}

#[test]
fn a_sweep_and_an_audit_are_refused_too() {
    let folder = TempDir::new().unwrap();
    let plan = "title = \"large\"\n[[runs]]\nalgorithms = [\"hamiltonian\"]\nworkloads = [\"uniform\"]\n\
                sides = [4, 8192]\ncongestions = [2]\n";
    fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let found = refusal(256, folder.path(), "sweep plan.toml --out results");
    let named = "hamiltonian on uniform of 8192 x 8192 nodes, c = 2, seed 1 needs about ";
    assert!(found.starts_with(named), "{found}");
    assert!(!folder.path().join("results").exists());
    let run = fs::File::create(folder.path().join("run.json")).unwrap();
    run.set_len(1 << 40).unwrap();
    let found = refusal(256, folder.path(), "audit --run run.json");
    assert!(found.starts_with("--run run.json needs about 4.0 TiB of memory; "), "{found}");
}
