//! Signals: what they leave behind, and what is said.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A run that writes tens of megabytes to a trace, for seconds.
const LONG: &str = "route --algorithm randomized:paper --workload uniform --side 32 --congestion 16 --trace trace.ndjson";

/// Work for minutes.
const SWEEP: &str = "sweep bounds --out my\tresults --threads 1";

/// How long anything here may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// That no signal is ignored, whatever these tests were started by.
const ALL_SIGNALS: &str = "--default-signal=HUP,INT,TERM";

/// The program, started with `signals` by `env`.
fn program(folder: &Path, signals: &str, line: &str) -> Command {
    let mut command = Command::new("env");
    command.args([signals, env!("CARGO_BIN_EXE_meshcast")]);
    // A tab stands for a space in a word.
    command.current_dir(folder).args(line.split(' ').map(|word| word.replace('\t', " ")));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Waits until `is_so`.
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "it takes too long");
        sleep(Duration::from_millis(5));
    }
}

fn send(signal: &str, process: &Child) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// Ends `process` by `signal` and returns the number of the signal that it died of, and what it said.
fn ended_by(signal: &str, process: Child) -> (Option<i32>, String) {
    send(signal, &process);
    let output = process.wait_with_output().unwrap();
    (output.status.signal(), String::from_utf8(output.stderr).unwrap())
}

fn is_partial(name: &str) -> bool {
    name.starts_with(".trace.ndjson.") && name.ends_with(".partial")
}

#[test]
fn a_signal_ends_the_program_without_temporary_files() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        let folder = TempDir::new().unwrap();
        let run = program(folder.path(), ALL_SIGNALS, LONG).spawn().unwrap();
        wait_until(|| names(folder.path()).iter().any(|name| is_partial(name)));
        assert_eq!(ended_by(signal, run), (Some(number), String::new()));
        assert_eq!(names(folder.path()), [""; 0], "{signal}");
    }
}

#[test]
fn what_a_killed_process_left_is_removed_and_what_a_living_one_writes_stays() {
    let folder = TempDir::new().unwrap();
    let killed = program(folder.path(), ALL_SIGNALS, LONG).spawn().unwrap();
    wait_until(|| names(folder.path()).iter().any(|name| is_partial(name)));
    assert_eq!(ended_by("-KILL", killed).0, Some(9));
    let stale = names(folder.path());
    assert!(stale.len() == 1 && is_partial(&stale[0]), "{stale:?}");
    let mut living = program(folder.path(), ALL_SIGNALS, LONG).spawn().unwrap();
    wait_until(|| names(folder.path()).iter().any(|name| is_partial(name) && *name != stale[0]));
    assert!(!names(folder.path()).contains(&stale[0]));
    let short =
        LONG.replace("randomized:paper", "hamiltonian").replace("32", "4").replace("16", "4");
    assert!(program(folder.path(), ALL_SIGNALS, &short).status().unwrap().success());
    assert!(living.try_wait().unwrap().is_none(), "the long run is still at work");
    let both = names(folder.path());
    assert!(
        both.iter().any(|name| is_partial(name)) && both.contains(&"trace.ndjson".to_owned()),
        "{both:?}"
    );
    assert_eq!(ended_by("-TERM", living).0, Some(15));
    assert_eq!(names(folder.path()), ["trace.ndjson"]);
}

#[test]
fn an_interrupted_sweep_says_in_one_line_how_to_resume_it() {
    let folder = TempDir::new().unwrap();
    let sweep = program(folder.path(), ALL_SIGNALS, SWEEP).spawn().unwrap();
    wait_until(|| folder.path().join("my results/results.sqlite").exists());
    let (signal, said) = ended_by("-INT", sweep);
    let program = env!("CARGO_BIN_EXE_meshcast");
    let command = format!("{program} sweep bounds --out 'my results' --threads 1");
    let expected = format!("interrupted; resume with: {command}\n");
    assert_eq!((signal, said), (Some(2), expected));
}

#[test]
fn a_signal_ends_a_sweep_whose_standard_error_is_closed() {
    let folder = TempDir::new().unwrap();
    let mut sweep = program(folder.path(), ALL_SIGNALS, SWEEP).spawn().unwrap();
    drop(sweep.stderr.take());
    wait_until(|| folder.path().join("my results/results.sqlite").exists());
    assert_eq!(ended_by("-TERM", sweep).0, Some(15));
}

#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = TempDir::new().unwrap();
    let mut run = program(folder.path(), "--ignore-signal=HUP", LONG).spawn().unwrap();
    wait_until(|| names(folder.path()).iter().any(|name| is_partial(name)));
    send("-HUP", &run);
    sleep(Duration::from_millis(100));
    assert!(run.try_wait().unwrap().is_none(), "it goes on");
    assert_eq!(ended_by("-TERM", run).0, Some(15));
}
