//! Generates the traffic of a mixture of experts: every token goes to the top k of E experts.

use super::error::WorkloadError;
use super::limits::{MAX_DELIVERIES, MAX_SIDE};
use crate::draws::Draws;
use meshcast_engine::{MessageLists as Lists, Messages};

/// The most that the popularities of all experts may add up to: draws are below it.
const MOST_POPULARITY: u64 = 1 << 62;

/// How popular experts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Popularity {
    /// By Zipf's law with exponent 1: the r-th of so many experts is chosen in proportion to 1/r. Which expert has which rank is
    /// random.
    Zipf(usize),
    /// In proportion to these counts, one for each expert, as measured on a trained model.
    Measured(Vec<u64>),
}

impl Popularity {
    /// How many experts there are.
    pub fn experts(&self) -> usize {
        match self {
            Self::Zipf(experts) => *experts,
            Self::Measured(counts) => counts.len(),
        }
    }

    /// How many experts are ever chosen.
    fn popular(&self) -> usize {
        match self {
            Self::Zipf(experts) => *experts,
            Self::Measured(counts) => counts.iter().filter(|&&count| count > 0).count(),
        }
    }

    /// The weights of the experts in the order of their numbers.
    fn weights(&self, draws: &mut Draws) -> Vec<u64> {
        const FIRST: u64 = 1 << 32;
        match self {
            Self::Zipf(experts) => {
                let rank = draws.permutation(*experts);
                rank.into_iter().map(|rank| FIRST / (u64::from(rank) + 1)).collect()
            }
            Self::Measured(counts) => counts.clone(),
        }
    }
}

/// The message set of n tokens, one a node of a mesh of `side` × `side` nodes, that go to `top` different experts each.
///
/// Experts are chosen one after the other, each in proportion to its popularity among those that the token has not chosen. E experts
/// stand at nodes ⌊i·n/E⌋, in the order of their numbers, one a node.
///
/// # Shape
/// n = `side`² nodes, a mesh from 2 × 2 on; 1 ≤ `top` ≤ E ≤ n. Exact: n messages of d = `top` destinations. The congestion c is what
/// the fullest expert gets, from ⌈n·top/E⌉ to n. `seed` fixes the set for good, on every machine.
///
/// # Cost
/// O(n·k·log E) for k = `top`; memory for the set and E weights. What is refused is refused before anything is drawn.
///
/// # Errors
/// A side below 2 or above 8192; no experts, more experts than nodes, fewer experts than `top`, or fewer that are popular at all;
/// more than 2^32 deliveries; popularities that add up to more than 2^62.
///
/// # Source
/// N. Shazeer et al., "Outrageously large neural networks: the sparsely-gated mixture-of-experts layer", ICLR 2017: tokens go to
/// the top k experts of a gate. That the popularity of experts is skewed is theirs; Zipf's law is an assumption.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Popularity, mixture_of_experts};
/// let set = mixture_of_experts(8, &Popularity::Measured(vec![1, 0, 1, 1]), 3, 1)?;
/// // All tokens have no choice but experts 0, 2 and 3.
/// assert_eq!((set.count(), set.degree(), set.congestion()), (64, 3, 64));
/// assert_eq!(set.destinations(5), [0, 32, 48]);
/// # Ok::<(), meshcast_algorithms::WorkloadError>(())
/// ```
pub fn mixture_of_experts(
    side: usize,
    popularity: &Popularity,
    top: usize,
    seed: u64,
) -> Result<Messages, WorkloadError> {
    if !(2..=MAX_SIDE).contains(&side) {
        return Err(WorkloadError::Side { found: side });
    }
    let (nodes, experts) = (side * side, popularity.experts());
    if experts == 0 || experts > nodes {
        return Err(WorkloadError::Experts { nodes, found: experts });
    }
    let popular = popularity.popular();
    if top == 0 || top > popular {
        return Err(WorkloadError::Top { popular, found: top });
    }
    let most = (MAX_DELIVERIES / nodes as u64) as usize;
    if top > most {
        return Err(WorkloadError::ManyDeliveries { most, found: top });
    }
    let draws = &mut Draws::new(seed);
    let mut gate = Gate::new(popularity.weights(draws))?;
    let node_of = |expert: usize| (expert as u64 * nodes as u64 / experts as u64) as u32;
    let mut lists = Lists::with_room(nodes, nodes * top);
    let mut chosen = Vec::with_capacity(top);
    for token in 0..nodes as u32 {
        gate.choose(top, &mut chosen, draws);
        lists.push(token, chosen.iter().map(|&expert| node_of(expert)));
    }
    Ok(Messages::from_lists(nodes, lists)?)
}

