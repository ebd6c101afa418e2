//! `route --algorithm deterministic --variant paper`: its flags, and what results say of it.

use super::{Folder, data, meshcast, parsed};

const PAPER: &str = "route --algorithm deterministic --variant paper";

#[test]
fn results_say_classes_phases_and_what_was_alive() {
    let set = "--workload uniform --side 16 --congestion 4 --marking lean --format json";
    let out = parsed(&meshcast(&format!("{PAPER} {set}"), &[]).well());
    let found = &out["parameters"];
    assert_eq!((&out["algorithm"], &out["variant"]), (&"deterministic".into(), &"paper".into()));
    for (field, expected) in [("instances", 8), ("classes", 8), ("phases", 1), ("duplicates", 7168)]
    {
        assert_eq!(found[field], expected, "{field} in {found}");
    }
    for field in ["leftovers", "alive", "alive_at_most"] {
        assert_eq!(found[field].to_string(), "[0]", "{field} in {found}");
    }
    // c/r packets after the one phase.
    assert_eq!(found["lemma_4"].to_string(), "[0.5]");
    assert_eq!(found["stored_words"], 2);
    let unknown = format!("{PAPER} {set} --congestion-known false");
    let unknown = parsed(&meshcast(&unknown, &[]).well());
    assert!(unknown["parameters"]["stored_words"].as_u64() > Some(2), "{unknown}");
    assert_eq!((&found["in_range"], &found["fallback"]), (&false.into(), &false.into()));
    assert_eq!((&out["deliveries"], &out["undelivered"]), (&1024.into(), &0.into()));
    assert_eq!((&out["steps"], &out["buffer"]["capacity"]), (&29128.into(), &8.into()));
}

#[test]
fn the_text_says_the_plan_and_the_duplicates() {
    let set = "--workload sparse --side 8 --congestion 2 --instances 2 --alpha 1";
    let text = meshcast(&format!("{PAPER} {set}"), &[]).well();
    for line in ["r = 2, alpha = 1, 2 classes of up to ", ", 2 tiles", "duplicates", "range"] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let text = meshcast(&format!("{PAPER} --workload uniform --side 8 --congestion 5"), &[]).well();
    assert!(text.contains("c > n/16: hamiltonian in its place"), "{text}");
    assert!(!text.contains("not used"), "{text}");
}

/// r ≤ c, r > c, and an α that is given.
#[test]
fn results_say_where_alpha_is_from_and_what_the_expansion_constrains() {
    let run = |flags: &str| {
        let line = format!("{PAPER} --workload uniform --side 16 --marking lean {flags}");
        let found = parsed(&meshcast(&format!("{line} --format json"), &[]).well());
        (found["parameters"].clone(), meshcast(&line, &[]).well())
    };
    let vacuous = "  expansion     none: r > c, lambda constrains nothing\n";
    for (flags, alpha, alpha_is, is_vacuous, line) in [
        ("--congestion 4", 4, "default", true, "by default, since nothing is certain"),
        ("--congestion 16", 3, "certified", false, "the least with which Lemma 4 is certain"),
        ("--congestion 16 --alpha 1", 1, "given", false, "as given"),
        ("--congestion 4 --alpha 2", 2, "given", true, "as given"),
    ] {
        let (found, text) = run(flags);
        assert_eq!(
            (&found["alpha"], &found["alpha_is"], &found["vacuous"]),
            (&alpha.into(), &alpha_is.into(), &is_vacuous.into()),
            "{flags}: {found}"
        );
        assert_eq!(text.contains(vacuous), is_vacuous, "{flags}: {text}");
        assert!(text.contains(&format!("  alpha         {line}\n")), "{flags}: {text}");
        assert_eq!(found["groups_served_whole"].to_string(), "[true]", "{flags}: {found}");
        let alive =
            "  alive         0 packets for a block at most; 0 since every group is served whole\n";
        assert!(text.contains(alive), "{flags}: {text}");
    }
    // Of a guess, nothing is certain, and λ is that of no graph.
    let (found, _) = run("--congestion 16 --congestion-known false");
    assert_eq!(
        (&found["alpha_is"], &found["vacuous"]),
        (&"default".into(), &false.into()),
        "{found}"
    );
    // Two migrations a visit do not serve a group of 256 in blocks of 16 nodes.
    let few = "--congestion 1 --instances 1 --alpha 2";
    let (found, text) = run(few);
    assert_eq!(found["groups_served_whole"][0], false, "{found}");
    assert!(text.contains(" packets for a block at most; "), "{text}");
}

