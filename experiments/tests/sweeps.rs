//! Sweeps as processes of their own: killed, started twice at a time, and in parts.

mod slurm;
mod stored;
mod sweep_folder;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stored::{Row, TABLES};
use sweep_folder::Folder;

/// Two seconds of work in runs of very different lengths, some of them refused.
const PLAN: &str = r#"
title = "To be killed"

[[runs]]
algorithms = ["buffered", "randomized:tuned", "deterministic:rounds"]
workloads = ["uniform", "sparse"]
sides = [4, 8, 16, 24]
congestions = [4, 16]
seeds = [1, 2, 3, 4]

[[runs]]
algorithms = ["hamiltonian"]
workloads = ["uniform"]
sides = [8]
degrees = [2]

[[expanders]]
inputs = [64, 256]
outputs = [16, 300]
degrees = [4]
effort = 10000
"#;

/// A run that takes no time.
const ONE_RUN: &str = r#"
title = "One run"

[[runs]]
algorithms = ["hamiltonian"]
workloads = ["uniform"]
sides = [4]
congestions = [3]
"#;

/// All rows of the store in `folder`, table by table in the order of their keys.
fn rows(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let database = folder.join("results.sqlite");
    let store = Connection::open(&database).unwrap();
    let check: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    let all = TABLES.iter().flat_map(|table| stored::rows(&database, table));
    all.map(|row| row.into_iter().filter(|(name, _)| is_wanted(name)).collect()).collect()
}

/// Changes the only run of the store in `folder`, which has the digest of the new row from then on.
fn change(folder: &Path, sql: &str) {
    let database = folder.join("results.sqlite");
    let store = Connection::open(&database).unwrap();
    assert_eq!(store.execute(&format!("UPDATE runs SET {sql}"), []).unwrap(), 1);
    let [row] = &stored::rows(&database, "runs")[..] else { panic!("one run") };
    store.execute("UPDATE runs SET digest = ?1", [stored::digest("runs", row)]).unwrap();
}

/// What has to be the same whenever it is made.
fn lasting(folder: &Path) -> Vec<Row> {
    let lasting = rows(folder, |name| !name.starts_with("timing_") && name != "digest");
    assert!(lasting.iter().flatten().all(|(name, _)| !name.contains("timing")));
    lasting
}

/// Waits until the store in `folder` has more than `count` runs, or the sweep into it is over.
fn wait_for_runs(folder: &Path, count: i64, sweep: &mut Child) {
    let started = Instant::now();
    while glimpsed_runs(folder) <= count && sweep.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_mins(1), "no run in a minute");
        sleep(Duration::from_millis(1));
    }
}

/// How many runs the store in `folder` has; none as long as there is no store.
fn runs(folder: &Path) -> i64 {
    // Not made here, but written to: what a killed sweep has left open is put right by whoever reads first.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    Connection::open_with_flags(folder.join("results.sqlite"), flags)
        .map_or(0, |store| counted(&store).unwrap_or(0))
}

/// How many runs a sweep that is under way seems to have stored. Whoever asks for a lock may wait until the sweep is
/// over: it holds its own nearly all the time where a disk is slow. Hence a look without one, at a run that is perhaps
/// being written only now.
fn glimpsed_runs(folder: &Path) -> i64 {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let address = format!("file:{}?immutable=1", folder.join("results.sqlite").display());
    Connection::open_with_flags(address, flags).map_or(0, |store| counted(&store).unwrap_or(0))
}

/// What fails where the table is not there yet, or is being written.
fn counted(store: &Connection) -> rusqlite::Result<i64> {
    store.query_row("SELECT count(*) FROM runs", [], |row| row.get(0))
}

#[cfg(unix)]
#[test]
fn a_sweep_killed_twenty_times_ends_as_one_that_is_left_alone() {
    let folder = Folder::new();
    let (alone, killed) = (folder.path("alone"), folder.path("killed"));
    let started = Instant::now();
    folder.well("sweep plan.toml --out alone");
    let all = lasting(&alone);
    // No kill waits longer: a fiftieth of the whole, unless that proves to be too long.
    let mut longest = started.elapsed() / 50;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut before = Vec::new();
    let mut kills = 0;
    let mut growths = 0;
    while kills < 20 {
        let moment = longest.mul_f64(random.random::<f64>());
        let stored = runs(&killed);
        let mut sweep = folder.start("sweep plan.toml --out killed");
        // Every other time before or while it begins, else anywhere in the runs after its first one.
        if kills % 2 == 1 {
            wait_for_runs(&killed, stored, &mut sweep);
        }
        sleep(moment);
        sweep.kill().unwrap();
        let ended = sweep.wait_with_output().unwrap();
        if ended.status.success() || runs(&killed) == runs(&alone) {
            // Over before it could be killed, so that nothing is shown: all of it again, and sooner.
            assert!(longest > Duration::from_micros(1), "over before it could be killed");
            longest /= 4;
            fs::remove_dir_all(&killed).unwrap();
            (before, kills, growths) = (Vec::new(), 0, 0);
            continue;
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.code().is_none(), "ended by itself after a kill: {said}");
        kills += 1;
        let output = folder.run("export killed --csv rows.csv");
        if output.status.success() {
            // Whatever was there is there as it was, its timing too.
            let now = rows(&killed, |_| true);
            assert!(before.iter().all(|row| now.contains(row)), "a row was lost or changed");
            growths += usize::from(now.len() > before.len());
            before = now;
        } else {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(before.is_empty() && said.contains("found none"), "{said}");
        }
    }
    assert!(growths >= 3, "killed too early to prove anything: {growths}");
    assert!(before.len() < all.len(), "killed too late to prove anything");
    folder.well("sweep plan.toml --out killed");
    assert!(lasting(&killed) == all, "a killed sweep ends otherwise");
    // And there is nothing left to do.
    let output = folder.run("sweep plan.toml --out killed --format json");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\"done\":0,\"refused\":0,\"failed\":0}"), "{said}");
}

