//! Runs `meshcast primitive`, which executes one primitive and checks it against a host computation.

mod case;
mod circulation;
mod combination;
mod compaction;
mod error;
mod expansion;
mod footprint;
mod grid;
mod host_order;
mod kk;
mod kk_sort;
mod load;
mod migration;
mod parameters;
mod pattern;
mod permutation;
mod reduce;
mod scan;
mod segmented_broadcast;
mod segmented_scan;
mod shared_memory;
mod sort;
mod tile_shift;

use self::case::{Case, Finished};
use self::error::PrimitiveError;
use self::parameters::{
    Number, blocks, check_blocks, check_parameters, order, packets, parameters, tiles,
};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{ModeName, OrderName, PrimitiveArgs, PrimitiveName};
use crate::memory;
use crate::present::text;
use crate::results::{
    COMMIT, LedgerEntry, MachineResult, PrimitiveBuffer, PrimitiveParameters, PrimitiveResult,
    Registers, Spatial, Timing, VERSION,
};
use crate::run::leap_complaint;
use crate::trace_writer::traced;
use meshcast_engine::{Messages, MessagesError, Mode, Options, Shape, Violation};
use std::sync::Arc;

/// Runs the primitive that `args` ask for.
pub(crate) fn primitive(args: &PrimitiveArgs, terminal: Terminal) -> Result<Reply, PrimitiveError> {
    let shape = shape(args)?;
    check_parameters(args)?;
    check_blocks(args, shape)?;
    let case = watch("preparing the mesh", terminal.progress, || prepare(args, shape))?;
    let finished = traced(args.trace.as_deref(), &case.messages, |trace| {
        let options = Options { trace, ..options(args, args.mode.mode()) };
        watch("running the primitive", terminal.progress, || run(args.name, &case, options))
    })?;
    let (finished, piped) = match finished {
        Ok(finished) => finished,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let result = summarise(args, &case, &finished);
    let reply = Reply::showing(args.run.format, &result, text::primitive);
    let complaint = (!finished.correct).then(|| {
        format!("expected what the host computes, found another result of {}", args.name.name())
    });
    let complaint = complaint.or_else(|| complaint_of_leaps(args, &case, &finished));
    Ok(reply.complaining(complaint).piping(piped))
}

/// In what the primitive differs in leaps, if that is to be found out.
fn complaint_of_leaps(args: &PrimitiveArgs, case: &Case, finished: &Finished) -> Option<String> {
    if args.mode != ModeName::Check {
        return None;
    }
    let leapt = run(args.name, case, options(args, Mode::Leap));
    leap_complaint(&finished.outcome, leapt.map(|leapt| leapt.outcome))
}

/// How a run in `mode` is executed, traces aside.
fn options(args: &PrimitiveArgs, mode: Mode) -> Options {
    let (header_words, threads) = (args.header.header_words, args.run.threads());
    Options { mode, header_words, threads, ..Options::default() }
}

/// The one place where a name becomes a primitive.
fn run(name: PrimitiveName, case: &Case, options: Options) -> Result<Finished, Violation> {
    match name {
        PrimitiveName::Sort if case.packets == 1 => sort::run(case, options),
        PrimitiveName::Sort => kk_sort::run(case, options),
        PrimitiveName::Kk => kk::run(case, options),
        PrimitiveName::Scan => scan::run(case, options),
        PrimitiveName::SegmentedScan => segmented_scan::run(case, options),
        PrimitiveName::Reduce => reduce::run(case, options),
        PrimitiveName::Circulation => circulation::run(case, options),
        PrimitiveName::Compaction => compaction::run(case, options),
        PrimitiveName::Expansion => expansion::run(case, options),
        PrimitiveName::Permutation => permutation::run(case, options),
        PrimitiveName::SegmentedBroadcast => segmented_broadcast::run(case, options),
        PrimitiveName::Migration => migration::run(case, options),
        PrimitiveName::TileShift => tile_shift::run(case, options),
        PrimitiveName::ConcurrentRead => shared_memory::read(case, options),
        PrimitiveName::ConcurrentWrite => shared_memory::write(case, options),
    }
}

fn messages(
    name: PrimitiveName,
    numbers: &[u32],
    packets: usize,
) -> Result<Messages, MessagesError> {
    match name {
        PrimitiveName::Kk => kk::messages(numbers, packets),
        PrimitiveName::Circulation => circulation::messages(numbers),
        PrimitiveName::Compaction => compaction::messages(numbers),
        PrimitiveName::Expansion => expansion::messages(numbers),
        PrimitiveName::Permutation => permutation::messages(numbers),
        PrimitiveName::SegmentedBroadcast => segmented_broadcast::messages(numbers),
        PrimitiveName::Migration => migration::messages(numbers),
        _ => Messages::one_each(numbers.len() / packets),
    }
}

fn shape(args: &PrimitiveArgs) -> Result<Shape, PrimitiveError> {
    let flags = if args.cols.is_some() { "--side, --cols" } else { "--side" };
    Shape::new(args.side, args.cols.unwrap_or(args.side))
        .map_err(|error| PrimitiveError::Shape { flags, error })
}

fn prepare(args: &PrimitiveArgs, shape: Shape) -> Result<Case, PrimitiveError> {
    let name = args.name.name();
    let subject = || format!("{name} on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, footprint::bytes(args, shape))?;
    let packets = packets(args);
    let numbers = pattern::numbers(args.pattern, (shape.nodes(), packets), args.run.seed);
    Ok(Case {
        shape,
        order: order(args),
        waves: args.t.unwrap_or(1),
        blocks: blocks(args, shape),
        grid: if parameters(args.name).has(Number::Tiles) {
            grid::most_square(shape, tiles(args))?
        } else {
            (1, 1)
        },
        packets,
        messages: Arc::new(messages(args.name, &numbers, packets)?),
        numbers,
    })
}

fn summarise(args: &PrimitiveArgs, case: &Case, finished: &Finished) -> PrimitiveResult {
    let outcome = &finished.outcome;
    let (rows, cols) = (case.shape.rows(), case.shape.cols());
    let has = parameters(args.name);
    PrimitiveResult {
        schema: "meshcast.primitive/1",
        name: args.name.name(),
        mode: args.mode.name(),
        rows,
        cols,
        steps: outcome.steps,
        // Of a rectangle, the mean side.
        steps_per_side: 2.0 * outcome.steps as f64 / (rows + cols) as f64,
        formula_steps: finished.formula_steps,
        buffer: PrimitiveBuffer { peak: outcome.peak, capacity: outcome.capacity },
        registers: Registers::of(outcome),
        spatial: Spatial::of(outcome),
        correct: finished.correct,
        machine: MachineResult::of(outcome),
        ledger: LedgerEntry::all(&outcome.ledger),
        parameters: PrimitiveParameters {
            order: (!has.orders.is_empty()).then(|| args.order.unwrap_or(OrderName::Snake).name()),
            t: if has.has(Number::Tiles) {
                Some(tiles(args))
            } else {
                has.has(Number::Waves).then_some(case.waves)
            },
            k: has.has(Number::Packets).then_some(case.packets),
            blocks: has.has(Number::Blocks).then_some(case.blocks),
            grid: has.has(Number::Tiles).then_some(case.grid),
            pattern: args.pattern.name(),
        },
        seed: args.run.seed,
        version: VERSION,
        commit: COMMIT,
        timing: Timing::of(outcome, finished.elapsed, args.run.threads()),
    }
}
