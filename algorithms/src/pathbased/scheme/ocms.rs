//! Finds the star with the fewest channels in all: OCMS, the optimal channel multicast star.
//!
//! A star is a successor for every destination and for every port of the source: another destination, or none. With as many ends as
//! ports, that is a perfect matching of q's (what has a successor) with r's (what is one), and the star's channels are its weight.
//!
//! # Cost
//! O((k + p)³) for k destinations and p ports, by an assignment solver, with (k + p)² weights. All ends are alike, so
//! that each of its k + p searches goes through up to p of them, and each time looks at k + p columns: p·(k + p)² moves.
//! Where that is more than the effort, or there would be more than [`MOST_WEIGHTS`], the star is the best found by exchanges.
//!
//! # Bound
//! In every star one leg ends at each destination, so that its channels are no fewer than the shortest legs to all of them together.
//!
//! # Source
//! Bouchitté, Cohen, Fleury, §3, with |Ω| copies of the source as in §5. Their eq. 7 drops the condition that labels
//! ascend, which stays here.

use super::super::limits::MOST_WEIGHTS;
use super::effort::{Effort, Found};
use super::exchange::{Goal, best};
use super::multicast_half::{Branch, Costs};
use pathfinding::prelude::{Matrix, kuhn_munkres_min};

/// The weight of what is no edge: more than all channels of any star.
const NO_EDGE: i64 = 1 << 40;

/// The star of a half, with its bound. `others` are stars to begin with where there is no time for the best one.
pub(super) fn found(
    costs: &Costs,
    effort: Effort,
    others: impl FnOnce() -> Vec<Vec<Branch>>,
) -> Found {
    let (rows, ports) = ((costs.targets() + costs.ports.len()) as u64, costs.ports.len() as u64);
    // At most 2^20 ports and 2^12 destinations: the products are less than 2^62.
    if ports * rows * rows <= effort.0 && rows * rows <= MOST_WEIGHTS {
        let (branches, bound) = assigned(costs);
        return Found { branches, bound };
    }
    let stars = others().into_iter().chain([greedy(costs)]);
    let branches = best(costs, Goal::Links, stars, effort.0);
    let bound = (0..costs.targets()).map(|target| costs.shortest_leg(target)).sum();
    Found { branches, bound }
}

/// The star that goes on to every destination by the shortest leg from where its paths are.
fn greedy(costs: &Costs) -> Vec<Branch> {
    let branch = |&port: &u32| Branch { port, targets: Vec::new() };
    let mut branches: Vec<Branch> = costs.ports.iter().map(branch).collect();
    for target in 0..costs.targets() {
        let leg = |(port, branch): (usize, &Branch)| match branch.targets.last() {
            None => costs.first(port, target),
            Some(&last) => Some(costs.between(last, target)),
        };
        let legs = branches.iter().enumerate();
        if let Some((_, port)) = legs.filter_map(|at| Some((leg(at)?, at.0))).min() {
            branches[port].targets.push(target);
        }
    }
    branches
}

/// The star with the fewest channels, and how many it has.
fn assigned(costs: &Costs) -> (Vec<Branch>, i64) {
    let (targets, ports) = (costs.targets(), costs.ports.len());
    // Rows: the ports, then the destinations. Columns: the destinations, then the ends.
    let weights = Matrix::from_fn(ports + targets, targets + ports, |(row, column)| {
        let edge = match (row.checked_sub(ports), column) {
            (_, end) if end >= targets => Some(0),
            (None, target) => costs.first(row, target),
            (Some(from), to) => (from < to).then(|| costs.between(from, to)),
        };
        edge.map_or(NO_EDGE, i64::from)
    });
    let (channels, successors) = kuhn_munkres_min(&weights);
    let branch = |(row, &port): (usize, &u32)| {
        let targets = std::iter::successors(Some(successors[row]), |&at| {
            (at < targets).then(|| successors[ports + at])
        });
        Branch { port, targets: targets.take_while(|&at| at < costs.targets()).collect() }
    };
    (costs.ports.iter().enumerate().map(branch).collect(), channels)
}
