//! Opens the file of a message set: what its name, or its beginning, says of its format, and what is known before it is read.

use super::archive::Compression;
use super::error::{InputError, Problem};
use super::failed_read::{Oversized, problem_of};
use super::matrix_values::MatrixEntry;
use super::{CHUNK, edge_list, json_lines, matrix_market, open_file, refusal};
use crate::memory::{Available, FileSketch, Seen, SetFormat, available, check_against};
use crate::output::is_stream;
use crate::readable::{Excerpt, Printed};
use meshcast_engine::Messages;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// What stands for standard input on the command line.
const STANDARD_INPUT: &str = "-";

/// What standard input is called in errors and results.
const NAME_OF_STANDARD_INPUT: &str = "standard input";

/// Bytes of a text that are looked at before it is read.
const SAMPLE: u64 = 1 << 16;

/// Bytes of a text of unknown length between two looks at the memory that it takes.
const STRIDE: u64 = 1 << 20;

/// A message set that has been opened.
///
/// The suffix says how it is written: `.mtx`, `.jsonl`, `.txt` or `.edges`, in any case, and `.gz` or `.zst` after it how it is
/// compressed. Standard input and other streams without such a suffix begin as their format does.
pub(crate) struct SetFile {
    name: String,
    format: SetFormat,
    sketch: FileSketch,
    text: Box<dyn Read>,
}

impl SetFile {
    /// Opens the file at `path`, or standard input for `-`.
    ///
    /// # Errors
    /// Another suffix, a directory, a file that cannot be read, a stream that begins as no format does.
    pub(crate) fn open(path: &Path) -> Result<Self, InputError> {
        Self::opened(path, false)
    }

    /// Opens it to read the values of a matrix, too, which takes more memory.
    pub(crate) fn open_with_values(path: &Path) -> Result<Self, InputError> {
        Self::opened(path, true)
    }

    fn opened(path: &Path, with_values: bool) -> Result<Self, InputError> {
        if path == Path::new(STANDARD_INPUT) {
            let stream = BufReader::with_capacity(CHUNK, io::stdin());
            return Begun::sniffed(NAME_OF_STANDARD_INPUT.to_owned(), stream)?.file(with_values);
        }
        let name = path.to_string_lossy().into_owned();
        let written = written(path);
        // No name is expected of streams.
        if written.is_none() && !is_stream(path) {
            let found = path.extension().map(|suffix| Excerpt::of(suffix.as_encoded_bytes()));
            return Err(refusal(&name, Problem::Suffix { found }));
        }
        let file = open_file(path).map_err(|problem| refusal(&name, problem))?;
        let length = length(&file);
        let file = BufReader::with_capacity(CHUNK, file);
        let begun = match written {
            None => Begun::sniffed(name, file)?,
            Some((format, None)) => {
                Begun { name, format: Some(format), text: Box::new(file), length }
            }
            Some((format, Some(compression))) => {
                let text = compression.decompress(file);
                Begun { name, format: Some(format), text, length: None }
            }
        };
        begun.file(with_values)
    }

    /// What is known of the set before it is read.
    pub(crate) fn sketch(&self) -> FileSketch {
        self.sketch
    }

    /// Reads the message set.
    ///
    /// # Errors
    /// A text that its reader refuses, a broken archive, more than fits in memory.
    pub(crate) fn read(self) -> Result<Messages, InputError> {
        let text = BufReader::with_capacity(CHUNK, self.text);
        match self.format {
            SetFormat::MatrixMarket => matrix_market::read(text, &self.name),
            SetFormat::JsonLines => json_lines::read(text, &self.name),
            SetFormat::Edges => edge_list::read(text, &self.name),
        }
    }

    /// Reads the message set and, of a matrix whose values are all kept, its entries.
    pub(crate) fn read_with_values(
        self,
    ) -> Result<(Messages, Option<Vec<MatrixEntry>>), InputError> {
        match self.format {
            SetFormat::MatrixMarket => {
                let text = BufReader::with_capacity(CHUNK, self.text);
                matrix_market::read_with_values(text, &self.name)
            }
            SetFormat::JsonLines | SetFormat::Edges => Ok((self.read()?, None)),
        }
    }
}

/// A text that is about to be read, its format and its length if these are known.
struct Begun {
    name: String,
    format: Option<SetFormat>,
    text: Box<dyn Read>,
    length: Option<u64>,
}

