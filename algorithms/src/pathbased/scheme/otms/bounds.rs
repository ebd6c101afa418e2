//! Between which lengths the longest path of the best star is.

use super::super::super::half::Costs;

/// Bounds on the longest path of the best star of all destinations.
#[derive(Debug)]
pub(super) struct Bounds {
    pub(super) least: i64,
    pub(super) most: i64,
    /// By destination: the shortest legs to it and all later ones together; 0 in the end.
    pub(super) rest: Vec<i64>,
}

impl Bounds {
    pub(super) fn of(costs: &Costs) -> Self {
        let mut rest = vec![0; costs.targets() + 1];
        for target in (0..costs.targets()).rev() {
            let first = (0..costs.ports.len()).filter_map(|port| costs.first(port, target));
            let legs = first.chain((0..target).map(|from| costs.between(from, target)));
            rest[target] = rest[target + 1] + legs.min().map_or(0, i64::from);
        }
        let ports = i64::from(costs.ports.len() as u32);
        Self { least: (rest[0] + ports - 1) / ports, most: greedy(costs), rest }
    }
}

/// The longest path of the star that gives every destination to the path that is shortest with it.
fn greedy(costs: &Costs) -> i64 {
    let mut paths: Vec<(Option<usize>, i64)> = vec![(None, 0); costs.ports.len()];
    for target in 0..costs.targets() {
        let with = |port: usize, (last, length): (Option<usize>, i64)| match last {
            None => costs.first(port, target).map(i64::from),
            Some(last) => Some(length + i64::from(costs.between(last, target))),
        };
        let choices = paths.iter().enumerate();
        let choices = choices.filter_map(|(port, &path)| Some((with(port, path)?, port)));
        if let Some((length, port)) = choices.min() {
            paths[port] = (Some(target), length);
        }
    }
    paths.into_iter().map(|(_, length)| length).max().unwrap_or(0)
}
