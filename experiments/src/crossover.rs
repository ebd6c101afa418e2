//! `meshcast crossover`: which algorithm takes the fewest steps at (n, c).

use crate::cli::{CrossoverArgs, Format};
use crate::failure::Failure;
use crate::fastest::{CrossoverCell, Fastest, fastest};
use crate::output::check_files;
use crate::plot::{algorithms_of, check_suffix, crossover_map, draw};
use crate::reply::Reply;
use crate::results::{COMMIT, VERSION, json};
use crate::store::{RunRow, Store, files};
use crate::text;
use serde::Serialize;
use std::path::PathBuf;

/// The fastest algorithms of all cells.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CrossoverResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    /// Meshes by their nodes, then by congestion.
    pub(crate) cells: Vec<CrossoverCell>,
    /// The algorithms that are compared, and those of the program that are not since the store has no rows of them.
    pub(crate) candidates: Vec<String>,
    pub(crate) absent: Vec<&'static str>,
    /// Candidates that are not compared in every cell, each with the number of cells without it.
    #[serde(skip)]
    pub(crate) gaps: Vec<(String, usize)>,
}

/// The map of the store that `args` name.
pub(crate) fn crossover(args: &CrossoverArgs) -> Result<Reply, Failure> {
    args.out.as_deref().map_or(Ok(()), |path| check_suffix("--out", path))?;
    check_files(&files(&args.folder), &[("--out", args.out.as_deref())])?;
    let rows = Store::open(&args.folder)?.rows::<RunRow>()?;
    let found = fastest(&rows, args.to_nodes);
    let draw_map =
        |path: &PathBuf| draw("--out", &crossover_map(&found, &algorithms_of(&rows)), path);
    let piped = args.out.as_ref().map(draw_map).transpose()?.flatten();
    let gaps = found.gaps().into_iter().map(|(name, cells)| (name.to_owned(), cells)).collect();
    let Fastest { cells, candidates, absent } = found;
    let result = CrossoverResult {
        schema: "meshcast.crossover/1",
        version: VERSION,
        commit: COMMIT,
        cells,
        candidates,
        absent,
        gaps,
    };
    let output = match args.format {
        Format::Json => json(&result),
        Format::Text => text::crossover(&result).into_bytes(),
    };
    Ok(Reply::of(output).piping(piped))
}
