//! `route --algorithm deterministic`: permutations from files, schedules, and what results say of them.

use super::{Folder, meshcast, parsed};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Files with permutations of so many numbers.
fn permutations(folder: &Folder, nodes: usize, count: usize) -> Vec<PathBuf> {
    let generate = |seed: usize| {
        let path = folder.path(&format!("{seed}.npy"));
        let graph = format!("--inputs {nodes} --outputs 2 --degree 1 --seed {seed}");
        meshcast(&format!("expander generate {graph} --out {{}}"), &[&path]).well();
        path
    };
    (1..=count).map(generate).collect()
}

const SET: &str = "--workload uniform --side 16 --congestion 16";

/// The parameters of a run with some flags, in which `{}` stands for files.
fn parameters(flags: &str, files: &[PathBuf]) -> Value {
    let paths: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    let line = format!("route --algorithm deterministic {SET} --format json {flags}");
    parsed(&meshcast(&line, &paths).well())["parameters"].clone()
}

#[test]
fn permutations_come_from_files() {
    let folder = Folder::new();
    let files = permutations(&folder, 256, 3);
    let [all, one] = [
        "--schedule fixed --permutations {} {} {}",
        "--schedule fixed --permutations {} --stored-words one",
    ];
    let found = parameters(all, &files);
    assert_eq!((&found["permutations"], &found["stored_words"]), (&3.into(), &3.into()));
    // Three are fewer than are guaranteed to be enough.
    assert!(found["guaranteed_rounds"].is_null(), "{found}");
    let drawn = parameters("--schedule fixed", &[]);
    assert!(drawn["guaranteed_rounds"].as_u64() >= drawn["rounds"].as_u64(), "{drawn}");
    assert!(drawn["permutations"].as_u64() > Some(3), "{drawn}");
    assert_ne!(found["leftovers"], drawn["leftovers"]);
    assert_eq!(parameters("--variant sweep", &[])["stored_words"], 1);
    let one = parameters(one, &files[..1]);
    assert_eq!((&one["permutations"], &one["stored_words"]), (&1.into(), &1.into()));
    // The same file, the same run, whatever the seed of what is not drawn; the messages follow from it.
    let set = folder.path("set.jsonl");
    let line = format!("route --algorithm deterministic {SET} --save-messages {{}}");
    meshcast(&line, &[&set]).well();
    let run = |seed: usize| {
        let line = "route --algorithm deterministic --input {} --side 16 --permutations {} {} {}";
        let line = format!("{line} --seed {seed} --format json");
        parsed(&meshcast(&line, &[&set, &files[0], &files[1], &files[2]]).well())
    };
    assert_eq!(run(1)["ledger"], run(2)["ledger"]);
    assert_eq!(run(1)["parameters"], run(2)["parameters"]);
}

#[test]
fn a_file_of_another_length_is_refused() {
    let folder = Folder::new();
    let files = permutations(&folder, 25, 1);
    let line = format!("route --algorithm deterministic {SET} --permutations {{}}");
    let refused = meshcast(&line, &[&files[0]]).refused().to_owned();
    let expected =
        "--permutations: expected a permutation of 256 numbers, one a node, found 25 in ";
    assert!(refused.starts_with(expected) && refused.ends_with("1.npy"), "{refused}");
    let missing = folder.path("2.npy");
    let refused = meshcast(&line, &[&missing]).refused().to_owned();
    assert!(refused.contains("2.npy: "), "{refused}");
}

#[test]
fn more_files_than_rounds_of_a_stage_are_refused() {
    let folder = Folder::new();
    let files = permutations(&folder, 256, 17);
    let paths: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    let run = |flags: &str, count: usize| {
        let files = "{} ".repeat(count);
        let line = format!("{SET} --format json {flags} --permutations {files}");
        meshcast(&format!("route --algorithm deterministic {line}"), &paths)
    };
    for (flags, most) in [
        ("", drawn("")),
        ("--schedule adaptive", 16),
        ("--congestion-known false", drawn("--congestion-known false")),
    ] {
        let parameters = &parsed(&run(flags, most).well())["parameters"];
        assert_eq!(parameters["stored_words"], most, "{flags}");
        let expected = format!(
            "--permutations: expected at most {most}, one for each round of the longest stage, found {}",
            most + 1
        );
        assert_eq!(run(flags, most + 1).refused(), expected);
    }
}

