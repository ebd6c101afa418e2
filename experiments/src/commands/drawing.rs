//! Writes drawings and pictures to the files that flags name.

use crate::output::{OutputError, Piped, check_suffix, write_whole};
use crate::present::plot::Figure;
use crate::readable::Printed;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Writes a drawing to the file of `--svg`, whole or not at all; returns what is for standard output.
pub(super) fn write_svg(path: &Path, drawing: &str) -> Result<Option<Piped>, OutputError> {
    let (flag, file) = ("--svg", Printed::of(&path.to_string_lossy()));
    let unwritten = |source| OutputError::Unwritten { flag, file, source };
    write_whole(path, drawing.as_bytes()).map_err(unwritten)
}

/// Whether a picture can be written to a file with this name, which `flag` gives.
pub(super) fn check_picture(flag: &'static str, path: &Path) -> Result<(), OutputError> {
    check_suffix(flag, path, &["svg", "png"])
}

/// Draws a figure to the file that `flag` gives, as PNG or SVG by its suffix, SVG without one. Returns what is for standard output.
pub(super) fn draw(
    flag: &'static str,
    figure: &Figure,
    path: &Path,
) -> Result<Option<Piped>, OutputError> {
    let file = Printed::of(&path.to_string_lossy());
    let unwritten = |source| OutputError::Unwritten { flag, file, source };
    write_picture(figure, path).map_err(unwritten)
}

/// Draws a figure to a file, as PNG or SVG by its suffix.
pub(super) fn write_picture(figure: &Figure, path: &Path) -> io::Result<Option<Piped>> {
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("png") => figure.png_file().map_err(io::Error::other)?,
        _ => figure.svg_file().into_bytes(),
    };
    write_whole(path, &bytes)
}
