//! What a stored permutation is: a JSON file beside it.

use super::error::{InputError, Problem};
use super::excerpt::Printed;
use super::npy::{self, Stored};
use super::{open_file, refusal};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What `expander generate` says of the file it has written.
#[derive(Debug, Serialize)]
pub(crate) struct SideFile {
    pub(crate) schema: &'static str,
    pub(crate) file: String,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) degree: usize,
    pub(crate) seed: u64,
    pub(crate) sha256: String,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
}

/// What a reader needs of it.
#[derive(Deserialize)]
struct Digest {
    sha256: String,
}

/// Where the side file of the permutation at `path` is.
pub(crate) fn side_of(path: &Path) -> PathBuf {
    path.with_extension("json")
}

/// Reads the permutation at `path`; if there is a side file, its digest must be that of the file.
pub(crate) fn read_permutation(path: &Path) -> Result<Stored, InputError> {
    let name = path.to_string_lossy();
    let file = open_file(path).map_err(|problem| refusal(&name, problem))?;
    let stored = npy::read(file, &name)?;
    let side = side_of(path);
    let side_name = side.to_string_lossy();
    let text = match fs::read(&side) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(stored),
        Err(error) => return Err(refusal(&side_name, Problem::Unreadable(error))),
    };
    let Digest { sha256 } = serde_json::from_slice(&text).map_err(|error| {
        refusal(&side_name, Problem::SideFile { found: Printed::of(&error.to_string()) })
    })?;
    if sha256 != stored.sha256 {
        let (name_of_side, expected) = (Printed::of(&side_name), Printed::of(&sha256));
        let found = stored.sha256;
        return Err(refusal(&name, Problem::Digest { name: name_of_side, expected, found }));
    }
    Ok(stored)
}
