//! Temporary files beside the places of outputs, none of which outlives its process for long.
//!
//! A temporary file is locked as long as its process lives. [`end_without_partials`] removes those of this process when a signal
//! ends it. What a killed process left behind is recognised by its free lock, and removed when the next output of that name begins.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary names tried before giving up.
const ATTEMPTS: u32 = 100;

/// How the name of a temporary file ends.
const SUFFIX: &str = ".partial";

/// The temporary files of this process. No result depends on it.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file beside the place of an output; removed unless it is moved there.
#[derive(Debug)]
pub(super) struct Partial {
    path: PathBuf,
    file: File,
    moved: bool,
}

impl Partial {
    /// Creates an empty temporary file in the folder of `place`, and removes what killed processes left there of such files.
    pub(super) fn beside(place: &Path) -> io::Result<Self> {
        let name = place.file_name().ok_or(ErrorKind::InvalidInput)?;
        remove_stale(place, name);
        for attempt in 0..ATTEMPTS {
            let mut hidden = prefix(name);
            hidden.push(format!("{}-{attempt}{SUFFIX}", std::process::id()));
            let path = place.with_file_name(hidden);
            let mut live = live();
            let file = match File::create_new(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Before it was locked, another process may have taken it for stale, and removed it.
            let is_ours =
                !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.exists();
            if is_ours {
                live.insert(path.clone());
                return Ok(Self { path, file, moved: false });
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Moves it over `place`.
    pub(super) fn move_to(mut self, place: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let live = live();
        fs::rename(&self.path, place)?;
        self.moved = true;
        drop(live);
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut live = live();
        live.remove(&self.path);
        if !self.moved {
            // The error that ended the writing is the one to report, not this one.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes the temporary files of this process, then ends it by `end`. No file is created or moved meanwhile.
pub(crate) fn end_without_partials(end: impl FnOnce()) {
    let live = live();
    for path in &*live {
        let _ = fs::remove_file(path);
    }
    end();
}

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the names of the temporary files of an output called `name` begin.
fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix
}

/// Removes the temporary files for an output at `place` whose processes have ended. What cannot be removed stays: it is in nobody's way.
fn remove_stale(place: &Path, name: &OsStr) {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    let prefix = prefix(name);
    for entry in entries.flatten() {
        let found = entry.file_name();
        let middle = found
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
        let is_numbers = |middle: &[u8]| middle.iter().all(|&b| b.is_ascii_digit() || b == b'-');
        if middle.is_some_and(is_numbers)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
