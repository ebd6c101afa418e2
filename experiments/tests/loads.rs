//! Sweeps of open loops of multicasts: their rows, and what is made of them.

use rusqlite::Connection;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const PLAN: &str = r#"
title = "Loads"

[[loads]]
flags = "--mesh 4x4 --size 4 --window 300000 --warm-up 100000"
schemes = ["dual-path", "otms-free"]
groupings = ["none", "ppg"]
rates = [0.01, 0.05, 0.1, 2.0]
seeds = [1, 2]

[[loads]]
flags = "--mesh 2x2 --size 1 --window 10000 --startup 1000000000000000000"
schemes = ["dual-path"]
groupings = ["none"]
rates = [0.01]
"#;

/// A folder with a plan.
struct Folder(TempDir);

impl Folder {
    fn new(plan: &str) -> Self {
        let folder = Self(TempDir::new().unwrap());
        fs::write(folder.path("plan.toml"), plan).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The status, output and errors of a command; words that begin with @ are files of the folder.
    fn run(&self, line: &str) -> (u8, String, String) {
        let words = line.split_whitespace().map(|word| match word.strip_prefix('@') {
            Some(name) => self.path(name).into_os_string(),
            None => OsString::from(word),
        });
        let args = [OsString::from("meshcast")].into_iter().chain(words);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let terminal = meshcast::Terminal::default();
        let status = meshcast::command_line(&[], args, &mut out, &mut err, terminal);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(out), text(err))
    }

    fn well(&self, line: &str) -> String {
        let (status, out, err) = self.run(line);
        assert_eq!((status, err.as_str()), (0, ""), "{line}");
        out
    }

    /// The rows of a store without their timing, as they are exported.
    fn rows(&self, store: &str) -> Vec<Vec<String>> {
        self.well(&format!("export @{store} --csv @rows.csv --table loads"));
        let mut reader = csv::Reader::from_path(self.path("rows.csv")).unwrap();
        let names = reader.headers().unwrap().clone();
        let lasts = |name: &str| !name.starts_with("timing_");
        let row = |record: csv::StringRecord| {
            let cells = names.iter().zip(&record).filter(|(name, _)| lasts(name));
            cells.map(|(_, cell)| cell.to_owned()).collect()
        };
        reader.records().map(Result::unwrap).map(row).collect()
    }
}

