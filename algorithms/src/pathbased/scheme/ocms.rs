//! Finds the star with the fewest channels in all: OCMS, the optimal channel multicast star.
//!
//! A star is a successor for every destination and for every port of the source: another destination, or none. With as many ends as
//! ports, that is a perfect matching of q's (what has a successor) with r's (what is one), and the star's channels are its weight.
//!
//! # Cost
//! O((k + p)³) for k destinations and p ports, by an assignment solver, with (k + p)² weights. All ends are alike, so
//! that each of its k + p searches goes through up to p of them, and each time looks at k + p columns: more than
//! [`MOST_ASSIGNMENT_STEPS`] of these are refused before there are weights. That leaves 4210 rows at most, hence 140 MB
//! of weights, which the solver has once more.
//!
//! # Source
//! Bouchitté, Cohen, Fleury, §3, with |Ω| copies of the source as in §5. Their eq. 7 drops the condition that labels
//! ascend, which stays here.

use super::super::error::PlanError;
use super::super::limits::MOST_ASSIGNMENT_STEPS;
use super::multicast_half::{Branch, Costs};
use pathfinding::prelude::{Matrix, kuhn_munkres_min};

/// The weight of what is no edge: more than all channels of any star.
const NO_EDGE: i64 = 1 << 40;

pub(super) fn branches(costs: &Costs) -> Result<Vec<Branch>, PlanError> {
    let (targets, ports) = (costs.targets(), costs.ports.len());
    let (rows, searches) = ((targets + ports) as u64, ports as u64);
    // At most 2^20 ports and 2^12 destinations: the product is less than 2^62.
    if searches * rows * rows > MOST_ASSIGNMENT_STEPS {
        return Err(PlanError::LongAssignment { ports, destinations: targets });
    }
    // Rows: the ports, then the destinations. Columns: the destinations, then the ends.
    let weights = Matrix::from_fn(ports + targets, targets + ports, |(row, column)| {
        let edge = match (row.checked_sub(ports), column) {
            (_, end) if end >= targets => Some(0),
            (None, target) => costs.first(row, target),
            (Some(from), to) => (from < to).then(|| costs.between(from, to)),
        };
        edge.map_or(NO_EDGE, i64::from)
    });
    let (_, successors) = kuhn_munkres_min(&weights);
    let branch = |(row, &port): (usize, &u32)| {
        let targets = std::iter::successors(Some(successors[row]), |&at| {
            (at < targets).then(|| successors[ports + at])
        });
        Branch { port, targets: targets.take_while(|&at| at < costs.targets()).collect() }
    };
    Ok(costs.ports.iter().enumerate().map(branch).collect())
}
