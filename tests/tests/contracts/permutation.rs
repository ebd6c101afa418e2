//! Partial permutation routing brings every packet to its own target.

use super::{cases, check_layout};
use meshcast_engine::{Options, Shape};
use meshcast_primitives::PermutationRouting;
use meshcast_tests::corpus::{machine_with_keys, shapes, shuffled, sources};
use meshcast_tests::instances::gathering;
use proptest::prelude::*;

fn check(routing: &PermutationRouting, shape: Shape, sources: &[u32], targets: &[u32]) {
    let mut expected = vec![None; shape.nodes()];
    for (message, &target) in (0..).zip(targets) {
        expected[target as usize] = Some((target, message));
    }
    let capacity = routing.capacity();
    let mut machine = machine_with_keys(shape, sources, targets, capacity, Options::default());
    routing.run(&mut machine).unwrap_or_else(|violation| panic!("{shape:?}: {violation}"));
    let outcome = machine.finish();
    check_layout(shape, &outcome, &expected, "permutation");
    assert_eq!(outcome.steps, routing.steps(), "{shape:?}");
}

/// Full permutations: the identity, the reversal, rows to columns, a shift by half of the mesh, and random ones.
fn permutations(shape: Shape) -> Vec<Vec<u32>> {
    let (nodes, cols) = (shape.nodes() as u32, shape.cols() as u32);
    let rows = shape.rows() as u32;
    vec![
        (0..nodes).collect(),
        (0..nodes).rev().collect(),
        (0..nodes).map(|i| i % rows * cols + i / rows).collect(),
        (0..nodes).map(|i| (i + nodes / 2) % nodes).collect(),
        shuffled(shape.nodes(), 1),
        shuffled(shape.nodes(), 2),
    ]
}

#[test]
fn every_packet_reaches_its_target() {
    for shape in shapes(16) {
        for blocks in [1, 2, 3, 4, 8] {
            let routing = PermutationRouting::new(shape, blocks);
            for targets in permutations(shape) {
                for (percent, seed) in [(100, 1), (60, 2), (10, 3), (0, 4)] {
                    let sources = sources(shape.nodes(), percent, seed);
                    let targets: Vec<u32> =
                        sources.iter().map(|&source| targets[source as usize]).collect();
                    check(&routing, shape, &sources, &targets);
                }
            }
        }
    }
}

#[test]
fn packets_of_few_rows_that_are_all_for_one_column_reach_it() {
    for shape in shapes(16) {
        for blocks in [1, 2, 3, 4, 8] {
            let routing = PermutationRouting::new(shape, blocks);
            for col in [0, shape.cols() / 2, shape.cols() - 1] {
                let (sources, targets) = gathering(shape, blocks, col);
                check(&routing, shape, &sources, &targets);
            }
        }
    }
}

#[test]
fn every_permutation_of_up_to_six_nodes_is_routed() {
    for shape in shapes(6).into_iter().filter(|shape| shape.nodes() <= 6) {
        for blocks in [1, 2, 4] {
            let routing = PermutationRouting::new(shape, blocks);
            let everyone: Vec<u32> = (0..shape.nodes() as u32).collect();
            for targets in all_permutations(&everyone) {
                check(&routing, shape, &everyone, &targets);
            }
        }
    }
}

fn all_permutations(numbers: &[u32]) -> Vec<Vec<u32>> {
    let Some((&first, rest)) = numbers.split_first() else { return vec![Vec::new()] };
    let insert = |list: Vec<u32>| {
        (0..=list.len()).map(move |place| {
            let mut longer = list.clone();
            longer.insert(place, first);
            longer
        })
    };
    all_permutations(rest).into_iter().flat_map(insert).collect()
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn random_partial_permutations_are_routed_on_random_shapes(
        rows in 1usize..=24, cols in 1usize..=24, blocks in 1usize..=6,
        percent in 0usize..=100, seed in any::<u32>(),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let sources = sources(shape.nodes(), percent, seed.into());
        let mut targets = shuffled(shape.nodes(), u64::from(seed) + 1);
        targets.truncate(sources.len());
        check(&PermutationRouting::new(shape, blocks), shape, &sources, &targets);
    }
}
