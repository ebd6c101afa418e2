//! The memory that the program says a run needs, beside what the run is seen to use.
//!
//! What is said is read from a refusal: the program runs where `ulimit -v` leaves little. What is used is the greatest resident size
//! of a run without that limit, less that of a run with nothing to do, of which most are pages of the program itself: 13 MiB where this was
//! written. From 32 MiB on, a quarter more or less of it no longer decides.

#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const MIB: f64 = (1 << 20) as f64;

/// MiB from which on what is said must be near what is used.
const FLOOR: f64 = 32.0;

/// How far what is said may be from what is used.
const FACTOR: f64 = 1.5;

/// Runs of seconds. What is said is about what is used, or what is used is below it where data decide.
const QUICK: &str = "\
about route --algorithm hamiltonian --mode leap --workload uniform --side 512 --congestion 64
about route --algorithm buffered --mode leap --workload uniform --side 512 --congestion 4
about route --algorithm buffered --workload uniform --side 256 --congestion 4
about route --algorithm randomized --mode leap --workload uniform --side 512 --congestion 16
below route --algorithm randomized --workload uniform --side 128 --congestion 4
about route --algorithm deterministic --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm unicast --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm greedy-tree --workload permutation --side 256
about route --algorithm auto --mode leap --workload uniform --side 512 --congestion 16
below route --algorithm auto --mode leap --workload permutation --side 768
about primitive sort --side 521
about pram run access --side 512 --mode leap
about pram run access --side 256 --cells 4194304 --mode leap
about torus run --radix 3 --dims 7 --algorithm simple --communication all-to-all
about torus run --radix 4 --dims 5 --algorithm simple --communication all-to-all-personalized --order random
";

/// Every algorithm, leaping and in steps.
const MESH: &str = "\
about pram run access --side 256
about pram run list-ranking --side 512 --mode leap
about route --algorithm hamiltonian --mode leap --workload uniform --side 1024 --congestion 4
about route --algorithm hamiltonian --mode leap --workload permutation --side 1024
about route --algorithm hamiltonian --mode leap --workload permutation --side 1023
about route --algorithm hamiltonian --mode leap --workload cluster --side 512 --congestion 16
about route --algorithm hamiltonian --mode leap --workload broadcast --side 512 --congestion 32
about route --algorithm hamiltonian --mode leap --workload power-law --side 1024 --congestion 16
about route --algorithm hamiltonian --mode leap --workload sparse --side 512 --degree 16 --congestion 32
about route --algorithm hamiltonian --mode leap --workload hot-block --side 1024 --congestion 16 --degree 8
about route --algorithm hamiltonian --mode leap --workload lower-bound --side 1024 --congestion 16
about route --algorithm buffered --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm buffered --mode leap --workload uniform --side 256 --congestion 64
about route --algorithm buffered --mode leap --workload permutation --side 512
below route --algorithm buffered --mode leap --workload cluster --side 512 --congestion 16
below route --algorithm buffered --mode leap --workload broadcast --side 512 --congestion 16
about route --algorithm buffered --workload uniform --side 256 --congestion 16
about route --algorithm buffered --mode leap --workload uniform --side 128 --congestion 16 --congestion-known false
about route --algorithm randomized --mode leap --workload uniform --side 512 --congestion 4
about route --algorithm randomized --mode leap --workload uniform --side 512 --congestion 64
about route --algorithm randomized --mode leap --workload permutation --side 1024
about route --algorithm randomized --mode leap --workload broadcast --side 512 --congestion 16
about route --algorithm randomized --mode leap --workload hot-block --side 1024 --congestion 64
about route --algorithm randomized --mode leap --workload uniform --side 256 --congestion 4 --congestion-known false
about route --algorithm randomized --workload uniform --side 128 --congestion 16
below route --algorithm randomized --workload uniform --side 128 --congestion 64
below route --algorithm randomized --workload uniform --side 256 --congestion 4
below route --algorithm randomized --workload uniform --side 150 --congestion 10
about route --algorithm randomized --variant sweep --workload uniform --side 256 --congestion 4
about route --algorithm randomized --variant sweep --workload uniform --side 256 --congestion 16 --mode leap
about route --algorithm deterministic --variant sweep --workload uniform --side 256 --congestion 4
about route --algorithm randomized --variant paper --mode leap --workload uniform --side 256 --congestion 4
about route --algorithm randomized --variant paper --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm randomized --variant paper --workload uniform --side 256 --congestion 16
about route --algorithm deterministic --mode leap --workload uniform --side 512 --congestion 4
about route --algorithm deterministic --mode leap --workload uniform --side 300 --congestion 30
about route --algorithm deterministic --mode leap --workload uniform --side 512 --congestion 4 --schedule fixed
below route --algorithm deterministic --workload uniform --side 128 --congestion 16 --schedule shrink
below route --algorithm deterministic --workload uniform --side 128 --congestion 4
about route --algorithm deterministic --workload uniform --side 256 --congestion 16
about route --algorithm deterministic --variant paper --mode leap --workload uniform --side 64 --congestion 64
about route --algorithm randomized --variant certified --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm randomized --variant certified --mode leap --workload uniform --side 512 --congestion 64
about route --algorithm randomized --variant certified --mode leap --workload uniform --side 300 --congestion 30
about route --algorithm randomized --variant certified --mode leap --workload hot-block --side 512 --congestion 64
about route --algorithm randomized --variant certified --workload uniform --side 256 --congestion 16
about route --algorithm randomized --variant slotted --mode leap --workload uniform --side 256 --congestion 16
about route --algorithm randomized --variant slotted --workload uniform --side 256 --congestion 16
about route --algorithm deterministic --variant explicit --mode leap --workload uniform --side 512 --congestion 16
about route --algorithm deterministic --variant explicit --mode leap --workload uniform --side 512 --congestion 4
about route --algorithm deterministic --variant explicit --mode leap --workload uniform --side 300 --congestion 30
about route --algorithm deterministic --variant explicit --workload uniform --side 256 --congestion 16
about route --algorithm unicast --mode leap --workload uniform --side 1024 --congestion 4
about route --algorithm unicast --workload uniform --side 512 --congestion 4
about route --algorithm unicast --mode leap --workload broadcast --side 512 --congestion 16
about route --algorithm greedy-unicast --workload uniform --side 256 --congestion 4
about route --algorithm greedy-tree --workload uniform --side 256 --congestion 16
below route --algorithm greedy-tree --workload broadcast --side 256 --congestion 8
";

