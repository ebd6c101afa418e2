//! Where packets stand in a round: permutations of the nodes, of which every node stores its own entries.

use crate::guarantee::StoredWords;
use crate::permutation::Permutation;
use crate::workload::draws::mixed;
use meshcast_engine::Shape;
use std::borrow::Cow;
use std::sync::Arc;

/// The permutations that the nodes of a mesh store.
#[derive(Clone, Debug)]
pub enum Permutations {
    /// As many as it takes, drawn before the run from a seed.
    Drawn {
        /// Whether there is one for all rounds.
        words: StoredWords,
        /// The seed.
        seed: u64,
    },
    /// π₁, π₂, …: in round j of a stage the packet of node i stands at node πⱼ(i).
    Each(Arc<[Permutation]>),
    /// One permutation π for all rounds. With ρ, the rotation by one within every segment of so many indices as a stage
    /// has rounds (the next power of two; the last segment may be shorter), a packet at node v goes on to node
    /// σ(v) = π(ρ(π⁻¹(v))) in every round.
    ///
    /// The packet of node i then stands at πρʲπ⁻¹(i) in round j, where the proof has πρʲ(i): the sets of packets are
    /// the same, with other names. So are those after any number of rounds before, and no stage has to begin at home.
    Rotated(Arc<Permutation>),
}

impl Permutations {
    /// Whether there is one for all rounds, or one for each.
    pub(super) fn words(&self) -> StoredWords {
        match self {
            Self::Drawn { words, .. } => *words,
            Self::Each(_) => StoredWords::All,
            Self::Rotated(_) => StoredWords::One,
        }
    }

    /// Rounds of a stage that they suffice for, if these are limited.
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::Each(permutations) => Some(permutations.len()),
            Self::Drawn { .. } | Self::Rotated(_) => None,
        }
    }

    /// Those that are given.
    fn given(&self) -> &[Permutation] {
        match self {
            Self::Drawn { .. } => &[],
            Self::Each(permutations) => permutations,
            Self::Rotated(permutation) => std::slice::from_ref(permutation),
        }
    }

    /// # Panics
    /// If there are none, or one is not of as many numbers as there are nodes.
    pub(in crate::multicast) fn check(&self, shape: Shape) {
        let fit = self.given().iter().all(|given| given.len() == shape.nodes());
        assert!(fit, "permutations are of as many numbers as there are nodes");
        assert!(self.limit() != Some(0), "there is a permutation");
    }

    /// The first one, of so many nodes.
    pub(in crate::multicast) fn first(&self, nodes: usize) -> Cow<'_, Permutation> {
        self.get(0, nodes)
    }

    /// Permutation `index`, counted from 0, of so many nodes.
    fn get(&self, index: usize, nodes: usize) -> Cow<'_, Permutation> {
        match self {
            Self::Drawn { seed, .. } => {
                Cow::Owned(Permutation::random(nodes, mixed(*seed, index as u32).into()))
            }
            Self::Each(permutations) => Cow::Borrowed(&permutations[index]),
            Self::Rotated(permutation) => Cow::Borrowed(permutation),
        }
    }
}

/// Where the packets of all nodes stand, as far as that is known before the run.
pub(super) struct Places<'p> {
    permutations: &'p Permutations,
    /// By source.
    standing: Standing,
}

enum Standing {
    /// At home, or where the permutation of this number puts them.
    Each(Option<usize>, usize),
    /// Where π puts these indices, of which every node has one.
    Rotated(Vec<u32>, Permutation),
}

impl<'p> Places<'p> {
    /// All packets at home.
    pub(super) fn at_home(permutations: &'p Permutations, nodes: usize) -> Self {
        let standing = match permutations.words() {
            StoredWords::All => Standing::Each(None, nodes),
            StoredWords::One => {
                let permutation = permutations.get(0, nodes).into_owned();
                Standing::Rotated(permutation.inverse().entries().to_vec(), permutation)
            }
        };
        Self { permutations, standing }
    }

