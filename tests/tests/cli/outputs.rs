//! Outputs: where `-`, links, devices and pipes lead, and which files are never overwritten.

use super::{Folder, Ran, data, meshcast, parsed};
use meshcast::Terminal;
use meshcast_tests::replay::replay;
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const PLAN: &str = "title = \"Four runs\"\n[[runs]]\nalgorithms = [\"hamiltonian\"]\nworkloads = [\"uniform\"]\n\
                    sides = [4, 6]\ncongestions = [2]\nseeds = [1, 2]\n";

/// A folder with a store called `store` in it.
fn with_store() -> Folder {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    meshcast("sweep {} --out {}", &[&plan, &folder.path("store")]).well();
    folder
}

fn export(folder: &Folder, to: &Path) -> Ran {
    meshcast("export {} --csv {}", &[&folder.path("store"), to])
}

/// The rows of the store, as they are written to a file of a plain name.
fn rows(folder: &Folder) -> String {
    let plain = folder.path("plain.csv");
    export(folder, &plain).well();
    let rows = fs::read_to_string(&plain).expect("the rows");
    fs::remove_file(plain).expect("a file");
    rows
}

fn kind(path: &Path) -> FileType {
    fs::symlink_metadata(path).expect("it is there").file_type()
}

#[test]
fn a_link_is_followed_to_its_target_also_where_there_is_no_file_yet() {
    let folder = with_store();
    let rows = rows(&folder);
    fs::create_dir(folder.path("real")).expect("a folder");
    for (link, target) in [("one.csv", "real/rows.csv"), ("two.csv", "one.csv")] {
        symlink(target, folder.path(link)).expect("a link");
        export(&folder, &folder.path(link)).well();
        assert!(kind(&folder.path(link)).is_symlink());
        assert_eq!(fs::read_to_string(folder.path("real/rows.csv")).expect("rows"), rows);
        fs::remove_file(folder.path("real/rows.csv")).expect("a file");
    }
}

#[test]
fn a_link_that_leads_nowhere_is_refused_and_stays() {
    let folder = with_store();
    let before = folder.names();
    for (link, target) in [("absent.csv", "missing/rows.csv"), ("circle.csv", "circle.csv")] {
        symlink(target, folder.path(link)).expect("a link");
        let ran = export(&folder, &folder.path(link));
        assert!(ran.refused().contains("cannot be written"), "{}", ran.err);
        assert!(kind(&folder.path(link)).is_symlink());
        fs::remove_file(folder.path(link)).expect("a link");
        assert_eq!(folder.names(), before, "no temporary file is left");
    }
    let ran = export(&folder, &folder.path("store"));
    assert!(ran.refused().ends_with("cannot be written: expected a file, found a folder"));
}

#[test]
fn standard_output_holds_the_file_and_standard_error_the_result() {
    let folder = with_store();
    let rows = rows(&folder);
    // Links as /dev/stdout, of which a test that fails for root must not replace the real one.
    symlink("/proc/self/fd/1", folder.path("stdout")).expect("a link");
    symlink("stdout", folder.path("link.csv")).expect("a link");
    let links = [folder.path("stdout"), folder.path("link.csv")];
    for path in ["-", "/dev/fd/1", "/proc/self/fd/1"].map(PathBuf::from).into_iter().chain(links) {
        let ran = export(&folder, &path);
        assert_eq!((ran.status, ran.out), (0, rows.clone()), "{}", path.display());
        assert_eq!(ran.err, "4 rows in standard output\n");
    }
    assert!(kind(&folder.path("stdout")).is_symlink());
    assert!(kind(&folder.path("link.csv")).is_symlink());
}

/// Whether a text is what an option writes.
type Fits<'a> = &'a dyn Fn(&str) -> bool;

