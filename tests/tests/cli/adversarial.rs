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
    let folder = Folder::new("adversarial-golden");
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
    let folder = Folder::new("adversarial-rounds");
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
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new("adversarial-refused");
    let path = permutation(&folder);
    let karate = data("karate.mtx");
    let set = "--workload adversarial --side 12";
    let refusals: [(&str, String, Vec<&std::path::Path>, &str); 7] = [
        (
            "hamiltonian",
            set.to_owned(),
            vec![],
            "--workload adversarial: expected --against FILE.npy with it, the permutations to collide under, found none",
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
