//! Bounds the length of the longest path of the best star.

use super::super::multicast_half::{Branch, Costs};

/// Bounds on the longest path of the best star of all destinations.
#[derive(Debug)]
pub(super) struct Bounds {
    /// Paths together are not shorter than all shortest legs, and a path not shorter than the least way to a destination on it.
    pub(super) least: i64,
    pub(super) most: i64,
    /// The star whose longest path is `most`.
    pub(super) star: Vec<Branch>,
    /// By destination: the shortest legs to it and all later ones together; 0 in the end.
    pub(super) rest: Vec<i64>,
}

impl Bounds {
    pub(super) fn of(costs: &Costs) -> Self {
        let mut rest = vec![0; costs.targets() + 1];
        for target in (0..costs.targets()).rev() {
            rest[target] = rest[target + 1] + costs.shortest_leg(target);
        }
        let mut ways: Vec<i64> = Vec::with_capacity(costs.targets());
        for target in 0..costs.targets() {
            let over = |(from, way)| way + i64::from(costs.between(from, target));
            let ways_over = ways.iter().copied().enumerate().map(over);
            let way = costs.firsts(target).map(i64::from).chain(ways_over).min();
            ways.push(way.unwrap_or(0));
        }
        let ports = i64::from(costs.ports.len() as u32);
        let mean = (rest[0] + ports - 1) / ports;
        let (star, most) = greedy(costs);
        Self { least: ways.into_iter().fold(mean, i64::max), most, star, rest }
    }
}

/// The star that gives every destination to the path that is shortest with it, and its longest path.
fn greedy(costs: &Costs) -> (Vec<Branch>, i64) {
    let branch = |&port: &u32| Branch { port, targets: Vec::new() };
    let mut branches: Vec<Branch> = costs.ports.iter().map(branch).collect();
    let mut lengths = vec![0; branches.len()];
    for target in 0..costs.targets() {
        let with = |(port, branch): (usize, &Branch)| match branch.targets.last() {
            None => costs.first(port, target).map(i64::from),
            Some(&last) => Some(lengths[port] + i64::from(costs.between(last, target))),
        };
        let choices = branches.iter().enumerate();
        let choices = choices.filter_map(|choice| Some((with(choice)?, choice.0)));
        if let Some((length, port)) = choices.min() {
            branches[port].targets.push(target);
            lengths[port] = length;
        }
    }
    (branches, lengths.into_iter().max().unwrap_or(0))
}
