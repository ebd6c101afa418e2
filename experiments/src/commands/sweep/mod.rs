//! Runs `meshcast sweep`, which executes each run of a plan once and stores it.

mod digested_file;
mod error;
mod execution;
mod export;
mod job;
mod load_job;
mod merge;
mod plan;
mod plan_error;
mod pram_job;
mod shipped;
mod slurm;
mod source;
mod work;
mod workers;

pub(crate) use export::export;
pub(crate) use merge::merge;
pub(crate) use plan::with_single_run;

use crate::console::progress::{watch, watch_parts};
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{Shard, SweepArgs};
use crate::memory;
use crate::output::check_files;
use crate::present::text;
use crate::readable::Printed;
use crate::results::sweep::SweepResult;
use crate::results::{COMMIT, VERSION};
use crate::store::{
    self, ExpanderRow, FAILED, LoadRow, PlanRow, PramRow, Repair, RunRow, Store, StoreError,
    Tabled, key_of, repair,
};
use error::SweepError;
use job::Job;
use plan::{Plan, storable};
use slurm::Given;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use workers::Task;

/// Makes the runs of the plan that `args` name and that have no row yet, in a store that is repaired before if `args` say so.
/// If they ask for files for Slurm, writes these and makes no run.
pub(crate) fn sweep(args: &SweepArgs, terminal: Terminal) -> Result<Reply, SweepError> {
    if args.slurm.slurm {
        return slurm::write(args, read(args)?);
    }
    if shipped::plan(&args.plan).is_none() {
        let store = store::files(&args.out);
        let writes: Vec<_> =
            store.iter().map(|(_, path)| ("--out", Some(path.as_path()))).collect();
        check_files(&[("the plan", args.plan.clone().into())], &writes)?;
    }
    let repaired = if args.repair { Some(repair(&args.out)?) } else { None };
    let damaged = repaired.as_ref().and_then(|repair| repair.damaged.clone());
    make(args, repaired, terminal).map_err(|error| match damaged {
        None => error,
        // The rows that were dropped are missing from now on.
        Some(damaged) => SweepError::AfterRepair { error: Box::new(error), damaged },
    })
}

fn make(args: &SweepArgs, repair: Option<Repair>, terminal: Terminal) -> Result<Reply, SweepError> {
    let Given { name, text, plan, .. } = read(args)?;
    let jobs = sharded(plan.jobs, args.shard);
    let keys: HashSet<String> = jobs.iter().map(Job::key).collect();
    let runs = jobs.len();
    // A sweep that is refused leaves no store.
    let continued = Store::continued(&args.out)?;
    let todo = match &continued {
        Some(store) => without_row(jobs, |job| job, store)?,
        None => jobs,
    };
    let available = memory::available().map_or(u64::MAX, |available| available.bytes);
    let todo = watch("predicting what runs need", terminal.progress, || tasks(todo))?;
    let store = continued.map_or_else(|| Store::create(&args.out), Ok)?;
    // Another sweep may have begun the store and ended meanwhile.
    let todo = without_row(todo, |task| &task.job, &store)?;
    let found = runs - todo.len();
    let found_failed = failed_before(&keys, &store)?;
    store.keep(&row_of(&name, &plan.title, text, args.run.seed))?;
    let threads = args.run.threads();
    let total = todo.iter().map(|task| work::of(&task.job)).sum();
    let tally = watch_parts(total, terminal.progress, |bar| {
        workers::work(&todo, threads, available, &store, |job| bar.inc(work::of(job)))
    })?;
    let result = SweepResult {
        schema: "meshcast.sweep/1",
        version: VERSION,
        commit: COMMIT,
        plan: name,
        title: plan.title,
        runs,
        found,
        found_failed,
        done: tally.done,
        refused: tally.refused,
        failed: tally.failed,
        repair,
    };
    let reply = Reply::showing(args.run.format, &result, |result| text::sweep(result, &args.out));
    let failed = found_failed + tally.failed;
    let complaint = || format!("{failed} of {runs} runs broke a rule or have a wrong result");
    Ok(reply.complaining((failed > 0).then(complaint)))
}

/// The plan that `args` name.
fn read(args: &SweepArgs) -> Result<Given, SweepError> {
    let (name, text) = text_of(&args.plan)?;
    let folder = Path::new(&args.plan).parent().unwrap_or(Path::new(""));
    let seed =
        storable(args.run.seed).map_err(|_| SweepError::LargeSeed { found: args.run.seed })?;
    let plan = Plan::parse(&args.plan, &text, folder, seed)?;
    Ok(Given { name, text, plan, is_shipped: shipped::plan(&args.plan).is_some() })
}

/// The name and the text of a shipped plan or of a file.
fn text_of(plan: &str) -> Result<(String, String), SweepError> {
    if let Some(text) = shipped::plan(plan) {
        return Ok((plan.to_owned(), text.to_owned()));
    }
    let unreadable = |source| SweepError::NoPlan {
        plan: Printed::of(plan),
        names: shipped::names().join(", "),
        source,
    };
    let name = Path::new(plan).file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((name, fs::read_to_string(plan).map_err(unreadable)?))
}

fn row_of(name: &str, title: &str, text: String, seed: u64) -> PlanRow {
    let (name, title) = (name.to_owned(), title.to_owned());
    let row = PlanRow { key: String::new(), name, title, text, seed };
    PlanRow { key: key_of(&row.named_by()), ..row }
}

/// Every N-th run, beginning with the i-th.
fn sharded(jobs: Vec<Job>, shard: Option<Shard>) -> Vec<Job> {
    let Shard { index, count } = shard.unwrap_or_default();
    jobs.into_iter().skip(index).step_by(count).collect()
}

/// Those of `all` whose jobs have no row.
fn without_row<T>(all: Vec<T>, job: fn(&T) -> &Job, store: &Store) -> Result<Vec<T>, StoreError> {
    let mut todo = Vec::new();
    for one in all {
        let job = job(&one);
        let found = match job {
            Job::Run(_) => store.contains::<RunRow>(&job.key())?,
            Job::Verify(_) => store.contains::<ExpanderRow>(&job.key())?,
            Job::Load(_) => store.contains::<LoadRow>(&job.key())?,
            Job::Pram(_) => store.contains::<PramRow>(&job.key())?,
        };
        if !found {
            todo.push(one);
        }
    }
    Ok(todo)
}

/// How many of the runs with these keys have a row that says that they failed.
fn failed_before(keys: &HashSet<String>, store: &Store) -> Result<usize, StoreError> {
    let (runs, prams) = (store.rows::<RunRow>()?, store.rows::<PramRow>()?);
    let runs = runs.iter().map(|row| (&row.status, &row.key));
    let all = runs.chain(prams.iter().map(|row| (&row.status, &row.key)));
    Ok(all.filter(|(status, key)| *status == FAILED && keys.contains(*key)).count())
}

/// The jobs with what they need, those that need most first. Refuses all if one of them would not fit.
fn tasks(jobs: Vec<Job>) -> Result<Vec<Task>, SweepError> {
    let task = |job: Job| {
        let bytes = job.memory_needed()?;
        memory::check(|| job.to_string(), bytes)?;
        Ok(Task { job, bytes })
    };
    let mut tasks = jobs.into_iter().map(task).collect::<Result<Vec<_>, SweepError>>()?;
    tasks.sort_by_key(|task| Reverse(task.bytes));
    Ok(tasks)
}
