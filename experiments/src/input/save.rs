//! Message sets to files: lines of JSON that [`super::json_lines`] reads back.

use super::excerpt::Printable;
use meshcast_engine::Messages;
use serde::Serialize;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Temporary names tried before giving up: only a crashed run with this process number leaves one behind.
const ATTEMPTS: u32 = 100;

/// A message set that could not be written. Nothing of it was left behind.
#[derive(Debug, Error)]
#[error("{}: the messages cannot be saved: {source}", Printable(.file))]
pub struct SaveError {
    /// The file's name as the user gave it.
    pub file: String,
    /// Why.
    pub source: io::Error,
}

/// A line of the file.
#[derive(Serialize)]
struct Line<'a> {
    source: u32,
    destinations: &'a [u32],
}

/// Writes `messages` to the file at `path`, a line `{"source":5,"destinations":[1,17]}` each.
///
/// The file appears whole or not at all: it is written beside its place and moved there when it is complete. A file
/// that was there is replaced then and not before; anything but a file (a directory, a device) is left alone.
///
/// The number of nodes is not saved: a reader counts 1 + the greatest index, which is less where the last nodes
/// neither send nor receive.
///
/// # Errors
/// Whatever the system says of the folder, the name or the space left.
pub fn save(messages: &Messages, path: &Path) -> Result<(), SaveError> {
    save_whole(path, |file| write_lines(messages, file))
        .map_err(|source| SaveError { file: path.to_string_lossy().into_owned(), source })
}

fn write_lines(messages: &Messages, file: &File) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    for (source, destinations) in messages.iter() {
        serde_json::to_writer(&mut out, &Line { source, destinations })?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Creates or replaces the file at `path` with what `write` writes, if it writes all of it.
fn save_whole(path: &Path, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    // Through a symbolic link the file it leads to is replaced, not the link.
    let place = match fs::canonicalize(path) {
        Ok(place) if place.is_file() => place,
        Ok(_) => return Err(io::Error::other("expected a file to replace, found something else")),
        Err(_) => path.to_path_buf(),
    };
    let mut partial = Partial::create(&place)?;
    write(&partial.file)?;
    partial.file.sync_all()?;
    fs::rename(&partial.path, &place)?;
    partial.complete = true;
    Ok(())
}

/// A file under a temporary name in the folder of its place, removed unless it was completed.
struct Partial {
    path: PathBuf,
    file: File,
    complete: bool,
}

impl Partial {
    fn create(place: &Path) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for attempt in 0..ATTEMPTS {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{attempt}.partial", std::process::id()));
            let path = place.with_file_name(hidden);
            match File::create_new(&path) {
                Ok(file) => return Ok(Self { path, file, complete: false }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.complete {
            // The error that ended the writing is the one to report, not this one.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test's own, empty.
    fn folder(test: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("meshcast-save-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    fn set() -> Messages {
        Messages::new(18, [(5, vec![17, 1]), (0, vec![])]).unwrap()
    }

    #[test]
    fn a_set_is_saved_as_a_line_a_message() {
        let folder = folder("lines");
        let path = folder.join("set.jsonl");
        fs::write(&path, "what was here before").unwrap();
        save(&set(), &path).unwrap();
        let expected =
            "{\"source\":0,\"destinations\":[]}\n{\"source\":5,\"destinations\":[1,17]}\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert_eq!(names(&folder), ["set.jsonl"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failed_save_leaves_the_folder_as_it_was() {
        let folder = folder("failed");
        let path = folder.join("set.jsonl");
        fs::write(&path, "before").unwrap();
        let result = save_whole(&path, |mut file| {
            file.write_all(b"half of the")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(result.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(names(&folder), ["set.jsonl"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_directory_is_not_replaced() {
        let folder = folder("directory");
        let error = save(&set(), &folder).unwrap_err().to_string();
        let reason =
            "the messages cannot be saved: expected a file to replace, found something else";
        assert_eq!(error, format!("{}: {reason}", folder.display()));
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_missing_folder_is_named() {
        let path = folder("missing").join("absent").join("set.jsonl");
        let error = save(&set(), &path).unwrap_err().to_string();
        let expected = format!("{}: the messages cannot be saved: ", path.display());
        assert!(error.starts_with(&expected), "{error}");
        fs::remove_dir_all(path.ancestors().nth(2).unwrap()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_is_followed() {
        let folder = folder("link");
        let (target, link) = (folder.join("target.jsonl"), folder.join("link.jsonl"));
        fs::write(&target, "before").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        save(&set(), &link).unwrap();
        assert!(link.is_symlink());
        assert!(fs::read_to_string(&target).unwrap().starts_with("{\"source\":0"));
        fs::remove_dir_all(folder).unwrap();
    }
}
