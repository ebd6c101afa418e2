//! Reads the flag for stored permutations.

use crate::input::side_of;
use clap::Args;
use std::path::PathBuf;

/// Stored permutations.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct PermutationArgs {
    /// The permutations of deterministic: .npy files of whole numbers, a number a node for rounds 1, 2, ..., one such file with
    /// --variant sweep, or one of a number for each of r replicas with --variant paper [default: drawn from the seed]
    #[arg(long, value_name = "FILE.npy", num_args = 1..)]
    permutations: Vec<PathBuf>,
}

impl PermutationArgs {
    /// The files, each with the one beside it that says what it is.
    pub(super) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let with_side = |file: &PathBuf| [file.clone(), side_of(file)];
        self.permutations.iter().flat_map(with_side).map(|file| ("--permutations", file)).collect()
    }

    /// How many files there are.
    pub(crate) fn count(&self) -> usize {
        self.permutations.len()
    }

    /// The files.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.permutations
    }
}