#[test]
fn every_option_that_writes_a_file_can_write_to_standard_output() {
    let folder = with_store();
    let (store, matrix) = (folder.path("store"), data("west0067.mtx"));
    let svg = |text: &str| text.starts_with("<svg") || text.starts_with("<?xml");
    let page = |text: &str| text.to_lowercase().starts_with("<!doctype html>");
    let lines = |text: &str| text.lines().all(|line| parsed(line)["source"].is_u64());
    let trace = |text: &str| {
        let seen = replay(text.as_bytes());
        seen.findings.is_empty() && seen.steps == 83
    };
    let begins = |text: &str| text.starts_with("{\"trace\":\"meshcast/2\"");
    let route = "route --algorithm hamiltonian --input {}";
    let cases: [(&str, &Path, Fits<'_>); 10] = [
        (&format!("{route} --trace -"), &matrix, &trace),
        (&format!("{route} --save-messages -"), &matrix, &lines),
        (&format!("{route} --audit full --heat-map -"), &matrix, &svg),
        ("primitive sort --side 4 --trace -", &matrix, &begins),
        (
            "torus run --radix 3 --dims 2 --algorithm simple --communication broadcast --trace -",
            &matrix,
            &begins,
        ),
        ("torus measure --radix 3 --dims 2 --algorithm simple --svg -", &matrix, &svg),
        (
            "worm plan --mesh 4x4 --source 1,1 --destinations 2,2 --scheme dual-path --svg -",
            &matrix,
            &svg,
        ),
        ("report {} --out -", &store, &page),
        ("replay --run --algorithm hamiltonian --input {} --out -", &matrix, &page),
        ("crossover {} --to-nodes 64 --out -", &store, &svg),
    ];
    for (line, path, fits) in cases {
        let paths = if line.contains("{}") { vec![path] } else { vec![] };
        let ran = meshcast(line, &paths);
        assert_eq!(ran.status, 0, "{line}: {}", ran.err);
        assert!(fits(&ran.out), "{line}: {}", &ran.out[..ran.out.len().min(200)]);
        assert!(!ran.err.is_empty(), "{line}: the result goes to standard error");
    }
    assert!(!folder.path("-").exists() && !Path::new("-").exists());
}

#[test]
fn what_is_no_regular_file_is_written_through() {
    let folder = with_store();
    let rows = rows(&folder);
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let read = thread::scope(|scope| {
        let reader = scope.spawn(|| fs::read_to_string(&pipe).expect("a pipe"));
        export(&folder, &pipe).well();
        reader.join().expect("the reader ends")
    });
    assert_eq!(read, rows);
    assert!(kind(&pipe).is_fifo());
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let folder = with_store();
    let file = folder.file("rows.csv", "before");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a mode");
    export(&folder, &file).well();
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn an_output_never_overwrites_an_input_or_the_store() {
    let folder = with_store();
    folder.file("west.mtx", fs::read(data("west0067.mtx")).expect("a matrix"));
    folder.file("graph.edges", "0 1\n1 2\n");
    let generate = "expander generate --inputs 81 --outputs 81 --degree 1 --out {}";
    meshcast(generate, &[&folder.path("p.npy")]).well();
    for (target, link) in [
        ("west.mtx", "link.jsonl"),
        ("graph.edges", "graph.svg"),
        ("results.sqlite", "store/map.svg"),
        ("results.sqlite", "store/crossover.svg"),
        ("q.npy", "q.npy.json"),
    ] {
        symlink(target, folder.path(link)).expect("a link");
    }
    let content = || {
        let names = ["west.mtx", "graph.edges", "p.npy", "p.npy.json", "store/results.sqlite"];
        names.map(|name| fs::read(folder.path(name)).expect("a file"))
    };
    let before = content();
    let route = "route --algorithm hamiltonian --input {}";
    let rounds = "route --algorithm deterministic --input {} --permutations {}";
    let worm = "worm plan --scheme dual-path --source 0 --destinations 2 --graph {}";
    for (command, output, flag, names) in [
        ("export {}", "--csv {}", "--csv", vec!["store", "store/results.sqlite"]),
        ("export {}", "--csv {}", "--csv", vec!["store", "store/lock"]),
        ("report {}", "--out {}", "--out", vec!["store", "store/results.sqlite"]),
        ("crossover {}", "--out {}", "--out", vec!["store", "store/map.svg"]),
        ("plot {}", "--out {}", "--out", vec!["store", "store"]),
        ("sweep {}", "--out {}", "--out", vec!["store/results.sqlite", "store"]),
        (generate, "", "--out", vec!["q.npy"]),
        (route, "--trace {}", "--trace", vec!["west.mtx", "west.mtx"]),
        (route, "--trace {}", "--trace", vec!["west.mtx", "store/../west.mtx"]),
        (route, "--save-messages {}", "--save-messages", vec!["west.mtx", "link.jsonl"]),
        (rounds, "--trace {}", "--trace", vec!["west.mtx", "p.npy", "p.npy"]),
        (rounds, "--trace {}", "--trace", vec!["west.mtx", "p.npy", "p.npy.json"]),
        (worm, "--svg {}", "--svg", vec!["graph.edges", "graph.svg"]),
        (route, "--trace - --save-messages -", "--save-messages", vec!["west.mtx"]),
        (
            route,
            "--trace {} --audit full --heat-map {}",
            "--heat-map",
            vec!["west.mtx", "x.svg", "x.svg"],
        ),
    ] {
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path(name)).collect();
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let ran = meshcast(&format!("{command} {output}"), &paths);
        let refused = ran.refused();
        let flags = [flag, "its side file"];
        assert!(
            flags.iter().any(|flag| refused.starts_with(flag)),
            "{command} {output}: {refused}"
        );
        assert!(refused.contains(" would overwrite "), "{command} {output}: {refused}");
        assert!(content() == before, "{command} {output}");
    }
}

#[test]
fn a_file_that_is_open_already_is_no_way_around() {
    let folder = with_store();
    let database = folder.path("store/results.sqlite");
    let before = fs::read(&database).expect("the store");
    let open = fs::File::options().append(true).open(&database).expect("the store");
    let descriptor = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
    assert!(export(&folder, &descriptor).refused().contains(" would overwrite the store"));
    assert!(fs::read(&database).expect("the store") == before);
}

#[test]
fn a_pipe_that_is_called_like_a_temporary_file_is_left_alone() {
    let folder = with_store();
    let pipe = folder.path(".rows.csv.1-0.partial");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    export(&folder, &folder.path("rows.csv")).well();
    assert!(kind(&pipe).is_fifo());
}

#[test]
fn a_name_of_any_length_that_the_system_takes_is_written() {
    let folder = with_store();
    let path = folder.path(&format!("{}.csv", "n".repeat(251)));
    export(&folder, &path).well();
    assert!(path.is_file());
}

#[test]
fn a_permutation_on_standard_output_is_the_file_without_its_side_file() {
    let folder = Folder::new();
    let path = folder.path("p.npy");
    let generate = "expander generate --inputs 16 --outputs 4 --degree 2 --out";
    meshcast(&format!("{generate} {{}}"), &[&path]).well();
    let args = format!("meshcast {generate} -");
    let args = args.split(' ').map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(meshcast::command_line(&[], args, &mut out, &mut err, Terminal::default()), 0);
    assert_eq!(out, fs::read(&path).expect("a file"));
    assert!(err.starts_with(b"standard output: a permutation of 32 numbers"));
}

#[test]
fn standard_output_is_no_folder() {
    let folder = with_store();
    let store = folder.path("store");
    for line in ["sweep quick --out -", "merge {} --out -", "plot {} --out -"] {
        let refused = meshcast(line, &[store.as_path()][..usize::from(line.contains("{}"))]);
        let expected = "expected a folder, found standard output: ./- is a folder of that name";
        assert!(refused.refused().contains(expected), "{line}");
    }
}
