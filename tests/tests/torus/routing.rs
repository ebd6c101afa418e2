//! The routing functions, against the definitions restated.

use super::{naive, rule, torus};
use meshcast_algorithms::{Routing, TorusAlgorithm};
use meshcast_engine::Torus;
use meshcast_tests::oracle::{Point, printed_dimension, printed_signs};
use std::collections::BTreeSet;

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

/// A message at X for B goes where X ⊖ B goes, moved to B: for all points, moved to some nodes.
#[test]
fn a_message_moves_in_the_same_way_wherever_it_goes_to() {
    for (radix, dims) in (1..=4).flat_map(|dims| (2..=11).map(move |radix| (radix, dims))) {
        let torus = torus(radix, dims);
        let naive = naive(torus);
        let all = |x: i64| vec![x; dims];
        let (least, greatest) = (-((naive.radix - 1) / 2), naive.radix / 2);
        let uneven: Point = (0..dims).map(|i| if i % 2 == 0 { greatest } else { -1 }).collect();
        let goals = [all(least), all(greatest), naive.add(&uneven, &all(0), 1)];
        for algorithm in TorusAlgorithm::ALL {
            let (routing, rule) = (Routing::new(torus, algorithm), rule(algorithm));
            for point in naive.points().iter().filter(|p| p.iter().any(|&x| x != 0)) {
                let (next, channel) = (rule(point), routing.hop(node(torus, point)));
                for goal in &goals {
                    let here = node(torus, &naive.add(point, goal, 1));
                    let there = node(torus, &naive.add(&next, goal, 1));
                    assert_eq!(torus.neighbour(here, channel), there, "{point:?} {goal:?}");
                    let goal = node(torus, goal);
                    assert_eq!(torus.difference(here, goal), node(torus, point));
                    assert_eq!(torus.sum(routing.parent(node(torus, point)), goal), there);
                }
            }
        }
    }
}

/// Definition 4, second case, as printed: for n = 2 the same, for n = 3 it moves over a coordinate that is 0.
#[test]
fn the_printed_rule_is_the_same_in_two_dimensions_and_stands_still_in_three() {
    for radix in 2..=11 {
        let torus = torus(radix, 2);
        let routing = Routing::new(torus, TorusAlgorithm::Diagonal);
        for point in naive(torus).points().iter().filter(|p| p[0].abs() != p[1].abs()) {
            let dimension = routing.hop(node(torus, point)).dimension;
            assert_eq!(dimension, printed_dimension(point), "{point:?}");
        }
    }
    let torus = torus(3, 3);
    let routing = Routing::new(torus, TorusAlgorithm::Diagonal);
    for point in [[0, 1, 0], [0, -1, 0]] {
        assert_eq!(printed_dimension(&point), 0);
        assert_eq!(routing.hop(node(torus, &point)).dimension, 1);
    }
}

/// The paper gives b(X) the values from 0 to 2^(n−1) − 1, and X and −X the same.
#[test]
fn the_printed_number_of_signs_is_above_its_range() {
    for dims in 2..=5 {
        let signs = naive(torus(2, dims)).points();
        let corners = signs.iter().map(|p| p.iter().map(|x| 2 * x - 1).collect::<Point>());
        let printed: BTreeSet<i64> = corners.map(|corner| printed_signs(&corner)).collect();
        assert_eq!(printed, (1 << (dims - 1)..1 << dims).collect());
    }
}
