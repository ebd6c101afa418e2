//! Reads the permutations that flags name.

use super::error::LoadError;
use crate::catalogue::{Algorithm, Flag, Numbering};
use crate::flags::{FlagError, PermutationArgs};
use crate::input::{npy::Stored, read_permutation};
use crate::memory;
use crate::message_set::MessageSet;
use crate::readable::Printed;
use meshcast_algorithms::{Congestion, Permutation};
use std::path::{Path, PathBuf};

/// Those for `algorithm` on `set`, as nodes know its congestion.
pub(crate) fn load(
    args: &PermutationArgs,
    algorithm: Algorithm,
    set: &MessageSet,
    known: Congestion,
) -> Result<Vec<Permutation>, LoadError> {
    if args.count() == 0 {
        return Ok(Vec::new());
    }
    if set.messages.per_node() > 1 {
        let (flag, needs, with) = (Flag::Permutations.name(), "one message a node", "several");
        return Err(FlagError::Misplaced { flag, needs, with }.into());
    }
    match algorithm.check_permutations(set, known, args.count())? {
        Numbering::Nodes(nodes) => read(args, Some(nodes), "a node"),
        Numbering::Replicas(replicas) => read(args, replicas, "a replica"),
    }
}

/// Those for all of some algorithms on `set` that store permutations of its nodes.
pub(crate) fn for_all(
    args: &PermutationArgs,
    algorithms: &[Algorithm],
    set: &MessageSet,
) -> Result<Vec<Permutation>, LoadError> {
    if args.count() == 0 {
        return Ok(Vec::new());
    }
    // Where there are rounds, a sweep takes the permutation of the first.
    let permute = || algorithms.iter().filter(|algorithm| algorithm.entry().permutes_nodes());
    let rounds = permute().find(|algorithm| algorithm.has(Flag::StoredWords));
    match rounds.or(permute().next()) {
        Some(&algorithm) => load(args, algorithm, set, Congestion::Known),
        None => Err(LoadError::from(FlagError::Misplaced {
            flag: Flag::Permutations.name(),
            needs: "deterministic:rounds or deterministic:sweep",
            with: "other algorithms",
        })),
    }
}

/// The permutations of the files, of so many numbers if that matters.
fn read(
    args: &PermutationArgs,
    numbers: Option<usize>,
    each: &'static str,
) -> Result<Vec<Permutation>, LoadError> {
    let read = |path: &PathBuf| {
        let permutation = of_file(path)?.1.permutation;
        let (file, found) = (Printed::of(&path.to_string_lossy()), permutation.len());
        match numbers.filter(|&numbers| numbers != found) {
            None => Ok(permutation),
            Some(numbers) => Err(LoadError::PermutationLength { file, numbers, each, found }),
        }
    };
    args.paths().iter().map(read).collect()
}

/// The name and the permutation of the file at `path`.
pub(crate) fn of_file(path: &Path) -> Result<(String, Stored), LoadError> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    memory::check(|| Printed::of(&name).to_string(), memory::reading_permutation(path))?;
    Ok((name, read_permutation(path)?))
}