#[test]
fn parts_that_are_merged_are_the_whole() {
    let folder = Folder::new();
    folder.well("sweep plan.toml --out whole --threads 1");
    folder.well("sweep plan.toml --out part1 --shard 1/2");
    folder.well("sweep plan.toml --out part2 --shard 2/2");
    let parts = [folder.path("part1"), folder.path("part2")].map(|part| lasting(&part).len());
    let whole = lasting(&folder.path("whole"));
    // The plan itself is in both.
    assert_eq!(parts[0] + parts[1], whole.len() + 1);
    assert!(parts[0].abs_diff(parts[1]) <= 1, "{parts:?}");
    folder.well("merge part1 part2 --out merged");
    assert!(lasting(&folder.path("merged")) == whole, "two parts are not the whole");
    // A part that is already there, and parts of another seed, change nothing of it.
    folder.well("merge part2 --out merged");
    assert!(lasting(&folder.path("merged")) == whole);
    folder.well("sweep plan.toml --out other --seed 5 --shard 1/9");
    folder.well("merge other --out merged");
    let merged = lasting(&folder.path("merged"));
    assert!(merged.len() > whole.len() && whole.iter().all(|row| merged.contains(row)));
}

#[test]
fn a_second_process_is_refused_and_nothing_is_lost() {
    let folder = Folder::new();
    folder.well("sweep plan.toml --out alone");
    let mut first = folder.start("sweep plan.toml --out both");
    wait_for_runs(&folder.path("both"), 0, &mut first);
    for line in ["sweep plan.toml --out both", "merge alone --out both"] {
        let second = folder.run(line);
        assert!(first.try_wait().unwrap().is_none(), "over before the second began");
        assert_eq!(second.status.code(), Some(2));
        assert!(second.stdout.is_empty());
        let expected = "error: both: expected that nobody else writes to it, found another process that does\n";
        assert_eq!(String::from_utf8(second.stderr).unwrap(), expected);
    }
    // Whoever only reads is let in.
    folder.well("export both --csv rows.csv");
    assert!(first.wait().unwrap().success());
    assert!(lasting(&folder.path("both")) == lasting(&folder.path("alone")));
}

