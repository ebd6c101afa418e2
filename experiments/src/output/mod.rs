//! Writes files: where they go, and how they appear whole or not at all.

mod check;
mod error;
mod partial;
mod place;
mod whole_file;

pub(crate) use check::{check_files, check_suffix};
pub(crate) use error::OutputError;
pub(crate) use partial::{Temporary, end_without_partials};
pub(crate) use place::{is_stream, shown};
pub(crate) use whole_file::{Piped, WholeFile, save_whole, write_whole};
