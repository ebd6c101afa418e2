//! `meshcast pram compare`: one read, beside other ways to serve it.

use super::error::PramError;
use super::prepared::tiles;
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{AccessPatternName, PramCompareArgs};
use crate::memory;
use crate::present::text;
use crate::results::pram::{CompareResult, ComparedRead, ReadWay};
use crate::results::{COMMIT, Timing, VERSION};
use clap::ValueEnum;
use meshcast_algorithms::programs::AccessOnce;
use meshcast_algorithms::{Pram, PramMode, ReadTraffic, Rival, RivalRun};
use meshcast_engine::{Machine, MessagesError, Options, Shape, Violation};
use meshcast_primitives::SharedMemory;
use std::time::Instant;

/// The rivals, and what results call them.
const RIVALS: [(&str, Rival); 3] =
    [("greedy", Rival::Greedy), ("combining", Rival::Combining), ("multicast", Rival::Multicast)];

/// Compares the ways.
pub(super) fn compare(args: &PramCompareArgs, terminal: Terminal) -> Result<Reply, PramError> {
    let shape = Shape::new(args.side, args.side)
        .map_err(|error| PramError::Shape { flags: "--side", error })?;
    let tiles = tiles(args.tiles, shape)?;
    let subject = || format!("pram compare on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, memory::shared_memory(shape.nodes() as u64, 1, false, false))?;
    let started = Instant::now();
    let compared = watch("comparing the ways", terminal.progress, || {
        let patterns = AccessPatternName::value_variants().iter();
        patterns
            .map(|&pattern| read(args, (shape, tiles), pattern))
            .collect::<Result<Result<Vec<_>, _>, _>>()
    })?;
    let reads = match compared {
        Ok(reads) => reads,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let steps = reads.iter().flat_map(|read: &ComparedRead| &read.ways).map(|way| way.steps);
    let node_steps = shape.nodes() as f64 * steps.sum::<u64>() as f64;
    let timing = Timing::of_node_steps(node_steps, started.elapsed(), args.run.threads());
    let result = CompareResult {
        schema: "meshcast.pram-compare/1",
        version: VERSION,
        commit: COMMIT,
        layout: args.layout.name(),
        seed: args.run.seed,
        rows: shape.rows(),
        cols: shape.cols(),
        tile_side: tiles.0,
        per_node: tiles.1,
        reads,
        timing,
    };
    Ok(Reply::showing(args.run.format, &result, text::pram_compare))
}

/// A read of a pattern in all ways.
fn read(
    args: &PramCompareArgs,
    (shape, (tile_side, per_node)): (Shape, (usize, usize)),
    pattern: AccessPatternName,
) -> Result<Result<ComparedRead, Violation>, MessagesError> {
    let (nodes, seed) = (shape.nodes(), args.run.seed);
    let program =
        AccessOnce::new(pattern.pattern(), (nodes, nodes as u64), PramMode::Arbitrary, seed)
            .reading_only();
    let pram = Pram::new(&program, shape, PramMode::Arbitrary, args.layout.layout(), seed)
        .with_tiles(tile_side, per_node);
    let traffic = ReadTraffic::of_read(&pram, shape, program.targets())?;
    let way = |(way, RivalRun { steps, peak, told_when_done })| ReadWay {
        way,
        steps,
        peak,
        told_when_done,
    };
    let options = Options { threads: args.run.threads(), ..Options::default() };
    let mut ways = match read_once(&pram, shape, options.clone())? {
        Ok(run) => vec![way(("pram", run))],
        Err(violation) => return Ok(Err(violation)),
    };
    for (name, rival) in RIVALS {
        match traffic.serve(rival, seed, options.clone()) {
            Ok(run) => ways.push(way((name, run))),
            Err(violation) => return Ok(Err(violation)),
        }
    }
    Ok(Ok(ComparedRead { pattern: pattern.name(), ways }))
}

/// The read on the PRAM, in which any number of processors may read a cell.
fn read_once(
    pram: &Pram<'_, AccessOnce>,
    shape: Shape,
    options: Options,
) -> Result<Result<RivalRun, Violation>, MessagesError> {
    let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..options };
    let mut machine = Machine::new(shape, pram.messages()?, Some(pram.capacity()), options);
    if let Err(violation) = pram.run(&mut machine) {
        return Ok(Err(violation));
    }
    let outcome = machine.finish();
    let (steps, peak, told_when_done) = (outcome.steps, outcome.peak, outcome.told_when_done);
    Ok(Ok(RivalRun { steps, peak, told_when_done }))
}