/// Runs that are traced or audited.
const WATCHED: &str = "\
below route --algorithm unicast --workload uniform --side 256 --congestion 4 --audit full
below route --algorithm randomized --workload uniform --side 64 --congestion 4 --trace {trace}
below route --algorithm buffered --workload uniform --side 64 --congestion 4 --trace {trace}
below route --algorithm deterministic --workload uniform --side 64 --congestion 4 --trace {trace}
below route --algorithm unicast --workload uniform --side 64 --congestion 4 --trace {trace}
below route --algorithm randomized --variant paper --workload uniform --side 32 --congestion 4 --trace {trace}
";

/// Message sets from files, and what runs on no mesh.
const OTHERS: &str = "\
about route --algorithm hamiltonian --mode leap --input {edges.txt} --side 512
about route --algorithm hamiltonian --mode leap --input {matrix.mtx}
about route --algorithm hamiltonian --mode leap --input {lists.jsonl} --side 512
about torus run --radix 45 --dims 2 --algorithm simple --communication all-to-all-personalized
about torus run --radix 3 --dims 7 --algorithm simple --communication all-to-all-personalized
about torus run --radix 3 --dims 7 --algorithm diagonal --communication all-to-all
about torus run --radix 3 --dims 7 --algorithm diagonal --communication all-to-all --tree output
about torus run --radix 2 --dims 11 --algorithm simple --communication all-to-all
about torus run --radix 2 --dims 11 --algorithm simple --communication all-to-all --order random
about torus run --radix 1000 --dims 2 --algorithm simple --communication broadcast
about torus measure --radix 2 --dims 22 --algorithm simple
about worm experiment --load 1 --messages 40 --sizes 4 --sets 1 --mesh 32x32
about worm experiment --load 1 --messages 60 --sizes 16 --sets 1 --mesh 16x16
";

