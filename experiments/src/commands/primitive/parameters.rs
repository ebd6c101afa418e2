//! Knows which primitive has which parameters, and what they are where the command line does not say.

use super::error::PrimitiveError;
use crate::flags::{FlagError, ModeName, OrderName, PrimitiveArgs, PrimitiveName};
use meshcast_engine::{Order, Shape};
use meshcast_primitives::{KkRouting, PermutationRouting};

/// Packets a node in a (k,k)-routing, unless the command line says otherwise.
const ROUTED_PACKETS: usize = 4;

/// The parameters that a primitive has.
pub(super) struct Parameters {
    pub(super) orders: &'static [OrderName],
    pub(super) numbers: &'static [Number],
}

/// A parameter that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
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
    pub(super) fn has(&self, number: Number) -> bool {
        self.numbers.contains(&number)
    }
}

pub(super) fn parameters(name: PrimitiveName) -> Parameters {
    let every = &[OrderName::Snake, OrderName::RowMajor, OrderName::ColumnMajor];
    let (orders, numbers): (&[OrderName], &[Number]) = match name {
        PrimitiveName::Sort => (every, &[Number::Packets]),
        PrimitiveName::SegmentedBroadcast => (every, &[]),
        PrimitiveName::Scan | PrimitiveName::SegmentedScan => (every, &[Number::Waves]),
        PrimitiveName::Expansion => (&every[..2], &[]),
        PrimitiveName::Permutation => (&[], &[Number::Blocks]),
        PrimitiveName::Kk => (&[], &[Number::Packets, Number::Blocks]),
        PrimitiveName::Migration | PrimitiveName::TileShift => (&[], &[Number::Tiles]),
        PrimitiveName::Reduce
        | PrimitiveName::Circulation
        | PrimitiveName::Compaction
        | PrimitiveName::ConcurrentRead
        | PrimitiveName::ConcurrentWrite => (&[], &[]),
    };
    Parameters { orders, numbers }
}

/// Refuses parameters that the primitive does not have.
pub(super) fn check_parameters(args: &PrimitiveArgs) -> Result<(), PrimitiveError> {
    if args.trace.is_some() && args.mode == ModeName::Leap {
        return Err(PrimitiveError::LeapTraced);
    }
    let primitive = args.name.name();
    let has = parameters(args.name);
    let refuse = |flag, found: String| {
        Err(FlagError::NoSuchParameter { flag, name: primitive, found }.into())
    };
    match args.order {
        Some(order) if has.orders.is_empty() => return refuse("--order", order.name().to_owned()),
        Some(order) if !has.orders.contains(&order) => {
            let orders =
                has.orders.iter().map(|order| order.name()).collect::<Vec<_>>().join(" or ");
            return Err(PrimitiveError::NoSuchOrder { orders, primitive, found: order.name() });
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
            return refuse(flag, found.to_string());
        }
    }
    Ok(())
}

/// Refuses blocks too large for a (k,k)-routing.
pub(super) fn check_blocks(args: &PrimitiveArgs, shape: Shape) -> Result<(), PrimitiveError> {
    let (least, (rows, cols)) = (KkRouting::least_blocks(shape), (shape.rows(), shape.cols()));
    match args.blocks {
        Some(found) if args.name == PrimitiveName::Kk && found < least => {
            Err(PrimitiveError::TooFewBlocks { rows, cols, least, found })
        }
        _ => Ok(()),
    }
}

pub(super) fn order(args: &PrimitiveArgs) -> Order {
    args.order.unwrap_or(OrderName::Snake).order()
}

pub(super) fn packets(args: &PrimitiveArgs) -> usize {
    let default = if args.name == PrimitiveName::Kk { ROUTED_PACKETS } else { 1 };
    args.k.unwrap_or(default)
}

pub(super) fn tiles(args: &PrimitiveArgs) -> usize {
    args.t.unwrap_or(args.side)
}

pub(super) fn blocks(args: &PrimitiveArgs, shape: Shape) -> usize {
    let default = match args.name {
        PrimitiveName::Kk => KkRouting::BLOCKS.max(KkRouting::least_blocks(shape)),
        _ => PermutationRouting::BLOCKS,
    };
    args.blocks.unwrap_or(default)
}
