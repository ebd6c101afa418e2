//! Names temporary files, and removes them when their process ends, or after it was killed.
//!
//! [`end_without_partials`] removes the temporary files of this process when a signal ends it. A temporary file beside an output is locked
//! as long as its process lives: the free lock of one that a killed process left shows that it is stale, and the next output of that name
//! removes it.

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

/// Bytes of an output's name that the name of its temporary file has.
const NAME_BYTES: usize = 200;

/// The temporary files of this process. No result depends on it.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The path of a temporary file of this process. The file is removed when this is dropped, unless it was moved.
#[derive(Debug)]
pub(crate) struct Temporary {
    path: PathBuf,
    moved: bool,
}

impl Temporary {
    /// Takes charge of the file at `path`, which may not exist yet.
    pub(crate) fn at(path: PathBuf) -> Self {
        live().insert(path.clone());
        Self { path, moved: false }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Moves the file over `place`.
    pub(crate) fn move_to(mut self, place: &Path) -> io::Result<()> {
        // No signal removes it meanwhile.
        let live = live();
        fs::rename(&self.path, place)?;
        self.moved = true;
        drop(live);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut live = live();
        live.remove(&self.path);
        if !self.moved {
            // The error that ended the writing is the one to report, not this one.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A temporary file beside the place of an output.
#[derive(Debug)]
pub(super) struct Partial {
    temporary: Temporary,
    file: File,
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
            let file = match File::create_new(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Before it was locked, another process may have taken it for stale, and removed it.
            let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if is_locked && is_at(&file, &path) {
                return Ok(Self { temporary: Temporary::at(path), file });
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Moves it over `place`.
    pub(super) fn move_to(self, place: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        self.temporary.move_to(place)
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
    // The longest names have no room for more.
    let mut rest = NAME_BYTES;
    let fits = |c: &char| {
        rest = rest.saturating_sub(c.len_utf8());
        rest > 0
    };
    prefix.push(name.to_string_lossy().chars().take_while(fits).collect::<String>());
    prefix.push(".");
    prefix
}

/// Removes the temporary files for an output at `place` whose processes have ended. What cannot be removed stays.
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
            && entry.file_type().is_ok_and(|found| found.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether `file` is what stands at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(own), Ok(found)) => (own.dev(), own.ino()) == (found.dev(), found.ino()),
        _ => false,
    }
}

/// Whether `file`, or another one, is at `path`.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