/// Every primitive.
const PRIMITIVES: &str = "\
about primitive sort --side 1024
about primitive sort --side 1024 --pattern hot
about primitive sort --side 512 --order row-major --cols 1500
about primitive sort --side 1031
about primitive sort --side 521 --k 4
about primitive sort --side 256 --k 8
about primitive sort --side 200 --cols 301 --k 20
about primitive sort --side 128 --order column-major --trace {trace}
about primitive kk --side 512 --k 2
about primitive kk --side 256 --k 8
about primitive scan --side 1500
about primitive scan --side 1024 --t 4
about primitive scan --side 512 --t 32
about primitive scan --side 700 --order column-major --t 8
about primitive scan --side 256 --order column-major --t 4 --trace {trace}
about primitive segmented-scan --side 1024 --t 1
about primitive segmented-scan --side 512 --t 16
about primitive segmented-broadcast --side 1024
about primitive segmented-broadcast --side 1024 --order column-major
about primitive segmented-broadcast --side 256 --order column-major --trace {trace}
about primitive reduce --side 1500
about primitive compaction --side 1024
about primitive compaction --side 1201 --cols 900 --pattern hot
about primitive expansion --side 1024
about primitive expansion --side 1024 --order row-major
about primitive permutation --side 1024
about primitive permutation --side 1024 --blocks 1 --pattern reverse
about primitive permutation --side 600 --cols 801 --blocks 16
about primitive permutation --side 512 --blocks 64
about primitive migration --side 512 --t 16
about primitive migration --side 256 --t 64
about primitive tile-shift --side 1024 --t 16
";

#[test]
fn what_is_said_is_near_what_is_used() {
    check(QUICK);
}

#[test]
#[ignore = "minutes: .ci/release runs it"]
fn what_is_said_of_every_algorithm_is_near_what_it_uses() {
    check(MESH);
}

#[test]
#[ignore = "minutes: .ci/release runs it"]
fn what_is_said_of_watched_runs_is_near_what_they_use() {
    check(WATCHED);
}

#[test]
#[ignore = "minutes: .ci/release runs it"]
fn what_is_said_of_files_tori_and_worms_is_near_what_they_use() {
    check(OTHERS);
}

#[test]
#[ignore = "minutes: .ci/release runs it"]
fn what_is_said_of_every_primitive_is_near_what_it_uses() {
    check(PRIMITIVES);
}

