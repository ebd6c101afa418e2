//! Says why worms are not sent.

use crate::flags::FlagError;
use crate::input::InputError;
use crate::load::LoadError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use crate::readable::Printed;
use meshcast_algorithms::pathbased::{NetworkError, PlanError, SetError};
use meshcast_engine::wormhole::{Deadlock, WormholeError};
use thiserror::Error;

/// A refused command about worms, or [a run that does not end](Self::Deadlock). Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum WormError {
    #[error("{flag}: {error}")]
    Network { flag: &'static str, error: NetworkError },
    #[error("--graph: expected a name that ends in .edges or .txt, found {found}")]
    GraphSuffix { found: Printed },
    #[error("{file}: {error}")]
    Graphless { file: Printed, error: NetworkError },
    #[error("--source, --destinations: {0}")]
    MulticastSet(#[from] SetError),
    #[error("{flag}: {error}")]
    Planless { flag: &'static str, error: PlanError },
    #[error("--sizes: expected from 1 to {most} destinations on the {network}, found {found}")]
    SetSize { most: usize, network: String, found: usize },
    #[error("--mesh: expected at least 2 nodes, found the {network}")]
    OneNode { network: String },
    #[error("{flags}: {error}")]
    Wormhole { flags: &'static str, error: WormholeError },
    #[error("--svg: expected a mesh of two dimensions to draw, found the {found}")]
    NoPicture { found: String },
    #[error(
        "{flag}: expected a mesh of two dimensions for multi-path, which knows left from right, found the {found}"
    )]
    NotAPlane { flag: &'static str, found: String },
    #[error(
        "{flag}: expected a mesh for groups, which are the destinations in boxes, found the {found}"
    )]
    Boxless { flag: &'static str, found: String },
    /// No refusal: the input was good, and the run left a delivery undone.
    #[error(transparent)]
    Deadlock(Deadlock),
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl From<WormholeError> for WormError {
    fn from(error: WormholeError) -> Self {
        match error {
            WormholeError::Deadlock(deadlock) => Self::Deadlock(deadlock),
            error => Self::Wormhole { flags: "--startup, --router, --link, --flits", error },
        }
    }
}
