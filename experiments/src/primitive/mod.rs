//! `meshcast primitive`: one primitive on its own, checked against a host computation.

mod circulation;
mod combination;
mod compaction;
mod expansion;
mod grid;
mod host_order;
mod kk;
mod kk_sort;
mod load;
mod migration;
mod pattern;
mod permutation;
mod reduce;
mod scan;
mod segmented_broadcast;
mod segmented_scan;
mod sort;
mod tile_shift;

use crate::cli::{Format, OrderName, PrimitiveArgs, PrimitiveName};
use crate::failure::Failure;
use crate::input::Printed;
use crate::memory::{self, Records, SetSize};
use crate::progress::watch;
use crate::reply::{Reply, violated};
use crate::results::{
    COMMIT, LedgerEntry, MachineResult, PrimitiveBuffer, PrimitiveParameters, PrimitiveResult,
    Timing, VERSION, json,
};
use crate::terminal::Terminal;
use crate::text;
use crate::trace_writer::traced;
use meshcast_engine::{Messages, MessagesError, Options, Order, Outcome, Shape, Violation};
use meshcast_primitives::{
    COMPACTION_CAPACITY, KkRouting, Migration, PermutationRouting, SegmentedBroadcast, Sort,
    expansion_capacity,
};
use std::sync::Arc;
use std::time::Duration;

/// Steps a row or column that a primitive in column-major order takes at most. They are run as a part of their own, on
/// the mesh seen from its other side.
const COLUMN_MAJOR_STEPS: usize = 4;

/// A segment starts at a node whose number this divides.
const SEGMENT: u32 = 8;

/// Packets a node in a (k,k)-routing, unless the command line says otherwise.
const ROUTED_PACKETS: usize = 4;

/// What a primitive is run on.
struct Case {
    shape: Shape,
    order: Order,
    /// Scans in the pipeline.
    waves: usize,
    /// Packets a node.
    packets: usize,
    /// Blocks a side of a permutation or (k,k)-routing.
    blocks: usize,
    /// Rows and columns of the grid of tiles.
    grid: (usize, usize),
    /// The number of every packet of every node, row-major.
    numbers: Vec<u32>,
    messages: Arc<Messages>,
}

/// A primitive that was run and checked.
struct Finished {
    outcome: Outcome,
    elapsed: Duration,
    /// The steps of its documented formula.
    formula_steps: u64,
    /// Whether the host computed the same.
    correct: bool,
}

/// Runs the primitive that `args` ask for.
pub(crate) fn primitive(args: &PrimitiveArgs, terminal: Terminal) -> Result<Reply, Failure> {
    let shape = shape(args)?;
    check_parameters(args)?;
    check_blocks(args, shape)?;
    let case = watch("preparing the mesh", terminal.progress, || prepare(args, shape))?;
    let finished = traced(args.trace.as_deref(), &case.messages, |trace| {
        let options = Options { threads: args.run.threads(), trace, ..Options::default() };
        watch("running the primitive", terminal.progress, || run(args.name, &case, options))
    })?;
    let (finished, piped) = match finished {
        Ok(finished) => finished,
        Err(violation) => return Ok(violated(&violation, args.run.format)),
    };
    let result = summarise(args, &case, &finished);
    let output = match args.run.format {
        Format::Json => json(&result),
        Format::Text => text::primitive(&result).into_bytes(),
    };
    let complaint = (!finished.correct).then(|| {
        format!("expected what the host computes, found another result of {}", args.name.name())
    });
    Ok(Reply::of(output).complaining(complaint).piping(piped))
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

/// Packets that a buffer must hold, and 64-bit words that a node keeps.
fn need(args: &PrimitiveArgs, shape: Shape) -> (usize, u64) {
    let waves = args.t.unwrap_or(1) as u64;
    match args.name {
        // Packets in slots and queues, their keys and what the host makes of them.
        PrimitiveName::Sort => (Sort::CAPACITY.max(3 * packets(args)), 6 * packets(args) as u64),
        PrimitiveName::Kk => (6 * packets(args), 6 * packets(args) as u64),
        // The registers of a scan, their host copies and what the host makes of them.
        PrimitiveName::Scan | PrimitiveName::SegmentedScan => (1, 6 * waves),
        PrimitiveName::Reduce => (1, 4),
        PrimitiveName::Circulation => (memory::CIRCULATING, 2),
        // The counts of the scan.
        PrimitiveName::Compaction => (COMPACTION_CAPACITY, 4),
        PrimitiveName::Expansion => (expansion_capacity(order(args)), 2),
        // The capacity is known once the blocks are planned; it is no more than this.
        PrimitiveName::Permutation => {
            (Sort::CAPACITY.max((3 * blocks(args, shape)).min(args.side) + 2), 2)
        }
        // The host's segments.
        PrimitiveName::SegmentedBroadcast => (SegmentedBroadcast::CAPACITY, 12),
        // A scan for each tile, and what it begins with.
        PrimitiveName::Migration => (Migration::CAPACITY, 8 + 3 * tiles(args) as u64),
        PrimitiveName::TileShift => (tile_shift::MOST_PACKETS, 4),
    }
}

fn shape(args: &PrimitiveArgs) -> Result<Shape, Failure> {
    let flags = if args.cols.is_some() { "--side, --cols" } else { "--side" };
    Shape::new(args.side, args.cols.unwrap_or(args.side))
        .map_err(|error| Failure::Shape { flags, error })
}

/// The parameters that a primitive has.
struct Parameters {
    orders: &'static [OrderName],
    numbers: &'static [Number],
}

/// A parameter that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// Scans in a pipeline.
    Waves,
    /// Tiles of a grid.
    Tiles,
    /// Packets a node.
    Packets,
    /// Blocks a side.
    Blocks,
}

