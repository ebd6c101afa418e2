//! Refuses outputs before anything is written: those with a wrong suffix, and those that would overwrite an input or each other.

use super::error::OutputError;
use super::place::{Place, is_stream, shown};
use crate::readable::Printed;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses a command that would write to a file that it reads, or two outputs to one place. Each file stands beside the flag or argument
/// that names it.
pub(crate) fn check_files(
    reads: &[(&'static str, PathBuf)],
    writes: &[(&'static str, Option<&Path>)],
) -> Result<(), OutputError> {
    let mut taken: Vec<(&'static str, Target)> =
        reads.iter().filter_map(|(flag, path)| Some((*flag, Target::of_file(path)?))).collect();
    for &(flag, path) in writes {
        let Some(path) = path else { continue };
        let Some(target) = Target::of_output(path) else { continue };
        if let Some(&(other, _)) = taken.iter().find(|(_, taken)| *taken == target) {
            return Err(OutputError::Clash { flag, other, file: shown(path) });
        }
        taken.push((flag, target));
    }
    Ok(())
}

/// Refuses a file, which `flag` names, whose name ends in none of some suffixes. A stream may have any name.
pub(crate) fn check_suffix(
    flag: &'static str,
    path: &Path,
    suffixes: &[&str],
) -> Result<(), OutputError> {
    let is_meant = |found: &OsStr| suffixes.iter().any(|suffix| found == *suffix);
    if path.extension().is_some_and(is_meant) || is_stream(path) {
        return Ok(());
    }
    let suffixes: Vec<String> = suffixes.iter().map(|suffix| format!(".{suffix}")).collect();
    let found = Printed::of(&path.to_string_lossy());
    Err(OutputError::Suffix { flag, suffixes: suffixes.join(" or "), found })
}

/// What an output overwrites.
#[derive(PartialEq, Eq)]
enum Target {
    File(PathBuf),
    StandardOutput,
}

impl Target {
    /// `None` where nothing is overwritten: a device takes many outputs.
    fn of_output(path: &Path) -> Option<Self> {
        match Place::of(path).ok()? {
            Place::File(place) => Self::of_file(&place),
            Place::Through(place) if place.is_file() => Self::of_file(&place),
            Place::Through(_) => None,
            Place::StandardOutput => Some(Self::StandardOutput),
        }
    }

    /// The file at `path`, by whatever links and folders it is named; `None` if there is no such folder.
    fn of_file(path: &Path) -> Option<Self> {
        let existing = fs::canonicalize(path);
        let whole = existing.or_else(|_| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            Ok::<_, std::io::Error>(folder.join(path.file_name().unwrap_or_default()))
        });
        whole.ok().map(Self::File)
    }
}
