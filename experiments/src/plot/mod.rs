//! `meshcast plot`: the figures of a store.
//!
//! A figure says what it shows; [`draw`] makes pictures of it. Each kind of figure has a file.

mod cells;
mod crossover;
mod draw;
mod figure;
mod heat_map;
mod occupancy;
mod palette;
mod peaks;
mod ratio;
mod scaling;
mod shares;
mod slice;

pub(crate) use cells::{Cell, algorithms_of, cells};
pub(crate) use crossover::crossover_map;
pub(crate) use figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
pub(crate) use heat_map::heat_map;
pub(crate) use palette::COLORS;

use crate::cli::{Format, PlotArgs};
use crate::failure::Failure;
use crate::input::Printed;
use crate::output::{Piped, check_files, is_stream, write_whole};
use crate::reply::Reply;
use crate::results::{COMMIT, VERSION, json};
use crate::store::{self, RunRow, Store};
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// All figures that the runs of a store give, in the order of a report.
pub(crate) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let cells = cells(rows);
    let mut figures = scaling::figures(&cells);
    figures.extend(ratio::figures(&cells));
    figures.extend(crossover::figures(rows, &cells::algorithms(&cells)));
    figures.extend(peaks::figures(&cells));
    figures.extend(shares::figures(&cells));
    figures.extend(occupancy::figures(rows));
    figures.extend(heat_map::figures(rows));
    distinguish(&mut figures);
    figures
}

/// Gives figures whose names differ in nothing that a name may have a number.
fn distinguish(figures: &mut [Figure]) {
    let mut met = HashMap::<String, usize>::new();
    for figure in figures {
        let count = met.entry(figure.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            figure.name = format!("{}--{count}", figure.name);
        }
    }
}

/// Writes the figures of the store that `args` name, each as SVG and PNG.
pub(crate) fn plot(args: &PlotArgs) -> Result<Reply, Failure> {
    let figures = figures(&Store::open(&args.folder)?.rows::<RunRow>()?);
    let pictures: Vec<PathBuf> =
        figures.iter().flat_map(|figure| files_of(figure, &args.out)).collect();
    let writes: Vec<_> = pictures.iter().map(|path| ("--out", Some(path.as_path()))).collect();
    check_files(&store::files(&args.folder), &writes)?;
    let unwritten =
        |source| Failure::Unwritten { file: Printed::of(&args.out.to_string_lossy()), source };
    for figure in &figures {
        write(figure, &args.out).map_err(unwritten)?;
    }
    let listed = figures.iter().map(|Figure { name, title, .. }| Listed { name, title }).collect();
    let result = PlotResult {
        schema: "meshcast.plot/1",
        version: VERSION,
        commit: COMMIT,
        folder: args.out.to_string_lossy().into_owned(),
        figures: listed,
    };
    Ok(Reply::of(match args.format {
        Format::Json => json(&result),
        Format::Text => result.text().into_bytes(),
    }))
}

/// The figures that were written.
#[derive(Debug, Serialize)]
struct PlotResult<'a> {
    schema: &'static str,
    version: &'static str,
    commit: &'static str,
    folder: String,
    figures: Vec<Listed<'a>>,
}

/// A figure of a folder: `name`.svg and `name`.png.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    name: &'a str,
    title: &'a str,
}

impl PlotResult<'_> {
    fn text(&self) -> String {
        let mut text = format!("{} figures in {}\n", self.figures.len(), Printed::of(&self.folder));
        for Listed { name, title } in &self.figures {
            let _ = writeln!(text, "  {name}.svg .png  {}", Printed::of(title));
        }
        text
    }
}

fn write(figure: &Figure, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    files_of(figure, folder).iter().try_for_each(|path| write_picture(figure, path).map(drop))
}

/// The files of a figure in `folder`.
fn files_of(figure: &Figure, folder: &Path) -> [PathBuf; 2] {
    ["svg", "png"].map(|suffix| folder.join(format!("{}.{suffix}", figure.name)))
}

/// Whether a picture can be written to a file with this name, which `flag` gives.
pub(crate) fn check_suffix(flag: &'static str, path: &Path) -> Result<(), Failure> {
    match path.extension().and_then(OsStr::to_str) {
        Some("svg" | "png") => Ok(()),
        _ if is_stream(path) => Ok(()),
        _ => Err(Failure::PictureSuffix { flag, found: Printed::of(&path.to_string_lossy()) }),
    }
}

/// Draws a figure to the file that `flag` gives, as PNG or SVG by its suffix, SVG without one. Returns what is for standard output.
pub(crate) fn draw(
    flag: &'static str,
    figure: &Figure,
    path: &Path,
) -> Result<Option<Piped>, Failure> {
    let file = || Printed::of(&path.to_string_lossy());
    let undrawn = |source| Failure::Undrawn { flag, file: file(), source };
    write_picture(figure, path).map_err(undrawn)
}

fn write_picture(figure: &Figure, path: &Path) -> io::Result<Option<Piped>> {
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("png") => figure.png_file().map_err(io::Error::other)?,
        _ => figure.svg_file().into_bytes(),
    };
    write_whole(path, &bytes)
}
