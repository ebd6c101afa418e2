//! Writes what Slurm needs for a sweep: a job array over its shards, a job that merges them, and a script that submits both.

mod division;
mod forecast;
mod scripts;

use super::error::SweepError;
use super::plan::Plan;
use crate::console::reply::Reply;
use crate::flags::{SlurmArgs, SweepArgs};
use crate::output::{OutputError, check_files, shown, write_whole};
use crate::present::text;
use crate::readable::shell_word;
use crate::results::sweep::{SlurmMerge, SlurmResult};
use crate::results::{COMMIT, VERSION};
use division::{Limits, divided};
use forecast::Need;
use scripts::{Commands, MERGE, SUBMIT, SWEEP};
use std::fs;
use std::path::{Path, PathBuf};

/// A plan that was read, and where it is.
pub(super) struct Given {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) plan: Plan,
    /// Whether it came with the program.
    pub(super) is_shipped: bool,
}

/// Writes the files for the plan `given` into the folder that `args` name.
pub(super) fn write(args: &SweepArgs, given: Given) -> Result<Reply, SweepError> {
    let Given { name, text, plan: Plan { title, jobs }, is_shipped } = given;
    let SlurmArgs { tasks, task_memory, task_time, .. } = args.slurm;
    let threads = args.run.asked_threads().unwrap_or(1);
    let needs = jobs.iter().map(Need::of).collect::<Result<Vec<_>, _>>()?;
    let limits = Limits { tasks, mebibytes: task_memory, minutes: task_time };
    let tasks = divided(&jobs, &needs, threads, limits)?;
    let merge = SlurmMerge {
        memory_mib: forecast::mebibytes_of_rows(jobs.len()),
        minutes: forecast::minutes_of_rows(jobs.len()),
    };
    let memory_mib = tasks.iter().map(|task| task.memory_mib).max().unwrap_or(0);
    let minutes = tasks.iter().map(|task| task.minutes).max().unwrap_or(0);
    let result = SlurmResult {
        schema: "meshcast.sweep-slurm/1",
        version: VERSION,
        commit: COMMIT,
        plan: name,
        title,
        runs: jobs.len(),
        threads,
        memory_mib,
        minutes,
        tasks,
        merge,
        files: [SWEEP, MERGE, SUBMIT].map(|name| place(&args.out, name)),
        submit: format!("sh {}", shell_word(args.out.join(SUBMIT).as_os_str())),
    };
    let commands = Commands::new(args, &text, is_shipped)?;
    save(args, is_shipped, &commands.files(&result))?;
    Ok(Reply::showing(args.run.format, &result, |result| text::slurm(result, &args.out)))
}

fn place(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// Writes the files, the one that submits the others last.
fn save(args: &SweepArgs, is_shipped: bool, files: &[(&str, String)]) -> Result<(), SweepError> {
    let files: Vec<(PathBuf, &String)> =
        files.iter().map(|(name, text)| (args.out.join(name), text)).collect();
    let reads = (!is_shipped).then(|| ("the plan", PathBuf::from(&args.plan)));
    let writes: Vec<_> = files.iter().map(|(path, _)| ("--out", Some(path.as_path()))).collect();
    check_files(&reads.into_iter().collect::<Vec<_>>(), &writes)?;
    let unwritten =
        |path: &Path, source| OutputError::Unwritten { flag: "--out", file: shown(path), source };
    fs::create_dir_all(&args.out).map_err(|error| unwritten(&args.out, error))?;
    for (path, text) in &files {
        write_whole(path, text.as_bytes()).map_err(|error| unwritten(path, error))?;
    }
    Ok(())
}
