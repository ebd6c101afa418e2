//! Message sets from pipes and archives, and runs from files: what the program reads besides plain files with a suffix.

#![cfg(target_os = "linux")]

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const KARATE: &[u8] = include_bytes!("../data/karate.mtx");
const GZIP: &[u8] = include_bytes!("archives/karate.mtx.gz");
const ZSTD: &[u8] = include_bytes!("archives/karate.mtx.zst");

const ROUTE: &str = "route --algorithm hamiltonian --format json";

/// Runs the program in `folder` with `input` on standard input, and with so many MiB of address space if that is said.
fn meshcast(folder: &Path, line: &str, input: &[u8], mebibytes: Option<u64>) -> Output {
    let limit =
        mebibytes.map_or_else(String::new, |limit| format!("ulimit -v {} && ", limit << 10));
    let mut child = Command::new("sh")
        .args(["-c", &format!("{limit}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_meshcast")])
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|threads| {
        // Who refuses a stream does not read it to its end.
        threads.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// The result of a run that goes well, as JSON.
fn result(folder: &Path, line: &str, input: &[u8]) -> serde_json::Value {
    let output = meshcast(folder, line, input, None);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let mut result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    result.as_object_mut().unwrap().remove("timing");
    result
}

/// What a run says that is refused and writes nothing.
fn refusal(line: &str, files: &[(&str, &[u8])], input: &[u8], mebibytes: Option<u64>) -> String {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let line = format!("{line} --save-messages written.jsonl");
    let output = meshcast(folder.path(), &line, input, mebibytes);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert!(output.stdout.is_empty() && said.lines().count() == 1, "{line}: {said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), files.len(), "{line}");
    said.trim_end().strip_prefix("error: ").unwrap().to_owned()
}

/// That of a file on which `route` runs.
fn refusal_of_file(name: &str, bytes: &[u8]) -> String {
    refusal(&format!("{ROUTE} --input {name}"), &[(name, bytes)], &[], None)
}

/// That of standard input.
fn refusal_of_input(bytes: &[u8]) -> String {
    refusal(&format!("{ROUTE} --input -"), &[], bytes, None)
}

#[test]
fn a_matrix_is_the_same_set_however_it_comes() {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in [
        ("karate.mtx", KARATE),
        ("KARATE.Mtx", KARATE),
        ("karate.mtx.gz", GZIP),
        ("KARATE.MTX.GZ", GZIP),
        ("karate.mtx.zst", ZSTD),
        ("karate.Mtx.Zst", ZSTD),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let result = |input: &str, bytes: &[u8]| {
        let mut found = result(folder.path(), &format!("{ROUTE} --input {input}"), bytes);
        let source = found["messages"]["source"].take();
        (source.as_str().unwrap().to_owned(), found)
    };
    let (_, expected) = result("karate.mtx", &[]);
    assert_eq!(expected["messages"]["deliveries"], 156);
    for name in ["KARATE.Mtx", "karate.mtx.gz", "KARATE.MTX.GZ", "karate.mtx.zst", "karate.Mtx.Zst"]
    {
        assert_eq!(result(name, &[]), (name.to_owned(), expected.clone()));
    }
    for bytes in [KARATE, GZIP, ZSTD] {
        assert_eq!(result("-", bytes), ("standard input".to_owned(), expected.clone()));
        assert_eq!(result("/dev/stdin", bytes), ("stdin".to_owned(), expected.clone()));
    }
}

#[test]
fn standard_input_begins_as_its_format_does() {
    let folder = TempDir::new().unwrap();
    let line = format!("{ROUTE} --input -");
    for text in [
        "{\"source\":1,\"destinations\":[2,3]}\n",
        "\n  {\"destinations\":[2,3],\"source\":1}",
        "# FromNodeId ToNodeId\n1 2\n1\t3\n",
        "1 2\n1 3\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n3 2\n4 2\n",
    ] {
        let messages = &result(folder.path(), &line, text.as_bytes())["messages"];
        let measures = ["count", "degree", "congestion", "deliveries"].map(|key| &messages[key]);
        assert_eq!(measures, [1, 2, 1, 2], "{text}");
    }
    let text = b"1 2\n1 3\n";
    let trace = "route --algorithm hamiltonian --input - --trace run.ndjson";
    assert!(meshcast(folder.path(), trace, text, None).status.success());
    let check = result(folder.path(), "check run.ndjson --input - --format json", text);
    assert_eq!(check["lawful"], true);
}

#[test]
fn members_and_frames_follow_each_other() {
    let folder = TempDir::new().unwrap();
    let (first, second) = (&b"0 1\n0 2\n1"[..], &b" 3\n2 3\n"[..]);
    let gzip = |text: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |text: &[u8]| compress_to_vec(text, CompressionLevel::Fastest);
    // A frame to be skipped, of three bytes.
    let skipped = [&b"\x5a\x2a\x4d\x18\x03\0\0\0abc"[..], &zstd(second)].concat();
    fs::write(folder.path().join("a.edges.gz"), [gzip(first), gzip(second)].concat()).unwrap();
    fs::write(folder.path().join("a.edges.zst"), [zstd(first), skipped].concat()).unwrap();
    for name in ["a.edges.gz", "a.edges.zst"] {
        let found = result(folder.path(), &format!("{ROUTE} --input {name}"), &[]);
        assert_eq!(found["messages"]["deliveries"], 4, "{name}");
    }
}

#[test]
fn broken_archives_are_refused_wherever_they_break() {
    for (name, kind, archive) in [("a.mtx.gz", "gzip", GZIP), ("a.mtx.zst", "zstd", ZSTD)] {
        let expected = format!(": expected a whole {kind} archive, found ");
        for length in 0..archive.len() {
            if length % 29 != 0 && length + 9 < archive.len() {
                continue;
            }
            let refused = refusal_of_file(name, &archive[..length]);
            let end = format!("{expected}the end of the file within it");
            assert!(refused.starts_with(name) && refused.ends_with(&end), "{length}: {refused}");
        }
        for place in (0..archive.len()).step_by(41).chain([archive.len() - 1]) {
            let mut damaged = archive.to_owned();
            damaged[place] ^= 0x55;
            let folder = TempDir::new().unwrap();
            fs::write(folder.path().join(name), damaged).unwrap();
            let output = meshcast(folder.path(), &format!("{ROUTE} --input {name}"), &[], None);
            // A header holds bytes that mean nothing to the text: a time, a system.
            if output.status.success() {
                assert!(place < 10, "{name}: a change of byte {place} was not noticed");
            } else {
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
                assert!(said.contains(&expected), "{place}: {said}");
            }
        }
        let refused = refusal_of_file(name, KARATE);
        assert!(refused.starts_with(&format!("{name}{expected}a broken one: ")), "{refused}");
    }
    let cut = refusal_of_input(&GZIP[..GZIP.len() / 2]);
    let expected =
        "standard input: expected a whole gzip archive, found the end of the file within it";
    assert_eq!(cut, expected);
}

#[test]
fn streams_that_are_no_message_set_are_refused() {
    let expected = "standard input: expected a Matrix Market file, JSON lines or an edge list, compressed by gzip or zstd or not, found";
    assert_eq!(refusal_of_input(b"hello\n"), format!("{expected} \"hello\""));
    assert_eq!(
        refusal_of_input(b"\x93NUMPY\x01\0"),
        format!("{expected} \"\\x93NUMPY\\x01\\x00\"")
    );
    for nothing in [&b""[..], b" \n\n"] {
        assert_eq!(
            refusal_of_input(nothing),
            "standard input: expected a message set, found an empty file"
        );
    }
    assert_eq!(
        refusal_of_input(b"0 1\n0 x\n"),
        "standard input:2: expected a destination from 0 to 67108863, found \"x\""
    );
}

/// Texts of hundreds of megabytes in archives of a few: of zeros, of edges, of a line of JSON without end.
#[test]
fn bombs_are_refused_before_they_fill_the_memory() {
    let bomb = |start: &[u8], part: &[u8], times: usize| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(start).unwrap();
        let parts = part.repeat(1 << 12);
        (0..times >> 12).for_each(|_| encoder.write_all(&parts).unwrap());
        encoder.finish().unwrap()
    };
    let refused = |name: &str, bytes: &[u8]| {
        refusal(&format!("{ROUTE} --input {name}"), &[(name, bytes)], &[], Some(256))
    };
    let zeros = bomb(b"", &[0; 64], 1 << 22);
    let long = "expected a line of at most 65536 bytes, found a longer one";
    assert_eq!(refused("zeros.txt.gz", &zeros), format!("zeros.txt.gz:1: {long}"));
    let header = b"%%MatrixMarket matrix coordinate pattern general\n9 9 4000000000\n";
    for (name, start, part) in [
        ("edges.txt.gz", &b""[..], &b"0 1\n"[..]),
        ("matrix.mtx.gz", header, b"1 1\n"),
        ("lists.jsonl.gz", b"", b"{\"source\":0,\"destinations\":[]}\n"),
        ("line.jsonl.gz", b"{\"source\":0,\"destinations\":[1", b",1,1,1,1,1,1,1"),
    ] {
        let text = bomb(start, part, 1 << 26 >> u32::from(part.len() > 8));
        assert!(text.len() < 8 << 20, "{name}: {} bytes", text.len());
        let found = refused(name, &text);
        if name == "lists.jsonl.gz" {
            // It is refused for what it says before it is for its size.
            assert!(found.contains("expected at most one message a source"), "{found}");
            continue;
        }
        assert!(found.contains("expected a message set that fits in memory, but "), "{found}");
        assert!(found.contains(" is left of the limit that ulimit -v sets"), "{found}");
    }
    let edges = bomb(b"", b"0 1\n", 1 << 26);
    let found = refusal(&format!("{ROUTE} --input -"), &[], &edges, Some(256));
    assert!(found.contains("expected a message set that fits in memory, but "), "{found}");
}

const RUN: &str = "\
algorithms = \"randomized:paper instances=3\"
workloads = \"uniform\"
sides = 16
congestions = [4]
seeds = 7
mode = \"leap\"
knowledge = \"doubled\"
";

#[test]
fn a_file_says_what_flags_say() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("run.toml"), RUN).unwrap();
    let result = |line: &str| result(folder.path(), line, &[]);
    let flags = "route --format json --algorithm randomized --variant paper --instances 3 --workload uniform --side 16 \
                 --congestion 4 --mode leap --congestion-known false --congestion-by doubling";
    let expected = result(&format!("{flags} --seed 7"));
    assert_eq!(result("route --config run.toml --format json"), expected);
    assert_eq!(result("route --format json --config=run.toml"), expected);
    let other = result(&format!("{flags} --seed 8"));
    assert_ne!(other, expected);
    assert_eq!(result("route --config run.toml --seed 8 --format json"), other);
    assert_eq!(result("route --config run.toml --seed=8 --format json"), other);
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("sub/karate.mtx.gz"), GZIP).unwrap();
    let text =
        "algorithms = [\"hamiltonian\"]\ninputs = \"karate.mtx.gz\"\nplacements = \"hilbert\"\n";
    fs::write(folder.path().join("sub/file.toml"), text).unwrap();
    let line =
        "route --algorithm hamiltonian --input sub/karate.mtx.gz --placement hilbert --format json";
    assert_eq!(result("route --config sub/file.toml --format json"), result(line));
}

