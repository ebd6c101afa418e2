//! Records what a run finds out and chooses.

/// What a run of [`DeterministicPaper`](super::DeterministicPaper) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct DeterministicPaperRun {
    /// Whether c > n/16, or a guess at it, so that every packet toured the whole mesh, or what was left.
    pub fallback: bool,
    /// Replicas of a packet, r.
    pub instances: usize,
    /// Migrations of an iteration, α.
    pub alpha: usize,
    /// Where α is from.
    pub alpha_is: AlphaIs,
    /// Whether the expansion constrains no set, since a packet has more replicas than there are groups.
    pub vacuous: bool,
    /// Whether c ≥ log₂⁴ n, as Theorem 4 supposes.
    pub in_range: bool,
    /// Whether all nodes knew the congestion.
    pub knows_congestion: bool,
    /// The congestion, or the guesses at it that can be made.
    pub guesses: Vec<DeterministicPaperGuess>,
    /// The phases of the first class, then those of the second, and so on.
    pub phases: Vec<DeterministicPaperPhase>,
}

/// Where α is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlphaIs {
    /// It was given.
    Given,
    /// It is the least number with which Lemma 4 is certain.
    Certified,
    /// It is the least number with which Lemma 4 holds for all but 2⁻²⁰ of all permutations, by the union bound, and this one was drawn.
    Likely,
    /// Nothing is certain, and it is the number that is taken then.
    Default,
}

/// What is done for a congestion, known or guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeterministicPaperGuess {
    /// The congestion, 1 at least.
    pub congestion: usize,
    /// Rows and columns of tiles.
    pub tiles: (usize, usize),
    /// Rows and columns of the largest block.
    pub block: (usize, usize),
}

/// A phase of one class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeterministicPaperPhase {
    /// The class, from 0.
    pub class: usize,
    /// The number of the guess that it was for.
    pub guess: usize,
    /// Whether it is the first of its class.
    pub begins: bool,
    /// The phase, from 0; from 0 again after a guess that was too low.
    pub phase: usize,
    /// Migrations of a visit.
    pub migrations: usize,
    /// Whether these serve a whole group in every visit, so that nothing is alive, whatever the expansion.
    pub serves_all: bool,
    /// Deliveries of the class still to be made at the end.
    pub left: u32,
    /// Packets alive for one block at the end, at most.
    pub alive: u32,
    /// No more than so many packets can be alive for a block, as far as that is certain.
    pub bound: Option<u32>,
    /// Lemma 4 as the paper has it, c/(r·bⁱ⁻¹) packets for phase i counted from 1, with the congestion or the guess at it.
    pub lemma_4: f64,
}

impl DeterministicPaperRun {
    /// Classes that were routed.
    pub fn classes(&self) -> usize {
        self.phases.last().map_or(0, |phase| phase.class + 1)
    }

    /// Phases of the class that took the most.
    pub fn most_phases(&self) -> usize {
        self.phases.iter().map(|phase| phase.phase + 1).max().unwrap_or(0)
    }

    /// The first phase in which more packets were alive than can be: none, unless a proof or a program is wrong.
    pub fn broken_bound(&self) -> Option<&DeterministicPaperPhase> {
        self.phases.iter().find(|phase| phase.bound.is_some_and(|bound| phase.alive > bound))
    }
}
