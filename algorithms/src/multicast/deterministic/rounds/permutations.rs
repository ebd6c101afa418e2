//! Tells where packets stand in a round, by permutations of which every node stores its own entries.

use crate::guarantee::StoredWords;
use crate::permutation::Permutation;
use meshcast_engine::Shape;
use std::borrow::Cow;
use std::sync::Arc;

/// The permutations that the nodes of a mesh store.
#[derive(Clone, Debug)]
pub enum Permutations {
    /// As many as it takes, drawn before the run from a seed: πⱼ is [`Permutation::random`] of [`Permutations::seed`]\(seed, j),
    /// which is what `meshcast expander generate` writes with that seed.
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
    /// The seed of permutation `number`, counted from 1, of those that are drawn from `seed`: seed + number·2³² modulo 2⁶⁴.
    ///
    /// `seed` itself is not among them: message sets are drawn from it.
    ///
    /// ```
    /// use meshcast_algorithms::Permutations;
    /// assert_eq!(Permutations::seed(1, 1), 4_294_967_297);
    /// assert_eq!(Permutations::seed(1, 2), 8_589_934_593);
    /// ```
    pub fn seed(seed: u64, number: u32) -> u64 {
        seed.wrapping_add(u64::from(number) << 32)
    }

    /// Whether there is one for all rounds, or one for each.
    pub(super) fn kind(&self) -> StoredWords {
        match self {
            Self::Drawn { words, .. } => *words,
            Self::Each(_) => StoredWords::All,
            Self::Rotated(_) => StoredWords::One,
        }
    }

    /// Whether they are drawn at random, as a proof may suppose.
    pub(super) fn are_drawn(&self) -> bool {
        matches!(self, Self::Drawn { .. })
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
    pub(super) fn check(&self, shape: Shape) {
        let fit = self.given().iter().all(|given| given.len() == shape.nodes());
        assert!(fit, "permutations are of as many numbers as there are nodes");
        assert!(self.limit() != Some(0), "there is a permutation");
    }

    /// Permutation `index`, counted from 0, of so many nodes.
    pub(super) fn get(&self, index: usize, nodes: usize) -> Cow<'_, Permutation> {
        match self {
            Self::Drawn { seed, .. } => {
                Cow::Owned(Permutation::random(nodes, Self::seed(*seed, index as u32 + 1)))
            }
            Self::Each(permutations) => Cow::Borrowed(&permutations[index]),
            Self::Rotated(permutation) => Cow::Borrowed(permutation),
        }
    }
}

/// The entries by which nodes pass packets on, computed before the run.
pub(super) struct Places<'p> {
    permutations: &'p Permutations,
    standing: Standing,
}

enum Standing {
    /// At home, or where the permutation of this number puts them; and the nodes.
    Each(Option<usize>, usize),
    /// At indices of π.
    Rotated(Permutation),
}

impl<'p> Places<'p> {
    /// All packets at home.
    pub(super) fn at_home(permutations: &'p Permutations, nodes: usize) -> Self {
        let standing = match permutations.kind() {
            StoredWords::All => Standing::Each(None, nodes),
            StoredWords::One => Standing::Rotated(permutations.get(0, nodes).into_owned()),
        };
        Self { permutations, standing }
    }

    /// Whether packets must be brought home before they can go where permutation `index` puts them: it is the first, and
    /// they have been moved.
    pub(super) fn start_anew(&mut self, index: usize) -> bool {
        match &mut self.standing {
            Standing::Each(last, _) => index == 0 && last.take().is_some(),
            Standing::Rotated(_) => false,
        }
    }

    /// The stored entry of every node, to which its packet goes on: where permutation `index` puts it, or one rotation on in
    /// segments of so many indices.
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
            Standing::Rotated(permutation) => {
                let places = permutation.entries();
                let mut entries = vec![0; places.len()];
                for (index, &from) in places.iter().enumerate() {
                    entries[from as usize] = places[rotated(index, segment, places.len())];
                }
                entries
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
    use super::super::place_claim::{StageSoFar, expected_places};
    use super::*;

    /// Stages of three and then of up to six rounds, of which four are made.
    #[test]
    fn entries_take_the_packet_of_every_node_where_the_proof_has_it() {
        let nodes = 11;
        let each: Arc<[Permutation]> =
            (0..6).map(|seed| Permutation::random(nodes, seed)).collect();
        let one = Arc::new(Permutation::random(nodes, 9));
        let all = [
            Permutations::Each(Arc::clone(&each)),
            Permutations::Rotated(Arc::clone(&one)),
            Permutations::Drawn { words: StoredWords::All, seed: 1 },
            Permutations::Drawn { words: StoredWords::One, seed: 1 },
        ];
        for permutations in &all {
            let is_each = permutations.kind() == StoredWords::All;
            let mut places = Places::at_home(permutations, nodes);
            let mut standing: Vec<u32> = (0..nodes as u32).collect();
            let mut stages = Vec::new();
            for (most, made) in [(3, 3), (6, 4)] {
                stages.push(StageSoFar { most, made: 0 });
                for index in 0..made {
                    let anew = places.start_anew(index);
                    assert_eq!(anew, is_each && index == 0 && stages.len() > 1);
                    if anew {
                        standing = (0..nodes as u32).collect();
                    }
                    let entries = places.advance(index, most.next_power_of_two());
                    for place in &mut standing {
                        *place = entries[*place as usize];
                    }
                    stages.last_mut().expect("one").made += 1;
                    assert_eq!(standing, expected_places(permutations, nodes, 6, &stages));
                    if let Permutations::Each(each) = permutations {
                        assert_eq!(standing, each[index].entries());
                    }
                }
            }
        }
    }

    /// Segments of four of 12 indices: four rounds lead back, and no other number.
    #[test]
    fn as_many_rotations_as_a_segment_has_indices_lead_back() {
        let permutations = Permutations::Rotated(Arc::new(Permutation::random(12, 9)));
        let mut places = Places::at_home(&permutations, 12);
        let mut standing: Vec<u32> = (0..12).collect();
        for round in 1..=4 {
            let entries = places.advance(0, 4);
            for place in &mut standing {
                *place = entries[*place as usize];
            }
            let back = (0..12).zip(&standing).filter(|&(home, &place)| home == place).count();
            assert_eq!(back, if round < 4 { 0 } else { 12 });
        }
    }

    /// The rule that the documentation gives, so that files with the same permutations can be written.
    #[test]
    fn drawn_permutations_are_those_of_the_documented_seeds() {
        let drawn = Permutations::Drawn { words: StoredWords::All, seed: 7 };
        assert_eq!(*drawn.get(0, 20), Permutation::random(20, 7 + (1 << 32)));
        assert_eq!(*drawn.get(2, 20), Permutation::random(20, 7 + (3 << 32)));
        assert_eq!(Permutations::seed(u64::MAX, 1), (1 << 32) - 1);
    }
}
