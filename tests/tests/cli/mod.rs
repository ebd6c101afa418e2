//! The program as its users see it: what it prints, with which exit status, and which files it leaves.

mod adversarial;
mod bad_input;
mod bad_usage;
mod blocks;
mod check;
mod compare;
mod crossover;
mod deterministic;
mod expander;
mod guarantee;
mod header_words;
mod help;
mod limits;
mod mode_check;
mod moe;
mod moe_sweep;
mod names;
mod outputs;
mod pictures;
mod pram;
mod pram_sweep;
mod readme;
mod repeats;
mod replay;
mod replicas;
mod results;
mod results_page;
mod rounds;
mod slurm;
mod spmv;
mod terminal;
mod torus;
mod trace_page;
mod traces;
mod verify;
mod worm;

use meshcast::Terminal;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a run of the program left behind.
struct Ran {
    status: u8,
    out: String,
    err: String,
}

/// Runs the program on the words of `line`, in which each `{}` stands for the next of `paths`.
fn meshcast(line: &str, paths: &[&Path]) -> Ran {
    meshcast_on(Terminal::default(), line, paths)
}

/// The same, looked at on a terminal.
fn meshcast_on(terminal: Terminal, line: &str, paths: &[&Path]) -> Ran {
    let mut paths = paths.iter();
    let words = line.split_whitespace().map(|word| match word {
        "{}" => paths.next().expect("a path for every {}").as_os_str().to_owned(),
        word => OsString::from(word),
    });
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = [OsString::from("meshcast")].into_iter().chain(words);
    let status = meshcast::command_line(&[], args, &mut out, &mut err, terminal);
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Ran { status, out: text(out), err: text(err) }
}

impl Ran {
    /// The output of a run that must have gone well.
    fn well(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""));
        self.out
    }

    /// The error line of a run that must have been refused, without `error: `.
    fn refused(&self) -> &str {
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{}", self.err);
        let line = self.err.strip_suffix('\n').expect("the error ends its line");
        assert!(!line.contains('\n'), "{line}");
        line.strip_prefix("error: ").expect("an error says so")
    }
}

/// JSON output without what cannot repeat and without the program's version and commit.
fn lasting(json: &str) -> String {
    let (lasting, timing) = json.rsplit_once(",\"timing\":").expect("timing comes last");
    assert!(timing.starts_with("{\"seconds\":") && timing.ends_with("}}\n"), "{timing}");
    let mut lasting = format!("{lasting}}}\n");
    for key in ["version", "commit"] {
        let (before, rest) = lasting.split_once(&format!("\"{key}\":\"")).expect("the key");
        let (value, after) = rest.split_once('"').expect("the value ends");
        assert!(!value.is_empty());
        lasting = format!("{before}\"{key}\":\"[{key}]\"{after}");
    }
    lasting
}

fn parsed(json: &str) -> serde_json::Value {
    serde_json::from_str(json).expect("the output is JSON")
}

/// A matrix that comes with the program.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/data").join(name)
}

/// A folder of a test's own, empty at first, gone in the end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("temporary folders can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), content).expect("temporary files can be written");
        self.path(name)
    }

    fn names(&self) -> Vec<OsString> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<OsString> =
            entries.map(|entry| entry.expect("the folder can be read").file_name()).collect();
        names.sort();
        names
    }
}
