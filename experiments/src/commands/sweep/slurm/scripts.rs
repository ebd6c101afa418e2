//! Holds the texts of the files for Slurm.

use super::super::error::SweepError;
use crate::flags::SweepArgs;
use crate::input::hexadecimal;
use crate::readable::{Printed, shell_word};
use crate::results::sweep::SlurmResult;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{self, Path};

/// The job array.
pub(super) const SWEEP: &str = "sweep.sbatch";

/// The job that merges.
pub(super) const MERGE: &str = "merge.sbatch";

/// The script that submits both.
pub(super) const SUBMIT: &str = "submit.sh";

/// What jobs execute: words of bash.
pub(super) struct Commands {
    /// The program, unless the environment names another one.
    program: String,
    plan: String,
    /// SHA-256 of a plan in a file.
    digest: Option<String>,
    seed: u64,
}

impl Commands {
    /// The commands for the sweep that `args` describe, whose plan has this text.
    pub(super) fn new(args: &SweepArgs, text: &str, is_shipped: bool) -> Result<Self, SweepError> {
        let program = std::env::current_exe().map_err(SweepError::NoPlace)?;
        let plan = if is_shipped {
            shell_word(OsStr::new(&args.plan))
        } else {
            // Links are not followed: inputs are beside the plan, not beside what it links to.
            let plan = path::absolute(Path::new(&args.plan)).map_err(SweepError::NoPlace)?;
            shell_word(plan.as_os_str())
        };
        let digest = (!is_shipped).then(|| hexadecimal(Sha256::new_with_prefix(text)));
        Ok(Self { program: shell_word(program.as_os_str()), plan, digest, seed: args.run.seed })
    }

    /// The names of all files and their texts.
    pub(super) fn files(&self, result: &SlurmResult) -> [(&'static str, String); 3] {
        [(SWEEP, self.sweep(result)), (MERGE, self.merge(result)), (SUBMIT, SUBMITTING.to_owned())]
    }

    fn sweep(&self, result: &SlurmResult) -> String {
        let Self { program, plan, digest, seed } = self;
        let SlurmResult { threads, memory_mib, minutes, version, .. } = result;
        let (name, tasks) = (Printed::of(&result.plan), result.tasks.len());
        let mut text = format!(
            "#!/bin/bash
# Makes a part of the sweep {name}, one of {tasks}: the task of a job array. Written by meshcast {version}; {SUBMIT} submits it.
#SBATCH --job-name=meshcast-sweep
#SBATCH --array=1-{tasks}
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={threads}
#SBATCH --mem={memory_mib}M
#SBATCH --time={}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=part-%a-of-{tasks}.log
meshcast=${{MESHCAST:-{program}}}
plan={plan}
",
            time(*minutes)
        );
        if let Some(digest) = digest {
            // Writing to a string never fails.
            let _ = write!(
                text,
                "if [[ $(sha256sum <\"$plan\") != {digest}* ]]; then
    echo \"expected the plan that {SUBMIT} was written for, found another one: write the files anew\" >&2
    exit 2
fi
"
            );
        }
        let part = format!("part-$SLURM_ARRAY_TASK_ID-of-{tasks}");
        let _ = writeln!(
            text,
            "exec \"$meshcast\" sweep \"$plan\" --out \"{part}\" --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" --seed {seed} --threads {threads}"
        );
        text
    }

    fn merge(&self, result: &SlurmResult) -> String {
        let (program, tasks, merge) = (&self.program, result.tasks.len(), &result.merge);
        let (name, version) = (Printed::of(&result.plan), result.version);
        format!(
            "#!/bin/bash
# Puts the {tasks} parts of the sweep {name} together, into this folder. Written by meshcast {version}; {SUBMIT} submits it.
#SBATCH --job-name=meshcast-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem={}M
#SBATCH --time={}
#SBATCH --requeue
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --open-mode=append
#SBATCH --output=merge.log
meshcast=${{MESHCAST:-{program}}}
exec \"$meshcast\" merge part-{{1..{tasks}}}-of-{tasks} --out .
",
            merge.memory_mib,
            time(merge.minutes)
        )
    }
}

/// The same for all sweeps.
const SUBMITTING: &str = r#"#!/bin/sh
# Submits the sweep in this folder to Slurm: a job array, and a job that merges its parts once all have ended well; if one fails, the
# merge is cancelled. Options for sbatch, such as --partition, go to both. Submitted again, the array makes the runs that are missing.
set -eu
cd -- "$(dirname -- "$0")"
if ! command -v sbatch >/dev/null; then
    echo "submit.sh: expected Slurm's command sbatch, found none: submit where the cluster has it" >&2
    exit 2
fi
sweep=$(sbatch --parsable "$@" sweep.sbatch) || exit 2
# Where there are several clusters, the name of one follows.
sweep=${sweep%%;*}
if ! merge=$(sbatch --parsable "$@" --dependency="afterok:$sweep" merge.sbatch); then
    echo "submit.sh: job $sweep makes the parts, and no job merges them: sbatch --dependency=afterok:$sweep merge.sbatch" >&2
    exit 2
fi
echo "job $sweep makes the parts, job ${merge%%;*} merges them"
"#;

/// A time as Slurm writes it: days, hours, minutes, seconds.
fn time(minutes: u64) -> String {
    let (days, hours) = (minutes / (24 * 60), minutes / 60 % 24);
    format!("{days}-{hours:02}:{:02}:00", minutes % 60)
}