impl Begun {
    /// A stream that has to say itself what it is.
    fn sniffed(name: String, mut stream: impl BufRead + 'static) -> Result<Self, InputError> {
        let start = stream.fill_buf().map_err(|error| refusal(&name, problem_of(error)))?;
        let text: Box<dyn Read> = match Compression::of_start(start) {
            None => Box::new(stream),
            Some(compression) => compression.decompress(stream),
        };
        Ok(Self { name, format: None, text, length: None })
    }

    /// The message set in it.
    fn file(self, with_values: bool) -> Result<SetFile, InputError> {
        let Self { name, format, mut text, length } = self;
        let mut sample = Vec::new();
        let read = text.by_ref().take(SAMPLE).read_to_end(&mut sample);
        let begun = match read {
            Ok(_) => format.map_or_else(|| format_of(&sample), Ok),
            Err(error) => Err(problem_of(error)),
        };
        let format = begun.map_err(|problem| refusal(&name, problem))?;
        let sketch = FileSketch::of_sample(format, &sample, length);
        let sketch = if with_values { sketch.with_values() } else { sketch };
        let text: Box<dyn Read> = Box::new(Cursor::new(sample).chain(text));
        let text = if length.is_some() { text } else { Box::new(Metered::new(text, sketch)) };
        Ok(SetFile { name, format, sketch, text })
    }
}

/// What results call the message set of `--input`.
pub(crate) fn name_of_set(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        return NAME_OF_STANDARD_INPUT.to_owned();
    }
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Whether `path` names standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Whether the name of a file says that it is an edge list.
pub(crate) fn is_edge_list(path: &Path) -> bool {
    written(path).is_some_and(|(format, _)| format == SetFormat::Edges)
}

/// How the name of a file says that it is written.
fn written(path: &Path) -> Option<(SetFormat, Option<Compression>)> {
    let suffix = path.extension()?.as_encoded_bytes();
    let Some(compression) = Compression::of_suffix(suffix) else {
        return Some((format_of_suffix(suffix)?, None));
    };
    let inner = Path::new(path.file_stem()?).extension().map(OsStr::as_encoded_bytes)?;
    Some((format_of_suffix(inner)?, Some(compression)))
}

fn format_of_suffix(suffix: &[u8]) -> Option<SetFormat> {
    match &suffix.to_ascii_lowercase()[..] {
        b"mtx" => Some(SetFormat::MatrixMarket),
        b"jsonl" => Some(SetFormat::JsonLines),
        b"txt" | b"edges" => Some(SetFormat::Edges),
        _ => None,
    }
}

/// The format of a text that begins so.
fn format_of(sample: &[u8]) -> Result<SetFormat, Problem> {
    let start = sample.trim_ascii_start();
    match start.first() {
        Some(b'%') => Ok(SetFormat::MatrixMarket),
        Some(b'{') => Ok(SetFormat::JsonLines),
        Some(b'#' | b'0'..=b'9') => Ok(SetFormat::Edges),
        Some(_) => Err(Problem::Unknown { found: Excerpt::of(start) }),
        None => Err(Problem::Empty { expected: "a message set" }),
    }
}

/// The bytes of a regular file.
fn length(file: &File) -> Option<u64> {
    let metadata = file.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// A text of unknown length, which is read as far as memory allows.
struct Metered {
    text: Box<dyn Read>,
    sketch: FileSketch,
    seen: Seen,
    bytes: u64,
    checked: u64,
    /// Bytes of memory that there were when it was opened, where the system says so.
    room: Option<Available>,
}

impl Metered {
    fn new(text: Box<dyn Read>, sketch: FileSketch) -> Self {
        let room = available();
        Self { text, sketch, seen: Seen::default(), bytes: 0, checked: 0, room }
    }

    fn check(&self) -> io::Result<()> {
        let bytes = self.bytes;
        let subject = || format!("what was read, {bytes} bytes,");
        check_against(subject, self.sketch.reading_on(self.seen, STRIDE).into(), self.room)
            .map_err(|error| io::Error::other(Oversized(Printed::of(&error.to_string()))))
    }
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.text.read(buffer)?;
        self.seen.count(&buffer[..length]);
        self.bytes += length as u64;
        if self.bytes >= self.checked + STRIDE {
            self.checked = self.bytes;
            self.check()?;
        }
        Ok(length)
    }
}
