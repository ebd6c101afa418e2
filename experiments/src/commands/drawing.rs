//! Writes drawings and pictures to the files that flags name.

use crate::failure::Failure;
use crate::output::{Piped, is_stream, write_whole};
use crate::present::plot::Figure;
use crate::readable::Printed;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Refuses a file whose name does not end in .svg.
pub(super) fn check_svg(path: &Path) -> Result<(), Failure> {
    if path.extension() == Some(OsStr::new("svg")) || is_stream(path) {
        Ok(())
    } else {
        Err(Failure::DrawingSuffix { found: Printed::of(&path.to_string_lossy()) })
    }
}

/// Writes a drawing to its file, whole or not at all; returns what is for standard output.
pub(super) fn write_svg(path: &Path, drawing: &str) -> Result<Option<Piped>, Failure> {
    write_whole(path, drawing.as_bytes()).map_err(|source| Failure::Unexported {
        flag: "--svg",
        file: Printed::of(&path.to_string_lossy()),
        source,
    })
}

/// Whether a picture can be written to a file with this name, which `flag` gives.
pub(super) fn check_picture(flag: &'static str, path: &Path) -> Result<(), Failure> {
    match path.extension().and_then(OsStr::to_str) {
        Some("svg" | "png") => Ok(()),
        _ if is_stream(path) => Ok(()),
        _ => Err(Failure::PictureSuffix { flag, found: Printed::of(&path.to_string_lossy()) }),
    }
}

/// Draws a figure to the file that `flag` gives, as PNG or SVG by its suffix, SVG without one. Returns what is for standard output.
pub(super) fn draw(
    flag: &'static str,
    figure: &Figure,
    path: &Path,
) -> Result<Option<Piped>, Failure> {
    let file = || Printed::of(&path.to_string_lossy());
    let undrawn = |source| Failure::Undrawn { flag, file: file(), source };
    write_picture(figure, path).map_err(undrawn)
}

/// Draws a figure to a file, as PNG or SVG by its suffix.
pub(super) fn write_picture(figure: &Figure, path: &Path) -> io::Result<Option<Piped>> {
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("png") => figure.png_file().map_err(io::Error::other)?,
        _ => figure.svg_file().into_bytes(),
    };
    write_whole(path, &bytes)
}
