//! `meshcast expander`: files, results and refusals.

use super::{Folder, lasting, meshcast, parsed};
use meshcast_algorithms::{Sizes, union_bound};
use std::fs;
use std::path::{Path, PathBuf};

/// A `.npy` file as `NumPy` writes it, version 1.
fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    [b"\x93NUMPY\x01\x00\x76\x00".as_slice(), format!("{header:<117}\n").as_bytes(), data].concat()
}

fn int64(entries: &[i64]) -> Vec<u8> {
    let data: Vec<u8> = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
    npy("<i8", &format!("({},)", entries.len()), &data)
}

fn generated(folder: &Folder, flags: &str) -> PathBuf {
    let path = folder.path("graph.npy");
    meshcast(&format!("expander generate {flags} --out {{}}"), &[&path]).well();
    path
}

#[test]
fn what_is_generated_is_verified() {
    let folder = Folder::new();
    let graph = "--inputs 40 --outputs 20 --degree 5";
    let path = generated(&folder, graph);
    assert_eq!(folder.names(), ["graph.npy", "graph.npy.json"]);
    let side = parsed(&fs::read_to_string(folder.path("graph.npy.json")).expect("a side file"));
    for (key, number) in [("inputs", 40), ("outputs", 20), ("degree", 5), ("seed", 1)] {
        assert_eq!(side[key], number, "{key}");
    }
    let line = format!("expander verify {{}} {graph} --format json");
    let json = parsed(&meshcast(&line, &[&path]).well());
    assert_eq!(json["schema"], "meshcast.expander/1");
    assert_eq!(json["sha256"], side["sha256"]);
    assert_eq!(
        (json["vacuous"].as_bool(), json["definition_ok"].as_bool()),
        (Some(false), Some(true))
    );
    assert_eq!(json["degrees"].to_string(), "[10,10]");
    let lambda = &json["lambda"];
    assert_eq!(lambda["exact"], true);
    assert_eq!(lambda["lower"]["by"], "enumeration");
    let (gamma, size) = (lambda["upper"]["gamma"].as_u64(), lambda["upper"]["size"].as_u64());
    assert_eq!(lambda["upper"]["witness"].as_array().map(|set| set.len() as u64), size);
    let value = gamma.expect("a number") as f64 / (5.0 * size.expect("a number") as f64);
    assert_eq!(lambda["lower"]["value"].as_f64(), Some(value));
    assert!(meshcast(&line.replace(" --format json", ""), &[&path]).well().contains(", exactly"));
}

#[test]
fn threads_change_nothing_but_the_timing() {
    let folder = Folder::new();
    let path = generated(&folder, "--inputs 300 --outputs 60 --degree 6 --seed 3");
    for line in [
        "expander verify {} --inputs 300 --outputs 60 --degree 6 --effort 1000000 --format json",
        "expander family {} --inputs 300 --degree 6 --effort 1000000 --format json",
    ] {
        let out = |threads: usize| {
            lasting(&meshcast(&format!("{line} --threads {threads}"), &[&path]).well())
        };
        assert_eq!(out(1), out(1));
        assert_eq!(out(1), out(3));
    }
}

#[test]
fn a_seed_is_a_permutation() {
    let folder = Folder::new();
    let bytes = |seed: u32| {
        let path = generated(&folder, &format!("--inputs 9 --outputs 4 --degree 3 --seed {seed}"));
        fs::read(path).expect("a file")
    };
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}

#[test]
fn graphs_outside_the_definition_are_described() {
    let folder = Folder::new();
    let path = generated(&folder, "--inputs 6 --outputs 4 --degree 3");
    let verified = |outputs: u32| {
        let line =
            format!("expander verify {{}} --inputs 6 --outputs {outputs} --degree 3 --format json");
        parsed(&meshcast(&line, &[&path]).well())
    };
    let vacuous = verified(2);
    assert_eq!(vacuous["vacuous"], true);
    assert!(
        vacuous["lambda"].is_null()
            && vacuous["union_bound"].is_null()
            && vacuous["alpha"].is_null()
    );
    let wide = verified(6);
    assert_eq!(
        (wide["definition_ok"].as_bool(), wide["lambda"]["exact"].as_bool()),
        (Some(false), Some(true))
    );
    let irregular = verified(5);
    assert_eq!(
        (irregular["regular"].as_bool(), irregular["degrees"].to_string().as_str()),
        (Some(false), "[3,4]")
    );
    // Sets of 100 inputs there are none.
    assert!(verified(300)["alpha"].is_null());
}

