//! Reads and writes the JSON file beside a stored permutation: `p.npy.json` beside `p.npy`.
//!
//! A file of that name without the schema of side files is somebody else's: it is not read and not replaced.

use super::error::{InputError, Problem};
use super::npy::{self, Stored};
use super::{open_file, refusal};
use crate::readable::Printed;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The schema of side files.
pub(crate) const SCHEMA: &str = "meshcast.permutation/1";
/// No side file has more bytes.
const LONGEST: u64 = 1 << 16;

/// What `expander generate` says of the file it has written.
#[derive(Debug, Serialize)]
pub(crate) struct SideFile {
    pub(crate) schema: &'static str,
    pub(crate) file: String,
    pub(crate) inputs: usize,
    /// c, if the permutation was made for a graph of so many outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outputs: Option<usize>,
    /// r, if the permutation was made for a graph; else it is one of the inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) degree: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) sha256: String,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
}

/// What tells a side file from any other.
#[derive(Deserialize)]
struct Tagged {
    schema: String,
}

/// What a reader needs of it.
#[derive(Deserialize)]
struct Digest {
    sha256: String,
}

/// Where the side file of the permutation at `path` is.
pub(crate) fn side_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Refuses the place of a side file where a file is that is none.
pub(crate) fn check_place(side: &Path) -> io::Result<()> {
    match begin(side)? {
        Some(text) if !is_side_file(&text) => Err(io::Error::other(
            "expected no file or one that expander generate has written, found another",
        )),
        _ => Ok(()),
    }
}

/// Reads the permutation at `path`; if there is a side file, its digest must be that of the file.
pub(crate) fn read_permutation(path: &Path) -> Result<Stored, InputError> {
    let name = path.to_string_lossy();
    let file = open_file(path).map_err(|problem| refusal(&name, problem))?;
    let stored = npy::read(file, &name)?;
    let side = side_of(path);
    let side_name = side.to_string_lossy();
    let text = begin(&side).map_err(|error| refusal(&side_name, Problem::Unreadable(error)))?;
    let Some(text) = text.filter(|text| is_side_file(text)) else { return Ok(stored) };
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

/// As much of the file at `side` as a side file has; `None` if no file is there.
fn begin(side: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::metadata(side) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut text = Vec::new();
    File::open(side)?.take(LONGEST).read_to_end(&mut text)?;
    Ok(Some(text))
}

fn is_side_file(text: &[u8]) -> bool {
    serde_json::from_slice(text).is_ok_and(|Tagged { schema }| schema == SCHEMA)
}
