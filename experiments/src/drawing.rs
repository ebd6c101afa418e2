//! The drawing that `--svg FILE` asks for.

use crate::failure::Failure;
use crate::input::Printed;
use crate::output::{Piped, is_stream, write_whole};
use std::ffi::OsStr;
use std::path::Path;

/// Refuses a file whose name does not end in .svg.
pub(crate) fn check_suffix(path: &Path) -> Result<(), Failure> {
    if path.extension() == Some(OsStr::new("svg")) || is_stream(path) {
        Ok(())
    } else {
        Err(Failure::DrawingSuffix { found: Printed::of(&path.to_string_lossy()) })
    }
}

/// Writes a drawing to its file, whole or not at all; returns what is for standard output.
pub(crate) fn write(path: &Path, drawing: &str) -> Result<Option<Piped>, Failure> {
    write_whole(path, drawing.as_bytes()).map_err(|source| Failure::Unexported {
        flag: "--svg",
        file: Printed::of(&path.to_string_lossy()),
        source,
    })
}