#[test]
fn a_lambda_that_is_refuted_is_exit_status_1() {
    let folder = Folder::new();
    // Inputs 0 and 1 share their two outputs: λ = 2/4.
    let path = folder.file("graph.npy", int64(&[0, 2, 1, 3, 4, 6, 5, 7]));
    let line = "expander verify {} --inputs 4 --outputs 4 --degree 2 --lambda";
    let ran = meshcast(&format!("{line} 0.500000001"), &[&path]);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "error: --lambda 0.500000001: refuted by the witness\n")
    );
    assert!(ran.out.contains("{0, 1}"), "{}", ran.out);
    let json = parsed(&meshcast(&format!("{line} 0.5 --format json"), &[&path]).well());
    assert_eq!(json["asked"]["verdict"], "proved");
    assert_eq!(json["union_bound"]["lambda"], 0.5);
}

#[test]
fn a_family_has_a_line_for_every_c() {
    let folder = Folder::new();
    let path = generated(&folder, "--inputs 100 --outputs 50 --degree 5");
    let line = "expander family {} --inputs 100 --degree 5 --from 4 --to 70 --effort 1000000 --format json";
    let json = parsed(&meshcast(line, &[&path]).well());
    let graphs = json["graphs"].as_array().expect("graphs");
    let outputs: Vec<_> = graphs.iter().map(|graph| graph["outputs"].as_u64()).collect();
    assert_eq!(outputs, [Some(4), Some(16), Some(64)]);
    assert_eq!(graphs[0]["vacuous"], true);
    assert_eq!(json["effort_of_each"], 333_333);
    let text = meshcast(&line.replace(" --format json", ""), &[&path]).well();
    assert!(text.contains("1,000,000 in all, 333,333 for each c"), "{text}");
    assert!(text.contains("vacuous") && text.contains("exact"), "{text}");
}

/// The refusal of a file as a permutation of 6 numbers, without the folder it stands in.
fn refusal(content: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let path = folder.file("p.npy", content);
    let ran = meshcast("expander verify {} --inputs 3 --outputs 2 --degree 2", &[&path]);
    let line = ran.refused();
    line.strip_prefix(&format!("{}: ", path.display())).unwrap_or(line).to_owned()
}

#[test]
fn files_that_are_no_permutations_are_refused() {
    let cases = [
        (
            int64(&[0, 1, 2, 3, 4, 4]),
            "expected every number from 0 to 5 once, found 4 again in entry 5",
        ),
        (int64(&[0, 1, 2, 3, 4, 6]), "expected numbers from 0 to 5, found 6 in entry 5"),
        (int64(&[0, 1, 2, 3, 4, -1]), "expected numbers from 0 to 5, found -1 in entry 5"),
        (
            int64(&[0, 1]),
            "--inputs, --degree: expected a permutation of r·m = 2·3 numbers, found 2",
        ),
        (
            int64(&[0, 1, 2, 3, 4, 5])[..160].to_vec(),
            "expected 6 entries as the header says, found 4",
        ),
        (
            npy("<f8", "(6,)", &[0; 48]),
            r#"expected whole numbers of 8 to 64 bits, little-endian (such as <i8 or <u4), found "\'<f8\'""#,
        ),
        (
            npy("<i8", "()", &[0; 48]),
            r#"expected an array of one dimension, such as (1024,), or two, such as (1024, 10), found "()""#,
        ),
        (
            npy("|i1", "(2, 3)", &[0, 1, 2, 3, 4, 5]),
            "--inputs, --degree: expected 3 rows of 2 entries in p.npy, found 2 of 3",
        ),
        (Vec::new(), "expected a NumPy file, found an empty file"),
    ];
    for (content, expected) in cases {
        assert_eq!(refusal(content), expected);
    }
}

