//! The native part of the Python package `meshcast`: command lines in, results out, tables for Arrow.
//!
//! Everything that Python does not have to do natively is in `python/meshcast`. Nothing is computed here that the program does not compute.

mod description;
mod table;
mod trace;

use pyo3::prelude::*;
use std::ffi::OsString;
use std::io;

/// The native part of meshcast.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::description::program;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::trace::{TraceColumns, read_trace};
    #[pymodule_export]
    use super::{command_line, end_cleanly_on_signals};
}

/// Runs a command line, without the name of the program, and returns the exit status, standard output and standard error. Other threads of
/// Python go on meanwhile. `progress` shows on the standard error of the process how far a long run is.
#[pyfunction]
fn command_line(py: Python<'_>, args: Vec<OsString>, progress: bool) -> (u8, Vec<u8>, Vec<u8>) {
    let args = std::iter::once("meshcast".into()).chain(args);
    let terminal = meshcast::Terminal { progress, ..meshcast::Terminal::default() };
    py.detach(|| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status = meshcast::command_line(&[], args, &mut out, &mut err, terminal);
        (status, out, err)
    })
}

/// Lets SIGTERM and SIGHUP end this process without temporary files.
#[pyfunction]
fn end_cleanly_on_signals() -> io::Result<()> {
    meshcast::end_cleanly_on_signals()
}
