//! Runs `meshcast crossover`, which maps the algorithm with the fewest steps at (n, c).

use super::drawing::{check_picture, draw};
use crate::console::reply::Reply;
use crate::fastest::{Fastest, fastest};
use crate::flags::CrossoverArgs;
use crate::output::{OutputError, check_files};
use crate::present::plot::{algorithms_of, crossover_map};
use crate::present::text;
use crate::results::crossover::CrossoverResult;
use crate::results::{COMMIT, VERSION};
use crate::store::{RunRow, Store, StoreError, files};
use std::path::PathBuf;
use thiserror::Error;

/// The map of the store that `args` name.
pub(crate) fn crossover(args: &CrossoverArgs) -> Result<Reply, CrossoverError> {
    args.out.as_deref().map_or(Ok(()), |path| check_picture("--out", path))?;
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
    Ok(Reply::showing(args.format, &result, text::crossover).piping(piped))
}

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
#[error(transparent)]
pub(crate) enum CrossoverError {
    Output(#[from] OutputError),
    Store(#[from] StoreError),
}