#[test]
fn a_file_of_a_run_that_makes_no_sense_is_refused() {
    let refused = |text: &str| {
        let files = [("run.toml", text.as_bytes())];
        refusal("route --config run.toml", &files, &[], None)
    };
    for (text, expected) in [
        ("sides = 16\n", "--algorithm"),
        (
            "sides = [16, 32]\n",
            "run.toml:1:9: expected one value, found 2; a plan of sweep has lists",
        ),
        ("sides = []\n", "run.toml:1:9: expected one value, found 0"),
        (
            "\nside = 16\n",
            "run.toml:2:1: unknown field `side`, expected one of `algorithms`, `workloads`",
        ),
        ("sides = \"x\"\n", "run.toml:1:9: invalid type: string \"x\", expected a whole number"),
        ("algorithms = \"spiral\"\n", "run.toml:1:14: expected an algorithm, found \"spiral\""),
        ("algorithms = \"buffered\"\nworkloads = \"uniform\"\nsides = 0\n", "'--side <S>'"),
        ("inputs = \"../a.mtx\"\n", "run.toml:1:10: expected a file"),
        ("[[runs]]\n", "run.toml:1:3: unknown field `runs`"),
        ("sides = ", "run.toml:1:"),
    ] {
        let found = refused(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
    let missing = refusal("route --config run.toml", &[], &[], None);
    assert!(
        missing.starts_with("--config: expected a file that can be read, found: "),
        "{missing}"
    );
    assert!(missing.ends_with(": run.toml"), "{missing}");
}

/// A `.npy` file of bytes as `NumPy` writes it.
fn npy(order: &str, shape: &str, entries: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': {order}, 'shape': {shape}, }}");
    let header = format!("{header:<117}\n");
    [b"\x93NUMPY\x01\x00\x76\x00", header.as_bytes(), entries].concat()
}

#[test]
fn a_graph_may_be_an_array_of_a_row_for_every_input() {
    let folder = TempDir::new().unwrap();
    let bounds = |file: Vec<u8>| {
        fs::write(folder.path().join("p.npy"), file).unwrap();
        let line = "expander verify p.npy --inputs 4 --outputs 2 --degree 2 --format json";
        result(folder.path(), line, &[])["lambda"].clone()
    };
    // Inputs 0 and 1 lead to one output each, 2 and 3 to both; column after column, it is another graph.
    let list = bounds(npy("False", "(8,)", &[0, 1, 4, 5, 2, 6, 3, 7]));
    assert_eq!(bounds(npy("False", "(4, 2)", &[0, 1, 4, 5, 2, 6, 3, 7])), list);
    assert_eq!(bounds(npy("True", "(4, 2)", &[0, 4, 2, 3, 1, 5, 6, 7])), list);
    assert_ne!(bounds(npy("False", "(4, 2)", &[0, 4, 2, 6, 1, 5, 3, 7])), list);
}
