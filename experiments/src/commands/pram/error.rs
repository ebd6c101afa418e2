//! Says why no PRAM program is run.

use crate::flags::FlagError;
use crate::load::LoadError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use meshcast_engine::{MessagesError, ShapeError};
use thiserror::Error;

/// A refused command about PRAMs. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum PramError {
    #[error("pram run {program}: expected --side S, found none")]
    NoSide { program: &'static str },
    #[error("{flags}: {error}")]
    Shape { flags: &'static str, error: ShapeError },
    #[error(
        "pram run {program} needs a processor for each of {needed} edges; the mesh has {nodes} nodes: use --side {side}"
    )]
    FewProcessors { program: &'static str, needed: usize, nodes: usize, side: usize },
    #[error("--cells: expected 1 to 4294967296, found {found}")]
    Cells { found: u64 },
    #[error(
        "--cells: expected at least {nodes}, a cell for each processor, with --pattern {pattern}, found {found}"
    )]
    FewCells { pattern: &'static str, nodes: usize, found: u64 },
    #[error("--cells: expected {nodes}, a cell for each processor, to 4294967296, found {found}")]
    TooFewCells { nodes: u64, found: u64 },
    #[error("--seeds: expected no seed past {}, found {seeds} from {from} on", u64::MAX)]
    ManySeeds { seeds: usize, from: u64 },
    #[error("pram run {program}: expected at most 4294967296 cells, found {found}")]
    ManyCells { program: &'static str, found: u64 },
    #[error("--tile-side: expected at most {longest}, the longer side of the mesh, found {found}")]
    LargeTile { longest: usize, found: usize },
    #[error("--mode: expected step with {flag}, which watches every step, found {mode}")]
    LeapWatched { flag: &'static str, mode: &'static str },
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Messages(#[from] MessagesError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
