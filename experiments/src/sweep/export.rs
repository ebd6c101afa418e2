//! `meshcast export`: the rows of a store for other programs.

use crate::cli::{ExportArgs, TableName};
use crate::failure::Failure;
use crate::input::Printed;
use crate::program::Report;
use crate::store::{ExpanderRow, RunRow, Store, Tabled, columns};
use crate::whole_file::WholeFile;
use std::io;
use std::path::Path;

/// Writes the rows that `args` name.
pub(crate) fn export(args: &ExportArgs) -> Result<Report, Failure> {
    let store = Store::open(&args.folder)?;
    let count = match args.table {
        TableName::Runs => write(&store.rows::<RunRow>()?, &args.csv),
        TableName::Expanders => write(&store.rows::<ExpanderRow>()?, &args.csv),
    };
    let unwritten =
        |source| Failure::Unexported { file: Printed::of(&args.csv.to_string_lossy()), source };
    let count = count.map_err(unwritten)?;
    let file = Printed::of(&args.csv.to_string_lossy());
    Ok(Report::of(format!("{count} rows in {file}\n")))
}

fn write<R: Tabled>(rows: &[R], path: &Path) -> io::Result<usize> {
    let whole = WholeFile::create(path)?;
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(whole.file());
    let names = columns::<R>().map_err(io::Error::other)?;
    writer.write_record(names)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()?;
    drop(writer);
    whole.complete()?;
    Ok(rows.len())
}
