//! Files that are no message sets: refused in one line that names the place.

use super::{Folder, meshcast};
use std::fs;

const BANNER: &str = "%%MatrixMarket matrix coordinate real general\n";

/// The refusal of a file of this name and content, without the folder it stands in.
fn refusal(name: &str, content: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let path = folder.file(name, content);
    let ran = meshcast("route --algorithm hamiltonian --input {}", &[&path]);
    let line = ran.refused();
    let start = format!("{}", path.display());
    format!("{name}{}", line.strip_prefix(&start).expect("the line begins with the file"))
}

fn matrix(name: &str, rest: &str) -> String {
    refusal(name, format!("{BANNER}{rest}"))
}

#[test]
fn matrices_that_do_not_keep_their_word_are_refused() {
    assert_eq!(
        matrix("short.mtx", "3 3 2\n1 1 1.0\n"),
        "short.mtx: expected 2 entries as the size line says, found 1"
    );
    assert_eq!(
        matrix("long.mtx", "3 3 1\n1 1 1.0\n2 2 1.0\n"),
        "long.mtx:4: expected 1 entries as the size line says, found one more"
    );
    assert_eq!(
        matrix("range.mtx", "3 3 1\n4 1 1.0\n"),
        "range.mtx:3: expected a row from 1 to 3, found \"4\""
    );
    assert_eq!(
        matrix("zero.mtx", "3 3 1\n0 1 1.0\n"),
        "zero.mtx:3: expected a row from 1 to 3, found 0: the file looks 0-based, but Matrix Market counts from 1"
    );
    assert_eq!(
        matrix("wide.mtx", "3 3 1\n99999999999 1 1.0\n"),
        "wide.mtx:3: expected a row from 1 to 3, found \"99999999999\""
    );
    assert_eq!(
        matrix("huge.mtx", "4294967296 3 1\n1 1 1.0\n"),
        "huge.mtx:2: expected a number of rows from 0 to 67108864, found \"4294967296\""
    );
}

#[test]
fn files_that_are_something_else_are_refused() {
    assert_eq!(
        refusal("dense.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"),
        "dense.mtx:1: expected the sparse format \"coordinate\", found the dense format \"array\""
    );
    assert_eq!(
        refusal("junk.mtx", [0u8, 255, 7, 10, 200]),
        "junk.mtx:1: expected %%MatrixMarket in the Matrix Market banner, found \"\\x00\\xff\\x07\""
    );
    assert_eq!(
        refusal("junk.edges", [0u8, 255, 7, 10, 200]),
        "junk.edges:1: expected 2 fields (source, destination), found 1 in \"\\x00\\xff\\x07\""
    );
    assert_eq!(
        refusal("table.csv", "1,2\n"),
        "table.csv: expected a name that ends in .mtx, .jsonl, .txt or .edges, with or without .gz or .zst after it, found \"csv\""
    );
}

#[test]
fn files_without_messages_are_refused() {
    assert_eq!(
        refusal("empty.mtx", ""),
        "empty.mtx: expected a Matrix Market file, found an empty file"
    );
    assert_eq!(
        refusal("empty.jsonl", "\n\n"),
        "empty.jsonl: expected at least one message, found an empty file"
    );
    assert_eq!(
        refusal("empty.txt", "# nothing\n"),
        "empty.txt: expected at least one edge, found an empty file"
    );
}

#[test]
fn a_second_message_from_a_source_is_refused() {
    let lines = "{\"source\":5,\"destinations\":[1]}\n{\"source\":5,\"destinations\":[2]}\n";
    assert_eq!(
        refusal("twice.jsonl", lines),
        "twice.jsonl:2: expected at most one message a source, found a second one from 5 (the first is in line 1)"
    );
}

#[test]
fn nodes_past_the_largest_mesh_are_refused() {
    assert_eq!(
        refusal("far.edges", "0 1\n0 67108864\n"),
        "far.edges:2: expected a destination from 0 to 67108863, found \"67108864\""
    );
}

#[test]
fn a_directory_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.path("set.jsonl")).expect("temporary folders can be made");
    let path = folder.path("set.jsonl");
    let expected = format!("{}: expected a file, found a directory", path.display());
    let ran = meshcast("route --algorithm hamiltonian --input {}", &[&path]);
    assert_eq!(ran.refused(), expected);
}

#[test]
fn a_value_that_is_no_number_does_not_matter() {
    let folder = Folder::new();
    let path = folder.file("nan.mtx", format!("{BANNER}3 3 2\n1 2 NaN\n3 1 -inf\n"));
    let out = meshcast("route --algorithm hamiltonian --input {} --format json", &[&path]).well();
    assert!(out.contains("\"deliveries\":2,\"undelivered\":0,"), "{out}");
}