impl Parameters {
    fn has(&self, number: Number) -> bool {
        self.numbers.contains(&number)
    }
}

fn parameters(name: PrimitiveName) -> Parameters {
    let every = &[OrderName::Snake, OrderName::RowMajor, OrderName::ColumnMajor];
    let (orders, numbers): (&[OrderName], &[Number]) = match name {
        PrimitiveName::Sort => (every, &[Number::Packets]),
        PrimitiveName::SegmentedBroadcast => (every, &[]),
        PrimitiveName::Scan | PrimitiveName::SegmentedScan => (every, &[Number::Waves]),
        PrimitiveName::Expansion => (&every[..2], &[]),
        PrimitiveName::Permutation => (&[], &[Number::Blocks]),
        PrimitiveName::Kk => (&[], &[Number::Packets, Number::Blocks]),
        PrimitiveName::Migration | PrimitiveName::TileShift => (&[], &[Number::Tiles]),
        PrimitiveName::Reduce | PrimitiveName::Circulation | PrimitiveName::Compaction => {
            (&[], &[])
        }
    };
    Parameters { orders, numbers }
}

/// Refuses parameters that the primitive does not have.
fn check_parameters(args: &PrimitiveArgs) -> Result<(), Failure> {
    let primitive = args.name.name();
    let has = parameters(args.name);
    let refuse = |flag, found: &str| {
        Err(Failure::NoSuchParameter { flag, primitive, found: Printed::of(found) })
    };
    match args.order {
        Some(order) if has.orders.is_empty() => return refuse("--order", order.name()),
        Some(order) if !has.orders.contains(&order) => {
            let orders =
                has.orders.iter().map(|order| order.name()).collect::<Vec<_>>().join(" or ");
            return Err(Failure::NoSuchOrder { orders, primitive, found: order.name() });
        }
        _ => {}
    }
    let numbers: [(&str, Option<usize>, &[Number]); 3] = [
        ("--t", args.t, &[Number::Waves, Number::Tiles]),
        ("--k", args.k, &[Number::Packets]),
        ("--blocks", args.blocks, &[Number::Blocks]),
    ];
    for (flag, given, meanings) in numbers {
        if let Some(found) = given.filter(|_| !meanings.iter().any(|&number| has.has(number))) {
            return refuse(flag, &found.to_string());
        }
    }
    Ok(())
}

/// Refuses blocks too large for a (k,k)-routing.
fn check_blocks(args: &PrimitiveArgs, shape: Shape) -> Result<(), Failure> {
    let (least, (rows, cols)) = (KkRouting::least_blocks(shape), (shape.rows(), shape.cols()));
    match args.blocks {
        Some(found) if args.name == PrimitiveName::Kk && found < least => {
            Err(Failure::TooFewBlocks { rows, cols, least, found })
        }
        _ => Ok(()),
    }
}

fn order(args: &PrimitiveArgs) -> Order {
    args.order.unwrap_or(OrderName::Snake).order()
}

fn packets(args: &PrimitiveArgs) -> usize {
    let default = if args.name == PrimitiveName::Kk { ROUTED_PACKETS } else { 1 };
    args.k.unwrap_or(default)
}

fn tiles(args: &PrimitiveArgs) -> usize {
    args.t.unwrap_or(args.side)
}

fn blocks(args: &PrimitiveArgs, shape: Shape) -> usize {
    let default = match args.name {
        PrimitiveName::Kk => KkRouting::BLOCKS.max(KkRouting::least_blocks(shape)),
        _ => PermutationRouting::BLOCKS,
    };
    args.blocks.unwrap_or(default)
}

/// Whether node `node` holds the packet with this key and message, or none, and nothing else.
fn holds(shape: Shape, outcome: &Outcome, node: usize, expected: Option<(u32, u32)>) -> bool {
    let (row, col) = (node / shape.cols(), node % shape.cols());
    let found = outcome.packet(0, row, col).map(|packet| (packet.key(), packet.message()));
    found == expected && outcome.packets_left(row, col) == u32::from(expected.is_some())
}

fn prepare(args: &PrimitiveArgs, shape: Shape) -> Result<Case, Failure> {
    let name = args.name.name();
    let (capacity, words) = need(args, shape);
    let records = Records { trace: args.trace.is_some(), ..Records::default() };
    let held_steps = if args.order == Some(OrderName::ColumnMajor) {
        (COLUMN_MAJOR_STEPS * (shape.rows() + shape.cols()) + args.t.unwrap_or(1)) as u64
    } else {
        0
    };
    // The messages are not there yet; they have at most one destination, two in a migration.
    let nodes = shape.nodes() as u64;
    let set = SetSize { messages: nodes, deliveries: 2 * nodes, degree: 2, congestion: nodes };
    let need = memory::building(set)
        + memory::running(shape, (capacity, words), set, (records, held_steps));
    let subject = || format!("{name} on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, need)?;
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
        rows,
        cols,
        steps: outcome.steps,
        // Of a rectangle, the mean side.
        steps_per_side: 2.0 * outcome.steps as f64 / (rows + cols) as f64,
        formula_steps: finished.formula_steps,
        buffer: PrimitiveBuffer { peak: outcome.peak, capacity: outcome.capacity },
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
