//! `meshcast crossover`: which algorithm takes the fewest steps at (n, c).

use crate::cli::{CrossoverArgs, Format};
use crate::failure::Failure;
use crate::fastest::{CrossoverCell, crossover_cells};
use crate::output::check_files;
use crate::plot::{algorithms_of, check_suffix, crossover_map, draw};
use crate::program::Report;
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
}

/// The map of the store that `args` name.
pub(crate) fn crossover(args: &CrossoverArgs) -> Result<Report, Failure> {
    args.out.as_deref().map_or(Ok(()), |path| check_suffix("--out", path))?;
    check_files(&files(&args.folder), &[("--out", args.out.as_deref())])?;
    let rows = Store::open(&args.folder)?.rows::<RunRow>()?;
    let cells = crossover_cells(&rows, args.to_nodes);
    let draw_map =
        |path: &PathBuf| draw("--out", &crossover_map(&cells, &algorithms_of(&rows)), path);
    let piped = args.out.as_ref().map(draw_map).transpose()?.flatten();
    let result =
        CrossoverResult { schema: "meshcast.crossover/1", version: VERSION, commit: COMMIT, cells };
    let output = match args.format {
        Format::Json => json(&result),
        Format::Text => text::crossover(&result).into_bytes(),
    };
    Ok(Report::of(output).piping(piped))
}
