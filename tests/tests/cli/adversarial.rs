//! `--workload adversarial`, and the sweep whose permutation it collides under.

use super::{Folder, data, lasting, meshcast, parsed};
use snapbox::{assert_data_eq, file};
use std::path::PathBuf;

/// A permutation of 144 numbers.
fn permutation(folder: &Folder) -> PathBuf {
    let path = folder.path("p.npy");
    meshcast("expander generate --inputs 144 --outputs 9 --degree 1 --out {}", &[&path]).well();
    path
}

#[test]
fn a_sweep_against_its_adversary_has_its_golden_result() {
    let folder = Folder::new();
    let path = permutation(&folder);
    let line = "route --algorithm deterministic --variant sweep --permutations {} --workload adversarial \
                --against {} --against-groups bands --side 12 --congestion 9 --degree 9 --format json";
    for threads in [1, 3] {
        let out = meshcast(&format!("{line} --threads {threads}"), &[&path, &path]);
        assert_data_eq!(lasting(&out.well()), file!["golden/adversarial.json"].raw());
    }
}

#[test]
fn collisions_cost_rounds_of_the_permutations_that_are_known() {
    let folder = Folder::new();
    let path = folder.path("p.npy");
    meshcast("expander generate --inputs 1024 --outputs 16 --degree 1 --out {}", &[&path]).well();
    let steps = |set: &str, paths: &[&std::path::Path]| {
        let line = format!(
            "route --algorithm deterministic --permutations {{}} --workload {set} --side 32 --congestion 16 \
             --mode leap --schedule adaptive --format json"
        );
        let result = parsed(&meshcast(&line, paths).well());
        assert_eq!(result["messages"]["congestion"], 16);
        result["steps"].as_u64().expect("a number")
    };
    let bad = steps("adversarial --against {}", &[&path, &path]);
    assert!(bad > steps("hot-block --degree 4", &[&path]), "{bad} steps");
}

#[test]
fn results_say_whether_the_adversary_knows_the_permutations() {
    let folder = Folder::new();
    // The last is the first that is drawn from seed 1.
    let [mine, other, first] = [4, 5, (1_u64 << 32) + 1].map(|seed| {
        let path = folder.path(&format!("{seed}.npy"));
        let line = format!("expander generate --inputs 144 --outputs 9 --degree 1 --seed {seed}");
        meshcast(&format!("{line} --out {{}}"), &[&path]).well();
        path
    });
    let set = "--workload adversarial --side 12 --congestion 9 --against {}";
    let run = |algorithm: &str, format: &str, paths: &[&std::path::Path]| {
        meshcast(&format!("route {set} --format {format} --algorithm {algorithm}"), paths).well()
    };
    let known = |algorithm: &str, paths: &[&std::path::Path]| {
        let found = parsed(&run(algorithm, "json", paths));
        found["parameters"]["adversary_knows_permutations"].clone()
    };
    let note = "  adversary     chose against other permutations than those of this run\n";
    for variant in ["rounds", "sweep"] {
        let own = format!("deterministic --variant {variant} --permutations {{}}");
        assert_eq!(known(&own, &[&mine, &mine]), true, "{variant}");
        assert!(!run(&own, "text", &[&mine, &mine]).contains(note), "{variant}");
        assert_eq!(known(&own, &[&mine, &other]), false, "{variant}");
        let drawn = format!("deterministic --variant {variant}");
        assert_eq!(known(&drawn, &[&mine]), false, "{variant}");
        assert!(run(&drawn, "text", &[&mine]).contains(note), "{variant}");
        assert_eq!(known(&drawn, &[&first]), true, "{variant}");
    }
    let paper = "deterministic --variant paper --marking lean --instances 2";
    assert_eq!(known(paper, &[&mine]), false);
    assert!(known("randomized", &[&mine]).is_null());
}

#[test]
fn messages_collide_in_the_groups_of_the_algorithm() {
    let folder = Folder::new();
    let path = permutation(&folder);
    let set = "--workload adversarial --side 12 --congestion 9 --degree 9 --against {}";
    let saved = |algorithm: &str, groups: &str| {
        let file = folder.path("set.jsonl");
        let line = format!("route --algorithm {algorithm} {set} {groups} --save-messages {{}}");
        meshcast(&line, &[&path, &file]).well();
        std::fs::read(file).expect("it was saved")
    };
    let [tiles, bands] = ["tiles", "bands"]
        .map(|groups| saved("hamiltonian", &format!("--against-groups {groups}")));
    assert_ne!(tiles, bands);
    for (algorithm, expected) in [
        ("deterministic --variant sweep", &bands),
        ("randomized --variant sweep", &bands),
        ("deterministic", &tiles),
        ("hamiltonian", &tiles),
    ] {
        assert_eq!(&saved(algorithm, ""), expected, "{algorithm}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let path = permutation(&folder);
    let karate = data("karate.mtx");
    let set = "--workload adversarial --side 12";
    let refusals: [(&str, String, Vec<&std::path::Path>, &str); 7] = [
        (
            "hamiltonian",
            set.to_owned(),
            vec![],
            "--workload adversarial needs --against FILE.npy, the permutations under which its messages collide",
        ),
        (
            "hamiltonian",
            "--workload adversarial --side 13 --against {}".to_owned(),
            vec![&path],
            "--against: p.npy: expected a permutation of 169 numbers, one for each node, found 144",
        ),
        (
            "hamiltonian",
            "--workload uniform --side 12 --against {}".to_owned(),
            vec![&path],
            "--against: expected only with --workload adversarial, found with another message set",
        ),
        (
            "hamiltonian",
            "--input {} --against-groups bands".to_owned(),
            vec![&karate],
            "--against-groups: expected only with --workload adversarial, found with another message set",
        ),
        (
            "hamiltonian",
            format!("{set} --against {{}} --degree 5 --congestion 4"),
            vec![&path],
            "--degree must be at most the congestion, 4, found 5",
        ),
        (
            "deterministic --variant sweep --permutations {} {}",
            "--workload uniform --side 12".to_owned(),
            vec![&path, &path],
            "--permutations: expected one file with --variant sweep, found 2",
        ),
        (
            "deterministic --variant sweep --schedule shrink",
            "--workload uniform --side 12".to_owned(),
            vec![],
            "--schedule: expected no such parameter of deterministic:sweep, found shrink",
        ),
    ];
    for (algorithm, set, paths, expected) in refusals {
        let ran = meshcast(&format!("route --algorithm {algorithm} {set}"), &paths);
        assert_eq!(ran.refused(), expected);
    }
    let missing = folder.path("absent.npy");
    let ran = meshcast(&format!("route --algorithm hamiltonian {set} --against {{}}"), &[&missing]);
    assert!(ran.refused().contains("expected a file that can be read"), "{}", ran.err);
}
