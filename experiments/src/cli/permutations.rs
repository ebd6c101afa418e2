//! The flag for stored permutations.

use crate::algorithm::Algorithm;
use crate::expander::load;
use crate::failure::Failure;
use crate::input::{Printed, side_of};
use crate::message_set::MessageSet;
use clap::Args;
use meshcast_algorithms::{
    Congestion, DeterministicPaper, Permutation, Permutations, Rounds, StoredWords,
};
use std::path::PathBuf;

/// Stored permutations.
#[derive(Debug, Args)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct PermutationArgs {
    /// The permutations of deterministic: .npy files of int64 or uint32, a number a node for rounds 1, 2, ..., one such file with
    /// --variant sweep, or one of a number for each of r replicas with --variant paper [default: drawn from the seed]
    #[arg(long, value_name = "FILE.npy", num_args = 1..)]
    permutations: Vec<PathBuf>,
}

impl PermutationArgs {
    /// The first file, if there are any.
    pub(super) fn first(&self) -> Option<&PathBuf> {
        self.permutations.first()
    }

    /// The files, each with the one beside it that says what it is.
    pub(super) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let with_side = |file: &PathBuf| [file.clone(), side_of(file)];
        self.permutations.iter().flat_map(with_side).map(|file| ("--permutations", file)).collect()
    }

    /// How many files there are.
    pub(crate) fn count(&self) -> usize {
        self.permutations.len()
    }

    /// Those for `algorithm` on `set`, as nodes know its congestion.
    pub(super) fn load(
        &self,
        algorithm: Algorithm,
        set: &MessageSet,
        known: Congestion,
    ) -> Result<Vec<Permutation>, Failure> {
        let (shape, messages, found) = (set.shape, &set.messages, self.permutations.len());
        let one =
            |with| if found > 1 { Err(Failure::OnePermutation { with, found }) } else { Ok(()) };
        match algorithm {
            Algorithm::DeterministicPaper { instances, .. } => {
                one("--variant paper")?;
                let entries = DeterministicPaper::entries(shape, messages, instances, known);
                return self.read((entries > 0).then_some(entries), "a replica");
            }
            Algorithm::StoredSweep => one("--variant sweep")?,
            Algorithm::Rounds { words: StoredWords::One, .. } => one("--stored-words one")?,
            Algorithm::Rounds { pace, words } if found > 1 => {
                let drawn = Permutations::Drawn { words, seed: 0 };
                let rounds = Rounds::new(shape, messages, pace, drawn).with_congestion(known);
                // With one tile any will do.
                let most = rounds.stored_words().max(1);
                if found > most {
                    return Err(Failure::ManyPermutations { most, found });
                }
            }
            _ => {}
        }
        self.read(Some(shape.nodes()), "a node")
    }

    /// Those for all of some algorithms on `set` that store permutations of its nodes.
    pub(crate) fn load_for(
        &self,
        algorithms: &[Algorithm],
        set: &MessageSet,
    ) -> Result<Vec<Permutation>, Failure> {
        if self.permutations.is_empty() {
            return Ok(Vec::new());
        }
        // Where there are rounds, a sweep takes the permutation of the first.
        let rounds = algorithms.iter().find(|named| matches!(named, Algorithm::Rounds { .. }));
        let sweep = algorithms.iter().find(|named| named.permutes_nodes());
        match rounds.or(sweep) {
            Some(&algorithm) => self.load(algorithm, set, Congestion::Known),
            None => Err(Failure::Misplaced {
                flag: "--permutations",
                needs: "deterministic:rounds or deterministic:sweep",
                with: "other algorithms",
            }),
        }
    }

    /// The permutations of the files, of so many numbers if that matters.
    fn read(
        &self,
        numbers: Option<usize>,
        each: &'static str,
    ) -> Result<Vec<Permutation>, Failure> {
        let read = |path: &PathBuf| {
            let permutation = load(path)?.1.permutation;
            let (file, found) = (Printed::of(&path.to_string_lossy()), permutation.len());
            match numbers.filter(|&numbers| numbers != found) {
                None => Ok(permutation),
                Some(numbers) => Err(Failure::PermutationLength { file, numbers, each, found }),
            }
        };
        self.permutations.iter().map(read).collect()
    }
}
