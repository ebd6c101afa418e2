//! Says why worms are not sent.

use crate::film::FilmError;
use crate::flags::FlagError;
use crate::input::InputError;
use crate::load::LoadError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use crate::readable::Printed;
use crate::results::worm_routes::DeadlockResult;
use meshcast_algorithms::pathbased::{
    MOST_DESTINATIONS, NetworkError, NodeName, PathError, PlanError, SetError,
};
use meshcast_engine::wormhole::WormholeError;
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
    #[error("{file}: worm {worm}: expected a node of the {network}, found {found} ({place})")]
    Off { file: Printed, worm: usize, network: String, found: NodeName, place: String },
    #[error("{file}: worm {worm}: {error}")]
    Pathless { file: Printed, worm: usize, error: PathError },
    #[error("--source, --destinations: {0}")]
    MulticastSet(#[from] SetError),
    #[error("{flag}: {error}")]
    Planless { flag: &'static str, error: PlanError },
    #[error("{flag}: expected from 1 to {most} destinations on the {network}, found {found}")]
    SetSize { flag: &'static str, most: usize, network: String, found: usize },
    #[error(
        "{flag}: expected at most {MOST_DESTINATIONS} destinations for ocms and otms, which may all be on one side of a source, found {found}: use --schemes dual-path"
    )]
    LargeSets { flag: &'static str, found: usize },
    #[error(
        "--flits: expected at most {most} crossings of channels by flits that move one by one, found {found}: use fewer flits, or neither --buffer-flits, --virtual-channels, --inject nor --consume"
    )]
    ManyCrossings { most: u64, found: u64 },
    #[error(
        "{file}: worm {worm}: expected a start of at most {most} ns in a run of {worms}, found {found}"
    )]
    LateStart { file: Printed, worm: usize, most: u64, worms: String, found: u64 },
    #[error("{flag}: expected at most {most} a microsecond, one each {slot} ns, found {found}")]
    ManyCoins { flag: &'static str, slot: u64, most: f64, found: f64 },
    #[error("{flag}: expected at least 2 nodes, found the {network}")]
    OneNode { flag: &'static str, network: String },
    #[error(
        "{flag}: expected at least {needed} nodes for the messages, found {nodes} on the {network}"
    )]
    FewNodes { flag: &'static str, needed: usize, nodes: usize, network: String },
    #[error(
        "{flag}: expected as many nodes as a square has for a workload, such as 64, found {nodes} on the {network}: use --input"
    )]
    NoSquare { flag: &'static str, nodes: usize, network: String },
    #[error(
        "--placement: expected row-major or random on the {network}, which has no rows and columns"
    )]
    Placeless { network: String },
    #[error("{flags}: {error}")]
    Wormhole { flags: &'static str, error: WormholeError },
    #[error(
        "{flag}: expected at most {most} nodes and channels to draw around the paths, found {found} on the {network}"
    )]
    LargePicture { flag: &'static str, most: usize, found: usize, network: String },
    #[error(
        "{flag}: expected a mesh of two dimensions for multi-path, which knows left from right, found the {found}"
    )]
    NotAPlane { flag: &'static str, found: String },
    #[error(
        "{flag}: expected a mesh, torus or hypercube for groups, which are the destinations in boxes, found the {found}"
    )]
    Boxless { flag: &'static str, found: String },
    /// No refusal: the input was good, and the run left a delivery undone.
    #[error("{}", .0.complaint())]
    Deadlock(Box<DeadlockResult>),
    #[error(transparent)]
    Film(#[from] FilmError),
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
        Self::Wormhole { flags: "--startup, --router, --link, --flits", error }
    }
}