/// Prints a table of all runs and fails if one of them is said to need far more or less than it uses.
fn check(runs: &str) {
    let folder = TempDir::new().unwrap();
    write_sets(folder.path());
    let mut wrong = Vec::new();
    println!("{:>9} {:>9} {:>6}", "said MiB", "used MiB", "ratio");
    for run in runs.lines() {
        let (kind, line) = run.split_once(' ').unwrap();
        let used = used(folder.path(), line);
        let Some(said) = said(folder.path(), line) else {
            // Little is left where it was asked for.
            println!("{:>9} {used:9.1}         {kind} {line}", "");
            wrong.extend((used >= FLOOR).then(|| format!("{line}: not refused")));
            continue;
        };
        let ratio = said / used;
        println!("{said:9.1} {used:9.1} {ratio:6.2}  {kind} {line}");
        let too_much = kind == "about" && ratio > FACTOR;
        if said.max(used) >= FLOOR && (ratio * FACTOR < 1.0 || too_much) {
            wrong.push(format!("{line}: {said:.1} MiB said, {used:.1} MiB used"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Message sets in every format: eight destinations a node, on 2^18 of them.
fn write_sets(folder: &Path) {
    const NODES: u32 = 1 << 18;
    let to =
        |node: u32, i: u32| (node.wrapping_mul(2_654_435_761) >> 7).wrapping_add(i * 7919) % NODES;
    let (mut edges, mut lists) = (String::new(), String::new());
    let size = 8 * NODES;
    let mut matrix =
        format!("%%MatrixMarket matrix coordinate pattern general\n{NODES} {NODES} {size}\n");
    for node in 0..NODES {
        let all: Vec<u32> = (0..8).map(|i| to(node, i)).collect();
        for to in &all {
            writeln!(edges, "{node} {to}").unwrap();
            writeln!(matrix, "{} {}", to + 1, node + 1).unwrap();
        }
        writeln!(lists, "{{\"source\":{node},\"destinations\":{all:?}}}").unwrap();
    }
    for (name, text) in [("edges.txt", edges), ("matrix.mtx", matrix), ("lists.jsonl", lists)] {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// The words of a line, with the names in braces in a folder.
fn words(folder: &Path, line: &str) -> Vec<String> {
    let word = |word: &str| match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
        Some(name) => folder.join(name).display().to_string(),
        None => word.to_owned(),
    };
    line.split(' ').map(word).chain(["--threads".to_owned(), "1".to_owned()]).collect()
}

/// The refusal of a run where the address space is limited to so many KiB; none if it was not refused.
fn refusal(folder: &Path, line: &str, kibibytes: u64) -> Option<String> {
    let limited = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_meshcast")])
        .args(words(folder, line))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    said.contains(" of memory; ").then_some(said)
}

/// MiB that a run is said to need, if it is refused where little is left.
fn said(folder: &Path, line: &str) -> Option<f64> {
    // Little more than what the program takes by itself, which follows from what it says is left of a limit.
    static LIMIT: OnceLock<u64> = OnceLock::new();
    let limit = *LIMIT.get_or_init(|| {
        // Too little for the 64 MiB of addresses that a thread reserves when it first allocates, sooner or later.
        const SOME: u64 = 64 << 10;
        const LITTLE: u64 = 2 << 10;
        let many = "route --algorithm hamiltonian --workload uniform --side 8192 --congestion 4000";
        let refusal = refusal(folder, many, SOME).expect("1 TiB is refused");
        SOME - (size_after(&refusal, " of memory; ") * 1024.0) as u64 + LITTLE
    });
    refusal(folder, line, limit).map(|refusal| size_after(&refusal, " needs about "))
}

/// The size, in MiB, that stands in `text` after some words.
fn size_after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let mut rest = rest.split(' ');
    let number: f64 = rest.next().and_then(|number| number.parse().ok()).expect("a number");
    let unit = match rest.next() {
        Some("bytes") => 1.0 / MIB,
        Some("KiB") => 1024.0 / MIB,
        Some("MiB") => 1.0,
        Some("GiB") => 1024.0,
        Some("TiB") => MIB,
        other => panic!("{other:?}: {text}"),
    };
    number * unit
}

/// MiB that a run takes more than one with nothing to do.
fn used(folder: &Path, line: &str) -> f64 {
    static NOTHING: OnceLock<f64> = OnceLock::new();
    let nothing = || peak(folder, "route --algorithm hamiltonian --workload permutation --side 2");
    peak(folder, line) - NOTHING.get_or_init(nothing)
}

/// The greatest resident size of a run, in MiB. It is read when the run has nothing left to do but to write its result into a pipe
/// that is full.
fn peak(folder: &Path, line: &str) -> f64 {
    let (mut reader, writer) = io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    let (wrote, written) = mpsc::channel();
    let filling = thread::spawn(move || {
        (0..1 << 9).try_for_each(|_| {
            filler.write_all(&[0; 1 << 12])?;
            // Nobody listens once the pipe is full.
            let _ = wrote.send(());
            Ok::<(), io::Error>(())
        })
    });
    // The pipe is full when the filler gets no further: a run would otherwise end before it is looked at.
    while written.recv_timeout(Duration::from_millis(100)).is_ok() {}
    let mut child = Command::new(env!("CARGO_BIN_EXE_meshcast"))
        .args(words(folder, line))
        .stdout(writer)
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let process = format!("/proc/{}", child.id());
    let (mut asleep, mut greatest) = (0, 0.0);
    while asleep < 5 {
        assert!(child.try_wait().unwrap().is_none(), "{line} fails");
        let sleeps = |task: &Path| {
            let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
            stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('S'))
        };
        let tasks = fs::read_dir(format!("{process}/task")).unwrap();
        let all_sleep = tasks.flatten().all(|task| sleeps(&task.path()));
        asleep = if all_sleep { asleep + 1 } else { 0 };
        let status = fs::read_to_string(format!("{process}/status")).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
        greatest = peak.and_then(|peak| peak.trim().parse().ok()).unwrap_or(greatest);
        thread::sleep(Duration::from_millis(10));
    }
    reader.read_to_end(&mut Vec::new()).unwrap();
    filling.join().unwrap().unwrap();
    assert!(child.wait().unwrap().success(), "{line} fails");
    greatest / 1024.0
}
