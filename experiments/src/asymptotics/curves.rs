//! Follows the steps of algorithms along n and along c, for the figures of a report.

use super::{Sides, Subject, sides};
use crate::catalogue;
use crate::results::limits::{FormulaCurve, FormulaPoint};
use meshcast_algorithms::jobs::in_order;
use meshcast_engine::Shape;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// The steps of those algorithms that have a formula, on square meshes: at the places of two curves, (n, c), of which one goes along n
/// and one along c; and beyond them, up to 2^60 nodes for the congestion of the first, and for all powers of two up to n/16 on the
/// mesh of the second.
pub(crate) fn curves(
    algorithms: &[String],
    along_nodes: &[(u64, u64)],
    along_congestion: &[(u64, u64)],
    threads: usize,
) -> Vec<FormulaCurve> {
    let subject = |name: &String| catalogue::spelled(name).ok().and_then(Subject::of);
    let subjects: Vec<Subject> = algorithms.iter().filter_map(subject).collect();
    let to_the_end = along_nodes.first().into_iter().flat_map(|&(_, congestion)| {
        sides(Sides::Curve).into_iter().map(move |side| ((side * side) as u64, congestion))
    });
    let all_congestions = along_congestion
        .first()
        .into_iter()
        .flat_map(|&(nodes, _)| (0..u64::BITS).map(move |exponent| (nodes, 1 << exponent)));
    let measured = along_nodes.iter().chain(along_congestion).copied();
    let places: BTreeSet<(u64, u64)> = measured.chain(to_the_end).chain(all_congestions).collect();
    let mut places: Vec<(u64, u64)> = places.into_iter().collect();
    places.retain(|&(nodes, congestion)| nodes.isqrt().pow(2) == nodes && congestion <= nodes / 16);
    // The largest first: they take the longest.
    places.reverse();
    let jobs =
        subjects.iter().flat_map(|subject| places.iter().map(move |&place| (subject, place)));
    let work = |(subject, (nodes, congestion)): (&Subject, (u64, u64))| {
        let side = nodes.isqrt() as usize;
        let shape = Shape::unbounded(side, side).expect("sides are in range");
        let steps = subject.steps(shape, congestion as usize);
        Ok::<_, Infallible>(FormulaPoint { nodes, congestion, steps })
    };
    let Ok(points) = in_order(threads, jobs.collect::<Vec<_>>(), work);
    let curve = |(subject, points): (&Subject, &[FormulaPoint])| FormulaCurve {
        algorithm: subject.name.clone(),
        points: points.to_vec(),
    };
    subjects.iter().zip(points.chunks(places.len().max(1))).map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_go_along_n_to_two_to_the_sixty_and_along_c_to_a_sixteenth_of_n() {
        let names = ["hamiltonian".to_owned(), "greedy-unicast".to_owned()];
        let curves = curves(&names, &[(256, 4), (576, 4)], &[(1024, 8)], 2);
        let [curve] = &curves[..] else { panic!("only one has a formula: {curves:?}") };
        let tour = |point: &FormulaPoint| point.steps == point.nodes + 1;
        assert!(curve.points.iter().all(tour), "a tour of all nodes and a delivery");
        let along_n = curve.points.iter().filter(|point| point.congestion == 4);
        let nodes: Vec<u64> = along_n.map(|point| point.nodes).collect();
        assert_eq!(nodes.first(), Some(&(1 << 60)));
        assert!(nodes.contains(&576), "where runs are");
        let along_c = curve.points.iter().filter(|point| point.nodes == 1024);
        let along_c: Vec<u64> = along_c.map(|point| point.congestion).collect();
        assert_eq!(along_c, [64, 32, 16, 8, 4, 2, 1]);
    }
}