/// The permutations stored for a run that draws them.
fn drawn(flags: &str) -> usize {
    parameters(flags, &[])["stored_words"].as_u64().expect("a number") as usize
}

#[test]
fn flags_that_make_no_difference_are_named() {
    let folder = Folder::new();
    let files = permutations(&folder, 64, 1);
    let base = "route --workload permutation --side 8 --algorithm deterministic";
    let stored = format!("{base} --stored-words one --permutations {{}}");
    let json = meshcast(&format!("{stored} --format json"), &[&files[0]]).well();
    let expected = serde_json::json!(["--stored-words", "--permutations"]);
    assert_eq!(parsed(&json)["parameters"]["not_used"], expected);
    let schedule = format!("{base} --schedule shrink --format json");
    let json = parsed(&meshcast(&schedule, &[]).well());
    assert_eq!(json["parameters"]["not_used"], serde_json::json!(["--schedule"]));
    // One tile by this schedule, four by another.
    let set = "--workload uniform --side 8 --congestion 4";
    let overload =
        format!("route --algorithm deterministic {set} --schedule overload --format json");
    let found = parsed(&meshcast(&overload, &[]).well())["parameters"].clone();
    assert_eq!((&found["permutations"], found.get("not_used")), (&0.into(), None), "{found}");
    let text = meshcast(&stored, &[&files[0]]).well();
    let line =
        "  not used      --stored-words, --permutations: no difference on this message set\n";
    assert!(text.contains(line), "{text}");
    let parameters = parsed(&meshcast(&format!("{base} --format json"), &[]).well());
    assert!(parameters["parameters"].get("not_used").is_none(), "{parameters}");
}

/// A file with a permutation of so many numbers that leaves every packet at home.
fn identity(folder: &Folder, nodes: u32) -> PathBuf {
    let header = format!("{{'descr': '<u4', 'fortran_order': False, 'shape': ({nodes},), }}\n");
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.into_bytes());
    file.extend((0..nodes).flat_map(u32::to_le_bytes));
    folder.file("identity.npy", file)
}

/// Messages from the 16 x 16 nodes in the corner of 64 x 64, two destinations each among the 4 x 8 nodes in the corner, 16
/// messages for each of these.
fn from_one_tile_to_one_block(folder: &Folder) -> PathBuf {
    let line = |number: u32| {
        let source = number / 16 * 64 + number % 16;
        let to = |place: u32| place / 8 * 64 + place % 8;
        let (one, other) = (to(2 * number % 32), to((2 * number + 1) % 32));
        format!("{{\"source\":{source},\"destinations\":[{one},{other}]}}\n")
    };
    folder.file("set.jsonl", (0..256).map(line).collect::<String>())
}

const RANDOM: &str = "uniformly random permutations, all but 2^-20 of them";

