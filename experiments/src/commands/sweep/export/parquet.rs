//! Writes rows as Apache Parquet: one group of rows, not compressed.

use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RecordWriter;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Writes `rows` in their order.
pub(super) fn write<R>(rows: &[R], file: &File) -> io::Result<()>
where
    for<'a> &'a [R]: RecordWriter<R>,
{
    let schema = rows.schema().map_err(io::Error::other)?;
    let properties = Arc::new(WriterProperties::default());
    let mut writer =
        SerializedFileWriter::new(file, schema, properties).map_err(io::Error::other)?;
    let mut group = writer.next_row_group().map_err(io::Error::other)?;
    rows.write_to_row_group(&mut group).map_err(io::Error::other)?;
    group.close().map_err(io::Error::other)?;
    writer.close().map_err(io::Error::other)?;
    Ok(())
}
