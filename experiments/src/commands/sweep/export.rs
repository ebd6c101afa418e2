//! Runs `meshcast export`, which writes the rows of a store for other programs.

#[cfg(feature = "parquet")]
mod parquet;

use crate::console::reply::Reply;
use crate::flags::{ExportArgs, TableName};
use crate::output::{OutputError, Piped, check_files, save_whole, shown};
#[cfg(not(feature = "parquet"))]
use crate::readable::Printed;
use crate::results::{COMMIT, VERSION};
use crate::store::{
    ExpanderRow, LoadRow, PramRow, RunRow, Store, StoreError, Tabled, columns, files,
};
use serde::Serialize;
use std::fs::File;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Writes the rows that `args` name.
pub(crate) fn export(args: &ExportArgs) -> Result<Reply, ExportError> {
    let writes = [("--csv", args.csv.as_deref()), ("--parquet", args.parquet.as_deref())];
    check_files(&files(&args.folder), &writes)?;
    let store = Store::open(&args.folder)?;
    let rows = match args.table {
        TableName::Runs => Rows::Runs(store.rows()?),
        TableName::Expanders => Rows::Expanders(store.rows()?),
        TableName::Loads => Rows::Loads(store.rows()?),
        TableName::Prams => Rows::Prams(store.rows()?),
    };
    let (path, piped) = match (&args.csv, &args.parquet) {
        (Some(path), _) => {
            let piped = whole("--csv", path, |file| match &rows {
                Rows::Runs(rows) => write_csv(rows, file),
                Rows::Expanders(rows) => write_csv(rows, file),
                Rows::Loads(rows) => write_csv(rows, file),
                Rows::Prams(rows) => write_csv(rows, file),
            })?;
            (path, piped)
        }
        #[cfg(not(feature = "parquet"))]
        (None, Some(path)) => return Err(ExportError::NoParquet { file: shown(path) }),
        #[cfg(feature = "parquet")]
        (None, Some(path)) => {
            let piped = whole("--parquet", path, |file| match &rows {
                Rows::Runs(rows) => parquet::write(rows, file),
                Rows::Expanders(rows) => parquet::write(rows, file),
                Rows::Loads(rows) => parquet::write(rows, file),
                Rows::Prams(rows) => parquet::write(rows, file),
            })?;
            (path, piped)
        }
        // Clap asks for one of the two.
        (None, None) => return Ok(Reply::of("")),
    };
    let rows = rows.count();
    let result = ExportResult {
        schema: "meshcast.export/1",
        version: VERSION,
        commit: COMMIT,
        file: path.to_string_lossy().into_owned(),
        rows,
    };
    let reply =
        Reply::showing(args.format, &result, |_| format!("{rows} rows in {}\n", shown(path)));
    Ok(reply.piping(piped))
}

/// The rows of a table.
enum Rows {
    Runs(Vec<RunRow>),
    Expanders(Vec<ExpanderRow>),
    Loads(Vec<LoadRow>),
    Prams(Vec<PramRow>),
}

impl Rows {
    fn count(&self) -> usize {
        match self {
            Self::Runs(rows) => rows.len(),
            Self::Expanders(rows) => rows.len(),
            Self::Loads(rows) => rows.len(),
            Self::Prams(rows) => rows.len(),
        }
    }
}

/// What was written.
#[derive(Debug, Serialize)]
struct ExportResult {
    schema: &'static str,
    version: &'static str,
    commit: &'static str,
    file: String,
    rows: usize,
}

/// Writes a file that is there in the end or not at all; returns what is for standard output.
fn whole(
    flag: &'static str,
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<Option<Piped>, OutputError> {
    let unwritten = |source| OutputError::Unwritten { flag, file: shown(path), source };
    save_whole(path, write).map_err(unwritten)
}

fn write_csv<R: Tabled>(rows: &[R], file: &File) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(file);
    let names = columns::<R>().map_err(io::Error::other)?;
    writer.write_record(names)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()
}

/// A refused export. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum ExportError {
    #[cfg(not(feature = "parquet"))]
    #[error(
        "--parquet: expected a program that was built with `--features parquet`, found one without for {file}"
    )]
    NoParquet { file: Printed },
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