/// Draws experts in proportion to their weights, each at most once a token.
///
/// What is left of the weights is in a Fenwick tree (P. M. Fenwick, "A new data structure for cumulative frequency tables", Software:
/// Practice and Experience 24(3), 1994).
struct Gate {
    weights: Vec<u64>,
    /// Entry i is the sum over the experts from i + 1 − 2^z to i, where z is the number of zeros at the end of i + 1; no weights follow
    /// the last expert.
    sums: Vec<u64>,
    /// The weights that are left.
    open: u64,
}

impl Gate {
    fn new(weights: Vec<u64>) -> Result<Self, WorkloadError> {
        let add = |sum: u64, &weight: &u64| sum.checked_add(weight);
        let open = weights.iter().try_fold(0, add).filter(|&sum| sum <= MOST_POPULARITY);
        let open = open.ok_or(WorkloadError::Popularity { most: MOST_POPULARITY })?;
        let mut sums = weights.clone();
        sums.resize(weights.len().next_power_of_two(), 0);
        for entry in 0..sums.len() - 1 {
            sums[above(entry)] += sums[entry];
        }
        Ok(Self { weights, sums, open })
    }

    /// Draws so many different experts into `chosen`.
    fn choose(&mut self, top: usize, chosen: &mut Vec<usize>, draws: &mut Draws) {
        chosen.clear();
        for _ in 0..top {
            let expert = self.at(below(self.open, draws));
            self.change(expert, u64::wrapping_sub);
            chosen.push(expert);
        }
        for &expert in chosen.iter() {
            self.change(expert, u64::wrapping_add);
        }
    }

    /// The expert in whose share a place among the weights that are left is.
    fn at(&self, mut place: u64) -> usize {
        let (mut expert, mut half) = (0, self.sums.len() / 2);
        while half > 0 {
            let before = self.sums[expert + half - 1];
            if place >= before {
                place -= before;
                expert += half;
            }
            half /= 2;
        }
        expert
    }

    /// Takes an expert's weight out, or puts it back.
    fn change(&mut self, expert: usize, by: fn(u64, u64) -> u64) {
        let weight = self.weights[expert];
        self.open = by(self.open, weight);
        let mut entry = expert;
        while let Some(sum) = self.sums.get_mut(entry) {
            *sum = by(*sum, weight);
            entry = above(entry);
        }
    }
}

/// The next entry of a Fenwick tree in which the last expert of this one counts.
fn above(entry: usize) -> usize {
    entry | (entry + 1)
}

