//! Says why a sweep ends.

use super::plan_error::PlanError;
use crate::input::InputError;
use crate::load::LoadError;
use crate::memory::MemoryError;
use crate::output::OutputError;
use crate::readable::Printed;
use crate::store::StoreError;
use meshcast_engine::ShapeError;
use std::io;
use thiserror::Error;

/// A sweep that is refused or ends early. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum SweepError {
    #[error("{plan}: expected a plan in a file or one of {names}, found: {source}")]
    NoPlan { plan: Printed, names: String, source: io::Error },
    #[error(
        "--seed: expected a whole number from 0 to {}, for which a store has room, found {found}",
        i64::MAX
    )]
    LargeSeed { found: u64 },
    #[error("sides: {0}")]
    Side(#[source] ShapeError),
    #[error("{file}: expected the file that the sweep began with, found another one")]
    ChangedInput { file: Printed },
    #[error("{error}; the store was repaired before, the old file is {damaged}")]
    AfterRepair { error: Box<Self>, damaged: String },
    #[error("--tasks: expected at most as many as the plan has runs, {runs}, found {tasks}")]
    ManyTasks { runs: usize, tasks: usize },
    #[error("{subject} needs {needed} MiB of memory; --task-memory allows {allowed} MiB{remedy}")]
    TaskMemory { subject: String, needed: u64, allowed: u64, remedy: &'static str },
    #[error("{subject} needs up to {needed} minutes; --task-time allows {allowed}{remedy}")]
    TaskTime { subject: String, needed: u64, allowed: u64, remedy: &'static str },
    #[error("the plan and the program cannot be named from the root folder: {0}")]
    NoPlace(#[source] io::Error),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
