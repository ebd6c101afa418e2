//! Says why nothing is done about an expander.

use crate::commands::mesh_of_nodes::MeshError;
use crate::load::LoadError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use crate::readable::Printed;
use meshcast_algorithms::{CertificateError, GraphError, GuaranteeError};
use thiserror::Error;

/// A refused command about expanders. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum ExpanderError {
    #[error(
        "--inputs, --degree: expected at most {} edges, found {inputs} inputs of {degree} edges",
        u32::MAX
    )]
    Edges { inputs: usize, degree: usize },
    #[error("--inputs, --degree: {0}")]
    Graph(#[from] GraphError),
    #[error(
        "--inputs, --degree: expected {inputs} rows of {degree} entries in {file}, found {rows} of {columns}"
    )]
    Rows { file: Printed, inputs: usize, degree: usize, rows: u64, columns: u64 },
    #[error("--from, --to: expected the least c first, found {from} and {to}")]
    EmptyFamily { from: usize, to: usize },
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error("--schedule must be fixed with --explicit: all rounds have one field, found {found}")]
    Schedule { found: &'static str },
    #[error(transparent)]
    Guarantee(#[from] GuaranteeError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
