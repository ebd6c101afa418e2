//! Runs `meshcast guarantee`, which says how many steps are proved to be enough.

use super::mesh_of_nodes::{MeshError, mesh_of_nodes};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{AskedArgs, GuaranteeArgs, GuaranteeCommand};
use crate::present::text;
use crate::results::guarantee::{
    BandsResult, GuaranteeResult, PhaseResult, TilesCourse, TrainsCourse,
};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{CertifiedSchedule, GuaranteedBands, GuaranteedPhase, SlottedSchedule};
use meshcast_engine::Shape;
use thiserror::Error;

/// The least chance that is asked for, as the exponent of a power of two.
const LEAST_EXPONENT: i32 = -900;

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum GuaranteeError {
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error("--congestion must be from 1 to the number of nodes, {nodes}, found {found}")]
    Congestion { nodes: u64, found: u64 },
    #[error("--failure-log2 must be from {LEAST_EXPONENT} to -1, found {found}")]
    Failure { found: i32 },
}

/// Does what `args` ask for.
pub(crate) fn guarantee(args: &GuaranteeArgs, terminal: Terminal) -> Result<Reply, GuaranteeError> {
    match &args.command {
        GuaranteeCommand::Randomized(args) => randomized(&args.asked, terminal),
        GuaranteeCommand::Slotted(args) => slotted(&args.asked, terminal),
    }
}

fn randomized(asked: &AskedArgs, terminal: Terminal) -> Result<Reply, GuaranteeError> {
    let shape = mesh_asked(asked)?;
    let schedule = watch("searching for phases", terminal.progress, || {
        CertifiedSchedule::new(shape, asked.congestion as usize, asked.failure_log2)
    });
    let course = TilesCourse { phases: schedule.phases.iter().map(PhaseResult::from).collect() };
    let names = ("meshcast.guarantee/1", "randomized:certified");
    let result = result(names, asked, shape, schedule.steps(), course);
    Ok(Reply::showing(asked.format, &result, text::guarantee))
}

fn slotted(asked: &AskedArgs, terminal: Terminal) -> Result<Reply, GuaranteeError> {
    let shape = mesh_asked(asked)?;
    let schedule = watch("searching for phases", terminal.progress, || {
        SlottedSchedule::new(shape, asked.congestion as usize, asked.failure_log2)
    });
    let course = TrainsCourse {
        turned: schedule.transposed,
        phases: schedule.phases.iter().map(BandsResult::from).collect(),
        visits: schedule.visits,
        visit_steps: schedule.visit_steps,
    };
    let names = ("meshcast.guarantee-slotted/1", "randomized:slotted");
    let result = result(names, asked, shape, schedule.steps(), course);
    Ok(Reply::showing(asked.format, &result, text::slotted_guarantee))
}

/// The result with the names of a schema and an algorithm.
fn result<P>(
    (schema, algorithm): (&'static str, &'static str),
    asked: &AskedArgs,
    shape: Shape,
    steps: u64,
    course: P,
) -> GuaranteeResult<P> {
    let &AskedArgs { nodes, congestion, failure_log2, .. } = asked;
    GuaranteeResult {
        schema,
        version: VERSION,
        commit: COMMIT,
        algorithm,
        nodes,
        mesh: (shape.rows() as u64, shape.cols() as u64),
        congestion,
        failure_log2,
        steps,
        steps_over_sqrt_cn: steps as f64 / (congestion as f64 * nodes as f64).sqrt(),
        course,
    }
}

/// The mesh that is asked about, if all values are in range.
fn mesh_asked(asked: &AskedArgs) -> Result<Shape, GuaranteeError> {
    let &AskedArgs { nodes, rows, congestion, failure_log2, .. } = asked;
    let shape = mesh_of_nodes(nodes, rows)?;
    if !(1..=nodes).contains(&congestion) {
        return Err(GuaranteeError::Congestion { nodes, found: congestion });
    }
    if !(LEAST_EXPONENT..0).contains(&failure_log2) {
        return Err(GuaranteeError::Failure { found: failure_log2 });
    }
    Ok(shape)
}

impl From<&GuaranteedPhase> for PhaseResult {
    fn from(phase: &GuaranteedPhase) -> Self {
        Self {
            tiles: (phase.down as u64, phase.across as u64),
            block: phase.block as u64,
            times: phase.times,
            alive: phase.alive,
            left: phase.left,
            certain: !phase.may_fail,
            steps: phase.steps,
        }
    }
}

impl From<&GuaranteedBands> for BandsResult {
    fn from(phase: &GuaranteedBands) -> Self {
        Self {
            bands: phase.bands as u64,
            segment: phase.segment as u64,
            alive: phase.alive,
            left: phase.left,
            certain: !phase.may_fail,
            surveys: phase.surveys,
            steps: phase.steps,
        }
    }
}
