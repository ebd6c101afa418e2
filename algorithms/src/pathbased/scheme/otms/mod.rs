//! OTMS, the optimal time multicast star: the longest path is as short as can be.
//!
//! Destinations are taken in the order of their labels. A star of the first i of them has one path that ends at the i-th, the *active* one;
//! the paths fall into classes by where the others end. The next destination goes to the active path, which leaves the class as it is, or to another one, after
//! which that one is active and the formerly active path ends at the i-th for good: a class in which some path ends there is new.
//! So every class is made once. Of two stars of a class one is enough if none of its paths is longer than the other's; and a star
//! with a path longer than the longest one of some whole star is none that could be the best. Neither is one whose paths together, with the shortest leg to every other
//! destination, are longer than that for each path: so the search begins with the least longest path there could be, and asks for more until it finds one.
//!
//! The length of the active path is stored less the way along all destinations up to the i-th, so that going on costs nothing.
//!
//! # Cost
//! With two ports, classes have at most one star for every length of a path, so k destinations on N nodes take O(k²·N) steps at most and
//! O(k·N) words; far fewer in practice. With p ports there are O(kᵖ⁻¹) classes.
//!
//! # Source
//! Bouchitté, Cohen, Fleury, §4 and §5. The body of their Algorithm 2 is missing; their Theorem 2 leaves no choice. They fill a table of all lengths,
//! O(k²N²); that dominated stars are left out changes no optimum. Their answer is the minimum over all stars of the *longer* path.

mod bounds;

use super::super::error::PlanError;
use super::super::half::{Branch, Costs};
use bounds::Bounds;
use std::collections::BTreeMap;

/// The most stars that are stored, and the most pairs of stars that are compared; with more the search is given up.
const MOST_STARS: usize = 1 << 22;
const MOST_PAIRS: u64 = 1 << 30;

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

pub(super) fn branches(costs: &Costs) -> Result<Vec<Branch>, PlanError> {
    let bounds = Bounds::of(costs);
    let mut slack = 0;
    loop {
        let most = bounds.most.min(bounds.least + slack);
        let mut search = Search {
            costs,
            bounds: &bounds,
            most,
            classes: Vec::new(),
            steps: Vec::new(),
            pairs: 0,
        };
        if let Some(last) = search.run()? {
            return Ok(search.traced(last));
        }
        // The star of the greedy bound is found at the latest.
        slack = 2 * slack + 1;
    }
}

struct Search<'a> {
    costs: &'a Costs,
    bounds: &'a Bounds,
    /// Stars with a longer path are not looked for.
    most: i64,
    classes: Vec<Class>,
    /// The last steps to all stars that have been stored.
    steps: Vec<Step>,
    /// How many pairs of stars have been compared, at most.
    pairs: u64,
}

impl Search<'_> {
    /// The last step to the best star, if there is one.
    fn run(&mut self) -> Result<Option<u32>, PlanError> {
        self.begin();
        // The way along all destinations so far.
        let mut along = 0;
        for target in 1..self.costs.targets() {
            let made = self.switched(target, along);
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
                let found = stars.len() as u64;
                let kept = undominated(stars);
                if self.costs.ports.len() > 2 {
                    self.pairs += found * kept.len() as u64;
                }
                self.store(ends, kept)?;
            }
        }
        let stars = self.classes.iter().flat_map(|class| &class.stars);
        let longest =
            |lengths: &[i64]| lengths[1..].iter().copied().fold(lengths[0] + along, i64::max);
        let best = stars.min_by_key(|(lengths, _)| longest(lengths));
        Ok(best.filter(|(lengths, _)| longest(lengths) <= self.most).map(|&(_, step)| step))
    }

    /// Whether a star of the destinations up to `target` can become a whole one whose paths are short enough, by the lengths of its
    /// active path and of all its paths.
    fn is_hopeful(&self, active: i64, all: i64, target: usize) -> bool {
        let ports = i64::from(self.costs.ports.len() as u32);
        active <= self.most && all + self.bounds.rest[target + 1] <= self.most * ports
    }

    /// The stars of the first destination.
    fn begin(&mut self) {
        let ports = self.costs.ports.len();
        for port in 0..ports {
            if let Some(first) = self.costs.first(port, 0) {
                let mut lengths = vec![0; ports].into_boxed_slice();
                lengths[0] = i64::from(first);
                let ends = (0..ports).filter(|&end| end != port).map(|end| end as End).collect();
                let stars = vec![(lengths, self.steps.len() as u32)];
                self.steps.push(Step { before: None, target: 0, end: port as End });
                self.classes.push(Class { ends, stars });
            }
        }
    }

    /// The stars in which `target` goes to another path than the destination before it, by class.
    fn switched(&self, target: usize, along: i64) -> BTreeMap<Vec<End>, Vec<Partial>> {
        let ports = self.costs.ports.len();
        let ended = (ports + target - 1) as End;
        let after = along + i64::from(self.costs.between(target - 1, target));
        let mut made = BTreeMap::<Vec<End>, Vec<Partial>>::new();
        for class in &self.classes {
            for (place, &end) in class.ends.iter().enumerate() {
                let leg = match (end as usize).checked_sub(ports) {
                    None => self.costs.first(end as usize, target),
                    Some(last) => Some(self.costs.between(last, target)),
                };
                let Some(leg) = leg else { continue };
                let mut ends = class.ends.clone();
                ends.remove(place);
                ends.push(ended);
                let stars = made.entry(ends).or_default();
                for (lengths, before) in &class.stars {
                    let active = lengths[place + 1] + i64::from(leg);
                    let all = lengths.iter().sum::<i64>() + along + i64::from(leg);
                    if !self.is_hopeful(active, all, target) {
                        continue;
                    }
                    let mut now = lengths.clone();
                    now[place + 1..].rotate_left(1);
                    now[lengths.len() - 1] = lengths[0] + along;
                    now[0] = active - after;
                    let step = Step { before: Some(*before), target: target as u32, end };
                    stars.push(Partial { lengths: now, step });
                }
            }
        }
        made
    }

    fn store(&mut self, ends: Vec<End>, stars: Vec<Partial>) -> Result<(), PlanError> {
        let mut stored = Vec::with_capacity(stars.len());
        for star in stars {
            stored.push((star.lengths, self.steps.len() as u32));
            self.steps.push(star.step);
        }
        if self.steps.len() > MOST_STARS || self.pairs > MOST_PAIRS {
            let (ports, destinations) = (self.costs.ports.len(), self.costs.targets());
            return Err(PlanError::LongSearch { ports, destinations });
        }
        self.classes.push(Class { ends, stars: stored });
        Ok(())
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
fn undominated(mut stars: Vec<Partial>) -> Vec<Partial> {
    stars.sort_unstable();
    let mut kept: Vec<Partial> = Vec::new();
    for star in stars {
        let shorter =
            |other: &Partial| other.lengths.iter().zip(&star.lengths).all(|(a, b)| a <= b);
        // Of two paths, the last one kept has the shortest second path.
        let is_dominated = match star.lengths.len() {
            2 => kept.last().is_some_and(shorter),
            _ => kept.iter().any(shorter),
        };
        if !is_dominated {
            kept.push(star);
        }
    }
    kept
}
