#!/bin/sh
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
