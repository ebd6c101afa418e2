//! The measures: counted once more, point by point, and the formulas of the paper.

use super::{naive, rule, torus};
use meshcast_algorithms::{
    Measures, Routing, TorusAlgorithm, balanced_delta, diagonal_delta, simple_delta,
    simple_subtree, twice_theorem_5,
};
use std::collections::BTreeMap;

fn measured(radix: usize, dims: usize, algorithm: TorusAlgorithm) -> Measures {
    Measures::of(&Routing::new(torus(radix, dims), algorithm))
}

/// A number of dimensions that signs can be given to.
fn signed(dims: usize) -> i32 {
    i32::try_from(dims).expect("few dimensions")
}

/// The signed dimension of a step that reduces a coordinate.
fn direction(from: &[i64], to: &[i64]) -> i32 {
    let i = (0..from.len()).find(|&i| from[i] != to[i]).expect("a step");
    signed(i + 1) * from[i].signum() as i32
}

type Counts = BTreeMap<(usize, i32), u64>;

fn spread(counts: &Counts, level: usize, directions: &[i32]) -> u64 {
    let of = |d: &i32| counts.get(&(level, *d)).copied().unwrap_or(0);
    let values: Vec<u64> = directions.iter().map(of).collect();
    values.iter().max().expect("a direction") - values.iter().min().expect("a direction")
}

#[test]
fn the_measures_are_what_a_walk_along_every_path_counts() {
    for (radix, dims) in [(2, 1), (2, 3), (3, 1), (3, 4), (4, 2), (4, 3), (5, 3), (6, 2), (7, 2)] {
        for algorithm in TorusAlgorithm::ALL {
            let (torus, measures) = (torus(radix, dims), measured(radix, dims, algorithm));
            let (mut first, mut last) = (Counts::new(), Counts::new());
            for point in naive(torus).points() {
                let path = naive(torus).path(rule(algorithm), &point);
                let level = path.len() - 1;
                if level > 0 {
                    let steps = |i: usize| direction(&path[i], &path[i + 1]);
                    *first.entry((level, steps(0))).or_default() += 1;
                    *last.entry((level, steps(level - 1))).or_default() += 1;
                }
            }
            let total = |counts: &Counts, d: i32| -> u64 {
                counts.iter().filter(|((_, at), _)| *at == d).map(|(_, points)| points).sum()
            };
            let directions: Vec<i32> = (1..=signed(dims))
                .flat_map(|d| if radix == 2 { vec![d] } else { vec![d, -d] })
                .collect();
            let totals = |counts| directions.iter().map(|&d| (d, total(counts, d))).collect();
            let spreads = |counts| {
                let levels = 1..=torus.diameter();
                levels.map(|level| spread(counts, level, &directions)).collect()
            };
            let subtrees: Vec<(i32, u64)> = totals(&last);
            let sizes = subtrees.iter().map(|&(_, points)| points);
            let expected = Measures {
                delta: sizes.clone().max().expect("one") - sizes.min().expect("one"),
                subtrees,
                lambda: spreads(&last),
                first_hop: totals(&first),
                lambda_first_hop: spreads(&first),
            };
            assert_eq!(measures, expected, "{radix}^{dims} {algorithm:?}");
        }
    }
}

#[test]
fn simple_has_the_subtrees_and_the_delta_of_theorem_4() {
    for (dims, radix) in (1..=4).flat_map(|dims| [3, 5, 7, 9, 11].map(|radix| (dims, radix))) {
        let (t, found) = (torus(radix, dims), measured(radix, dims, TorusAlgorithm::Simple));
        let k = radix as u64;
        for &(i, points) in &found.subtrees {
            assert_eq!(2 * points, (k - 1) * k.pow(dims as u32 - i.unsigned_abs()));
            assert_eq!(simple_subtree(t, i), Some(points));
        }
        assert_eq!(2 * found.delta, (k - 1) * (k.pow(dims as u32 - 1) - 1));
        assert_eq!(simple_delta(t), Some(found.delta));
        // By the first hop the same, the dimensions the other way round.
        let turned = |i: i32| (signed(dims) + 1 - i.abs()) * i.signum();
        for &(i, points) in &found.first_hop {
            assert_eq!(simple_subtree(t, turned(i)), Some(points));
        }
        assert_eq!(found.lambda, found.lambda_first_hop);
    }
}

#[test]
fn diagonal_is_even_in_two_dimensions_and_known_in_three_and_four() {
    let sizes = (1..=4).flat_map(|dims| [3, 5, 7, 9, 11, 13].map(|radix| (dims, radix)));
    for (dims, radix) in sizes.chain([(3, 15), (3, 17)]) {
        let (t, found) = (torus(radix, dims), measured(radix, dims, TorusAlgorithm::Diagonal));
        let half = (radix as u64 - 1) / 2;
        let delta = [0, 0, half.pow(3), 2 * half.pow(2)][dims - 1];
        assert_eq!(found.delta, delta, "{radix}^{dims}");
        assert_eq!(diagonal_delta(t), Some(delta));
        if dims <= 2 {
            assert!(found.lambda.iter().chain(&found.lambda_first_hop).all(|&spread| spread == 0));
        }
    }
}

