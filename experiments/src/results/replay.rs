//! Holds the result of `meshcast replay`.

use super::{COMMIT, VERSION};
use crate::film::Film;
use serde::Serialize;
use std::path::Path;

/// What a page shows.
#[derive(Debug, Serialize)]
pub(crate) struct ReplayResult {
    schema: &'static str,
    version: &'static str,
    commit: &'static str,
    file: String,
    bytes: usize,
    pub(crate) nodes: usize,
    pub(crate) steps: u64,
    pub(crate) frames: u64,
    pub(crate) stride: u64,
    peak: u64,
    links: u64,
    deliveries: u64,
}

impl ReplayResult {
    /// The result of a page of so many bytes in `file`.
    pub(crate) fn of(film: &Film, file: &Path, bytes: usize) -> Self {
        Self {
            schema: "meshcast.replay/1",
            version: VERSION,
            commit: COMMIT,
            file: file.to_string_lossy().into_owned(),
            bytes,
            nodes: film.network.nodes(),
            steps: film.grid.steps,
            frames: film.grid.frames(),
            stride: film.grid.stride,
            peak: film.peak,
            links: film.links,
            deliveries: film.deliveries,
        }
    }
}
