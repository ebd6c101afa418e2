//! Finds out how well the permutation expands, and with which α Lemma 4 holds.

use super::replication::Replication;
use super::run_record::AlphaIs;
use crate::expander::{ExpanderGraph, FAILURE_LOG2, Sizes, likely_neighbours, verify};
use crate::permutation::Permutation;

/// What is known of the groups that packets have replicas in.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    /// The least α with which Lemma 4 holds.
    pub(super) alpha: usize,
    /// How sure that is.
    pub(super) alpha_is: AlphaIs,
    /// Lower bounds of the groups of 1, 2, … packets.
    pub(super) gammas: Vec<usize>,
}

impl Expansion {
    /// That of `permutation` for a congestion, and so many tiles and replicas of a packet; `None` if it constrains no set.
    ///
    /// What holds for all but 2⁻²⁰ of all permutations counts where it makes α less, α is not given, and the permutation was drawn.
    pub(super) fn of(
        permutation: &Permutation,
        (congestion, tiles, instances): (usize, usize, usize),
        parameters: &Replication,
    ) -> Option<Self> {
        let inputs = permutation.len() / instances;
        let graph = ExpanderGraph::new(permutation, inputs, tiles, instances);
        let verified = verify(&graph.expect("no number is zero"), parameters.effort, 1, 1)?;
        let certain = verified.sizes.iter().map(|size| size.lower.gamma);
        let certified = verified.certified_alpha(congestion);
        if parameters.is_drawn && parameters.alpha.is_none() {
            let sizes = Sizes { inputs, outputs: tiles, degree: instances };
            let likely = likely_neighbours(sizes, FAILURE_LOG2);
            let alpha = likely.last().map_or(certified, |&gamma| congestion.div_ceil(gamma));
            if alpha < certified {
                let gammas = certain.zip(likely).map(|(sure, likely)| sure.max(likely)).collect();
                return Some(Self { alpha, alpha_is: AlphaIs::Likely, gammas });
            }
        }
        Some(Self { alpha: certified, alpha_is: AlphaIs::Certified, gammas: certain.collect() })
    }
}
