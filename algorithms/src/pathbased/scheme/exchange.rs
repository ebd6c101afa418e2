//! Improves stars: two paths exchange the destinations that they have in a range of labels, as long as that helps.
//!
//! A range that has one destination of one path and none of the other moves it; one that reaches to the last label exchanges the ends of
//! two paths. The paths of a star stay in the order of labels, whatever they exchange.

use super::budget::Budget;
use super::multicast_half::{Branch, Costs};

/// What a star is to have as little of as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Channels of all paths.
    Links,
    /// Channels of the longest path; of equal ones, channels of all.
    MaxLength,
}

/// Steps that it takes to look at a pair of paths.
const STEPS_OF_A_PAIR: u64 = 64;

/// Steps that it takes to try one of their ranges.
const STEPS_OF_A_RANGE: u64 = 8;

/// The best of some stars, of equal ones the first, improved until no exchange helps or the steps are used up. Stars whose paths leave by
/// ports that are not open to their first destinations do not count; there is one that does.
pub(super) fn best(
    costs: &Costs,
    goal: Goal,
    stars: impl IntoIterator<Item = Vec<Branch>>,
    steps: u64,
) -> Vec<Branch> {
    let legal = stars.into_iter().filter_map(|star| Paths::of(costs, &star));
    let Some(mut paths) = legal.min_by_key(|paths| goal.worth(&paths.lengths)) else {
        return Vec::new();
    };
    let mut budget = Budget::of(steps, u64::MAX);
    while paths.improve(costs, goal, &mut budget) {}
    let branch = |(&port, targets): (&u32, Vec<usize>)| Branch { port, targets };
    costs.ports.iter().zip(paths.targets).map(branch).collect()
}

impl Goal {
    /// What is to be least: of all paths of a star, or of two that change.
    fn worth(self, lengths: &[i64]) -> (i64, i64) {
        let all = lengths.iter().sum();
        match self {
            Self::Links => (all, 0),
            Self::MaxLength => (lengths.iter().copied().max().unwrap_or(0), all),
        }
    }
}

/// A star by ports.
struct Paths {
    targets: Vec<Vec<usize>>,
    lengths: Vec<i64>,
}

impl Paths {
    /// A star, if its paths leave by ports that are open to their first destinations.
    fn of(costs: &Costs, star: &[Branch]) -> Option<Self> {
        let mut targets = vec![Vec::new(); costs.ports.len()];
        for branch in star.iter().filter(|branch| !branch.targets.is_empty()) {
            let port = costs.ports.binary_search(&branch.port).ok()?;
            targets[port].clone_from(&branch.targets);
        }
        let length = |(port, path): (usize, &Vec<usize>)| Some(*along(costs, port, path)?.last()?);
        let lengths = targets.iter().enumerate().map(length).collect::<Option<_>>()?;
        Some(Self { targets, lengths })
    }

    /// Makes the best exchange of the first two paths that have one that helps, if any have and there are steps left.
    fn improve(&mut self, costs: &Costs, goal: Goal, budget: &mut Budget) -> bool {
        let ports = self.targets.len();
        let longest = (0..ports).max_by_key(|&port| (self.lengths[port], ports - port));
        for one in 0..ports {
            // Only the longest path can make the longest path shorter.
            if goal == Goal::MaxLength && Some(one) != longest {
                continue;
            }
            for other in 0..ports {
                let is_pair = one < other || goal == Goal::MaxLength && one != other;
                if !is_pair || self.targets[one].len() + self.targets[other].len() == 0 {
                    continue;
                }
                let Some(pair) = Pair::of(costs, self, [one, other], budget) else { return false };
                if let Some(range) = pair.best_range(costs, goal) {
                    self.exchange(costs, [one, other], range);
                    return true;
                }
            }
        }
        false
    }

    fn exchange(&mut self, costs: &Costs, [one, other]: [usize; 2], [from, to]: [usize; 2]) {
        let is_inside = |target: &usize| (from..to).contains(target);
        let halves = [one, other].map(|port| {
            let path = std::mem::take(&mut self.targets[port]);
            path.into_iter().partition::<Vec<usize>, _>(is_inside)
        });
        let [(inside_one, outside_one), (inside_other, outside_other)] = halves;
        for (port, mut path, inside) in
            [(one, outside_one, inside_other), (other, outside_other, inside_one)]
        {
            path.extend(inside);
            path.sort_unstable();
            let length = along(costs, port, &path).and_then(|along| along.last().copied());
            self.lengths[port] = length.unwrap_or(0);
            self.targets[port] = path;
        }
    }
}

