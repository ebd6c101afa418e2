//! Says why the program cannot answer, whatever the command.

use crate::readable::Printed;
use std::io;
use thiserror::Error;

/// An answer that cannot be given. Its `Display` is one line.
#[derive(Debug, Error)]
pub(super) enum AppError {
    #[error("man: expected the name of a command, found \"{found}\"")]
    NoSuchPage { found: Printed },
    #[error("--out: {file} cannot be written: {source}")]
    Pages { file: Printed, source: io::Error },
    #[error("the result cannot be written: {0}")]
    Output(#[source] io::Error),
}
