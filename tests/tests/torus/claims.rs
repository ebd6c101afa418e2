//! What Jerebic and Trobec claim of optimality and cannot mean as it is printed.

use super::torus;
use meshcast_algorithms::{Communication, Measures, Routing, TorusAlgorithm};
use std::collections::BTreeMap;

/// §4.2: Λ(d) is "approximately" the derivative of Δ by K at K = d. Of simple in two dimensions Δ is ½(K − 1)², and its
/// derivative K − 1.
#[test]
fn lambda_is_not_near_the_derivative_of_delta() {
    let found = Measures::of(&Routing::new(torus(11, 2), TorusAlgorithm::Simple));
    assert_eq!(found.delta, 50);
    assert_eq!(found.lambda, [0, 2, 4, 6, 8, 10, 8, 6, 4, 2]);
    // By hand: level m has 2m − 1 points with a positive first coordinate and one on the positive second axis, up to half the radix.
    for (distance, &spread) in (0..5).zip(&found.lambda) {
        assert_eq!(spread, (2 * (distance + 1) - 1) - 1);
    }
    // Twice the derivative and two more where points are in all directions; beyond, Λ falls while the derivative grows.
    let derivative = (0..10).map(|distance: i64| distance - 1);
    let apart: Vec<i64> = found
        .lambda
        .iter()
        .zip(derivative)
        .map(|(&spread, slope)| spread.cast_signed() - slope)
        .collect();
    assert_eq!(apart, [1, 2, 3, 4, 5, 6, 3, 0, -3, -6]);
}

type Point = [i32; 3];

/// A routing on the torus of 3^3: where each point moves on its way to 0. Of two coordinates the first one goes, read cyclically; of three
/// the second if the first two differ in sign, else the third.
fn routing() -> BTreeMap<Point, Point> {
    let coordinates = [-1, 0, 1];
    let planes = coordinates.into_iter().flat_map(|x| coordinates.map(|y| [x, y]));
    let points = planes.flat_map(|[x, y]| coordinates.map(|z| [x, y, z]));
    let parent = |[x, y, z]: Point| match [x, y, z].map(|at| at != 0) {
        [true, true, false] => [0, y, z],
        [true, true, true] if x * y < 0 => [x, 0, z],
        [false, true, true] => [x, 0, z],
        [true, _, true] => [x, y, 0],
        _ => [0, 0, 0],
    };
    points.filter(|point| *point != [0, 0, 0]).map(|point| (point, parent(point))).collect()
}

/// The steps in which a message to each point is there, over the paths to 0 the other way round: the farthest of a subtree goes first.
fn steps_of_personalized(parents: &BTreeMap<Point, Point>) -> usize {
    let mut waiting: BTreeMap<(Point, Point), Vec<Vec<Point>>> = BTreeMap::new();
    for &point in parents.keys() {
        let mut path = vec![point];
        while path[path.len() - 1] != [0, 0, 0] {
            path.push(parents[&path[path.len() - 1]]);
        }
        path.reverse();
        waiting.entry((path[0], path[1])).or_default().push(path);
    }
    let mut steps = 0;
    while !waiting.is_empty() {
        steps += 1;
        let mut sent = Vec::new();
        for ((_, to), paths) in &mut waiting {
            let left = |path: &Vec<Point>| path.iter().rev().take_while(|at| *at != to).count();
            let farthest = (0..paths.len()).max_by_key(|&place| left(&paths[place]));
            sent.push((*to, paths.remove(farthest.expect("a message waits"))));
        }
        waiting.retain(|_, paths| !paths.is_empty());
        for (at, path) in sent {
            let place = path.iter().position(|&node| node == at).expect("on its path");
            if let Some(&next) = path.get(place + 1) {
                waiting.entry((at, next)).or_default().push(path);
            }
        }
    }
    steps
}

/// Proposition 2: optimal for messages from one to each "iff Δ ≤ 1". With subtrees of 5, 5, 5, 5, 3 and 3 points Δ is 2, and
/// the messages take five steps, as many as the lower bound: ⌈26/6⌉.
#[test]
fn a_routing_with_delta_2_can_be_optimal() {
    let parents = routing();
    for (point, parent) in &parents {
        let size = |point: &Point| point.iter().map(|at| at.abs()).sum::<i32>();
        let hops = point.iter().zip(parent).filter(|(at, to)| at != to).count();
        assert_eq!((size(parent), hops), (size(point) - 1, 1), "every hop comes nearer");
    }
    let mut subtrees = BTreeMap::<Point, usize>::new();
    for &point in parents.keys() {
        let mut last = point;
        while parents[&last] != [0, 0, 0] {
            last = parents[&last];
        }
        *subtrees.entry(last).or_default() += 1;
    }
    let mut sizes: Vec<usize> = subtrees.values().copied().collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [3, 3, 5, 5, 5, 5]);
    let bound = Communication::Personalized.lower_bound(torus(3, 3));
    assert_eq!((bound, steps_of_personalized(&parents)), (5, 5));
}
