//! Says why an output is refused or cannot be written.

use crate::readable::Printed;
use std::io;
use thiserror::Error;

/// An output that is not written. Its `Display` is one line that begins with the flag that names the file.
#[derive(Debug, Error)]
pub(crate) enum OutputError {
    #[error("{flag}: expected a name that ends in {suffixes}, found {found}")]
    Suffix { flag: &'static str, suffixes: String, found: Printed },
    #[error("{flag}: {file} would overwrite {other}: choose another file")]
    Clash { flag: &'static str, other: &'static str, file: Printed },
    #[error("{flag}: {file} cannot be written: {source}")]
    Unwritten { flag: &'static str, file: Printed, source: io::Error },
    /// Nothing of the trace was left behind.
    #[error("--trace: {file}: the trace cannot be written: {source}")]
    Untraced { file: Printed, source: io::Error },
}
