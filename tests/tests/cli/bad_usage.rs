//! Command lines that make no sense.

use super::{Folder, data, meshcast};

/// The refusal of `route` with `flags`.
fn refusal(flags: &str) -> String {
    let line = format!("route --algorithm hamiltonian {flags}");
    let karate = data("karate.mtx");
    let paths = if flags.contains("{}") { &[karate.as_path()][..] } else { &[] };
    meshcast(&line, paths).refused().to_owned()
}

#[test]
fn a_message_set_comes_from_one_place() {
    assert_eq!(
        refusal(""),
        "expected a message set, --input FILE or --workload NAME, found neither"
    );
    assert_eq!(
        refusal("--input {} --workload uniform --side 8"),
        "expected one message set, found both --input and --workload"
    );
}

#[test]
fn flags_of_the_other_kind_of_set_are_refused() {
    for (flags, expected) in [
        ("--input {} --degree 3", "--degree: expected only with --workload, found with --input"),
        (
            "--input {} --congestion 0",
            "--congestion: expected only with --workload, found with --input",
        ),
        (
            "--workload uniform --side 8 --placement snake",
            "--placement: expected only with --input, found with --workload",
        ),
        ("--workload uniform", "--workload uniform: expected --side S with it, found none"),
        (
            "--workload uniform --side 8 --cols 9",
            "--cols: expected 8, since a workload is for a square mesh, found 9",
        ),
    ] {
        assert_eq!(refusal(flags), expected);
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let size = "expected a whole number from 1 to 67108864; see --help";
    for (flags, expected) in [
        ("--input {} --side 0", format!("invalid value '0' for '--side <S>': {size}")),
        ("--input {} --cols 0", format!("invalid value '0' for '--cols <C>': {size}")),
        ("--input {} --side 4294967296", format!("invalid value '4294967296' for '--side <S>': {size}")),
        ("--input {} --side -3", format!("invalid value '-3' for '--side <S>': {size}")),
        (
            "--input {} --threads 0",
            "invalid value '0' for '--threads <N>': expected a whole number from 1 to 1024; see --help"
                .to_owned(),
        ),
        (
            "--input {} --seed x",
            "invalid value 'x' for '--seed <N>': expected a whole number; see --help".to_owned(),
        ),
        (
            "--workload uniform --side 8 --congestion 0",
            "--congestion must be at least 1 and below the number of nodes, 64, found 0 (the default is 4)"
                .to_owned(),
        ),
        (
            "--workload uniform --side 8 --congestion 64",
            "--congestion must be at least 1 and below the number of nodes, 64, found 64 (the default is 4)"
                .to_owned(),
        ),
        (
            "--workload transpose --side 8 --congestion 2",
            "--congestion must be 1 for the workload transpose, found 2".to_owned(),
        ),
        (
            "--workload uniform --side 1",
            "--side must be from 2 to 8192 for a workload, found 1".to_owned(),
        ),
    ] {
        assert_eq!(refusal(flags), expected);
    }
}

#[test]
fn degrees_out_of_range_are_refused_with_the_range() {
    for (flags, expected) in [
        (
            "sparse --degree 0",
            "--degree must be at least 1 and below the number of nodes, 64, found 0",
        ),
        (
            "sparse --degree 64",
            "--degree must be at least 1 and below the number of nodes, 64, found 64",
        ),
        (
            "hot-block --degree 0",
            "--degree must be at least 1 and below the number of nodes, 64, found 0",
        ),
        (
            "uniform --degree 3",
            "--degree is not expected with the workload uniform, which sets its degrees itself, found 3",
        ),
        (
            "broadcast --congestion 64",
            "--congestion must be at least 1 and below the number of nodes, 64, found 64 (the default is 4)",
        ),
        (
            "power-law --congestion 100",
            "--congestion must be at least 1 and below the number of nodes, 64, found 100 (the default is 4)",
        ),
    ] {
        assert_eq!(refusal(&format!("--side 8 --workload {flags}")), expected);
    }
}

#[test]
fn an_algorithm_has_no_flags_of_others() {
    for (flags, expected) in [
        (
            "hamiltonian --variant paper",
            "--variant: expected no such parameter of hamiltonian, found paper",
        ),
        ("buffered --instances 3", "--instances: expected no such parameter of buffered, found 3"),
        (
            "randomized --congestion-by doubling",
            "--congestion-by: expected only with --congestion-known false, found with --congestion-known true",
        ),
        (
            "randomized --congestion-known perhaps",
            "invalid value 'perhaps' for '--congestion-known <true|false>' [possible values: true, false]; see --help",
        ),
        (
            "hamiltonian --congestion-known false --congestion-by doubling",
            "--congestion-by: expected no such parameter of hamiltonian, found doubling",
        ),
        (
            "unicast --congestion-known false --congestion-by counting",
            "--congestion-by: expected no such parameter of unicast, found counting",
        ),
        ("randomized --instances 3", "--instances: expected 1 for randomized:tuned, found 3"),
        (
            "randomized --variant paper --instances 0",
            "invalid value '0' for '--instances <r>': expected a whole number from 1 to 256; see --help",
        ),
        (
            "randomized --variant paper --instances -2",
            "invalid value '-2' for '--instances <r>': expected a whole number from 1 to 256; see --help",
        ),
        (
            "randomized --variant rounds",
            "--variant: expected no such parameter of randomized, found rounds",
        ),
        (
            "deterministic --variant tuned",
            "--variant: expected no such parameter of deterministic, found tuned",
        ),
        (
            "deterministic --instances 2",
            "--instances: expected 1 for deterministic:rounds, found 2",
        ),
        (
            "randomized --schedule shrink",
            "--schedule: expected no such parameter of randomized, found shrink",
        ),
        (
            "randomized --variant paper --stored-words one",
            "--stored-words: expected no such parameter of randomized, found one",
        ),
        (
            "auto --permutations a.npy",
            "--permutations: expected no such parameter of auto, found a.npy",
        ),
        (
            "deterministic --stored-words one --permutations a.npy b.npy",
            "--permutations: expected one file with --stored-words one, found 2",
        ),
        (
            "deterministic --schedule never",
            "invalid value 'never' for '--schedule <NAME>' [possible values: fixed, shrink, overload, adaptive]; see --help",
        ),
    ] {
        let line = format!("route --workload sparse --side 8 --algorithm {flags}");
        assert_eq!(meshcast(&line, &[]).refused(), expected);
    }
}

#[test]
fn a_mesh_too_small_or_too_large_is_refused_with_both_numbers() {
    for (flags, expected) in [
        (
            "--input {} --side 5",
            "--side: expected a mesh of at least 34 nodes for the messages, found 5 x 5 = 25 nodes",
        ),
        (
            "--input {} --side 3 --cols 11",
            "--side, --cols: expected a mesh of at least 34 nodes for the messages, found 3 x 11 = 33 nodes",
        ),
        ("--input {} --side 9000", "--side: a mesh has at most 67108864 nodes, found 9000 x 9000"),
    ] {
        assert_eq!(refusal(flags), expected);
    }
}

#[test]
fn a_set_past_memory_is_refused_before_it_is_made() {
    let found = refusal("--workload uniform --side 8192 --congestion 1000000");
    let expected = "hamiltonian on 8192 x 8192 nodes needs about 259 TiB of memory; ";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    assert_eq!(
        refusal("--input {} --audit loud"),
        "invalid value 'loud' for '--audit <AUDIT>' [possible values: peak, full]; see --help"
    );
    assert_eq!(
        meshcast("route --algorithm telepathy", &[]).refused(),
        "invalid value 'telepathy' for '--algorithm <NAME>' [possible values: hamiltonian, buffered, randomized:paper, randomized, randomized:tuned, randomized:sweep, randomized:certified, randomized:slotted, deterministic:paper, deterministic, deterministic:rounds, deterministic:sweep, deterministic:explicit, unicast, greedy-unicast, greedy-tree, auto]; see --help"
    );
    assert_eq!(
        refusal("--inptu x"),
        "unexpected argument '--inptu' found; tip: a similar argument exists: '--input'; see --help"
    );
    assert_eq!(
        meshcast("man levitation", &[]).refused(),
        "man: expected the name of a command, found \"levitation\""
    );
}

#[test]
fn a_comparison_is_of_algorithms_that_exist_each_once() {
    for (names, expected) in [
        (
            "hamiltonian,telepathy",
            "invalid value 'telepathy' for '--algorithms <NAMES>' [possible values: hamiltonian, buffered, randomized:paper, randomized, randomized:tuned, randomized:sweep, randomized:certified, randomized:slotted, deterministic:paper, deterministic, deterministic:rounds, deterministic:sweep, deterministic:explicit, unicast, greedy-unicast, greedy-tree, auto]; see --help",
        ),
        (
            "buffered,hamiltonian,buffered",
            "--algorithms: expected every name once, found buffered twice",
        ),
        (
            "randomized,randomized:tuned",
            "--algorithms: expected every name once, found randomized:tuned twice",
        ),
    ] {
        let line = format!("compare --workload transpose --side 4 --algorithms {names}");
        assert_eq!(meshcast(&line, &[]).refused(), expected);
    }
    assert_eq!(
        meshcast("compare", &[]).refused(),
        "expected a message set, --input FILE or --workload NAME, found neither"
    );
}

#[test]
fn a_primitive_has_no_parameters_of_others() {
    for (line, expected) in [
        ("primitive reduce --side 4 --t 3", "--t: expected no such parameter of reduce, found 3"),
        (
            "primitive circulation --side 4 --order snake",
            "--order: expected no such parameter of circulation, found snake",
        ),
        (
            "primitive migration --side 4 --t 7",
            "--t: expected the number of tiles of a grid on 4 x 4 nodes, found 7",
        ),
        (
            "primitive sort --side 4 --blocks 2",
            "--blocks: expected no such parameter of sort, found 2",
        ),
        ("primitive scan --side 4 --k 2", "--k: expected no such parameter of scan, found 2"),
        (
            "primitive kk --side 2600 --blocks 4",
            "--blocks must be at least 5 on 2600 x 2600 nodes, found 4",
        ),
        (
            "primitive permutation --side 4 --order snake",
            "--order: expected no such parameter of permutation, found snake",
        ),
        (
            "primitive expansion --side 4 --order column-major",
            "--order: expected snake or row-major for expansion, found column-major",
        ),
        (
            "primitive sort --side 9000",
            "--side: a mesh has at most 67108864 nodes, found 9000 x 9000",
        ),
        (
            "primitive sort",
            "the following required arguments were not provided: --side <S>; see --help",
        ),
    ] {
        assert_eq!(meshcast(line, &[]).refused(), expected);
    }
}

#[test]
fn what_watches_every_step_does_not_go_with_leaps() {
    let base = "--workload permutation --side 4 --mode leap";
    assert_eq!(
        refusal(&format!("{base} --audit full")),
        "--mode: expected step with --audit full, which watches every step, found leap"
    );
    assert_eq!(
        refusal(&format!("{base} --trace no-folder/trace.ndjson")),
        "--mode: expected step with --trace, which watches every step, found leap"
    );
}

#[test]
fn a_refused_run_leaves_no_files() {
    let folder = Folder::new();
    let (trace, saved) = (folder.path("trace.ndjson"), folder.path("set.jsonl"));
    let base = "route --algorithm hamiltonian --input {} --trace {}";
    let karate = data("karate.mtx");
    let free = meshcast(&format!("{base} --copy-steps 0"), &[&karate, &trace]);
    assert_eq!(
        free.refused(),
        "--trace: expected --copy-steps 1, since a copy that is free has no step of its own to stand in, found 0"
    );
    let both = meshcast(&format!("{base} --save-messages {{}}"), &[&karate, &saved, &saved]);
    assert_eq!(
        both.refused(),
        format!(
            "--save-messages: {} would overwrite --trace: choose another file",
            saved.display()
        )
    );
    let text = meshcast(&format!("{base} --save-messages set.txt"), &[&karate, &trace]);
    assert_eq!(
        text.refused(),
        "--save-messages: expected a name that ends in .jsonl, found set.txt"
    );
    let small =
        meshcast(&format!("{base} --save-messages {{}} --side 2"), &[&karate, &trace, &saved]);
    assert!(small.refused().starts_with("--side: expected a mesh of at least 34 nodes"));
    let absent = folder.path("absent").join("trace.ndjson");
    let nowhere = meshcast(base, &[&karate, &absent]);
    let expected = format!("--trace: {}: the trace cannot be written: ", absent.display());
    assert!(nowhere.refused().starts_with(&expected), "{}", nowhere.err);
    assert!(folder.names().is_empty());
}
