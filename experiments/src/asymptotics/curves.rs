//! Follows the steps of algorithms along n and along c, for the figures of a report.

use super::{Sides, Subject, sides};
use crate::catalogue;
use crate::results::limits::{FormulaCurve, FormulaPoint};
use meshcast_algorithms::jobs::in_order;
use meshcast_engine::Shape;
use std::convert::Infallible;

/// The steps of those algorithms that have a formula: for one congestion on square meshes up to 2^60 nodes, and on a mesh of so many nodes
/// for all congestions that are powers of two up to n/16.
pub(crate) fn curves(
    algorithms: &[String],
    congestion: Option<u64>,
    nodes: Option<u64>,
    threads: usize,
) -> Vec<FormulaCurve> {
    let subject = |name: &String| catalogue::spelled(name).ok().and_then(Subject::of);
    let subjects: Vec<Subject> = algorithms.iter().filter_map(subject).collect();
    let along_nodes = congestion.into_iter().flat_map(|congestion| {
        let shapes = sides(Sides::Curve).into_iter().map(|side| (side * side) as u64);
        shapes.map(move |nodes| (nodes, congestion))
    });
    let along_congestion = nodes
        .into_iter()
        .flat_map(|nodes| (0..u64::BITS).map(move |exponent| (nodes, 1 << exponent)));
    let places = along_nodes.chain(along_congestion);
    let places = places
        .filter(|&(nodes, congestion)| nodes.isqrt().pow(2) == nodes && congestion <= nodes / 16);
    let places: Vec<(u64, u64)> = places.collect();
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
        let names = ["hamiltonian".to_owned(), "buffered".to_owned()];
        let curves = curves(&names, Some(4), Some(1024), 2);
        let [curve] = &curves[..] else { panic!("only one has a formula: {curves:?}") };
        let tour = |point: &FormulaPoint| point.steps == point.nodes + 1;
        assert!(curve.points.iter().all(tour), "a tour of all nodes and a delivery");
        let along_n = curve.points.iter().filter(|point| point.congestion == 4);
        assert_eq!(along_n.map(|point| point.nodes).max(), Some(1 << 60));
        let along_c = curve.points.iter().filter(|point| point.nodes == 1024);
        let along_c: Vec<u64> = along_c.map(|point| point.congestion).collect();
        assert_eq!(along_c, [4, 1, 2, 4, 8, 16, 32, 64]);
    }
}