#[test]
fn files_that_are_cut_off_are_refused_for_what_is_missing() {
    let begins = "expected a NumPy file (.npy), which begins with \\x93NUMPY, found ";
    let length =
        "expected the length of the header, a number of 2 bytes, found the end of the file after";
    let header = "expected a header of 118 bytes, found the end of the file after";
    for (bytes, expected) in [
        (0, "expected a NumPy file, found an empty file".to_owned()),
        (3, format!("{begins}\"\\x93NU\"")),
        (6, "expected version 1, 2 or 3 of the NumPy format, found none".to_owned()),
        (8, format!("{length} 0 of them")),
        (9, format!("{length} 1 of them")),
        (10, format!("{header} 0 of them")),
        (60, format!("{header} 50 of them")),
        (127, format!("{header} 117 of them")),
        (128, "expected 6 entries as the header says, found 0".to_owned()),
        (141, "expected whole entries, found a piece of one at the end".to_owned()),
        (144, "expected 6 entries as the header says, found 2".to_owned()),
    ] {
        assert_eq!(refusal(&int64(&[0, 1, 2, 3, 4, 5])[..bytes]), expected, "{bytes} bytes");
    }
    let second = [b"\x93NUMPY\x02\x00\x76".as_slice()].concat();
    let expected = length.replace("2 bytes", "4 bytes");
    assert_eq!(refusal(second), format!("{expected} 1 of them"));
}

