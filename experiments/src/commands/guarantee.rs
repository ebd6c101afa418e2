//! Runs `meshcast guarantee`, which says how many steps are proved to be enough.

use super::mesh_of_nodes::{MeshError, mesh_of_nodes};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{GuaranteeArgs, GuaranteeCommand, RandomizedArgs};
use crate::present::text;
use crate::results::guarantee::{GuaranteeResult, PhaseResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{CertifiedSchedule, GuaranteedPhase};
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
    let GuaranteeCommand::Randomized(args) = &args.command;
    let &RandomizedArgs { nodes, rows, congestion, failure_log2, .. } = args;
    let shape = mesh_of_nodes(nodes, rows)?;
    if !(1..=nodes).contains(&congestion) {
        return Err(GuaranteeError::Congestion { nodes, found: congestion });
    }
    if !(LEAST_EXPONENT..0).contains(&failure_log2) {
        return Err(GuaranteeError::Failure { found: failure_log2 });
    }
    let schedule = watch("searching for phases", terminal.progress, || {
        CertifiedSchedule::new(shape, congestion as usize, failure_log2)
    });
    let steps = schedule.steps();
    let result = GuaranteeResult {
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
    Ok(Reply::showing(args.format, &result, text::guarantee))
}

impl From<&GuaranteedPhase> for PhaseResult {
    fn from(phase: &GuaranteedPhase) -> Self {
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
