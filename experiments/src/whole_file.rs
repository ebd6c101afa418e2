//! Files that appear whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Temporary names tried before giving up: only a crashed run with this process number leaves one behind.
const ATTEMPTS: u32 = 100;

/// A file in the making. It is written under a temporary name in the folder of its place, moved there by
/// [`WholeFile::complete`], and removed if that never comes.
#[derive(Debug)]
pub(crate) struct WholeFile {
    place: PathBuf,
    temporary: PathBuf,
    file: File,
    complete: bool,
}

impl WholeFile {
    /// Begins the file at `path`. A file that is there is replaced on completion and not before; anything but a file
    /// (a directory, a device) is left alone.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // Through a symbolic link the file it leads to is replaced, not the link.
        let place = match fs::canonicalize(path) {
            Ok(place) if place.is_file() => place,
            Ok(_) => {
                return Err(io::Error::other("expected a file to replace, found something else"));
            }
            Err(_) => path.to_path_buf(),
        };
        let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for attempt in 0..ATTEMPTS {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{attempt}.partial", std::process::id()));
            let temporary = place.with_file_name(hidden);
            match File::create_new(&temporary) {
                Ok(file) => return Ok(Self { place, temporary, file, complete: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }

    /// Where to write.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Moves what was written to its place.
    pub(crate) fn complete(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.place)?;
        self.complete = true;
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.complete {
            // The error that ended the writing is the one to report, not this one.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Creates or replaces the file at `path` with what `write` writes, if it writes all of it.
pub(crate) fn save_whole(
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let whole = WholeFile::create(path)?;
    write(whole.file())?;
    whole.complete()
}

/// Creates or replaces the file at `path` with these bytes, all or none.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    save_whole(path, |mut file| file.write_all(bytes))
}
