//! Runs `meshcast plot`, which draws the figures of a store.

use super::drawing::write_picture;
use super::formulas::formulas;
use crate::console::reply::Reply;
use crate::flags::PlotArgs;
use crate::output::{OutputError, check_files};
use crate::present::plot::{Figure, Figures, cells};
use crate::readable::Printed;
use crate::results::{COMMIT, VERSION};
use crate::store::{self, LoadRow, PramRow, RunRow, Store, StoreError};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Writes the figures of the store that `args` name, each as SVG and PNG.
pub(crate) fn plot(args: &PlotArgs) -> Result<Reply, PlotError> {
    let store = Store::open(&args.folder)?;
    let (runs, loads) = (store.rows::<RunRow>()?, store.rows::<LoadRow>()?);
    let prams = store.rows::<PramRow>()?;
    let cells = cells(&runs);
    let figures = Figures::of(&runs, (&loads, &prams), &cells, &formulas(&cells));
    let pictures: Vec<PathBuf> =
        figures.all().flat_map(|figure| files_of(figure, &args.out)).collect();
    let writes: Vec<_> = pictures.iter().map(|path| ("--out", Some(path.as_path()))).collect();
    check_files(&store::files(&args.folder), &writes)?;
    for figure in figures.all() {
        write(figure, &args.out).map_err(|source| OutputError::Unwritten {
            flag: "--out",
            file: Printed::of(&args.out.to_string_lossy()),
            source,
        })?;
    }
    let listed = figures.all().map(|Figure { name, title, .. }| Listed { name, title }).collect();
    let result = PlotResult {
        schema: "meshcast.plot/1",
        version: VERSION,
        commit: COMMIT,
        folder: args.out.to_string_lossy().into_owned(),
        figures: listed,
    };
    Ok(Reply::showing(args.format, &result, PlotResult::text))
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

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
#[error(transparent)]
pub(crate) enum PlotError {
    Output(#[from] OutputError),
    Store(#[from] StoreError),
}
