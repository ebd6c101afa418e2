//! Makes outputs appear whole or not at all.

use super::partial::Partial;
use super::place::Place;
use std::fs::File;
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

/// An output in the making. Nothing of it is seen before [`WholeFile::complete`]; without it, nothing ever is.
#[derive(Debug)]
pub(crate) struct WholeFile(Making);

#[derive(Debug)]
enum Making {
    /// Beside `place`, where it is moved.
    Beside { partial: Partial, place: PathBuf },
    /// In a file without a name, whose bytes are then written to a device or pipe.
    Through { spool: File, place: PathBuf },
    /// The same, for standard output.
    StandardOutput(File),
}

/// A complete output that was asked for as `-`: standard output holds it, and nothing else.
#[derive(Debug)]
pub(crate) struct Piped(File);

impl WholeFile {
    /// Begins the output at `path`, after any symbolic links. A regular file that exists is replaced on completion and not before, and
    /// keeps its permissions; devices and pipes are written through; `-` is standard output.
    ///
    /// # Errors
    /// If it is a folder or a file that cannot be written, or whatever the system says of the folder, the name or the space left.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Ok(Self(match Place::of(path)? {
            Place::File(place) => {
                let replaced = match File::options().write(true).open(&place) {
                    Ok(file) => Some(file.metadata()?),
                    Err(error) if error.kind() == ErrorKind::NotFound => None,
                    Err(error) => return Err(error),
                };
                let partial = Partial::beside(&place)?;
                if let Some(replaced) = replaced {
                    partial.file().set_permissions(replaced.permissions())?;
                }
                Making::Beside { partial, place }
            }
            Place::Through(place) => Making::Through { spool: spool()?, place },
            Place::StandardOutput => Making::StandardOutput(spool()?),
        }))
    }

    /// Where to write.
    pub(crate) fn file(&self) -> &File {
        match &self.0 {
            Making::Beside { partial, .. } => partial.file(),
            Making::Through { spool, .. } | Making::StandardOutput(spool) => spool,
        }
    }

    /// Lets what was written appear at its place; returns what standard output is to hold, if that is the place.
    pub(crate) fn complete(self) -> io::Result<Option<Piped>> {
        match self.0 {
            Making::Beside { partial, place } => partial.move_to(&place).map(|()| None),
            Making::Through { spool, place } => {
                // A file that is open already goes on at its end.
                let mut out = File::options().append(true).open(place)?;
                Piped(spool).write_to(&mut out).map(|()| None)
            }
            Making::StandardOutput(spool) => Ok(Some(Piped(spool))),
        }
    }
}

impl Piped {
    /// Writes all of it. Whoever closes `out` early has read enough: that is no error.
    pub(crate) fn write_to(mut self, out: &mut impl Write) -> io::Result<()> {
        self.0.rewind()?;
        match io::copy(&mut self.0, out).and_then(|_| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

/// A file without a name, for what is written on once it is complete.
fn spool() -> io::Result<File> {
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("no temporary file can be created: {error}"))
    };
    tempfile::tempfile().map_err(named)
}

/// Creates or replaces the output at `path` with what `write` writes, if it writes all of it.
pub(crate) fn save_whole(
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<Option<Piped>> {
    let whole = WholeFile::create(path)?;
    write(whole.file())?;
    whole.complete()
}

/// Creates or replaces the output at `path` with these bytes, all or none.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<Option<Piped>> {
    save_whole(path, |mut file| file.write_all(bytes))
}
