//! Finds where an output goes: into a file, through a device or pipe, or to standard output.

use crate::readable::Printed;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What stands for standard output on the command line.
const STANDARD_OUTPUT: &str = "-";

/// The folder of the open files of this process, on systems that have it.
const DESCRIPTORS: &str = "/proc/self/fd";

/// Symbolic links followed before giving up, as many as Linux follows.
const LINKS: u32 = 40;

/// Where the bytes of an output go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// To a regular file: one that exists, or one to be created. No link leads further from here.
    File(PathBuf),
    /// Through something that is no regular file: a device, a pipe, a socket, or a file that is open already.
    Through(PathBuf),
    /// To standard output.
    StandardOutput,
}

impl Place {
    /// Follows `path`, through symbolic links, to where an output under this name goes.
    ///
    /// # Errors
    /// If it is a folder, if its links lead in a circle, or whatever the system says.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path == Path::new(STANDARD_OUTPUT) {
            return Ok(Self::StandardOutput);
        }
        let mut place = path.to_path_buf();
        for _ in 0..LINKS {
            let found = match fs::symlink_metadata(&place) {
                Ok(found) => found,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::File(place)),
                Err(error) => return Err(error),
            };
            if found.is_symlink() {
                if let Some(descriptor) = descriptor(&place) {
                    return Ok(descriptor);
                }
                let target = fs::read_link(&place)?;
                place = place.parent().unwrap_or(Path::new("")).join(target);
            } else if found.is_file() {
                return Ok(Self::File(place));
            } else if found.is_dir() {
                return Err(io::Error::other("expected a file, found a folder"));
            } else {
                return Ok(Self::Through(place));
            }
        }
        Err(io::Error::other("expected a file, found symbolic links in a circle"))
    }
}

/// What the link at `place` stands for if it names an open file of this process, as /dev/stdout does in the end.
fn descriptor(place: &Path) -> Option<Place> {
    let folder = fs::canonicalize(place.parent()?).ok()?;
    if folder != fs::canonicalize(DESCRIPTORS).ok()? {
        return None;
    }
    let is_standard_output = place.file_name().is_some_and(|name| name == "1");
    Some(if is_standard_output {
        Place::StandardOutput
    } else {
        Place::Through(place.to_path_buf())
    })
}

/// Whether an output to `path` goes anywhere but to a regular file, so that its name says nothing of its format.
pub(crate) fn is_stream(path: &Path) -> bool {
    Place::of(path).is_ok_and(|place| !matches!(place, Place::File(_)))
}

/// An output's name for people.
pub(crate) fn shown(path: &Path) -> Printed {
    match Place::of(path) {
        Ok(Place::StandardOutput) => Printed::of("standard output"),
        _ => Printed::of(&path.to_string_lossy()),
    }
}
