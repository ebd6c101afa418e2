//! Says why a command could not be carried out.

mod plan_error;

use crate::input::{InputError, PlacementError, SaveError};
use crate::memory::MemoryError;
use crate::output::Clash;
use crate::readable::Printed;
use crate::store::StoreError;
pub(crate) use plan_error::{Place, PlanError};

use crate::trace_writer::TraceError;
use meshcast_algorithms::pathbased::{NetworkError, PlanError as WormPlanError, SetError};
use meshcast_algorithms::{GraphError, GuaranteeError, WorkloadError};
use meshcast_engine::wormhole::{Deadlock, WormholeError};
use meshcast_engine::{MAX_TORUS_DELIVERIES, MessagesError, ShapeError, TorusError};
use std::io;
use thiserror::Error;

/// Bad usage or bad input: exit status 2, unless [it is the run's fault](Failure::is_of_the_run). Its `Display` is one
/// line that names the flag, or the file and line, what was expected and what was found.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("expected a message set, --input FILE or --workload NAME, found neither")]
    NoMessageSet,
    #[error("expected one message set, found both --input and --workload")]
    TwoMessageSets,
    #[error("{flag}: expected only with {needs}, found with {with}")]
    Misplaced { flag: &'static str, needs: &'static str, with: &'static str },
    #[error("--workload {workload}: expected --side S with it, found none")]
    NoSide { workload: &'static str },
    #[error(
        "--workload adversarial needs --against FILE.npy, the permutations under which its messages collide"
    )]
    NoPermutation,
    #[error(
        "--against: {file}: expected a permutation of {nodes} numbers, one for each node, found {found}"
    )]
    AgainstLength { file: Printed, nodes: usize, found: usize },
    #[error("--cols: expected {side}, since a workload is for a square mesh, found {cols}")]
    OblongWorkload { side: usize, cols: usize },
    #[error("{flags}: {error}")]
    Shape { flags: &'static str, error: ShapeError },
    #[error("{flags}: {error}")]
    Placement { flags: &'static str, error: PlacementError },
    #[error(
        "--trace: expected --copy-steps 1, since a copy that is free has no step of its own to stand in, found 0"
    )]
    TraceOfFreeCopies,
    #[error("--mode: expected step with {flag}, which watches every step, found leap")]
    LeapWatched { flag: &'static str },
    #[error("--save-messages: expected a name that ends in .jsonl, found {found}")]
    SavedSuffix { found: Printed },
    #[error("{flag}: expected a name that ends in .svg or .png, found {found}")]
    PictureSuffix { flag: &'static str, found: Printed },
    #[error("{flag}: {file} cannot be written: {source}")]
    Undrawn { flag: &'static str, file: Printed, source: io::Error },
    #[error("--out: expected a name that ends in .npy, found {found}")]
    PermutationSuffix { found: Printed },
    #[error("--out: {file} cannot be written: {source}")]
    Unwritten { file: Printed, source: io::Error },
    #[error(
        "--inputs, --degree: expected at most {} edges, found {inputs} inputs of {degree} edges",
        u32::MAX
    )]
    Edges { inputs: usize, degree: usize },
    #[error("--inputs, --degree: {0}")]
    Graph(#[from] GraphError),
    #[error("--from, --to: expected the least c first, found {from} and {to}")]
    EmptyFamily { from: usize, to: usize },
    #[error(transparent)]
    Clash(#[from] Clash),
    #[error("{error}; the store was repaired before, the old file is {damaged}")]
    AfterRepair { error: Box<Failure>, damaged: String },
    #[error("--variant: {found} contradicts --algorithm {algorithm}: give one variant")]
    TwoVariants { algorithm: &'static str, found: &'static str },
    #[error("--algorithms: expected every name once, found {name} twice")]
    AlgorithmTwice { name: &'static str },
    #[error("{flag}: expected no such parameter of {algorithm}, found {found}")]
    NotOfAlgorithm { flag: &'static str, algorithm: &'static str, found: String },
    #[error(
        "--permutations: expected a permutation of {numbers} numbers, one {each}, found {found} in {file}"
    )]
    PermutationLength { file: Printed, numbers: usize, each: &'static str, found: usize },
    #[error(
        "--permutations: expected at most {most}, one for each round of the longest stage, found {found}"
    )]
    ManyPermutations { most: usize, found: usize },
    #[error("--permutations: expected one file with {with}, found {found}")]
    OnePermutation { with: &'static str, found: usize },
    #[error(
        "--instances: expected at most {most} replicas of a packet on this mesh, found {found}"
    )]
    ManyReplicas { most: usize, found: usize },
    #[error("--marking: expected lean where tiles have 2^22 nodes, found literal")]
    LargeTiles,
    #[error("--instances: expected 1 for {name}, found {found}")]
    OneInstance { name: &'static str, found: usize },
    #[error("{flag}: expected no such parameter of {primitive}, found {found}")]
    NoSuchParameter { flag: &'static str, primitive: &'static str, found: Printed },
    #[error("--order: expected {orders} for {primitive}, found {found}")]
    NoSuchOrder { orders: String, primitive: &'static str, found: &'static str },
    #[error("--t: expected the number of tiles of a grid on {rows} x {cols} nodes, found {found}")]
    NoGrid { rows: usize, cols: usize, found: usize },
    #[error("--blocks must be at least {least} on {rows} x {cols} nodes, found {found}")]
    TooFewBlocks { rows: usize, cols: usize, least: usize, found: usize },
    #[error("{plan}: expected a plan in a file or one of {names}, found: {source}")]
    NoPlan { plan: Printed, names: String, source: io::Error },
    #[error(
        "--seed: expected a whole number from 0 to {}, for which a store has room, found {found}",
        i64::MAX
    )]
    LargeSeed { found: u64 },
    #[error("{file}: expected the file that the sweep began with, found another one")]
    ChangedInput { file: Printed },
    #[error("--run: {file} cannot be read: {source}")]
    UnreadRun { file: Printed, source: io::Error },
    #[error(
        "--run: {file}: expected what `meshcast route --audit full --format json` prints, found {found}"
    )]
    NoSavedRun { file: Printed, found: String },
    #[error("{flag}: {file} cannot be written: {source}")]
    Unexported { flag: &'static str, file: Printed, source: io::Error },
    #[cfg(not(feature = "parquet"))]
    #[error(
        "--parquet: expected a program that was built with `--features parquet`, found one without for {file}"
    )]
    NoParquet { file: Printed },
    #[error("{flag}: {error}")]
    Network { flag: &'static str, error: NetworkError },
    #[error("--graph: expected a name that ends in .edges or .txt, found {found}")]
    GraphSuffix { found: Printed },
    #[error("{file}: {error}")]
    Graphless { file: Printed, error: NetworkError },
    #[error("--source, --destinations: {0}")]
    MulticastSet(#[from] SetError),
    #[error("{flag}: {error}")]
    Planless { flag: &'static str, error: WormPlanError },
    #[error("--sizes: expected from 1 to {most} destinations on the {network}, found {found}")]
    SetSize { most: usize, network: String, found: usize },
    #[error("--mesh: expected at least 2 nodes, found the {network}")]
    OneNode { network: String },
    #[error("{flags}: {error}")]
    Wormhole { flags: &'static str, error: WormholeError },
    #[error(transparent)]
    Deadlock(Deadlock),
    #[error("--svg: expected a name that ends in .svg, found {found}")]
    DrawingSuffix { found: Printed },
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
    #[error("--radix, --dims: {0}")]
    Torus(#[source] TorusError),
    #[error(
        "--radix, --dims: expected at most {MAX_TORUS_DELIVERIES} deliveries, found {found} on {radix}^{dims} nodes"
    )]
    TorusDeliveries { radix: usize, dims: usize, found: u64 },
    #[error("{flag}: expected every number once, found {found} twice")]
    NumberTwice { flag: &'static str, found: usize },
    #[error("--svg: expected 2 dimensions of at most {most} nodes, found {dims} of {radix}")]
    NoGraph { most: usize, radix: usize, dims: usize },
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("man: expected the name of a command, found \"{found}\"")]
    NoSuchPage { found: Printed },
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error(transparent)]
    Guarantee(#[from] GuaranteeError),
    #[error(transparent)]
    Messages(#[from] MessagesError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("--save-messages: {0}")]
    Save(#[from] SaveError),
    #[error("--trace: {0}")]
    Trace(#[from] TraceError),
    #[error("the result cannot be written: {0}")]
    Output(#[source] io::Error),
}

impl Failure {
    /// Whether the input was good, and the run left a delivery undone: exit status 1.
    pub(crate) fn is_of_the_run(&self) -> bool {
        matches!(self, Self::Deadlock(_))
    }
}

impl From<WormholeError> for Failure {
    fn from(error: WormholeError) -> Self {
        match error {
            WormholeError::Deadlock(deadlock) => Self::Deadlock(deadlock),
            error => Self::Wormhole { flags: "--startup, --router, --link, --flits", error },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::wormhole::{Body, Start, Timing, Worm, run};

    /// Two worms, each on the channel that the other wants.
    #[test]
    fn a_deadlock_is_no_bad_input() {
        let worm = |path: [u32; 2]| Worm {
            start: Start::At(0),
            startup: 0,
            flits: 9,
            path: path.to_vec(),
            destinations: vec![2],
        };
        let timing = Timing::new(2, 1, Body::Link).expect("hops take time");
        let error = run(timing, 2, &[worm([0, 1]), worm([1, 0])]).expect_err("a deadlock");
        let failure = Failure::from(error);
        assert!(failure.is_of_the_run() && !failure.to_string().contains("--"), "{failure}");
        let error = Timing::new(0, 0, Body::Link).expect_err("hops take no time");
        let failure = Failure::from(error);
        assert!(!failure.is_of_the_run() && failure.to_string().starts_with("--startup, "));
    }
}
