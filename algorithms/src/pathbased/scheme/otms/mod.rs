//! Finds the star whose longest path is as short as can be: OTMS, the optimal time multicast star.
//!
//! Destinations are taken in the order of their labels. A star of the first i of them has one path that ends at the
//! i-th, the *active* one; the paths fall into classes by where the others end. The next destination goes to the active
//! path, which leaves the class as it is, or to another one, after which that one is active and the formerly active
//! path ends at the i-th for good: a class in which some path ends there is new. So every class is made once. Of two
//! stars of a class one is enough if none of its paths is longer than the other's; and a star with a path longer than
//! the longest one of some whole star is none that could be the best. Neither is one whose paths together, with the
//! shortest leg to every other destination, are longer than that for each path: so the search begins with the least
//! longest path there could be, and asks for more until it finds one.
//!
//! The length of the active path is stored less the way along all destinations up to the i-th, so that going on costs nothing.
//!
//! # Cost
//! With two ports, classes have at most one star for every length of a path, so k destinations on N nodes take O(k²·N)
//! steps at most and O(k·N) words; far fewer in practice. With p ports there are O(kᵖ⁻¹) classes. Steps are words that
//! are moved or compared, those of all rounds together; a search that would take more than its effort or keep more than
//! [`MOST_SEARCH_WORDS`] at a time is given up. The star is the best found by exchanges then.
//!
//! # Bound
//! The paths of a star together are no shorter than the shortest legs to all destinations, so that the longest is no shorter than a p-th of
//! them; nor is it shorter than the least way to any destination, over others before it. A round that has found no star has shown that
//! every one has a path longer than the round looks for: of a class it only leaves out stars that another one is as good as, and stars
//! that cannot become short enough.
//!
//! # Source
//! Bouchitté, Cohen, Fleury, §4 and §5. The body of their Algorithm 2 is missing; their Theorem 2 leaves no choice.
//! They fill a table of all lengths, O(k²N²); that dominated stars are left out changes no optimum. Their answer is the
//! minimum over all stars of the *longer* path.

mod bounds;

use super::super::limits::MOST_SEARCH_WORDS;
use super::budget::{Budget, Spent};
use super::effort::{Effort, Found};
use super::exchange::{Goal, best};
use super::multicast_half::{Branch, Costs};
use bounds::Bounds;
use std::collections::BTreeMap;

/// What a star or a class takes in words beside one for every port.
const OVERHEAD: u64 = 16;

/// Where a path ends: a port for a path without destinations, or the number of ports and the place of its last destination together.
type End = u32;

/// A star of the first destinations, one of its class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Partial {
    /// That of the active path, less the way along all destinations so far; then those of the others as the ends of the class are ordered.
    lengths: Box<[i64]>,
    step: Step,
}

/// The last step to a star: at `target` the path that ended at `end` became active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    /// The step before, by its place among all; none before the first destination.
    before: Option<u32>,
    target: u32,
    end: End,
}

/// The stars whose paths other than the active one end at the same places.
#[derive(Debug)]
struct Class {
    /// Of the paths that are not active, in order.
    ends: Vec<End>,
    /// Lengths and the place of the last step.
    stars: Vec<(Box<[i64]>, u32)>,
}

/// The star of a half, with its bound. `others` are stars to begin with where there is no time for the best one.
pub(super) fn found(
    costs: &Costs,
    effort: Effort,
    others: impl FnOnce() -> Vec<Vec<Branch>>,
) -> Found {
    let bounds = Bounds::of(costs);
    match found_within(Budget::of(effort.0, MOST_SEARCH_WORDS), costs, &bounds) {
        Ok(found) => found,
        Err(bound) => {
            let stars = others().into_iter().chain([bounds.star]);
            Found { branches: best(costs, Goal::MaxLength, stars, effort.0), bound }
        }
    }
}

/// The best star, if there is time and room to find it; else what its longest path is not shorter than.
fn found_within(mut budget: Budget, costs: &Costs, bounds: &Bounds) -> Result<Found, i64> {
    let (mut least, mut slack) = (bounds.least, 0);
    loop {
        let most = bounds.most.min(bounds.least + slack);
        let mut search = Search {
            costs,
            bounds,
            most,
            budget: &mut budget,
            classes: Vec::new(),
            steps: Vec::new(),
        };
        match search.run() {
            Ok(Some((last, bound))) => return Ok(Found { branches: search.traced(last), bound }),
            // The star of the greedy bound is found at the latest.
            Ok(None) => (least, slack) = (most + 1, 2 * slack + 1),
            Err(Spent) => return Err(least),
        }
    }
}

struct Search<'a> {
    costs: &'a Costs,
    bounds: &'a Bounds,
    /// Stars with a longer path are not looked for.
    most: i64,
    budget: &'a mut Budget,
    classes: Vec<Class>,
    /// The last steps to all stars that have been stored.
    steps: Vec<Step>,
}

