//! Where packets have to stand in a round, by what the proof says of its number: what is claimed when they have been scattered.

use super::Permutations;
use crate::guarantee::StoredWords;

/// A stage, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StageSoFar {
    /// Rounds that it may have.
    pub(super) most: usize,
    /// Rounds in which it has scattered packets.
    pub(super) made: usize,
}

/// Of every node where its packet has to stand after these stages, with so many permutations.
///
/// With one for each round, in round j of a stage that is node πⱼ(i) for the packet of node i. With one for all, a stage of R
/// rounds turns indices in segments of 2^⌈lg R⌉, two at least: j rounds take the index of place o in a segment to place o + j,
/// and the packet stands at the node that π gives its index, which was its own at first.
pub(super) fn standing(
    permutations: &Permutations,
    nodes: usize,
    count: usize,
    stages: &[StageSoFar],
) -> Vec<u32> {
    match permutations.words() {
        StoredWords::All => {
            let round = stages.last().map_or(0, |stage| stage.made - 1);
            permutations.get(round % count, nodes).entries().to_vec()
        }
        StoredWords::One => {
            let permutation = permutations.get(0, nodes);
            let mut standing = vec![0; nodes];
            for (index, &source) in permutation.entries().iter().enumerate() {
                let turned = stages.iter().fold(index, |index, stage| turned(index, *stage, nodes));
                standing[source as usize] = permutation.entries()[turned];
            }
            standing
        }
    }
}

/// The index of `nodes` to which a stage has brought `index`.
fn turned(index: usize, StageSoFar { most, made }: StageSoFar, nodes: usize) -> usize {
    // ⌈lg R⌉.
    let bits = usize::BITS - (most.max(2) - 1).leading_zeros();
    let first = index >> bits << bits;
    let length = (nodes - first).min(1 << bits);
    first + (index - first + made) % length
}