/// A run of docs/deterministic.md, on a set that is hard with so few replicas.
#[test]
fn a_documented_run_takes_two_phases() {
    let folder = Folder::new();
    let path = folder.path("p.npy");
    meshcast("expander generate --inputs 512 --degree 2 --seed 3 --out {}", &[&path]).well();
    let parameters = "--marking lean --instances 2 --alpha 1 --format json";
    let line = format!("{PAPER} {parameters} --input {{}} --side 32 --permutations {{}}");
    let out = parsed(&meshcast(&line, &[&data("hot.jsonl"), &path]).well());
    let found = &out["parameters"];
    for (field, expected) in [
        ("leftovers", "[2,0]"),
        ("alive", "[2,0]"),
        ("alive_at_most", "[null,null]"),
        ("groups_served_whole", "[false,false]"),
    ] {
        assert_eq!(found[field].to_string(), expected, "{field} in {found}");
    }
    assert_eq!((&out["steps"], &out["messages"]["congestion"]), (&6440.into(), &16.into()));
}

#[test]
fn flags_of_a_tour_of_the_whole_mesh_are_not_used() {
    let not_used = |flags: &str| {
        let line =
            format!("route --workload uniform --side 8 --congestion 5 --format json {flags}");
        parsed(&meshcast(&line, &[]).well())["parameters"]["not_used"].to_string()
    };
    let paper = "--algorithm deterministic --variant paper --alpha 3 --marking lean --instances 2";
    assert_eq!(not_used(paper), r#"["--instances","--alpha","--marking"]"#);
    let randomized = "--algorithm randomized --variant paper --instances 2";
    assert_eq!(not_used(randomized), r#"["--instances"]"#);
}

#[test]
fn a_permutation_comes_from_a_file() {
    let folder = Folder::new();
    let path = folder.path("64.npy");
    let graph = "--inputs 32 --outputs 4 --degree 2 --seed 1";
    meshcast(&format!("expander generate {graph} --out {{}}"), &[&path]).well();
    let set = "--workload sparse --side 8 --congestion 2 --instances 2 --format json";
    let run = |more: &str| {
        let files = [path.as_path()];
        let files = if more.is_empty() { &[][..] } else { &files[..] };
        parsed(&meshcast(&format!("{PAPER} {set} {more}"), files).well())["steps"].clone()
    };
    // Both are drawn from seed 1.
    assert_eq!(run("--permutations {}"), run(""));
    let longer = format!("{PAPER} --workload sparse --side 16 --permutations {{}}");
    let refused = meshcast(&longer, &[&path]).refused().to_owned();
    let expected =
        "--permutations: expected a permutation of 256 numbers, one a replica, found 64 in ";
    assert!(refused.starts_with(expected), "{refused}");
}

#[test]
fn literal_marks_are_refused_where_tiles_are_too_large() {
    let folder = Folder::new();
    let path = folder.file("one.jsonl", r#"{"source":0,"destinations":[7]}"#);
    let ran = meshcast(&format!("{PAPER} --input {{}} --side 2048"), &[&path]);
    let expected = "--marking: expected lean where tiles have 2^22 nodes, found literal";
    assert_eq!(ran.refused(), expected);
}

#[test]
fn flags_of_one_variant_are_refused_with_the_other() {
    for (flags, expected) in [
        (
            "--variant paper --schedule shrink",
            "--schedule: expected no such parameter of deterministic:paper, found shrink",
        ),
        ("--alpha 2", "--alpha: expected no such parameter of deterministic:rounds, found 2"),
        (
            "--marking lean",
            "--marking: expected no such parameter of deterministic:rounds, found lean",
        ),
        (
            "--variant paper --instances 65",
            "--instances: expected at most 64 replicas of a packet on this mesh, found 65",
        ),
        (
            "--variant paper --permutations a.npy b.npy",
            "--permutations: expected one file with --variant paper, found 2",
        ),
    ] {
        let line = format!("route --workload sparse --side 8 --algorithm deterministic {flags}");
        assert_eq!(meshcast(&line, &[]).refused(), expected);
    }
}
