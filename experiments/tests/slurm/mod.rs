//! The files of `sweep --slurm`, executed by bash as Slurm would, without Slurm. `.ci/clusters` submits them to a real one.
#![cfg(unix)]

use crate::lasting;
use crate::sweep_folder::Folder;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

const PLAN: &str = r#"
title = "Tasks"

[[runs]]
algorithms = ["buffered", "randomized:tuned"]
workloads = ["uniform"]
sides = [4, 8]
congestions = [4, 16]

[[expanders]]
inputs = [64]
outputs = [16]
degrees = [4]
effort = 1000
"#;

/// A command of a shell in `folder`, whose standard output is text.
fn shell(program: &str, line: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).args(line);
    command
}

/// What it printed, on standard output and standard error, and its exit status.
fn ended(command: &mut Command) -> (String, String, Option<i32>) {
    let Output { stdout, stderr, status } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code())
}

/// A task of the job array in `folder`.
fn task(folder: &Path, number: usize) -> Command {
    let mut task = shell("bash", &["sweep.sbatch"], folder);
    task.env("SLURM_ARRAY_TASK_ID", number.to_string()).env_remove("MESHCAST");
    task
}

/// A folder with a plan that takes no time.
fn planned() -> Folder {
    let folder = Folder::new();
    fs::write(folder.path("plan.toml"), PLAN).unwrap();
    folder
}

#[test]
fn tasks_and_the_merge_make_the_rows_of_a_sweep_without_slurm() {
    let folder = planned();
    folder.well("sweep plan.toml --out alone --seed 5");
    folder.well("sweep plan.toml --out parts --slurm --tasks 3 --seed 5");
    let parts = folder.path("parts");
    for number in 1..=3 {
        let (_, said, status) = ended(&mut task(&parts, number));
        assert_eq!((said.as_str(), status), ("", Some(0)));
    }
    let merge = ended(shell("bash", &["merge.sbatch"], &parts).env_remove("MESHCAST"));
    assert_eq!((merge.1.as_str(), merge.2), ("", Some(0)));
    let rows = lasting(&parts);
    assert!(rows.len() > 9, "{} rows", rows.len());
    assert_eq!(rows, lasting(&folder.path("alone")));
}

#[test]
fn a_task_executes_one_command_whatever_its_plan_is_called() {
    let folder = planned();
    let odd = folder.path("it's $HOME\n*");
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("a plan.toml"), PLAN).unwrap();
    let line = ["sweep", "a plan.toml", "--out", "o", "--slurm", "--tasks", "2"];
    let written = shell(env!("CARGO_BIN_EXE_meshcast"), &line, &odd).output().unwrap();
    assert!(written.status.success());
    // A program that prints each word of its command.
    let stub = folder.path("stub");
    fs::write(&stub, "#!/bin/sh\nprintf '[%s]' \"$@\"\n").unwrap();
    fs::set_permissions(&stub, PermissionsExt::from_mode(0o755)).unwrap();
    let (said, complaint, status) = ended(task(&odd.join("o"), 2).env("MESHCAST", &stub));
    assert_eq!((complaint.as_str(), status), ("", Some(0)));
    let plan = odd.canonicalize().unwrap().join("a plan.toml");
    let expected = format!(
        "[sweep][{}][--out][part-2-of-2][--shard][2/2][--seed][1][--threads][1]",
        plan.display()
    );
    assert_eq!(said, expected);
}

#[test]
fn a_task_refuses_a_plan_that_was_changed() {
    let folder = planned();
    folder.well("sweep plan.toml --out parts --slurm --tasks 2");
    fs::write(folder.path("plan.toml"), PLAN.replace("[4, 8]", "[4]")).unwrap();
    let (said, complaint, status) = ended(&mut task(&folder.path("parts"), 1));
    let expected = "expected the plan that submit.sh was written for, found another one: write the files anew\n";
    assert_eq!((said.as_str(), complaint.as_str(), status), ("", expected, Some(2)));
    assert_eq!(fs::read_dir(folder.path("parts")).unwrap().count(), 3, "no part was begun");
}

/// A folder of programs that has `dirname`, and a `sbatch` with this text if there is one.
fn programs(folder: &Folder, sbatch: Option<&str>) -> String {
    let programs = folder.path("programs");
    fs::create_dir(&programs).unwrap();
    let dirname =
        ["/usr/bin/dirname", "/bin/dirname"].into_iter().find(|path| Path::new(path).exists());
    symlink(dirname.unwrap(), programs.join("dirname")).unwrap();
    if let Some(text) = sbatch {
        let path = programs.join("sbatch");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    programs.display().to_string()
}

/// What submitting the files of a sweep says where these are all the programs.
fn submitted(folder: &Folder, programs: &str) -> (String, String, Option<i32>) {
    folder.well("sweep plan.toml --out parts --slurm --tasks 2");
    let line = ["parts/submit.sh", "--partition", "long jobs"];
    ended(shell("/bin/sh", &line, &folder.path("")).env("PATH", programs))
}

#[test]
fn the_merge_depends_on_the_job_array() {
    let folder = planned();
    let sbatch = "#!/bin/sh\nprintf '[%s]' \"$@\" >>log\necho >>log\ncase $* in *sweep*) echo '41;far' ;; *) echo 42 ;; esac\n";
    let programs = programs(&folder, Some(sbatch));
    let (said, complaint, status) = submitted(&folder, &programs);
    assert_eq!((complaint.as_str(), status), ("", Some(0)));
    assert_eq!(said, "job 41 makes the parts, job 42 merges them\n");
    let log = fs::read_to_string(folder.path("parts/log")).unwrap();
    let expected = "[--parsable][--partition][long jobs][sweep.sbatch]\n\
                    [--parsable][--partition][long jobs][--dependency=afterok:41][merge.sbatch]\n";
    assert_eq!(log, expected);
}

#[test]
fn whoever_submits_without_slurm_or_is_refused_is_told_so() {
    let folder = planned();
    let expected =
        "submit.sh: expected Slurm's command sbatch, found none: submit where the cluster has it\n";
    let said = submitted(&folder, &programs(&folder, None));
    assert_eq!(said, (String::new(), expected.to_owned(), Some(2)));
    let folder = planned();
    let sbatch = "#!/bin/sh\ncase $* in *sweep*) echo 41 ;; *) echo no >&2; exit 1 ;; esac\n";
    let (said, complaint, status) = submitted(&folder, &programs(&folder, Some(sbatch)));
    let expected = "no\nsubmit.sh: job 41 makes the parts, and no job merges them: \
                    sbatch --dependency=afterok:41 merge.sbatch\n";
    assert_eq!((said.as_str(), complaint.as_str(), status), ("", expected, Some(2)));
}