/// A number below `bound`, each equally likely: draws of as many bits as it has, the first that is below it.
fn below(bound: u64, draws: &mut Draws) -> u64 {
    let unused = (bound - 1).leading_zeros();
    loop {
        let drawn = draws.bits().checked_shr(unused).unwrap_or(0);
        if drawn < bound {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many tokens chose each of the experts, which stand at every sixteenth node.
    fn loads(set: &Messages, experts: usize) -> Vec<usize> {
        let mut loads = vec![0; experts];
        for (_, destinations) in set.iter() {
            for &node in destinations {
                assert_eq!(node as usize * experts % set.nodes(), 0, "an expert stands there");
                loads[node as usize * experts / set.nodes()] += 1;
            }
        }
        loads
    }

    #[test]
    fn every_token_goes_to_k_experts_and_the_fullest_is_the_congestion() {
        for (experts, top) in [(1, 1), (8, 1), (8, 2), (64, 6), (64, 64)] {
            let set = mixture_of_experts(16, &Popularity::Zipf(experts), top, 3).unwrap();
            assert_eq!((set.count(), set.degree(), set.deliveries()), (256, top, 256 * top));
            let loads = loads(&set, experts);
            assert_eq!(set.congestion(), loads.iter().copied().max().unwrap(), "{experts}, {top}");
        }
    }

    #[test]
    fn experts_are_chosen_by_zipfs_law() {
        // 65,536 tokens, one of four experts each: shares of 1, 1/2, 1/3 and 1/4 of 25/12. The standard deviation is below 128.
        let set = mixture_of_experts(256, &Popularity::Zipf(4), 1, 1).unwrap();
        let mut found = loads(&set, 4);
        found.sort_unstable_by(|a, b| b.cmp(a));
        for (found, expected) in found.iter().zip([31_457usize, 15_729, 10_486, 7_864]) {
            assert!(found.abs_diff(expected) < 512, "{found} for {expected}");
        }
    }

    #[test]
    fn the_most_popular_expert_is_random() {
        let mut fullest = [false; 8];
        for seed in 0..64 {
            let loads = loads(&mixture_of_experts(16, &Popularity::Zipf(8), 1, seed).unwrap(), 8);
            let most = loads.iter().max().unwrap();
            fullest[loads.iter().position(|load| load == most).unwrap()] = true;
        }
        // That 64 seeds never make some expert the most popular has a chance of 1 in 600.
        assert_eq!(fullest, [true; 8]);
    }

    #[test]
    fn second_choices_are_in_proportion_among_the_rest() {
        // Weights 2, 1, 1, two choices: expert 0 is missed if 1 and 2 are chosen, with probability 2 · 1/4 · 1/3 = 1/6.
        let popularity = Popularity::Measured(vec![2, 1, 1]);
        let set = mixture_of_experts(128, &popularity, 2, 9).unwrap();
        let mut missed = 0;
        for (_, destinations) in set.iter() {
            missed += usize::from(!destinations.contains(&0));
        }
        // 16,384 tokens: a mean of 2,731 with a standard deviation of 48.
        assert!(missed.abs_diff(2_731) < 200, "{missed}");
    }

    /// Experts by a search through all shares that are left, from the same draws.
    fn searched(weights: &[u64], top: usize, draws: &mut Draws) -> Vec<usize> {
        let mut left = weights.to_vec();
        let mut chosen = Vec::new();
        for _ in 0..top {
            let mut place = below(left.iter().sum(), draws);
            let holds = |&weight: &u64| {
                let found = place < weight;
                place -= if found { 0 } else { weight };
                found
            };
            let expert = left.iter().position(holds).expect("a share");
            left[expert] = 0;
            chosen.push(expert);
        }
        chosen
    }

    #[test]
    fn choices_are_those_of_a_search_through_all_shares() {
        for weights in [vec![7], vec![3, 0, 1 << 61, 5, 0], (1..=37).collect(), vec![0, 0, 1, 1]] {
            let popular = weights.iter().filter(|&&weight| weight > 0).count();
            let mut gate = Gate::new(weights.clone()).unwrap();
            let (mut one, mut other, mut chosen) = (Draws::new(5), Draws::new(5), Vec::new());
            for token in 0..200 {
                let top = 1 + token % popular;
                gate.choose(top, &mut chosen, &mut one);
                assert_eq!(chosen, searched(&weights, top, &mut other), "{weights:?}, {top}");
            }
        }
    }

    #[test]
    fn a_seed_fixes_the_set_and_another_one_changes_it() {
        let set = |seed| mixture_of_experts(8, &Popularity::Zipf(16), 4, seed).unwrap();
        assert_eq!(set(1), set(1));
        assert_ne!(set(1), set(2));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |side, popularity: Popularity, top| {
            mixture_of_experts(side, &popularity, top, 1).unwrap_err().to_string()
        };
        let experts = "--experts must be at least 1 and at most the number of nodes, 16, found ";
        assert_eq!(refused(4, Popularity::Zipf(0), 1), format!("{experts}0"));
        assert_eq!(refused(4, Popularity::Zipf(17), 1), format!("{experts}17"));
        let top = "--top must be at least 1 and at most the experts that are chosen at all, ";
        assert_eq!(refused(4, Popularity::Zipf(8), 0), format!("{top}8, found 0"));
        assert_eq!(refused(4, Popularity::Zipf(8), 9), format!("{top}8, found 9"));
        let measured = Popularity::Measured(vec![1, 0, 2]);
        assert_eq!(refused(4, measured, 3), format!("{top}2, found 3"));
        // Refused before 2^40 weights, or 2^44 deliveries, take any room.
        assert_eq!(
            refused(1 << 12, Popularity::Zipf(1 << 40), 1),
            format!(
                "--experts must be at least 1 and at most the number of nodes, 16777216, found {}",
                1u64 << 40
            )
        );
        assert_eq!(
            refused(1 << 12, Popularity::Zipf(1 << 24), 1 << 20),
            "--top must be at most 256 on this mesh, since a set has at most 4294967296 deliveries, found 1048576"
        );
        let large = Popularity::Measured(vec![1 << 62, 1]);
        assert_eq!(
            refused(4, large, 1),
            "--popularity: expected numbers that add up to at most 4611686018427387904, found more"
        );
        assert!(refused(1, Popularity::Zipf(1), 1).starts_with("--side must be from 2 to 8192"));
    }
}
