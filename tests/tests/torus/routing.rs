//! The routing functions, against the definitions restated.

use super::{naive, rule, torus};
use meshcast_algorithms::{Routing, TorusAlgorithm};
use meshcast_engine::Torus;

fn node(torus: Torus, point: &[i64]) -> u32 {
    torus.node(&point.iter().map(|&x| x as i32).collect::<Vec<_>>())
}

#[test]
fn every_point_moves_as_the_definition_says_and_one_nearer_to_0() {
    for dims in 1..=4 {
        for radix in 2..=11 {
            let torus = torus(radix, dims);
            for algorithm in TorusAlgorithm::ALL {
                let (routing, rule) = (Routing::new(torus, algorithm), rule(algorithm));
                for point in naive(torus).points().iter().filter(|p| p.iter().any(|&x| x != 0)) {
                    let next = rule(point);
                    let here = node(torus, point);
                    assert_eq!(routing.parent(here), node(torus, &next), "{algorithm:?} {point:?}");
                    // So every path is a shortest one, and none comes back to where it was.
                    let norm = |point: &[i64]| point.iter().map(|x| x.abs()).sum::<i64>();
                    assert_eq!(norm(&next) + 1, norm(point));
                    assert_eq!(i64::from(torus.distance(here)), norm(point));
                }
            }
        }
    }
}

#[test]
fn the_paths_from_a_node_form_a_tree_for_the_simple_algorithm_and_not_for_the_diagonal_one() {
    let is_tree = |radix, dims, algorithm| {
        let naive = naive(torus(radix, dims));
        let mut edges = std::collections::BTreeSet::new();
        for point in naive.points() {
            let way = naive.way(rule(algorithm), &point, true);
            edges.extend(way.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        }
        edges.len() == naive.points().len() - 1
    };
    for (radix, dims) in [(3, 2), (4, 2), (5, 2), (5, 3)] {
        assert!(is_tree(radix, dims, TorusAlgorithm::Simple));
        assert_eq!(is_tree(radix, dims, TorusAlgorithm::Diagonal), radix == 3);
    }
}
