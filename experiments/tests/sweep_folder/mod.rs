//! A folder in which sweeps run as processes.

use crate::PLAN;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A folder of a test's own, gone in the end.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
        Self(folder)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command of the program in this folder.
    pub(super) fn meshcast(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_meshcast"));
        command.current_dir(&self.0).args(line.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(super) fn start(&self, line: &str) -> Child {
        self.meshcast(line).spawn().unwrap()
    }

    pub(super) fn run(&self, line: &str) -> Output {
        self.meshcast(line).output().unwrap()
    }

    /// Runs a command that must go well.
    pub(super) fn well(&self, line: &str) {
        let output = self.run(line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{line}: {said}");
    }
}
