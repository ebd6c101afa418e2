//! `meshcast pram overloads`: how often hash keys overload a tile, beside the bound.

use super::error::PramError;
use super::prepared::tiles;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::PramOverloadsArgs;
use crate::memory;
use crate::present::text;
use crate::results::pram::OverloadsResult;
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::jobs::in_order;
use meshcast_algorithms::programs::{AccessOnce, AccessPattern};
use meshcast_algorithms::{Layout, Pram, PramMode, TileLoad};
use meshcast_engine::Shape;
use std::convert::Infallible;

/// Cells a processor, unless the command line says otherwise.
const CELLS: u64 = 64;

/// Counts the overloads of every seed.
pub(super) fn overloads(args: &PramOverloadsArgs, terminal: Terminal) -> Result<Reply, PramError> {
    let shape = Shape::new(args.side, args.side)
        .map_err(|error| PramError::Shape { flags: "--side", error })?;
    let (tile_side, per_node) = tiles(args.tiles, shape)?;
    let nodes = shape.nodes() as u64;
    let cells = args.cells.unwrap_or((CELLS * nodes).min(1 << 32));
    if !(nodes..=1 << 32).contains(&cells) {
        return Err(PramError::TooFewCells { nodes, found: cells });
    }
    let last = args.run.seed.checked_add(args.seeds as u64 - 1);
    let last = last.ok_or(PramError::ManySeeds { seeds: args.seeds, from: args.run.seed })?;
    let subject = || format!("pram overloads on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, memory::shared_memory(nodes, 0, true, false))?;
    // Any pattern in which every processor reads a cell of its own will do: its places are random.
    let mode = PramMode::Arbitrary;
    let program = AccessOnce::new(AccessPattern::Identity, (shape.nodes(), cells), mode, 1);
    let pram = Pram::new(&program, shape, mode, Layout::Hashed, 1).with_tiles(tile_side, per_node);
    let load = |seed| Ok::<_, Infallible>(pram.first_read_load(seed));
    let Ok(loads) = watch("mapping the cells", terminal.progress, || {
        in_order(args.run.threads(), (args.run.seed..=last).collect::<Vec<_>>(), load)
    });
    let overloads = loads.iter().filter(|load| load.is_overload()).count();
    let fill = |load: &TileLoad| f64::from(load.leaders) / f64::from(load.limit);
    let result = OverloadsResult {
        schema: "meshcast.pram-overloads/1",
        version: VERSION,
        commit: COMMIT,
        rows: shape.rows(),
        cols: shape.cols(),
        cells,
        tile_side,
        per_node,
        seed: args.run.seed,
        seeds: args.seeds,
        overloads,
        share: overloads as f64 / args.seeds as f64,
        bound: pram.overload_bound(),
        greatest_fill: loads.iter().map(fill).fold(0.0, f64::max),
        mean_fill: loads.iter().map(fill).sum::<f64>() / args.seeds as f64,
    };
    Ok(Reply::showing(args.run.format, &result, text::pram_overloads))
}
