//! Sends up to two paths through the destinations of a half: multi-path.
//!
//! Of the two neighbours that begin paths, the one beside the source serves the destinations strictly on its side, the
//! one in the next row all others. If one is missing, the other serves all.
//!
//! # Source
//! Lin, `McKinley`, Ni, as dual-path; on planes only, where the two neighbours have sides.

use super::super::error::PlanError;
use super::multicast_half::{Branch, Half};
use std::cmp::Ordering;

pub(super) fn branches(half: &Half) -> Result<Vec<Branch>, PlanError> {
    if half.network().mesh_sides().is_none_or(|sides| sides.len() != 2) {
        return Err(PlanError::NotPlane);
    }
    let column = |position: u32| half.network().coordinates(half.node(position))[0];
    let source = column(half.source());
    let side = |position: u32| column(position).cmp(&source);
    let neighbours = half.higher_neighbours(half.source());
    let mut branches: Vec<Branch> =
        neighbours.iter().map(|&port| Branch { port, targets: Vec::new() }).collect();
    let beside = neighbours.iter().position(|&port| side(port) != Ordering::Equal);
    let others = neighbours.iter().position(|&port| side(port) == Ordering::Equal);
    for (place, &target) in half.targets().iter().enumerate() {
        let is_beside = |at: &usize| side(neighbours[*at]) == side(target);
        // A half with targets has a neighbour for them.
        let branch = beside.filter(is_beside).or(others).or(beside).unwrap_or(0);
        branches[branch].targets.push(place);
    }
    Ok(branches)
}
