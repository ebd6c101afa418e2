//! Runs `meshcast guarantee`, which says how many steps are proved to be enough.

use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{ProvedArgs, ProvedCommand, RandomizedArgs};
use crate::present::text;
use crate::results::proved::{PhaseResult, ProvedResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{CertifiedPhase, CertifiedSchedule};
use meshcast_engine::Shape;
use thiserror::Error;

/// Most nodes of a mesh that is asked for.
const MOST_NODES: u64 = 1 << 40;

/// The least chance that is asked for, as the exponent of a power of two.
const LEAST_EXPONENT: i32 = -900;

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum ProvedError {
    #[error("--nodes must be from 2 to 2^40, found {found}")]
    Nodes { found: u64 },
    #[error("--rows must divide the number of nodes, {nodes}, found {found}")]
    Rows { nodes: u64, found: u64 },
    #[error("--rows: a mesh of {rows} x {cols} nodes is longer than any machine's")]
    Sides { rows: u64, cols: u64 },
    #[error("--congestion must be from 1 to the number of nodes, {nodes}, found {found}")]
    Congestion { nodes: u64, found: u64 },
    #[error("--failure-log2 must be from {LEAST_EXPONENT} to -1, found {found}")]
    Failure { found: i32 },
}

/// Does what `args` ask for.
pub(crate) fn guarantee(args: &ProvedArgs, terminal: Terminal) -> Result<Reply, ProvedError> {
    let ProvedCommand::Randomized(args) = &args.command;
    let shape = mesh(args)?;
    let &RandomizedArgs { nodes, congestion, failure_log2, .. } = args;
    if !(1..=nodes).contains(&congestion) {
        return Err(ProvedError::Congestion { nodes, found: congestion });
    }
    if !(LEAST_EXPONENT..0).contains(&failure_log2) {
        return Err(ProvedError::Failure { found: failure_log2 });
    }
    let schedule = watch("searching for phases", terminal.progress, || {
        CertifiedSchedule::new(shape, congestion as usize, failure_log2)
    });
    let steps = schedule.steps();
    let result = ProvedResult {
        schema: "meshcast.guarantee/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: "randomized:certified",
        nodes,
        mesh: (shape.rows() as u64, shape.cols() as u64),
        congestion,
        failure_log2,
        steps,
        steps_over_sqrt_cn: steps as f64 / (congestion as f64 * nodes as f64).sqrt(),
        phases: schedule.phases.iter().map(PhaseResult::from).collect(),
    };
    Ok(Reply::showing(args.format, &result, text::proved))
}

/// The mesh of so many nodes: with as many rows as are asked for, or with the greatest number of rows that are not more than columns.
fn mesh(args: &RandomizedArgs) -> Result<Shape, ProvedError> {
    let nodes = args.nodes;
    if !(2..=MOST_NODES).contains(&nodes) {
        return Err(ProvedError::Nodes { found: nodes });
    }
    let rows = args.rows.unwrap_or_else(|| {
        (1..=nodes.isqrt()).rev().find(|&rows| nodes.is_multiple_of(rows)).unwrap_or(1)
    });
    if rows == 0 || !nodes.is_multiple_of(rows) {
        return Err(ProvedError::Rows { nodes, found: rows });
    }
    let cols = nodes / rows;
    let shape = Shape::unbounded(rows as usize, cols as usize);
    shape.map_err(|_| ProvedError::Sides { rows, cols })
}

impl From<&CertifiedPhase> for PhaseResult {
    fn from(phase: &CertifiedPhase) -> Self {
        Self {
            tiles: (phase.down as u64, phase.across as u64),
            block: phase.block as u64,
            alive: phase.alive,
            left: phase.left,
            certain: !phase.may_fail,
            steps: phase.steps,
        }
    }
}
