//! `meshcast export`: the rows of a store for other programs.

#[cfg(feature = "parquet")]
mod parquet;

use crate::cli::{ExportArgs, TableName};
use crate::failure::Failure;
use crate::input::Printed;
use crate::program::Report;
use crate::store::{ExpanderRow, RunRow, Store, Tabled, columns};
use crate::whole_file::save_whole;
use std::fs::File;
use std::io;
use std::path::Path;

/// Writes the rows that `args` name.
pub(crate) fn export(args: &ExportArgs) -> Result<Report, Failure> {
    let store = Store::open(&args.folder)?;
    let (runs, expanders) = match args.table {
        TableName::Runs => (store.rows::<RunRow>()?, Vec::new()),
        TableName::Expanders => (Vec::new(), store.rows::<ExpanderRow>()?),
    };
    if let Some(path) = &args.parquet {
        #[cfg(not(feature = "parquet"))]
        return Err(Failure::NoParquet { file: Printed::of(&path.to_string_lossy()) });
        #[cfg(feature = "parquet")]
        whole("--parquet", path, |file| match args.table {
            TableName::Runs => parquet::write(&runs, file),
            TableName::Expanders => parquet::write(&expanders, file),
        })?;
    }
    if let Some(path) = &args.csv {
        whole("--csv", path, |file| match args.table {
            TableName::Runs => write_csv(&runs, file),
            TableName::Expanders => write_csv(&expanders, file),
        })?;
    }
    let written = args.csv.iter().chain(&args.parquet).next().map(|file| file.to_string_lossy());
    let file = Printed::of(&written.unwrap_or_default());
    Ok(Report::of(format!("{} rows in {file}\n", runs.len() + expanders.len())))
}

/// Writes a file that is there in the end or not at all.
fn whole(
    flag: &'static str,
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), Failure> {
    let file = || Printed::of(&path.to_string_lossy());
    save_whole(path, write).map_err(|source| Failure::Unexported { flag, file: file(), source })
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
