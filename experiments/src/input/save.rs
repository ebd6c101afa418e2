//! Saves message sets as lines of JSON that [`super::json_lines`] reads back.

use crate::output::{Piped, save_whole};
use crate::readable::Printable;
use meshcast_engine::Messages;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use thiserror::Error;

/// A message set that could not be written. Nothing of it was left behind.
#[derive(Debug, Error)]
#[error("{}: the messages cannot be saved: {source}", Printable(.file))]
pub(crate) struct SaveError {
    /// The file's name as the user gave it.
    file: String,
    /// Why.
    source: io::Error,
}

/// A line of the file.
#[derive(Serialize)]
struct Line<'a> {
    source: u32,
    destinations: &'a [u32],
}

/// Writes `messages` to the file at `path`, a line `{"source":5,"destinations":[1,17]}` each.
///
/// The file appears whole or not at all. What is for standard output is returned.
///
/// The number of nodes is not saved: a reader counts 1 + the greatest index, which is less where the last nodes
/// neither send nor receive.
///
/// # Errors
/// Whatever the system says of the folder, the name or the space left.
pub(crate) fn save(messages: &Messages, path: &Path) -> Result<Option<Piped>, SaveError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;
    use std::fs;
    use tempfile::tempdir;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    fn set() -> Messages {
        Messages::new(18, [(5, vec![17, 1]), (0, vec![])]).unwrap()
    }

    #[test]
    fn a_set_is_saved_as_a_line_a_message() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("set.jsonl");
        fs::write(&path, "what was here before").unwrap();
        save(&set(), &path).unwrap();
        let expected =
            "{\"source\":0,\"destinations\":[]}\n{\"source\":5,\"destinations\":[1,17]}\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert_eq!(names(folder.path()), ["set.jsonl"]);
    }

    #[test]
    fn a_failed_save_leaves_the_folder_as_it_was() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("set.jsonl");
        fs::write(&path, "before").unwrap();
        let result = save_whole(&path, |mut file| {
            file.write_all(b"half of the")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(result.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(names(folder.path()), ["set.jsonl"]);
    }

    #[test]
    fn a_directory_is_not_replaced() {
        let folder = tempdir().unwrap();
        let error = save(&set(), folder.path()).unwrap_err().to_string();
        let reason = "the messages cannot be saved: expected a file, found a folder";
        assert_eq!(error, format!("{}: {reason}", folder.path().display()));
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("absent").join("set.jsonl");
        let error = save(&set(), &path).unwrap_err().to_string();
        let expected = format!("{}: the messages cannot be saved: ", path.display());
        assert!(error.starts_with(&expected), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_is_followed() {
        let folder = tempdir().unwrap();
        let (target, link) = (folder.path().join("target.jsonl"), folder.path().join("link.jsonl"));
        fs::write(&target, "before").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        save(&set(), &link).unwrap();
        assert!(link.is_symlink());
        assert!(fs::read_to_string(&target).unwrap().starts_with("{\"source\":0"));
    }
}
