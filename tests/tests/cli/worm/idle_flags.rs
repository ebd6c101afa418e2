//! Flags on which nothing depends are refused, with what they go with.

use super::super::{Folder, meshcast};

#[test]
fn flags_without_a_method_that_they_are_for_are_refused() {
    let load = "worm load --mesh 4x4 --rate 0.1 --window 10000";
    let experiment = "worm experiment --mesh 4x4 --sizes 4 --sets 2";
    for (line, flags, expected) in [
        (
            load,
            "--effort 5",
            "--effort: expected only with ocms or otms among --schemes, found with others",
        ),
        (
            load,
            "--leaders async --groupings none",
            "--leaders async: expected only with gpg or ppg among --groupings, found with none",
        ),
        (
            load,
            "--threshold 1/2 --groupings none,ppg",
            "--threshold: expected only with gpg among --groupings, found with others",
        ),
        (
            load,
            "--clusters 3",
            "--clusters: expected only with --kind clustered, found with --kind random",
        ),
        (
            load,
            "--tolerance 0.1",
            "--tolerance: expected only with --saturation, found with --rate",
        ),
        (
            "worm load --mesh 4x4 --rates 0.1,0.2 --window 10000",
            "--tolerance 0.1",
            "--tolerance: expected only with --saturation, found with --rates",
        ),
        (
            experiment,
            "--schemes multi-path --effort 5",
            "--effort: expected only with ocms or otms among --schemes, found with others",
        ),
        (
            experiment,
            "--kind random --clusters 3",
            "--clusters: expected only with --kind clustered, found with --kind random",
        ),
        (
            experiment,
            "--readings --effort 5",
            "the argument '--readings' cannot be used with '--effort <MOVES>'; see --help",
        ),
        (
            experiment,
            "--address-flit-time 5",
            "the following required arguments were not provided: --address-flits <N>; see --help",
        ),
    ] {
        let ran = meshcast(&format!("{line} {flags}"), &[]);
        assert_eq!(ran.refused(), expected, "{flags}");
    }
}

#[test]
fn addresses_have_a_time_only_if_there_are_some() {
    let set = "--mesh 4x4 --source 0,0 --destinations 1,1 --scheme dual-path";
    let missing =
        "the following required arguments were not provided: --address-flits <N>; see --help";
    for line in [
        format!("worm latency {set}"),
        format!("worm plan {set}"),
        "worm run --workload sparse --side 4".to_owned(),
        "worm load --mesh 4x4 --rate 0.1 --window 10000".to_owned(),
    ] {
        let ran = meshcast(&format!("{line} --address-flit-time 20"), &[]);
        assert_eq!(ran.refused(), missing, "{line}");
        meshcast(&format!("{line} --address-flit-time 20 --address-flits 1"), &[]).well();
    }
}

#[test]
fn graphs_have_no_groups_that_flags_could_be_for() {
    let folder = Folder::new();
    let ring = folder.file("ring.edges", "0 1\n1 2\n2 3\n0 3\n");
    for (flags, flag) in
        [("--threshold 1/2", "--threshold"), ("--leaders async", "--leaders async")]
    {
        let line = format!("worm experiment --graph {{}} --sizes 2 --sets 2 {flags}");
        let expected = format!(
            "{flag}: expected only with --mesh, --torus or --hypercube, found with --graph"
        );
        assert_eq!(meshcast(&line, &[&ring]).refused(), expected);
    }
}

/// The same flags where something depends on them.
#[test]
fn flags_with_a_method_that_they_are_for_are_taken() {
    for line in [
        "worm load --mesh 4x4 --rate 0.1 --window 10000 --schemes dual-path,otms --effort 5",
        "worm load --mesh 4x4 --rate 0.1 --window 10000 --groupings gpg --threshold 1/2 --leaders async",
        "worm load --mesh 4x4 --rate 0.1 --window 10000 --kind clustered --clusters 3",
        "worm load --mesh 4x4 --rate 0.1 --window 10000 --schemes dual-path --saturation --tolerance 0.5",
        "worm load --mesh 4x4 --schemes dual-path --groupings none --window 10000 --tolerance 0.5",
        "worm experiment --mesh 4x4 --sizes 4 --sets 2 --schemes ocms --effort 5 --clusters 3",
    ] {
        meshcast(line, &[]).well();
    }
}
