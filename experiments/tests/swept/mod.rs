//! A folder with a plan and the store of its sweep.

use rusqlite::Connection;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(super) const PLAN: &str = r#"
title = "To be damaged"

[[runs]]
algorithms = ["buffered", "randomized:tuned", "hamiltonian"]
workloads = ["uniform"]
sides = [4, 8]
congestions = [2, 4, 99]
seeds = [1, 2]

[[expanders]]
inputs = [16, 64]
outputs = [16]
degrees = [4]
effort = 1000
"#;

/// What a run of the program left behind.
pub(super) struct Ran {
    pub(super) status: u8,
    pub(super) out: String,
    pub(super) err: String,
}

/// A folder with a plan and the store `results` of it.
pub(super) struct Swept(pub(super) TempDir);

impl Swept {
    pub(super) fn new() -> Self {
        let swept = Self(TempDir::new().unwrap());
        fs::write(swept.path("plan.toml"), PLAN).unwrap();
        swept.sweep("results", "").well();
        swept
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn database(&self, store: &str) -> PathBuf {
        self.path(store).join("results.sqlite")
    }

    pub(super) fn sweep(&self, store: &str, flags: &str) -> Ran {
        let line = format!("sweep {{}} --threads 1 --format json {flags} --out {{}}");
        meshcast(&line, &[&self.path("plan.toml"), &self.path(store)])
    }

    /// A copy of the store with nothing but these bytes.
    pub(super) fn copy(&self, store: &str, bytes: &[u8]) {
        let _ = fs::remove_dir_all(self.path(store));
        fs::create_dir(self.path(store)).unwrap();
        fs::write(self.database(store), bytes).unwrap();
    }

    /// Both tables that can be exported, as the program exports them; or why it refuses.
    pub(super) fn exported(&self, store: &str) -> Result<String, String> {
        let (store, file) = (self.path(store), self.path("rows.csv"));
        let mut exported = String::new();
        for table in ["runs", "expanders"] {
            let line = format!("export {{}} --csv {{}} --table {table}");
            let ran = meshcast(&line, &[&store, &file]);
            if ran.status != 0 {
                return Err(ran.refused());
            }
            exported.push_str(&fs::read_to_string(&file).unwrap());
        }
        Ok(exported)
    }

    /// A copy of the store that was edited by `sql`.
    pub(super) fn edited(&self, store: &str, sql: &str) {
        self.copy(store, &fs::read(self.database("results")).unwrap());
        let database = Connection::open(self.database(store)).unwrap();
        assert_eq!(database.execute(sql, []).unwrap(), 1, "{sql}");
    }
}

impl Ran {
    pub(super) fn well(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""));
        self.out
    }

    /// The one line of a refusal.
    pub(super) fn refused(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{}", self.err);
        let line = self.err.strip_suffix('\n').expect("the error ends its line");
        assert!(!line.contains('\n'), "{line}");
        line.strip_prefix("error: ").expect("an error says so").to_owned()
    }
}

pub(super) fn meshcast(line: &str, paths: &[&Path]) -> Ran {
    let mut paths = paths.iter();
    let words = line.split_whitespace().map(|word| match word {
        "{}" => paths.next().expect("a path for every {}").as_os_str().to_owned(),
        word => OsString::from(word),
    });
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = [OsString::from("meshcast")].into_iter().chain(words);
    let status =
        meshcast::command_line(&[], args, &mut out, &mut err, meshcast::Terminal::default());
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Ran { status, out: text(out), err: text(err) }
}