/// By last hops and by first ones: what a broadcast from all costs along output and along input graphs.
#[test]
fn diagonal_has_other_levels_by_first_hops_and_falls_behind_the_bound_as_tori_grow() {
    let busiest = |counts: &[(i32, u64)]| counts.iter().map(|&(_, points)| points).max();
    let (mut lambdas, mut behind) = (Vec::<u64>::new(), Vec::new());
    for radix in [3, 5, 7, 9, 11, 13, 15, 17] {
        let found = measured(radix, 3, TorusAlgorithm::Diagonal);
        assert_eq!(found.lambda == found.lambda_first_hop, radix == 3);
        assert_eq!(found.lambda_first_hop.iter().max(), Some(&1));
        lambdas.extend(found.lambda.iter().max());
        let share = ((radix as u64).pow(3) - 1).div_ceil(6);
        behind.extend(busiest(&found.first_hop).map(|most| most - share));
    }
    assert_eq!(lambdas[..5], [1, 3, 7, 12, 19]);
    assert_eq!(behind, [0, 1, 2, 2, 3, 4, 4, 5]);
    // Even radices and four dimensions, where 3^4 is as even as 3^3.
    let differ = |radix, dims| {
        let found = measured(radix, dims, TorusAlgorithm::Diagonal);
        found.lambda != found.lambda_first_hop
    };
    assert_eq!(
        [(2, 3), (4, 3), (6, 3), (3, 4), (4, 4), (5, 4)].map(|(k, n)| differ(k, n)),
        [false, true, true, false, true, true]
    );
}

/// In an odd prime number of dimensions, where no routing can do better: points are shared as equally as whole numbers can be, in all and
/// at every level, by Λ(d) ≤ 1 of Theorem 2. The levels with a difference are those of the points (a, a, …, a).
#[test]
fn balanced_shares_points_equally_in_three_and_more_dimensions_if_their_number_is_prime() {
    let three = [3, 5, 7, 9, 11, 13, 15, 17].map(|radix| (3, radix));
    for (dims, radix) in three.into_iter().chain([(5, 3), (5, 5), (5, 7), (7, 3)]) {
        let levels = torus(radix, dims).diameter();
        let even: Vec<u64> = (1..=levels).map(|d| u64::from(d.is_multiple_of(dims))).collect();
        let found = measured(radix, dims, TorusAlgorithm::Balanced);
        let others = torus(radix, dims).nodes() as u64 - 1;
        let least_delta = u64::from(!others.is_multiple_of(2 * dims as u64));
        assert_eq!(found.delta, least_delta, "{radix}^{dims}");
        assert_eq!(balanced_delta(torus(radix, dims)), Some(least_delta));
        assert_eq!((&found.lambda, &found.lambda_first_hop), (&even, &even), "{radix}^{dims}");
        let busiest = |counts: &[(i32, u64)]| counts.iter().map(|&(_, points)| points).max();
        let share = others.div_ceil(2 * dims as u64);
        assert_eq!(busiest(&found.subtrees), Some(share), "{radix}^{dims}");
        assert_eq!(busiest(&found.first_hop), Some(share), "{radix}^{dims}");
    }
}

/// In four dimensions more points are rotations of themselves. By first hops balanced does better for all that from K = 5 on.
#[test]
fn balanced_has_a_greater_delta_and_less_busy_first_hops_in_four_dimensions() {
    let busiest = |counts: &[(i32, u64)]| counts.iter().map(|&(_, points)| points).max();
    for (radix, deltas, firsts) in [
        (3, [7, 2], [11, 11]),
        (5, [18, 8], [81, 88]),
        (7, [43, 18], [304, 335]),
        (9, [72, 32], [824, 904]),
    ] {
        let algorithms = [TorusAlgorithm::Balanced, TorusAlgorithm::Diagonal];
        let found = algorithms.map(|algorithm| measured(radix, 4, algorithm));
        assert_eq!(found.each_ref().map(|measures| measures.delta), deltas);
        assert_eq!(found.map(|measures| busiest(&measures.first_hop)), firsts.map(Some));
        assert_eq!(balanced_delta(torus(radix, 4)), None);
    }
}

#[test]
fn theorem_5_holds_with_equality_allowed_in_two_dimensions() {
    let sizes =
        [(2, 3), (2, 11), (3, 3), (3, 5), (3, 11), (4, 3), (4, 9), (5, 3), (5, 7), (6, 5), (7, 3)];
    for (dims, radix) in sizes {
        let delta = measured(radix, dims, TorusAlgorithm::Diagonal).delta as f64;
        let (k, n) = (radix as f64, signed(dims));
        let first = if matches!(dims, 2 | 4 | 8) { 0.0 } else { ((k - 1.0) / 2.0).powi(n) };
        let bound = first + f64::from(n - 2) / 2.0 * k.powi(n - 2);
        assert_eq!(
            twice_theorem_5(torus(radix, dims)).map(|twice| twice as f64 / 2.0),
            Some(bound)
        );
        if dims == 2 {
            assert_eq!((delta, bound), (0.0, 0.0));
        } else {
            assert!(delta < bound, "{radix}^{dims}: {delta} {bound}");
        }
    }
}

#[test]
fn the_formulas_say_nothing_of_even_tori() {
    let t = torus(4, 3);
    assert_eq!((simple_delta(t), simple_subtree(t, 1)), (None, None));
    assert_eq!((diagonal_delta(t), twice_theorem_5(t)), (None, None));
    assert_eq!(balanced_delta(t), None);
    assert_eq!(twice_theorem_5(torus(5, 1)), None);
}
