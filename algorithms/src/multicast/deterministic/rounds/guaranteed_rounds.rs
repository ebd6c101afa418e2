//! States how many rounds are enough, and what that assumes of the permutations.

/// Rounds after which nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteedRounds {
    /// How many.
    pub rounds: u64,
    /// What they suppose of the permutations.
    pub assumes: Assumption,
}

/// What a guarantee supposes of the permutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Nothing: every group is served whole, whoever is in it.
    Nothing,
    /// That they were drawn at random: all but 2⁻²⁰ of them deliver every message set. Of permutations that somebody chose,
    /// nothing is known.
    RandomPermutations,
}
