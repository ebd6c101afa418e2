//! Computes the rounds after which `rounds` has delivered every message set, for all but a given share of the permutations.

mod error;
mod forced_rounds;
mod question;
mod random_deal;
mod search;
mod stage;
#[cfg(test)]
mod tests;
mod union_bound;

pub use error::GuaranteeError;
pub use forced_rounds::{forced_rounds, forced_rounds_small_blocks};
pub use question::{Question, Schedule, StoredWords};
pub(crate) use random_deal::RandomDeal;
pub use stage::Stage;

use search::Search;

/// Stages after which nothing is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarantee {
    /// The congestion that the stages are for: the least power of two that is no less than what was asked for.
    pub congestion: u64,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

impl Guarantee {
    /// Rounds of all stages.
    pub fn rounds(&self) -> u64 {
        self.stages.iter().map(|stage| stage.rounds).sum()
    }

    /// What the rounds cost in rounds with as many tiles as the congestion: a round with c' tiles counts √(c'/c).
    pub fn full_rounds(&self) -> f64 {
        let share = |stage: &Stage| (stage.tiles as f64 / self.congestion as f64).sqrt();
        self.stages.iter().map(|stage| stage.rounds as f64 * share(stage)).sum()
    }

    /// Permutations that must be stored if every stage begins with the first of them: the rounds of the longest stage
    /// that may fail. The others do with any groups of equal size.
    pub fn permutations(&self, words: StoredWords) -> u64 {
        let chancy = self.stages.iter().filter(|stage| stage.failure_log2 > f64::NEG_INFINITY);
        let longest = chancy.map(|stage| stage.rounds).max().unwrap_or(0);
        match words {
            StoredWords::All => longest,
            StoredWords::One => longest.min(1),
        }
    }

    /// log₂ of an upper bound on the share of the permutations for which something may be left, rounded up to a hundredth;
    /// minus infinity if there are none.
    pub fn failure_log2(&self) -> f64 {
        let failures = self.stages.iter().map(|stage| stage.failure_log2);
        let greatest = failures.clone().fold(f64::NEG_INFINITY, f64::max);
        if greatest == f64::NEG_INFINITY {
            return greatest;
        }
        let sum: f64 = failures.map(|failure| (failure - greatest).exp2()).sum();
        ((greatest + sum.log2()) * 100.0 + 1e-6).ceil() / 100.0
    }
}

/// The stages of `schedule` after which every message set with the congestion of `question` is delivered, whatever the
/// packets that visits choose, for all but a share 2^`failure_log2` of the permutations.
///
/// The counting lemma says how many groups the packets of a set must meet that are alive for a block after R rounds; the union
/// bound, how unlikely it is that some set meets so few. Both are proved in `docs/rounds.md`. Permutations are drawn
/// once: the share counts those that fail for any message set at all.
///
/// # Shape
/// n = 2^k nodes, c' = 2^l tiles of n/c' nodes, blocks of 2^⌊(k−l)/2⌋ nodes, each within one block of every smaller
/// number of tiles. A congestion that is no power of two is rounded up: a set with fewer messages for a node is one with as
/// many too. Other n are refused. On such meshes `rounds` runs all the same and finishes; how many rounds
/// that takes at most is not computed here.
///
/// # Cost
/// A search: a second or two up to 2^30 nodes, up to half a minute for 2^40. Every stage may use up a 64th of the
/// share. Logarithms are rounded so that the bound holds. Fewest rounds for `Fixed`; for the others least
/// [`Guarantee::full_rounds`] up to a grid of 1/16.
///
/// # Errors
/// Sizes out of range, and n that are no power of two.
///
/// # Source
/// Ours; we know of no published proof.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Question, Schedule, StoredWords, forced_rounds, guarantee};
/// let question = Question {
///     nodes: 1 << 14, congestion: 1 << 7, instances: 1, failure_log2: -20, words: StoredWords::All,
/// };
/// let fixed = guarantee(Schedule::Fixed, &question)?;
/// assert_eq!(fixed.rounds(), 11);
/// assert!(fixed.failure_log2() <= -20.0);
/// // No choice of the permutations does with two.
/// assert_eq!(forced_rounds(1 << 14, 1 << 7, 1), 3);
/// # Ok::<(), meshcast_algorithms::GuaranteeError>(())
/// ```
pub fn guarantee(schedule: Schedule, question: &Question) -> Result<Guarantee, GuaranteeError> {
    error::check(question)?;
    let congestion = question.congestion.next_power_of_two();
    let stages = Search::new(schedule, congestion, question).stages();
    Ok(Guarantee { congestion, stages })
}
