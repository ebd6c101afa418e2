//! The pages that replay runs, opened in a browser: what they show is what the engine did.

mod numbers;
mod windows;
mod worms;

use meshcast::Terminal;
use meshcast_tests::browser::Browser;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder for a browser and its pages.
struct Pages {
    folder: TempDir,
}

impl Pages {
    fn new() -> Self {
        Self { folder: TempDir::new().expect("temporary folders can be made") }
    }

    /// The page of the trace with this text.
    fn of_trace(&self, name: &str, trace: &str) -> PathBuf {
        let [file, page] = ["ndjson", "html"].map(|suffix| self.path(name).with_extension(suffix));
        std::fs::write(&file, trace).expect("temporary files can be written");
        let (status, err) = meshcast(&["replay", &text(&file), "--out", &text(&page)]);
        assert!(status <= 1, "{err}");
        page
    }

    /// The page of a run with these flags of `route`.
    fn of_run(&self, name: &str, flags: &str) -> PathBuf {
        let page = self.path(name).with_extension("html");
        let page_text = text(&page);
        let mut words = vec!["replay", "--run", "--out", &page_text];
        words.extend(flags.split(' '));
        assert_eq!(meshcast(&words), (0, String::new()));
        page
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn browser(&self) -> Option<Browser> {
        Browser::start(self.folder.path())
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("temporary paths are text").to_owned()
}

/// Runs the program; returns its exit status and what it wrote to standard error.
fn meshcast(words: &[&str]) -> (u8, String) {
    let args = ["meshcast"].iter().chain(words).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = meshcast::command_line(&[], args, &mut out, &mut err, Terminal::default());
    (status, String::from_utf8_lossy(&err).into_owned())
}

/// Waits until the page has its data and has read its packets.
const READY: &str = "new Promise((resolve) => { const look = () => window.replay ? \
                     window.replay.packets(0).then(() => resolve(true)) : setTimeout(look, 5); look(); })";

/// Waits until a page of worms has its data.
const READY_WORMS: &str = "new Promise((resolve) => { const look = () => window.replay ? resolve(true) : setTimeout(look, 5); look(); })";

/// The numbers in a JSON list.
fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list");
    list.iter().map(|number| number.as_u64().expect("a number")).collect()
}