/// The way along a path up to each of its destinations, 0 first; none if it cannot leave by its port.
fn along(costs: &Costs, port: usize, path: &[usize]) -> Option<Vec<i64>> {
    let mut along = vec![0];
    for (place, &target) in path.iter().enumerate() {
        let leg = match place.checked_sub(1) {
            None => costs.first(port, target)?,
            Some(before) => costs.between(path[before], target),
        };
        along.push(along[place] + i64::from(leg));
    }
    Some(along)
}

/// Two paths of a star.
struct Pair<'a> {
    ports: [usize; 2],
    targets: [&'a [usize]; 2],
    along: [Vec<i64>; 2],
    /// The destinations of both, in order, then the end; and how many each path has before each.
    cuts: Vec<(usize, [usize; 2])>,
}

impl<'a> Pair<'a> {
    /// Two paths, if there are steps left for all their ranges.
    fn of(costs: &Costs, paths: &'a Paths, ports: [usize; 2], budget: &mut Budget) -> Option<Self> {
        let targets = ports.map(|port| &paths.targets[port][..]);
        let both = targets.map(<[usize]>::len).iter().sum::<usize>() as u64;
        budget.spend(STEPS_OF_A_PAIR + STEPS_OF_A_RANGE * both * (both + 1) / 2).ok()?;
        let along = ports.map(|port| along(costs, port, &paths.targets[port]));
        let [Some(one), Some(other)] = along else { return None };
        let mut cuts = Vec::with_capacity(both as usize + 1);
        let mut before = [0, 0];
        loop {
            let next = [0, 1].map(|path| targets[path].get(before[path]).copied());
            let Some((target, path)) =
                [0, 1].into_iter().filter_map(|path| Some((next[path]?, path))).min()
            else {
                cuts.push((costs.targets(), before));
                return Some(Self { ports, targets, along: [one, other], cuts });
            };
            cuts.push((target, before));
            before[path] += 1;
        }
    }

    /// The range whose exchange makes the most of the two paths, from a destination up to another one, if one helps; of equal ones the
    /// first.
    fn best_range(&self, costs: &Costs, goal: Goal) -> Option<[usize; 2]> {
        let length = |path: usize| self.along[path].last().copied().unwrap_or(0);
        let mut best = (goal.worth(&[length(0), length(1)]), None);
        for (place, from) in self.cuts.iter().enumerate() {
            for to in &self.cuts[place + 1..] {
                let exchanged = [0, 1].map(|path| self.exchanged(costs, path, from.1, to.1));
                let [Some(one), Some(other)] = exchanged else { continue };
                let worth = goal.worth(&[one, other]);
                if worth < best.0 {
                    best = (worth, Some([from.0, to.0]));
                }
            }
        }
        best.1
    }

    /// How long a path is with the other one's destinations of a range in place of its own, by how many are before the range and its end.
    fn exchanged(
        &self,
        costs: &Costs,
        path: usize,
        from: [usize; 2],
        to: [usize; 2],
    ) -> Option<i64> {
        let [own, others] = [self.targets[path], self.targets[1 - path]];
        let [along, along_others] = [&self.along[path], &self.along[1 - path]];
        let ([head, tail], [first, after]) =
            ([from[path], to[path]], [from[1 - path], to[1 - path]]);
        let leg = |last: Option<usize>, next: usize| match last {
            None => costs.first(self.ports[path], next),
            Some(last) => Some(costs.between(last, next)),
        };
        let (mut length, mut last) = (along[head], head.checked_sub(1).map(|place| own[place]));
        if first < after {
            length += i64::from(leg(last, others[first])?);
            length += along_others[after] - along_others[first + 1];
            last = Some(others[after - 1]);
        }
        if tail < own.len() {
            length += i64::from(leg(last, own[tail])?);
            length += along[own.len()] - along[tail + 1];
        }
        Some(length)
    }
}
