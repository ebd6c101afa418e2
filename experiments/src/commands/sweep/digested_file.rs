//! Names a file with what was in it when the plan was read, so that no row stands for another.

use super::error::SweepError;
use crate::input::{InputError, Problem, hexadecimal};
use crate::readable::Printed;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A file as it was.
#[derive(Clone, Debug)]
pub(crate) struct DigestedFile {
    path: PathBuf,
    sha256: String,
}

impl DigestedFile {
    /// The file at `path` as it is now.
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        let sha256 = digest_of(&path)?;
        Ok(Self { path, sha256 })
    }

    /// A file that need not exist, with the digest that it had.
    #[cfg(test)]
    pub(super) fn that_was(path: &str, sha256: &str) -> Self {
        Self { path: path.into(), sha256: sha256.to_owned() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Its name without the folder.
    pub(super) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// SHA-256 of what was in it.
    pub(super) fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Refuses a file that is not as it was.
    pub(super) fn check(&self) -> Result<(), SweepError> {
        let file = self.path.to_string_lossy();
        match digest_of(&self.path) {
            Ok(found) if found == self.sha256 => Ok(()),
            Ok(_) => Err(SweepError::ChangedInput { file: Printed::of(&file) }),
            Err(error) => {
                let (file, problem) = (file.into_owned(), Problem::Unreadable(error));
                Err(InputError { file, line: None, problem }.into())
            }
        }
    }
}

/// SHA-256 of what is in the file at `path`.
fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = BufReader::new(File::open(path)?);
    let mut digest = Sha256::new();
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hexadecimal(digest));
        }
        digest.update(bytes);
        let taken = bytes.len();
        file.consume(taken);
    }
}