impl Search<'_> {
    /// The last step to the best star and its longest path, if there is one.
    fn run(&mut self) -> Result<Option<(u32, i64)>, Spent> {
        self.begin()?;
        // The way along all destinations so far.
        let mut along = 0;
        for target in 1..self.costs.targets() {
            let made = self.switched(target, along)?;
            along += i64::from(self.costs.between(target - 1, target));
            let mut classes = std::mem::take(&mut self.classes);
            for class in &mut classes {
                class.stars.retain(|(lengths, _)| {
                    let all = lengths.iter().sum::<i64>() + along;
                    self.is_hopeful(lengths[0] + along, all, target)
                });
            }
            classes.retain(|class| !class.stars.is_empty());
            self.classes = classes;
            for (ends, stars) in made {
                let kept = undominated(stars, self.budget)?;
                self.store(ends, kept);
            }
            self.count()?;
        }
        let stars = self.classes.iter().flat_map(|class| &class.stars);
        let longest =
            |lengths: &[i64]| lengths[1..].iter().copied().fold(lengths[0] + along, i64::max);
        let best = stars.min_by_key(|(lengths, _)| longest(lengths));
        let best = best.map(|(lengths, step)| (*step, longest(lengths)));
        Ok(best.filter(|&(_, longest)| longest <= self.most))
    }

    /// Whether a star of the destinations up to `target` can become a whole one whose paths are short enough, by the lengths of its
    /// active path and of all its paths.
    fn is_hopeful(&self, active: i64, all: i64, target: usize) -> bool {
        let ports = i64::from(self.costs.ports.len() as u32);
        active <= self.most && all + self.bounds.rest[target + 1] <= self.most * ports
    }

    /// What a star or a class takes, in words.
    fn words_of_one(&self) -> u64 {
        self.costs.ports.len() as u64 + OVERHEAD
    }

    /// Counts the words that are kept, and the steps that it takes to look at all of them.
    fn count(&mut self) -> Result<(), Spent> {
        let stars: usize = self.classes.iter().map(|class| class.stars.len()).sum();
        let words = (stars + self.classes.len()) as u64 * self.words_of_one();
        self.budget.keep(words + 4 * self.steps.len() as u64);
        self.budget.spend(words)
    }

    /// The stars of the first destination.
    fn begin(&mut self) -> Result<(), Spent> {
        let ports = self.costs.ports.len();
        self.budget.keep(0);
        for port in 0..ports {
            self.budget.make(2 * self.words_of_one())?;
            if let Some(first) = self.costs.first(port, 0) {
                let mut lengths = vec![0; ports].into_boxed_slice();
                lengths[0] = i64::from(first);
                let ends = (0..ports).filter(|&end| end != port).map(|end| end as End).collect();
                let stars = vec![(lengths, self.steps.len() as u32)];
                self.steps.push(Step { before: None, target: 0, end: port as End });
                self.classes.push(Class { ends, stars });
            }
        }
        Ok(())
    }

    /// The stars in which `target` goes to another path than the destination before it, by class.
    fn switched(
        &mut self,
        target: usize,
        along: i64,
    ) -> Result<BTreeMap<Vec<End>, Vec<Partial>>, Spent> {
        let (ports, each) = (self.costs.ports.len(), self.words_of_one());
        let ended = (ports + target - 1) as End;
        let after = along + i64::from(self.costs.between(target - 1, target));
        let mut made = BTreeMap::<Vec<End>, Vec<Partial>>::new();
        for class in &self.classes {
            for (place, &end) in class.ends.iter().enumerate() {
                let leg = match (end as usize).checked_sub(ports) {
                    None => self.costs.first(end as usize, target),
                    Some(last) => Some(self.costs.between(last, target)),
                };
                self.budget.spend((class.stars.len() * ports) as u64)?;
                let Some(leg) = leg else { continue };
                let mut stars = Vec::new();
                for (lengths, before) in &class.stars {
                    let active = lengths[place + 1] + i64::from(leg);
                    let all = lengths.iter().sum::<i64>() + along + i64::from(leg);
                    if !self.is_hopeful(active, all, target) {
                        continue;
                    }
                    self.budget.make(each)?;
                    let mut now = lengths.clone();
                    now[place + 1..].rotate_left(1);
                    now[lengths.len() - 1] = lengths[0] + along;
                    now[0] = active - after;
                    let step = Step { before: Some(*before), target: target as u32, end };
                    stars.push(Partial { lengths: now, step });
                }
                if !stars.is_empty() {
                    self.budget.make(each)?;
                    let mut ends = class.ends.clone();
                    ends.remove(place);
                    ends.push(ended);
                    made.entry(ends).or_default().append(&mut stars);
                }
            }
        }
        Ok(made)
    }

    fn store(&mut self, ends: Vec<End>, stars: Vec<Partial>) {
        let mut stored = Vec::with_capacity(stars.len());
        for star in stars {
            stored.push((star.lengths, self.steps.len() as u32));
            self.steps.push(star.step);
        }
        self.classes.push(Class { ends, stars: stored });
    }

    /// The paths of the star to which `last` was the last step.
    fn traced(&self, last: u32) -> Vec<Branch> {
        let steps = std::iter::successors(Some(self.steps[last as usize]), |step| {
            step.before.map(|before| self.steps[before as usize])
        });
        let mut steps: Vec<Step> = steps.collect();
        steps.reverse();
        let ports = self.costs.ports.len();
        let branch = |&port: &u32| Branch { port, targets: Vec::new() };
        let mut branches: Vec<Branch> = self.costs.ports.iter().map(branch).collect();
        for (place, step) in steps.iter().enumerate() {
            let until =
                steps.get(place + 1).map_or(self.costs.targets(), |next| next.target as usize);
            let end = |port: usize, branch: &Branch| {
                branch.targets.last().map_or(port, |last| ports + last)
            };
            let mut ending = branches.iter_mut().enumerate();
            let active = ending.find(|(port, branch)| end(*port, branch) == step.end as usize);
            if let Some((_, active)) = active {
                active.targets.extend(step.target as usize..until);
            }
        }
        branches
    }
}