fn edit(store: &Path, sql: &str) {
    Connection::open(store.join("results.sqlite")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_sweep_of_loads_resumes_and_comes_in_parts() {
    let folder = Folder::new(PLAN);
    folder.well("sweep @plan.toml --out @whole --threads 2");
    let rows = folder.rows("whole");
    assert_eq!(rows.len(), 2 * 2 * 4 * 2 + 1);
    let refused = rows.iter().filter(|row| row.contains(&"refused".to_owned())).count();
    assert_eq!(refused, 1, "times of 2^64 ns");
    folder.well("sweep @plan.toml --out @cut --threads 1");
    edit(&folder.path("cut"), "DELETE FROM loads WHERE rate > 0.02 AND seed = 1");
    assert_eq!(folder.rows("cut").len(), rows.len() - 3 * 4);
    let said = folder.well("sweep @plan.toml --out @cut --format json");
    assert!(said.contains("\"found\":21,") && said.contains("\"done\":12,"), "{said}");
    assert_eq!(folder.rows("cut"), rows);
    for shard in ["1/2", "2/2"] {
        folder.well(&format!("sweep @plan.toml --out @part{} --shard {shard}", &shard[..1]));
    }
    let said = folder.well("merge @part1 @part2 --out @merged --format json");
    assert!(said.ends_with("\"runs\":0,\"expanders\":0,\"loads\":33,\"prams\":0}\n"), "{said}");
    assert_eq!(folder.rows("merged"), rows);
}

/// A row says what `worm load` says of the same traffic.
#[test]
fn a_row_is_the_point_of_a_curve() {
    let folder = Folder::new(PLAN);
    folder.well("sweep @plan.toml --out @store");
    let line = "worm load --mesh 4x4 --size 4 --window 300000 --warm-up 100000 --schemes otms-free \
                --groupings ppg --rates 0.05,2.0 --seed 2 --csv @points.csv";
    folder.well(line);
    let mut points = csv::Reader::from_path(folder.path("points.csv")).unwrap();
    let points: Vec<_> = points.records().map(Result::unwrap).collect();
    assert_eq!(points.len(), 2);
    let rows = folder.rows("store");
    for point in &points {
        let is_same = |row: &&Vec<String>| {
            row[6..11] == ["otms", "free", "ppg", "barrier", "poisson"]
                && row[11] == point[4]
                && row[12] == "2"
        };
        let row = rows.iter().find(is_same).expect("the row");
        let cells: Vec<&str> = (5..15).map(|place| &point[place]).collect();
        assert_eq!(row[15..25], cells);
    }
}

#[test]
fn stores_of_earlier_programs_have_no_loads_until_they_are_swept() {
    let folder = Folder::new(PLAN);
    folder.well("sweep @plan.toml --out @store");
    let rows = folder.rows("store");
    edit(&folder.path("store"), "DROP TABLE loads");
    assert!(folder.rows("store").is_empty());
    folder.well("report @store --out @report.html");
    folder.well("sweep @plan.toml --out @store");
    assert_eq!(folder.rows("store"), rows);
    edit(&folder.path("store"), "UPDATE loads SET accepted = 1 WHERE rate = 2.0 AND seed = 1");
    let (status, _, said) = folder.run("export @store --csv @rows.csv --table loads");
    assert!(status == 2 && said.contains("4 of 34 rows"), "{said}");
    folder.well("sweep @plan.toml --out @store --repair");
    assert_eq!(folder.rows("store"), rows);
}

#[test]
fn loads_are_drawn() {
    let folder = Folder::new(PLAN);
    folder.well("sweep @plan.toml --out @store");
    folder.well("report @store --out @report.html");
    let page = fs::read_to_string(folder.path("report.html")).unwrap();
    for part in [
        "id=\"load-latency-random-4-4x4-mesh\"",
        "id=\"load-throughput-random-4-4x4-mesh\"",
        "33 loads",
        "Open loops of multicasts",
        "otms-free, ppg",
    ] {
        assert!(page.contains(part), "{part}");
    }
    folder.well("plot @store --out @figures");
    let picture = fs::read_to_string(folder.path("figures/load-latency-random-4-4x4-mesh.svg"));
    assert!(picture.unwrap().contains("dual-path, ppg"));
}

#[test]
fn tables_that_make_no_sense_are_refused_with_their_place() {
    for (table, said) in [
        ("rates = []", "3:1: expected rates, found none"),
        ("rates = [0.0]", "4:10: expected a number above 0, found 0"),
        ("rates = [1.0]\nschemes = [\"dual\"]", "5:12: expected one of dual-path, "),
        (
            "rates = [1.0]\nflags = \"--mesh 4x4 --depth 3\"",
            "5:9: unexpected argument '--depth' found",
        ),
        ("rates = [1.0]\nflags = \"--graph a.edges\"", "5:9: expected a network without a file"),
        ("rates = [1.0]\nflags = \"--mesh 4x4 --size 16\"", "5:9: --size: expected from 1 to 15"),
        (
            "rates = [1.0]\nflags = \"--mesh 3x3x3\"\nschemes = [\"dual-path\", \"multi-path\"]",
            "6:25: schemes: expected a mesh of two dimensions for multi-path, which knows left from right, found the 3x3x3 mesh",
        ),
        (
            "rates = [1.0]\nflags = \"--mesh 128x128 --size 4097\"",
            "5:9: --size: expected at most 4096 destinations for ocms and otms, which may all be on one side",
        ),
        (
            "rates = [1.0]\nschemes = [\"dual-path\"]\nflags = \"--mesh 4x4 --effort 5\"",
            "6:9: --effort: expected only with ocms or otms among --schemes, found with others",
        ),
        ("rates = [1e9]\nflags = \"--arrivals bernoulli\"", "4:10: rates: expected at most 200"),
    ] {
        let folder = Folder::new(&format!("title = \"Wrong\"\n\n[[loads]]\n{table}\n"));
        let (status, _, error) = folder.run("sweep @plan.toml --out @store");
        assert!(status == 2 && error.contains(said), "{table}: {error}");
        assert!(!folder.path("store").exists());
    }
}
