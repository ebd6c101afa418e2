//! Message sets from files: Matrix Market, JSON lines and edge lists, chosen by suffix, compressed or not, or from standard input;
//! placed on a mesh; saved. Permutations from `NumPy` files.
//!
//! A reader takes the file line by line, holds what it has read and nothing that the file merely claims, and refuses
//! with an [`InputError`] of one line whatever it cannot read as a message set.

mod archive;
mod blocks;
mod counts;
pub mod edge_list;
mod error;
mod failed_read;
mod hilbert;
pub mod json_lines;
mod json_path;
mod lines;
pub mod matrix_market;
mod matrix_values;
pub mod npy;
mod placement;
pub(crate) mod routes;
mod save;
mod set_file;
mod side_file;

#[cfg(test)]
mod properties;

pub use crate::readable::{Excerpt, Printed};
pub(crate) use blocks::Seating;
pub use blocks::{Block, BlockError, MOST_PER_NODE, place_in_blocks};
pub(crate) use counts::read_counts;
pub use error::{InputError, Problem};
pub(crate) use matrix_values::MatrixEntry;
pub(crate) use npy::hexadecimal;
pub use placement::{Placement, PlacementError, place};
pub(crate) use save::{SaveError, save};
pub(crate) use set_file::{SetFile, is_edge_list, is_standard_input, name_of_set};
pub(crate) use side_file::{SCHEMA, SideFile, check_place, read_permutation, side_of};

use meshcast_engine::Messages;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Bytes read from a file at a time.
const CHUNK: usize = 1 << 16;

/// Reads the message set of the file at `path` by its suffix, in any case: `.mtx`, `.jsonl`, `.txt` or `.edges`, with `.gz` or `.zst`
/// after it if it is compressed. `-` is standard input, of which the first bytes say what it is, as of other streams without a suffix.
///
/// # Errors
/// Any other suffix, a directory, a file that cannot be read or that its reader refuses, a broken archive.
pub fn read(path: &Path) -> Result<Messages, InputError> {
    SetFile::open(path)?.read()
}

/// Opens the file at `path`.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>, InputError> {
    let file = open_file(path).map_err(|problem| refusal(&path.to_string_lossy(), problem))?;
    Ok(BufReader::with_capacity(CHUNK, file))
}

/// The bytes of the file at `path`.
fn bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let read = open(path)?.read_to_end(&mut bytes);
    let unread = |error| refusal(&path.to_string_lossy(), Problem::Unreadable(error));
    read.map(|_| bytes).map_err(unread)
}

/// The file at `path`; a directory opens like a file on some systems and fails only when read.
fn open_file(path: &Path) -> Result<File, Problem> {
    let open = || -> io::Result<_> {
        let file = File::open(path)?;
        let is_directory = file.metadata()?.is_dir();
        Ok((file, is_directory))
    };
    match open().map_err(Problem::Unreadable)? {
        (_, true) => Err(Problem::Directory),
        (file, false) => Ok(file),
    }
}

fn refusal(name: &str, problem: Problem) -> InputError {
    InputError { file: name.to_owned(), line: None, problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;
    use tempfile::tempdir;

    fn data(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
    }

    /// The refusal of `path`, without the folder it stands in.
    fn refusal_of(path: &Path) -> String {
        let message = read(path).unwrap_err().to_string();
        let folder = format!("{}/", path.parent().unwrap().display());
        message.strip_prefix(&folder).unwrap().to_string()
    }

    #[test]
    fn the_shipped_matrices_have_their_published_measures() {
        let measures = |name| {
            let set = read(&data(name)).unwrap();
            [set.nodes(), set.deliveries(), set.degree(), set.congestion()]
        };
        assert_eq!(measures("karate.mtx"), [34, 156, 17, 17]);
        assert_eq!(measures("west0067.mtx"), [67, 294, 10, 6]);
    }

    #[test]
    fn the_suffix_chooses_the_reader() {
        let folder = tempdir().unwrap();
        let files = [
            ("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n3 2\n"),
            ("a.jsonl", "{\"source\":1,\"destinations\":[2]}\n"),
            ("a.txt", "1 2\n"),
            ("a.edges", "1 2\n"),
            ("b.MTX", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n3 2\n"),
            ("b.JsonL", "{\"source\":1,\"destinations\":[2]}\n"),
            ("b.TXT", "1 2\n"),
            ("b.Edges", "1 2\n"),
        ];
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            assert_eq!(read(&path).unwrap(), Messages::new(3, [(1, vec![2])]).unwrap(), "{name}");
        }
    }

    #[test]
    fn another_suffix_is_refused_before_the_file_is_opened() {
        let expected = "expected a name that ends in .mtx, .jsonl, .txt or .edges, with or without .gz or .zst after it";
        for (name, found) in [
            ("a.csv", "\"csv\""),
            ("a.csv.gz", "\"gz\""),
            ("a.gz", "\"gz\""),
            ("a.mtx.gz.gz", "\"gz\""),
            ("a.mtx.xz", "\"xz\""),
            ("mtx", "no suffix"),
        ] {
            assert_eq!(refusal_of(&data(name)), format!("{name}: {expected}, found {found}"));
        }
    }

    #[test]
    fn a_directory_is_refused() {
        let folder = tempdir().unwrap();
        for name in ["d.mtx", "d.jsonl", "d.txt", "d.edges"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            let expected = format!("{name}: expected a file, found a directory");
            assert_eq!(refusal_of(&folder.path().join(name)), expected);
        }
    }

    #[test]
    fn a_missing_file_is_refused() {
        let cause = File::open(data("absent.mtx")).unwrap_err();
        let expected = format!("absent.mtx: expected a file that can be read, found: {cause}");
        assert_eq!(refusal_of(&data("absent.mtx")), expected);
    }
}
