//! Makes Arrow tables of lists of JSON objects.

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, StringBuilder, UInt64Builder,
};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Rows with named columns, in the memory of Arrow.
#[pyclass(frozen, module = "meshcast._native")]
pub(crate) struct Table {
    batch: RecordBatch,
}

#[pymethods]
impl Table {
    /// The table of `rows`, a JSON list of objects. `columns` are pairs of a name and a type: `integer`, `number`, `boolean`, `text`.
    /// Other values are JSON in a column of texts. What an object lacks is null.
    #[new]
    fn new(rows: &str, columns: Vec<(String, String)>) -> PyResult<Self> {
        let bad = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let rows: Vec<Map<String, Value>> = serde_json::from_str(rows).map_err(|e| bad(&e))?;
        let batch = record_batch(&rows, columns).map_err(|e| bad(&e))?;
        Ok(Self { batch })
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// Hands the table to whoever knows the stream interface of Arrow, without a copy of its columns.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may ask for other types; a producer may answer with its own.
        drop(requested_schema);
        let batches = std::iter::once(Ok::<_, ArrowError>(self.batch.clone()));
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

fn record_batch(
    rows: &[Map<String, Value>],
    columns: Vec<(String, String)>,
) -> Result<RecordBatch, ArrowError> {
    let mut fields = Vec::new();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for (name, kind) in columns {
        let array = column(&kind, rows.iter().map(|row| row.get(&name).unwrap_or(&Value::Null)));
        fields.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    if fields.is_empty() {
        return Err(ArrowError::SchemaError("a table needs a column".to_owned()));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
}

/// A column of one type. Integers are signed unless one of them needs 64 bits without a sign.
fn column<'a>(kind: &str, values: impl Iterator<Item = &'a Value> + Clone) -> ArrayRef {
    match kind {
        "integer" if values.clone().any(|value| value.is_u64() && !value.is_i64()) => {
            let mut builder = UInt64Builder::new();
            values.for_each(|value| builder.append_option(value.as_u64()));
            Arc::new(builder.finish())
        }
        "integer" => {
            let mut builder = Int64Builder::new();
            values.for_each(|value| builder.append_option(value.as_i64()));
            Arc::new(builder.finish())
        }
        "number" => {
            let mut builder = Float64Builder::new();
            values.for_each(|value| builder.append_option(value.as_f64()));
            Arc::new(builder.finish())
        }
        "boolean" => {
            let mut builder = BooleanBuilder::new();
            values.for_each(|value| builder.append_option(value.as_bool()));
            Arc::new(builder.finish())
        }
        _ => {
            let mut builder = StringBuilder::new();
            values.for_each(|value| builder.append_option(text(value)));
            Arc::new(builder.finish())
        }
    }
}

/// A text as it is, another value as JSON.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