    /// Whether packets must be brought home before they can go where permutation `index` puts them: it is the first, and
    /// they have been moved.
    pub(super) fn start_anew(&mut self, index: usize) -> bool {
        match &mut self.standing {
            Standing::Each(last, _) => index == 0 && last.take().is_some(),
            Standing::Rotated(..) => false,
        }
    }

    /// Moves them where permutation `index` puts them, or one rotation on in segments of so many indices; the stored
    /// entry of every node.
    pub(super) fn advance(&mut self, index: usize, segment: usize) -> Vec<u32> {
        match &mut self.standing {
            Standing::Each(last, nodes) => {
                let next = self.permutations.get(index, *nodes);
                let Some(before) = last.replace(index) else { return next.entries().to_vec() };
                let before = self.permutations.get(before, *nodes);
                let mut entries = vec![0; *nodes];
                for (&from, &to) in before.entries().iter().zip(next.entries()) {
                    entries[from as usize] = to;
                }
                entries
            }
            Standing::Rotated(indices, permutation) => {
                let (nodes, places) = (indices.len(), permutation.entries());
                for index in indices {
                    *index = rotated(*index as usize, segment, nodes) as u32;
                }
                let mut entries = vec![0; nodes];
                for (index, &from) in places.iter().enumerate() {
                    entries[from as usize] = places[rotated(index, segment, nodes)];
                }
                entries
            }
        }
    }

    /// Where the packet of every node stands.
    pub(super) fn by_source(&self) -> Vec<u32> {
        match &self.standing {
            Standing::Each(None, nodes) => (0..*nodes as u32).collect(),
            Standing::Each(Some(index), nodes) => {
                self.permutations.get(*index, *nodes).entries().to_vec()
            }
            Standing::Rotated(indices, permutation) => {
                indices.iter().map(|&index| permutation.entries()[index as usize]).collect()
            }
        }
    }
}

/// The index after `index` in its segment, the first after the last.
fn rotated(index: usize, segment: usize, count: usize) -> usize {
    let first = index - index % segment;
    let length = segment.min(count - first);
    first + (index - first + 1) % length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_take_the_packet_of_every_node_from_place_to_place() {
        let nodes = 11;
        let each: Arc<[Permutation]> =
            (0..3).map(|seed| Permutation::random(nodes, seed)).collect();
        let one = Arc::new(Permutation::random(nodes, 9));
        let all = [
            Permutations::Each(Arc::clone(&each)),
            Permutations::Rotated(Arc::clone(&one)),
            Permutations::Drawn { words: StoredWords::All, seed: 1 },
            Permutations::Drawn { words: StoredWords::One, seed: 1 },
        ];
        for permutations in &all {
            let mut places = Places::at_home(permutations, nodes);
            let mut standing: Vec<u32> = (0..nodes as u32).collect();
            for index in [0, 2, 1] {
                assert!(!places.start_anew(index));
                let entries = places.advance(index, 4);
                for place in &mut standing {
                    *place = entries[*place as usize];
                }
                assert_eq!(standing, places.by_source());
                if let Permutations::Each(each) = permutations {
                    assert_eq!(standing, each[index].entries());
                }
            }
            let is_each = permutations.words() == StoredWords::All;
            assert_eq!(places.start_anew(0), is_each);
            let home: Vec<u32> = (0..nodes as u32).collect();
            assert_eq!(is_each, places.by_source() == home);
        }
    }

    #[test]
    fn as_many_rotations_as_a_segment_has_indices_lead_back() {
        let permutations = Permutations::Rotated(Arc::new(Permutation::random(12, 9)));
        let mut places = Places::at_home(&permutations, 12);
        let home = places.by_source();
        for round in 1..=4 {
            let _ = places.advance(0, 4);
            let back = places.by_source().iter().zip(&home).filter(|(a, b)| a == b).count();
            assert_eq!(back, if round < 4 { 0 } else { 12 });
        }
    }
}