/// Packets that stay in the tile of a block meet each other in every round.
#[test]
fn nothing_is_guaranteed_for_permutations_from_files() {
    let folder = Folder::new();
    let (set, file) = (from_one_tile_to_one_block(&folder), identity(&folder, 4096));
    let line = "route --algorithm deterministic --schedule fixed --mode leap --side 64 --input {}";
    let given = format!("{line} --permutations {{}} {{}} {{}} {{}}");
    let paths: [&Path; 5] = [&set, &file, &file, &file, &file];
    let run = |line: &str| {
        parsed(&meshcast(&format!("{line} --format json"), &paths).well())["parameters"].clone()
    };
    let (drawn, found) = (run(line), run(&given));
    assert_eq!(drawn["guaranteed_rounds"], 7);
    assert_eq!(drawn["guaranteed_for"], RANDOM);
    assert!(drawn["rounds"].as_u64() <= Some(7), "{drawn}");
    assert_eq!(found["rounds"], 8, "more than are guaranteed for almost all permutations");
    assert!(found["guaranteed_rounds"].is_null() && found["guaranteed_for"].is_null(), "{found}");
    assert_eq!(found["permutations_from_files"], true);
    assert!(drawn.get("permutations_from_files").is_none());
    let text = meshcast(&given, &paths).well();
    let expected = "  guarantee     none: the proof is for random permutations; nothing is known of those in files\n";
    assert!(text.contains(expected), "{text}");
    let text = meshcast(line, &paths).well();
    let expected = "  guarantee     7 rounds for all but 2^-20 of the permutations\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_comparison_says_which_permutations_are_from_files() {
    let folder = Folder::new();
    let files = permutations(&folder, 256, drawn(""));
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let line = format!("compare {SET} --algorithms deterministic --format json");
    let run = |flags: &str| {
        let json = meshcast(&format!("{line} {flags}"), &paths).well();
        parsed(&json)["runs"][0]["parameters"].clone()
    };
    let given = format!("--permutations {}", "{} ".repeat(files.len()));
    let (drawn, found) = (run(""), run(&given));
    assert!(drawn.get("permutations_from_files").is_none(), "{drawn}");
    assert_eq!(found["permutations_from_files"], true, "{found}");
    for found in [drawn, found] {
        assert!(
            found["guaranteed_rounds"].is_null() && found["guaranteed_for"].is_null(),
            "{found}"
        );
    }
}

/// Four tiles of which every group is served whole in four rounds, whoever is in it.
#[test]
fn rounds_that_cannot_fail_are_guaranteed_for_any_permutations() {
    let folder = Folder::new();
    let file = identity(&folder, 256);
    let line = "route --algorithm deterministic --schedule fixed --workload uniform --side 16 --congestion 4";
    let given = format!("{line} --permutations {{}}");
    for line in [line, &given] {
        let json = meshcast(&format!("{line} --format json"), &[&file]).well();
        let found = &parsed(&json)["parameters"];
        assert_eq!(found["guaranteed_rounds"], 4, "{found}");
        assert_eq!(found["guaranteed_for"], "any permutations");
        let text = meshcast(line, &[&file]).well();
        assert!(text.contains("  guarantee     4 rounds for any permutations\n"), "{text}");
    }
}

#[test]
fn results_say_what_rounds_there_were_and_that_claims_held() {
    for schedule in ["fixed", "shrink", "overload", "adaptive"] {
        let found = parameters(&format!("--schedule {schedule}"), &[]);
        assert_eq!(found["schedule"], schedule);
        let rounds = found["rounds"].as_u64().expect("rounds") as usize;
        for key in ["leftovers", "tiles", "blocks"] {
            assert_eq!(found[key].as_array().map(Vec::len), Some(rounds), "{key}: {found}");
        }
        assert_eq!(found["leftovers"][rounds - 1], found["broadcast"], "{found}");
        assert_eq!(found["broadcast"] != 0, schedule == "adaptive", "{found}");
        assert_eq!(found["guaranteed_rounds"].is_null(), schedule == "adaptive", "{found}");
        assert!(found["claims"].as_u64() > Some(4), "{found}");
        let leapt = parameters(&format!("--schedule {schedule} --mode leap"), &[]);
        assert!(leapt["claims"].as_u64() < found["claims"].as_u64(), "{leapt}");
        assert_eq!(leapt["leftovers"], found["leftovers"]);
    }
}

#[test]
fn the_report_for_people_says_so_too() {
    let report = |flags: &str| {
        meshcast(&format!("route --algorithm deterministic {SET} {flags}"), &[]).well()
    };
    let fixed = report("--schedule fixed");
    for line in
        ["  plan          2 rounds, 16 tiles, fixed\n", "  guarantee     ", "  claims        "]
    {
        assert!(fixed.contains(line), "{line}: {fixed}");
    }
    assert!(fixed.contains("rounds for all but 2^-20 of the permutations\n"), "{fixed}");
    let adaptive = report("--schedule adaptive --congestion-known false");
    assert!(adaptive.contains("  guarantee     none: see docs/rounds.md"), "{adaptive}");
    assert!(adaptive.contains("not known but counted, guesses 16\n"), "{adaptive}");
}