#[test]
fn refused_runs_are_rows_with_their_reason() {
    let folder = Folder::new();
    let plan = r#"
        title = "Not for these"
        [[runs]]
        algorithms = ["hamiltonian"]
        workloads = ["uniform"]
        sides = [2]
        congestions = [3, 4]
        [[runs]]
        algorithms = ["hamiltonian"]
        workloads = ["uniform"]
        sides = [2]
        congestions = [3]
        degrees = [2]
    "#;
    fs::write(folder.path("plan.toml"), plan).unwrap();
    folder.well("sweep plan.toml --out results");
    let store = Connection::open(folder.path("results/results.sqlite")).unwrap();
    let sql = "SELECT status, coalesce(error, ''), steps IS NULL FROM runs \
               ORDER BY asked_congestion, asked_degree";
    let mut query = store.prepare(sql).unwrap();
    let cells = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let found: Vec<(String, String, bool)> = cells.unwrap().map(Result::unwrap).collect();
    let row = |status: &str, error: &str, empty| (status.to_owned(), error.to_owned(), empty);
    let expected = [
        row("done", "", false),
        row(
            "refused",
            "--degree is not expected with the workload uniform, which sets its degrees itself, found 2",
            true,
        ),
        row(
            "refused",
            "--congestion must be at least 1 and below the number of nodes, 4, found 4 (the default is 4)",
            true,
        ),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_run_that_failed_is_not_forgotten_when_the_sweep_is_run_again() {
    let folder = Folder::new();
    let plan = r#"
        title = "One run"
        [[runs]]
        algorithms = ["hamiltonian"]
        workloads = ["uniform"]
        sides = [2]
        congestions = [3]
    "#;
    fs::write(folder.path("plan.toml"), plan).unwrap();
    folder.well("sweep plan.toml --out results");
    change(&folder.path("results"), "status = 'failed', error = 'made so'");
    let store = Connection::open(folder.path("results/results.sqlite")).unwrap();
    let again = folder.run("sweep plan.toml --out results --format json");
    assert_eq!(again.status.code(), Some(1));
    let expected = "error: 1 of 1 runs broke a rule or have a wrong result\n";
    assert_eq!(String::from_utf8(again.stderr).unwrap(), expected);
    let said = String::from_utf8(again.stdout).unwrap();
    assert!(said.contains("\"found\":1,\"found_failed\":1,\"done\":0,"), "{said}");
    let error: String = store.query_row("SELECT error FROM runs", [], |row| row.get(0)).unwrap();
    assert_eq!(error, "made so");
}

#[test]
fn a_run_that_would_not_fit_is_refused_before_any_run() {
    let folder = Folder::new();
    let plan = r#"
        title = "Too large"
        [[runs]]
        algorithms = ["buffered"]
        workloads = ["uniform"]
        sides = [4, 8192]
        congestions = [8]
        [[runs]]
        algorithms = ["buffered"]
        workloads = ["uniform"]
        sides = [8192]
        congestions = [1000000]
    "#;
    fs::write(folder.path("plan.toml"), plan).unwrap();
    let output = folder.run("sweep plan.toml --out results");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let named = "error: buffered on uniform of 8192 x 8192 nodes, c = ";
    assert!(said.starts_with(named) && said.contains("of memory"), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert!(!folder.path("results").exists());
}

#[test]
fn a_file_that_cannot_be_read_leaves_no_store() {
    let folder = Folder::new();
    let plan = r#"
        title = "No message set"
        [[runs]]
        algorithms = ["buffered"]
        inputs = ["a.txt"]
    "#;
    fs::write(folder.path("plan.toml"), plan).unwrap();
    fs::write(folder.path("a.txt"), "0 x\n").unwrap();
    let output = folder.run("sweep plan.toml --out results");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: a.txt:1: expected a destination"), "{said}");
    assert!(!folder.path("results").exists());
}

#[test]
fn a_sweep_waits_for_whoever_reads() {
    let folder = Folder::new();
    fs::write(folder.path("plan.toml"), ONE_RUN).unwrap();
    folder.well("sweep plan.toml --out results");
    let store = Connection::open(folder.path("results/results.sqlite")).unwrap();
    let mut query = store.prepare("SELECT key FROM runs").unwrap();
    let mut reading = query.query([]).unwrap();
    assert!(reading.next().unwrap().is_some());
    let mut sweep = folder.start("sweep plan.toml --out results --seed 2");
    // Longer than the database would wait of itself.
    sleep(Duration::from_secs(6));
    assert!(sweep.try_wait().unwrap().is_none(), "over while somebody read");
    drop(reading);
    let output = sweep.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    assert_eq!(runs(&folder.path("results")), 2);
}

#[test]
fn a_merge_that_is_refused_leaves_nothing() {
    let folder = Folder::new();
    fs::write(folder.path("plan.toml"), ONE_RUN).unwrap();
    for (part, seed) in [("part1", 1), ("part2", 2), ("part3", 1)] {
        folder.well(&format!("sweep plan.toml --out {part} --seed {seed}"));
    }
    let change = |sql: &str| change(&folder.path("part3"), sql);
    let refusal = |line: &str| {
        let output = folder.run(line);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    change("build_commit = 'another'");
    let said = refusal("merge part1 part2 part3 --out merged");
    assert!(said.starts_with("error: part3: expected the same results of the run "), "{said}");
    assert!(
        said.contains(" as the others have, found ones made by another build (meshcast "),
        "{said}"
    );
    assert!(said.contains(", commit another and meshcast "), "{said}");
    assert!(!folder.path("merged").exists());
    change("steps = steps + 1");
    folder.well("merge part1 --out merged");
    let before = rows(&folder.path("merged"), |_| true);
    let said = refusal("merge part2 part3 --out merged");
    assert!(said.ends_with(" as the others have, found other ones\n"), "{said}");
    assert!(rows(&folder.path("merged"), |_| true) == before);
    // A store can be a part of what it becomes.
    folder.well("merge part2 merged --out merged");
    assert_eq!(runs(&folder.path("merged")), 2);
}

#[test]
fn a_plan_is_named_as_it_was_given() {
    let folder = Folder::new();
    fs::create_dir(folder.path("plans")).unwrap();
    let plan =
        "title = \"\\u001b[2Jt\"\n[[expanders]]\ninputs = [4]\noutputs = [4]\ndegrees = [1]\n";
    fs::write(folder.path("plans/a.toml"), format!("{plan}effort = -1\n")).unwrap();
    let output = folder.run("sweep plans/a.toml --out results");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: plans/a.toml:6:10: "), "{said}");
    // Nothing in a title reaches a terminal as it is.
    fs::write(folder.path("plans/a.toml"), plan).unwrap();
    let output = folder.run("sweep plans/a.toml --out results");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("a.toml: \\u{1b}[2Jt\n"), "{said}");
}

#[test]
fn a_seed_for_which_a_store_has_no_room_is_refused() {
    let folder = Folder::new();
    let output = folder.run("sweep plan.toml --out results --seed 9223372036854775808");
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: --seed: expected a whole number from 0 to 9223372036854775807, for which a store has room, \
                    found 9223372036854775808\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    assert!(!folder.path("results").exists());
}
