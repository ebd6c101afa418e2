//! The same command gives the same bytes, whatever the threads.

use super::{Folder, data, lasting, meshcast};
use std::fs;

const COMMANDS: [&str; 15] = [
    "route --algorithm hamiltonian --workload cluster --side 9 --audit full --format json",
    "route --algorithm hamiltonian --workload power-law --side 8 --seed 7 --format json",
    "route --algorithm buffered --workload uniform --side 24 --congestion 16 --audit full --format json",
    "route --algorithm randomized --workload sparse --side 12 --format json",
    "route --algorithm randomized --variant paper --instances 2 --workload uniform --side 12 --format json",
    "route --algorithm deterministic --schedule adaptive --workload uniform --side 16 --congestion 16 --format json",
    "route --algorithm unicast --workload sparse --side 12 --format json",
    "route --algorithm greedy-tree --workload power-law --side 12 --format json",
    "route --algorithm auto --workload uniform --side 24 --congestion 9 --format json",
    "primitive kk --side 9 --k 5 --format json",
    "primitive sort --side 12 --order column-major --seed 3 --format json",
    "primitive scan --side 5 --t 4 --format json",
    "primitive circulation --side 7 --pattern hot --format json",
    "primitive permutation --side 9 --blocks 2 --format json",
    "primitive migration --side 12 --t 6 --format json",
];

#[test]
fn threads_change_nothing_but_the_timing() {
    for command in COMMANDS {
        let out = |threads: usize| {
            let line = format!("{command} --threads {threads}");
            let out = meshcast(&line, &[]).well();
            assert!(out.ends_with(&format!("\"threads\":{threads}}}}}\n")), "{out}");
            lasting(&out)
        };
        assert_eq!(out(1), out(1), "{command}");
        assert_eq!(out(1), out(2), "{command}");
        assert_eq!(out(1), out(7), "{command}");
    }
}

#[test]
fn another_seed_is_another_run() {
    let folder = Folder::new();
    let (karate, path) = (data("karate.mtx"), folder.path("trace"));
    for (command, paths) in [
        ("route --algorithm hamiltonian --workload uniform --side 6", &[path.as_path()][..]),
        ("route --algorithm hamiltonian --input {} --placement random", &[&karate, &path]),
        ("route --algorithm randomized --input {}", &[&karate, &path]),
        ("route --algorithm randomized --variant paper --input {} --side 24", &[&karate, &path]),
        ("route --algorithm unicast --input {}", &[&karate, &path]),
        ("primitive sort --side 6", &[&path]),
    ] {
        let trace = |seed: usize| {
            meshcast(&format!("{command} --trace {{}} --seed {seed}"), paths).well();
            fs::read(&path).expect("a trace")
        };
        assert!(trace(1) == trace(1), "{command}");
        assert!(trace(1) != trace(2), "{command}");
    }
}

#[test]
fn the_seed_is_1_where_none_is_given() {
    let line = "route --algorithm hamiltonian --input {} --placement random --format json";
    let out =
        |seed: &str| lasting(&meshcast(&format!("{line} {seed}"), &[&data("karate.mtx")]).well());
    assert_eq!(out(""), out("--seed 1"));
    assert!(out("").contains("\"seed\":1,"));
}

#[test]
fn saved_messages_are_read_back_as_they_were() {
    let folder = Folder::new();
    let (first, second) = (folder.path("first.jsonl"), folder.path("second.jsonl"));
    let line = "route --algorithm hamiltonian --input {} --placement random --side 9 --format json \
                --save-messages {}";
    let routed = meshcast(line, &[&data("west0067.mtx"), &first]).well();
    let line = "route --algorithm hamiltonian --input {} --side 9 --format json --save-messages {}";
    let again = meshcast(line, &[&first, &second]).well();
    assert_eq!(lasting(&routed).replace("west0067.mtx", "first.jsonl"), lasting(&again));
    assert_eq!(fs::read(first).expect("saved"), fs::read(second).expect("saved again"));
}