/// The stars of which no other is at least as short in every path, in order; of equal ones the first.
fn undominated(mut stars: Vec<Partial>, budget: &mut Budget) -> Result<Vec<Partial>, Spent> {
    let (found, ports) = (stars.len() as u64, stars.first().map_or(0, |star| star.lengths.len()));
    budget.spend(found * u64::from(found.max(1).ilog2() + 1) * ports as u64)?;
    stars.sort_unstable();
    let mut kept: Vec<Partial> = Vec::new();
    for star in stars {
        // Of two paths, the last one kept has the shortest second path.
        let others = match star.lengths.len() {
            2 => &kept[kept.len().saturating_sub(1)..],
            _ => &kept[..],
        };
        let mut compared = 0;
        let is_dominated = others.iter().any(|other| {
            let longer = other.lengths.iter().zip(&star.lengths).position(|(a, b)| a > b);
            compared += longer.map_or(star.lengths.len(), |place| place + 1);
            longer.is_none()
        });
        budget.spend(compared as u64)?;
        if !is_dominated {
            kept.push(star);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::super::multicast_half::Half;
    use super::*;
    use crate::pathbased::{MulticastSet, Network, Ports};

    /// Every third node of a cube from its first: three ports and more than one path through each.
    fn costs(rule: Ports) -> Costs {
        let space = Network::mesh(&[4, 4, 4]).expect("a mesh");
        let set = MulticastSet::new(&space, 0, (1..64).step_by(3).collect()).expect("a set");
        Half::of(&set, false).costs(rule)
    }

    /// The fewest of something with which a search finds a star.
    fn fewest(most: u64, finds: impl Fn(u64) -> bool) -> u64 {
        let (mut too_few, mut enough) = (0, most);
        while enough - too_few > 1 {
            let middle = too_few.midpoint(enough);
            if finds(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        enough
    }

    #[test]
    fn a_search_ends_when_its_steps_or_words_do() {
        for rule in [Ports::Strict, Ports::Free] {
            let costs = costs(rule);
            let bounds = Bounds::of(&costs);
            let within = |steps, words| found_within(Budget::of(steps, words), &costs, &bounds);
            let most = Effort::default().0;
            let star = within(most, MOST_SEARCH_WORDS).expect("a small search");
            let steps = fewest(most, |steps| within(steps, MOST_SEARCH_WORDS).is_ok());
            let words = fewest(MOST_SEARCH_WORDS, |words| within(most, words).is_ok());
            assert!((20_000..20_000_000).contains(&steps), "{steps} steps");
            assert!((2_000..2_000_000).contains(&words), "{words} words");
            let again = within(steps, words).expect("enough");
            assert_eq!((again.branches, again.bound), (star.branches, star.bound));
            for bound in [within(steps - 1, words).err(), within(steps, words - 1).err()] {
                assert!(bound.is_some_and(|bound| bounds.least <= bound && bound <= star.bound));
            }
        }
    }

    /// Every destination is a neighbour of the source: no search shows more than that one channel each is the least.
    #[test]
    fn a_greedy_star_that_cannot_be_beaten_needs_no_search() {
        let edges = (1..40).flat_map(|node| [(node - 1, node), (0, node)]);
        let spokes: Vec<(u32, u32)> = edges.collect();
        let wheel = Network::graph(40, &spokes).expect("a graph");
        let set = MulticastSet::new(&wheel, 0, (1..40).step_by(2).collect()).expect("a set");
        let costs = Half::of(&set, false).costs(Ports::Strict);
        let star = found(&costs, Effort(10_000), Vec::new);
        assert_eq!((star.branches.len(), star.bound), (20, 1));
        assert!(star.branches.iter().all(|branch| branch.targets.len() == 1));
    }
}
