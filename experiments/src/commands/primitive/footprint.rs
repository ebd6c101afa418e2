//! Predicts the memory that a primitive needs.
//!
//! `experiments/tests/memory.rs` measures it. It includes the message set, the numbers that it is made of and what the host computes.

use super::parameters::{blocks, order, packets, tiles};
use crate::flags::{ModeName, PrimitiveArgs, PrimitiveName};
use crate::memory;
use meshcast_engine::{Order, Shape};
use meshcast_primitives::{KkSort, Sort};

/// Bytes at the peak.
pub(super) fn bytes(args: &PrimitiveArgs, shape: Shape) -> u64 {
    // Of a node: the packets in use, by their numbers, and the links in use.
    const TRACED: u64 = 32;
    const EVENT: u64 = 40;
    let traced = args.trace.as_ref().map_or(0, |_| TRACED + EVENT * held_events(args, shape));
    // What the steps have left is kept while the leaps are made.
    let runs = if args.mode == ModeName::Check { 2 } else { 1 };
    let of_a_node = of_a_node(args, shape).saturating_mul(runs);
    let of_nodes = (shape.nodes() as u64).saturating_mul(of_a_node.saturating_add(traced));
    of_nodes.saturating_add(if args.mode == ModeName::Leap { 0 } else { timetables(args, shape) })
}

/// Bytes of what every node does in every step of the routes of a sort.
fn timetables(args: &PrimitiveArgs, shape: Shape) -> u64 {
    match args.name {
        PrimitiveName::Sort if packets(args) == 1 => Sort::timetable_bytes_on(shape, order(args)),
        PrimitiveName::Sort => KkSort::timetable_bytes_on(shape, order(args)),
        _ => 0,
    }
}

/// Bytes of a node. Slots that hold no packet do not count: their pages are never written.
fn of_a_node(args: &PrimitiveArgs, shape: Shape) -> u64 {
    let waves = args.t.unwrap_or(1) as u64;
    let packets = packets(args) as u64;
    match args.name {
        PrimitiveName::Sort if packets == 1 => 88,
        // Packets in slots and queues, their keys and what the host makes of them.
        PrimitiveName::Sort => 312 + 33 * packets,
        PrimitiveName::Kk => 280 + 48 * packets,
        // The registers of a wave, two of 4 bytes, their host copies and what the host makes of them.
        PrimitiveName::Scan => 16 + 16 * waves + of_column_major(args),
        PrimitiveName::SegmentedScan => 16 + 32 * waves + of_column_major(args),
        PrimitiveName::Reduce => 24,
        PrimitiveName::Circulation => 76,
        PrimitiveName::Compaction => 40,
        PrimitiveName::Expansion => 50,
        // The more blocks, the more packets meet, up to a bound.
        PrimitiveName::Permutation => 80 + (4 * blocks(args, shape) as u64).min(64),
        PrimitiveName::SegmentedBroadcast => 64 + of_column_major(args),
        // A scan for each tile, and what it begins with.
        PrimitiveName::Migration => 108 + 36 * tiles(args) as u64,
        PrimitiveName::TileShift => 100,
        // Numbers, and what the host makes of them.
        PrimitiveName::ConcurrentRead | PrimitiveName::ConcurrentWrite => {
            let leaps = args.mode == ModeName::Leap;
            24 + memory::shared_memory(1, 1, leaps, args.trace.is_some())
        }
    }
}

/// A mesh seen from its other side is copied back.
fn of_column_major(args: &PrimitiveArgs) -> u64 {
    const COPY: u64 = 16;
    if order(args) == Order::ColumnMajor { COPY } else { 0 }
}

/// Events of a node that a trace holds back until a part of the run is done: a primitive in column-major order is a part.
fn held_events(args: &PrimitiveArgs, shape: Shape) -> u64 {
    match args.name {
        _ if order(args) != Order::ColumnMajor => 0,
        // A packet a step at most, over twice as many steps as the mesh has rows and columns.
        PrimitiveName::Sort => 2 * packets(args) as u64 * (shape.rows() + shape.cols()) as u64,
        PrimitiveName::SegmentedBroadcast => 20,
        _ => 4 * args.t.unwrap_or(1) as u64 + 1,
    }
}
