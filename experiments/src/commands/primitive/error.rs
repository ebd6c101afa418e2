//! Says why a primitive is not run.

use crate::flags::FlagError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use meshcast_engine::{MessagesError, ShapeError};
use thiserror::Error;

/// A primitive that is not run. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum PrimitiveError {
    #[error("--mode: expected step with --trace, which watches every step, found leap")]
    LeapTraced,
    #[error("{flags}: {error}")]
    Shape { flags: &'static str, error: ShapeError },
    #[error("--order: expected {orders} for {primitive}, found {found}")]
    NoSuchOrder { orders: String, primitive: &'static str, found: &'static str },
    #[error("--t: expected the number of tiles of a grid on {rows} x {cols} nodes, found {found}")]
    NoGrid { rows: usize, cols: usize, found: usize },
    #[error("--blocks must be at least {least} on {rows} x {cols} nodes, found {found}")]
    TooFewBlocks { rows: usize, cols: usize, least: usize, found: usize },
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Messages(#[from] MessagesError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
