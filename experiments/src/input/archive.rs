//! Decompresses archives while they are read, and says what is wrong with those that cannot be.
//!
//! gzip: P. Deutsch, "GZIP file format specification version 4.3", RFC 1952 (1996). Zstandard: Y. Collet, M. Kucherawy,
//! "Zstandard Compression and the 'application/zstd' Media Type", RFC 8878 (2021). Archives of several members or frames are
//! read as their concatenation; checksums are compared. Nothing is reserved for what an archive merely claims, but a window of
//! at most 128 MiB, which `zstd` itself allows.

use super::failed_read::BrokenArchive;
use crate::readable::Printed;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, ErrorKind, Read};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstd,
}

impl Compression {
    /// That of a file with this suffix.
    pub(super) fn of_suffix(suffix: &[u8]) -> Option<Self> {
        if suffix.eq_ignore_ascii_case(b"gz") {
            Some(Self::Gzip)
        } else if suffix.eq_ignore_ascii_case(b"zst") {
            Some(Self::Zstd)
        } else {
            None
        }
    }

    /// That of a file which begins with these bytes.
    pub(super) fn of_start(start: &[u8]) -> Option<Self> {
        const GZIP: &[u8] = b"\x1f\x8b";
        const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
        if start.starts_with(GZIP) {
            Some(Self::Gzip)
        } else if start.starts_with(ZSTD) {
            Some(Self::Zstd)
        } else {
            None
        }
    }

    /// The text in `archive`.
    pub(super) fn decompress<'a>(self, archive: impl BufRead + 'a) -> Box<dyn Read + 'a> {
        match self {
            Self::Gzip => Box::new(Named { kind: "gzip", decoder: MultiGzDecoder::new(archive) }),
            Self::Zstd => Box::new(Named { kind: "zstd", decoder: Frames::new(archive) }),
        }
    }
}

/// A decoder whose failures name the kind of its archive.
struct Named<D> {
    kind: &'static str,
    decoder: D,
}

impl<D: Read> Read for Named<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            let found = match error.kind() {
                ErrorKind::Interrupted => return error,
                ErrorKind::UnexpectedEof => Printed::of("the end of the file within it"),
                _ => Printed::of(&format!("a broken one: {error}")),
            };
            io::Error::other(BrokenArchive { kind: self.kind, found })
        })
    }
}

/// The frames of a Zstandard file, one after the other.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and not ended.
    is_inside: bool,
    /// Whether there was any frame.
    has_begun: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), is_inside: false, has_begun: false }
    }

    /// Begins the next frame; false at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.source.fill_buf()?.is_empty() {
                let is_empty = !self.has_begun;
                return if is_empty { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(false) };
            }
            self.has_begun = true;
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(u64::from(length))?,
                Err(error) => return Err(broken(&error)),
            }
        }
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
        if skipped < length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Compares the checksum at the end of a frame, if it has one.
    fn end(&self) -> io::Result<()> {
        let said = self.decoder.get_checksum_from_data();
        if said.is_some() && said != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(ErrorKind::InvalidData, "its checksum is another"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_inside && !self.begin()? {
                return Ok(0);
            }
            self.is_inside = true;
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let blocks = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.source, blocks)
                    .map_err(|error| broken(&error))?;
            }
            let length = self.decoder.read(buffer)?;
            if length > 0 {
                return Ok(length);
            }
            self.end()?;
            self.is_inside = false;
        }
    }
}

/// The decoder's refusal; that the file ends is told by the cause at its bottom.
fn broken(error: &FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(found) = cause {
        let read = found.downcast_ref::<io::Error>();
        if read.is_some_and(|read| read.kind() == ErrorKind::UnexpectedEof) {
            return ErrorKind::UnexpectedEof.into();
        }
        cause = found.source();
    }
    io::Error::new(ErrorKind::InvalidData, error.to_string())
}