#[test]
fn a_file_that_its_side_file_does_not_know_is_refused() {
    let folder = Folder::new();
    let path = generated(&folder, "--inputs 3 --outputs 2 --degree 2");
    fs::write(&path, int64(&[0, 1, 2, 3, 4, 5])).expect("a file");
    let refused = |path: &Path| {
        let ran = meshcast("expander verify {} --inputs 3 --outputs 2 --degree 2", &[path]);
        ran.refused().to_owned()
    };
    assert!(refused(&path).contains("graph.npy: expected the SHA-256 of "), "{}", refused(&path));
    folder.file("graph.npy.json", r#"{"schema":"meshcast.permutation/1"}"#);
    assert!(refused(&path).contains("graph.npy.json: expected a JSON object with \"sha256\""));
}

#[test]
fn files_of_others_beside_a_permutation_are_left_alone() {
    let folder = Folder::new();
    let path = folder.file("p.npy", int64(&[0, 1, 2, 3, 4, 5]));
    let others = [
        ("p.json", "{}"),
        ("p.npy.json", "{}"),
        ("p.npy.json", r#"{"schema":"meshcast.route/1","sha256":"0"}"#),
        ("p.npy.json", "no JSON"),
    ];
    for (name, text) in others {
        let other = folder.file(name, text);
        meshcast("expander verify {} --inputs 3 --outputs 2 --degree 2", &[&path]).well();
        let before = fs::read(&path).expect("a file");
        let ran = meshcast("expander generate --inputs 6 --out {}", &[&path]);
        if name == "p.json" {
            ran.well();
            assert_eq!(folder.names(), ["p.json", "p.npy", "p.npy.json"]);
            fs::write(&path, before).expect("a file");
            fs::remove_file(folder.path("p.npy.json")).expect("a file");
        } else {
            let expected = "p.npy.json cannot be written: expected no file or one that expander generate has written, found another";
            assert!(ran.refused().ends_with(expected), "{}", ran.err);
            assert_eq!(fs::read(&path).expect("a file"), before);
        }
        assert_eq!(fs::read_to_string(&other).expect("a file"), text);
    }
    // One of its own is replaced.
    fs::remove_file(folder.path("p.npy.json")).expect("a file");
    for seed in [1, 2] {
        meshcast(&format!("expander generate --inputs 6 --seed {seed} --out {{}}"), &[&path])
            .well();
        meshcast("expander verify {} --inputs 3 --outputs 2 --degree 2", &[&path]).well();
    }
}

#[test]
fn a_permutation_need_not_be_a_graph() {
    let folder = Folder::new();
    let side = |flags: &str| {
        generated(&folder, flags);
        let bytes = fs::read(folder.path("graph.npy")).expect("a file");
        let side = fs::read_to_string(folder.path("graph.npy.json")).expect("a side file");
        (bytes, parsed(&side))
    };
    let (plain, of_plain) = side("--inputs 36");
    let (spread, of_spread) = side("--inputs 12 --degree 3");
    let (graph, of_graph) = side("--inputs 12 --degree 3 --outputs 6");
    assert!(plain == spread && spread == graph, "they are 36 numbers from the same seed");
    assert_eq!(of_plain["inputs"], 36);
    assert!(of_plain.get("degree").is_none() && of_plain.get("outputs").is_none());
    assert_eq!(of_spread["degree"], 3);
    assert!(of_spread.get("outputs").is_none());
    assert_eq!((of_graph["degree"].as_u64(), of_graph["outputs"].as_u64()), (Some(3), Some(6)));
    let line = "expander generate --inputs 6 --outputs 2 --out {}";
    let ran = meshcast(line, &[&folder.path("p.npy")]);
    assert!(ran.refused().contains("--degree <R>"), "{}", ran.err);
}

/// The column "safe at 2^-20" of docs/expanders.md: the greatest millionths that are.
#[test]
fn the_documented_lambdas_are_safe() {
    let page = include_str!("../../../docs/expanders.md");
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with("| ") && line.ends_with(" s |")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = |cell: &str| -> usize {
            let digits = cell.split(' ').next().expect("a number").replace(',', "");
            digits.parse().expect("a number")
        };
        let sizes =
            Sizes { inputs: number(cells[1]), outputs: number(cells[2]), degree: number(cells[3]) };
        let failure = |lambda: &str| union_bound(&[sizes], lambda.parse().expect("a lambda"));
        let safe = cells[7];
        assert!(safe.len() == 8 && failure(safe) <= -20.0, "{line}");
        let millionths: u32 = safe[2..].parse().expect("digits");
        assert!(failure(&format!("0.{:06}", millionths + 1)) > -20.0, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 7);
}

#[test]
fn a_method_that_did_not_run_says_why() {
    let folder = Folder::new();
    let path = generated(&folder, "--inputs 2000 --outputs 1025 --degree 4");
    let line = "expander verify {} --inputs 2000 --outputs 1025 --degree 4 --effort 1000000";
    let text = meshcast(line, &[&path]).well();
    let row = |method: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{method} ")));
        line.unwrap_or_else(|| panic!("no {method}: {text}")).to_owned()
    };
    assert!(row("spectral").ends_with("not run: c > 1024"), "{text}");
    assert!(row("pair-seeded").ends_with("not run: c > 1024"), "{text}");
    assert!(row("averaging").ends_with("not run: no bound to average"), "{text}");
    // There are far more than 2^64 sets of up to 256 inputs.
    assert!(
        row("enumeration").ends_with(
            "not run: it takes more than 2^64 units of effort, 1,000,000 are left for it"
        ),
        "{text}"
    );
    assert!(text.contains("  effort\n") && !text.contains("moves"), "{text}");
    let json = parsed(&meshcast(&format!("{line} --format json"), &[&path]).well());
    let methods = json["methods"].as_array().expect("methods");
    let names: Vec<_> = methods.iter().filter_map(|method| method["method"].as_str()).collect();
    assert_eq!(
        names,
        [
            "trivial",
            "enumeration",
            "co-degree",
            "spectral",
            "annealing",
            "pair-seeded",
            "averaging"
        ]
    );
    for method in methods {
        let silent = method["lower"].is_null() && method["upper"].is_null();
        assert_eq!(method["not_run"].is_string(), silent, "{method}");
    }
    assert_eq!(methods[2]["lower"]["sizes"].to_string(), "[2,256]");
    assert_eq!(methods[3]["not_run"], "c > 1024");
}

#[test]
fn numbers_that_make_no_graph_are_refused() {
    let folder = Folder::new();
    let path = folder.file("p.npy", int64(&[0, 1, 2, 3, 4, 5]));
    for (flags, expected) in [
        ("--inputs 3 --outputs 0 --degree 2", "invalid value '0' for '--outputs <C>'"),
        ("--inputs 0 --outputs 2 --degree 2", "invalid value '0' for '--inputs <M>'"),
        (
            "--inputs 3 --outputs 2 --degree 2 --lambda 1",
            "expected a decimal fraction above 0 and below 1",
        ),
        (
            "--inputs 3 --outputs 2 --degree 2 --lambda 0",
            "expected a decimal fraction above 0 and below 1",
        ),
        (
            "--inputs 3 --outputs 2 --degree 2 --lambda -0.5",
            "expected a decimal fraction above 0 and below 1",
        ),
        (
            "--inputs 100000 --outputs 2 --degree 100000",
            "--inputs, --degree: expected at most 4294967295 edges",
        ),
        ("--inputs 3 --outputs 2 --degree 2 --effort -1", "expected a whole number"),
    ] {
        let ran = meshcast(&format!("expander verify {{}} {flags}"), &[&path]);
        assert!(ran.refused().contains(expected), "{flags}: {}", ran.err);
    }
    let ran = meshcast(
        "expander generate --inputs 3 --outputs 2 --degree 2 --out {}",
        &[&folder.path("p.txt")],
    );
    assert!(ran.refused().contains("--out: expected a name that ends in .npy"), "{}", ran.err);
    let ran = meshcast("expander family {} --inputs 3 --degree 2 --from 5 --to 4", &[&path]);
    assert_eq!(ran.refused(), "--from, --to: expected the least c first, found 5 and 4");
}
