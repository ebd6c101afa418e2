//! Parses the names of folders that commands write.

use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// A parser of a folder, which `-`, standard output, is not.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new("-") {
            Err("expected a folder, found standard output: ./- is a folder of that name")
        } else {
            Ok(path)
        }
    })
}
