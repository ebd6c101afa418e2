//! Hands the columns of a trace to Python as bytes, which `NumPy` takes as arrays.

use meshcast::replay::{self, Recorded, Recording};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The columns of a trace.
#[pyclass(frozen, get_all, module = "meshcast._native")]
pub(crate) struct TraceColumns {
    /// Rows and columns of the mesh; none on a torus.
    sides: Option<(usize, usize)>,
    /// Radix and dimensions of the torus; none on a mesh.
    radix_and_dims: Option<(usize, usize)>,
    /// Steps of the run.
    steps: usize,
    /// Names of the kinds of events.
    kinds: Vec<&'static str>,
    /// A byte an event.
    kind: Py<PyBytes>,
    /// A signed byte an event.
    swap: Py<PyBytes>,
    /// 64-bit numbers of this machine, one an event: step, node, to, packet and other.
    numbers: Vec<Py<PyBytes>>,
    /// 32-bit numbers of this machine, by step and node.
    occupancy: Py<PyBytes>,
}

/// Reads a trace. Other threads of Python go on meanwhile.
#[pyfunction]
pub(crate) fn read_trace(py: Python<'_>, path: PathBuf) -> PyResult<TraceColumns> {
    let read = move || recorded(&path);
    let recording = py.detach(read).map_err(PyValueError::new_err)?;
    let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes).unbind();
    let events = &recording.events;
    let numbers: [fn(&Recorded) -> i64; 5] =
        [|e| e.step, |e| e.node, |e| e.to, |e| e.packet, |e| e.other];
    let column = |number: fn(&Recorded) -> i64| {
        bytes(events.iter().flat_map(|event| number(event).to_ne_bytes()).collect())
    };
    Ok(TraceColumns {
        sides: recording.sides,
        radix_and_dims: recording.radix_and_dims,
        steps: recording.steps,
        kinds: replay::KINDS.to_vec(),
        kind: bytes(events.iter().map(|event| event.kind).collect()),
        swap: bytes(events.iter().flat_map(|event| event.swap.to_ne_bytes()).collect()),
        numbers: numbers.map(column).into(),
        occupancy: bytes(recording.occupancy.iter().flat_map(|held| held.to_ne_bytes()).collect()),
    })
}

/// The columns of the trace in a file, or why there are none, in a sentence.
fn recorded(path: &Path) -> Result<Recording, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let recording = replay::record(BufReader::new(file)).map_err(|error| {
        format!("{}:{}: no line of a trace: {}", path.display(), error.line, error.problem)
    })?;
    match &recording.finding {
        None => Ok(recording),
        Some(finding) => Err(format!("{}: {finding}", path.display())),
    }
}
