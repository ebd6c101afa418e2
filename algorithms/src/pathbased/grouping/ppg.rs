//! Groups destinations by PPG, pattern-based proximity grouping.
//!
//! Representatives first: the first destination, the one that is the farthest from it, and then, as long as it is far
//! enough, the one whose nearest representative is the farthest. Far enough is half the mean distance between
//! representatives, or more. Then boxes: that of a representative is the node itself at first. Every other destination,
//! in order, joins the box in which it is; else its nearest representative's, unless the box that it would enlarge then
//! meets another one; else it becomes a representative. Distances are Euclidean, around a torus where that is shorter, and so are boxes:
//! that of a group is the smallest one around all its members.
//!
//! # Cost
//! O(k·m·n) and, since every one found adds up the distances between all before it, O(m³·D) for the m representatives
//! found first and the diameter D; O(k·b·n) for b boxes, and O(K) for each one that grows along a ring of K nodes.
//!
//! # Source
//! Chen, Chang, Sheu, Algorithm 3. The print takes for a third representative the largest *sum* of distances, with
//! which it could never stop, by the triangle inequality; the maximin method that it cites takes the largest least
//! distance, as here. It starts anywhere: here at the lexicographic minimum. Nodes inside a box join it, whose nearest
//! representative may be another one's: without that, boxes would overlap. Of equally far candidates the first is
//! taken, of equally near representatives the earliest.

use super::boxes::{Cuboid, Larger};
use super::space::Space;
use super::square_roots::is_at_least_half_the_mean;
use crate::pathbased::NodeName;

/// The groups of `nodes`, which are in order, by their places.
pub(super) fn groups(space: Space, nodes: &[NodeName]) -> Vec<Vec<usize>> {
    let representatives = representatives(space, nodes);
    let mut boxes: Vec<(Cuboid, Vec<usize>)> = Vec::new();
    let single = |at: usize| (Cuboid::around(space, &nodes[at], std::iter::empty()), vec![at]);
    boxes.extend(representatives.iter().map(|&at| single(at)));
    for (at, node) in nodes.iter().enumerate() {
        if representatives.contains(&at) {
            continue;
        }
        if let Some((_, members)) = boxes.iter_mut().find(|(around, _)| around.contains(node)) {
            members.push(at);
            continue;
        }
        let distance = |place: &usize| space.squared(&nodes[boxes[*place].1[0]], node);
        let nearest = (0..boxes.len()).min_by_key(distance);
        let larger = nearest.map(|place| (place, boxes[place].0.with(node)));
        let fits = |(place, larger): &(usize, Larger)| {
            let mut others = boxes.iter().enumerate().filter(|(other, _)| other != place);
            !others.any(|(_, (around, _))| around.meets(larger))
        };
        match larger.filter(fits) {
            Some((place, larger)) => {
                boxes[place].0.take(node, larger);
                boxes[place].1.push(at);
            }
            None => boxes.push(single(at)),
        }
    }
    boxes.into_iter().map(|(_, members)| members).collect()
}

/// The representatives by the maximin rule, by their places, as they are found.
fn representatives(space: Space, nodes: &[NodeName]) -> Vec<usize> {
    let mut found = vec![0];
    // Squared distances to the nearest representative, and between representatives.
    let mut nearest: Vec<u64> = nodes.iter().map(|node| space.squared(&nodes[0], node)).collect();
    let mut between: Vec<u64> = Vec::new();
    loop {
        let first_farthest = |&at: &usize| (nearest[at], std::cmp::Reverse(at));
        let Some(next) = (0..nodes.len()).max_by_key(first_farthest) else { break };
        let is_far = found.len() == 1 || is_at_least_half_the_mean(nearest[next], &between);
        if nearest[next] == 0 || !is_far {
            break;
        }
        between.extend(found.iter().map(|&other| space.squared(&nodes[other], &nodes[next])));
        found.push(next);
        for (least, node) in nearest.iter_mut().zip(nodes) {
            *least = (*least).min(space.squared(&nodes[next], node));
        }
    }
    found
}
