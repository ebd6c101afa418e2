//! Runs `meshcast export`, which writes the rows of a store for other programs.

#[cfg(feature = "parquet")]
mod parquet;

use crate::console::reply::Reply;
use crate::flags::{ExportArgs, TableName};
use crate::output::{OutputError, Piped, check_files, save_whole, shown};
#[cfg(not(feature = "parquet"))]
use crate::readable::Printed;
use crate::results::{COMMIT, VERSION};
use crate::store::{ExpanderRow, RunRow, Store, StoreError, Tabled, columns, files};
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
    let (runs, expanders) = match args.table {
        TableName::Runs => (store.rows::<RunRow>()?, Vec::new()),
        TableName::Expanders => (Vec::new(), store.rows::<ExpanderRow>()?),
    };
    let (path, piped) = match (&args.csv, &args.parquet) {
        (Some(path), _) => {
            let piped = whole("--csv", path, |file| match args.table {
                TableName::Runs => write_csv(&runs, file),
                TableName::Expanders => write_csv(&expanders, file),
            })?;
            (path, piped)
        }
        #[cfg(not(feature = "parquet"))]
        (None, Some(path)) => return Err(ExportError::NoParquet { file: shown(path) }),
        #[cfg(feature = "parquet")]
        (None, Some(path)) => {
            let piped = whole("--parquet", path, |file| match args.table {
                TableName::Runs => parquet::write(&runs, file),
                TableName::Expanders => parquet::write(&expanders, file),
            })?;
            (path, piped)
        }
        // Clap asks for one of the two.
        (None, None) => return Ok(Reply::of("")),
    };
    let rows = runs.len() + expanders.len();
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
