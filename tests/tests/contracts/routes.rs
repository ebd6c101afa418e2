//! Compaction, expansion and spread bring the packets to their targets in their order.

use super::{cases, check_layout, nodes_in_order};
use meshcast_engine::{Machine, Options, Order, Outcome, Shape, Violation};
use meshcast_primitives::{
    COMPACTION_CAPACITY, SPREAD_CAPACITY, compaction, compaction_steps, expansion,
    expansion_capacity, expansion_steps, ranked_compaction, ranked_compaction_steps, spread,
    spread_steps,
};
use meshcast_tests::corpus::{below, generator, machine_with_keys, shapes, some_of};
use proptest::prelude::*;

const ORDERS: [Order; 2] = [Order::Snake, Order::RowMajor];

fn run(
    shape: Shape,
    sources: &[u32],
    keys: &[u32],
    capacity: usize,
    program: impl FnOnce(&mut Machine) -> Result<(), Violation>,
) -> Outcome {
    let mut machine = machine_with_keys(shape, sources, keys, capacity, Options::default());
    program(&mut machine).unwrap_or_else(|violation| panic!("{shape:?} {sources:?}: {violation}"));
    machine.finish()
}

/// The rank of every node's packet; what nodes without one hold does not matter.
fn ranks_of(shape: Shape, sources: &[u32], first: u32) -> Vec<u32> {
    let mut ranks = vec![12_345; shape.nodes()];
    for (rank, &source) in (first..).zip(sources) {
        ranks[source as usize] = rank;
    }
    ranks
}

fn check_compaction(shape: Shape, sources: &[u32]) {
    let keys = vec![99; sources.len()];
    let place = |node: usize| (node < sources.len()).then_some((node as u32, node as u32));
    let expected: Vec<_> = (0..shape.nodes()).map(place).collect();
    let outcome = run(shape, sources, &keys, COMPACTION_CAPACITY, compaction);
    check_layout(shape, &outcome, &expected, "compaction");
    assert_eq!(outcome.steps, compaction_steps(shape), "{shape:?}");

    let ranks = ranks_of(shape, sources, 0);
    let outcome = run(shape, sources, &keys, COMPACTION_CAPACITY, |machine| {
        let ranks = machine.variable(1, |node, _| ranks[node.index()])?;
        ranked_compaction(machine, &ranks)
    });
    check_layout(shape, &outcome, &expected, "ranked compaction");
    assert_eq!(outcome.steps, ranked_compaction_steps(shape), "{shape:?}");
}

/// Sends packet i to the node of rank `targets[i]`.
fn check_spread(shape: Shape, sources: &[u32], targets: &[u32], first_rank: u32) {
    for order in ORDERS {
        let along = nodes_in_order(shape, order);
        let mut expected = vec![None; shape.nodes()];
        for (message, &target) in (0..).zip(targets) {
            expected[along[target as usize]] = Some((target, message));
        }
        let ranks = ranks_of(shape, sources, first_rank);
        let outcome = run(shape, sources, targets, SPREAD_CAPACITY, |machine| {
            let ranks = machine.variable(1, |node, _| ranks[node.index()])?;
            spread(machine, &ranks, order)
        });
        check_layout(shape, &outcome, &expected, "spread");
        assert_eq!(outcome.steps, spread_steps(shape), "{shape:?}");

        let adjacent = sources.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if adjacent {
            let capacity = expansion_capacity(order);
            let outcome =
                run(shape, sources, targets, capacity, |machine| expansion(machine, order));
            check_layout(shape, &outcome, &expected, "expansion");
            assert_eq!(outcome.steps, expansion_steps(shape), "{shape:?}");
        }
    }
}

/// Increasing lists of `count` numbers below `nodes`: the first, the last, those far apart, and random ones.
fn lists(nodes: usize, count: usize, seed: u64) -> Vec<Vec<u32>> {
    let first = (0..count).collect();
    let last = (nodes - count..nodes).collect();
    let apart = (0..count).map(|i| (i + 1) * nodes / count.max(1) - 1).collect();
    let fixed: [Vec<usize>; 3] = [first, last, apart];
    let mut lists: Vec<Vec<u32>> =
        fixed.iter().map(|list| list.iter().map(|&number| number as u32).collect()).collect();
    lists.extend([some_of(nodes, count, seed), some_of(nodes, count, seed + 1)]);
    lists
}

fn counts(shape: Shape) -> Vec<usize> {
    let nodes = shape.nodes();
    let mut counts = vec![0, 1, nodes / 3, nodes / 2, shape.cols().min(nodes), nodes - 1, nodes];
    counts.sort_unstable();
    counts.dedup();
    counts
}

#[test]
fn packets_close_up_in_their_order() {
    for shape in shapes(16) {
        for count in counts(shape) {
            for sources in lists(shape.nodes(), count, 1) {
                check_compaction(shape, &sources);
            }
        }
    }
}

#[test]
fn packets_move_to_any_increasing_targets() {
    for shape in shapes(13) {
        for count in counts(shape) {
            for sources in lists(shape.nodes(), count, 1) {
                for targets in lists(shape.nodes(), count, 3) {
                    check_spread(shape, &sources, &targets, 0);
                }
            }
        }
    }
}

#[test]
fn every_route_on_up_to_six_nodes_is_made() {
    for shape in shapes(6).into_iter().filter(|shape| shape.nodes() <= 6) {
        let subset = |bits: u32| -> Vec<u32> {
            (0..shape.nodes() as u32).filter(|node| bits >> node & 1 == 1).collect()
        };
        for sources in (0..1 << shape.nodes()).map(subset) {
            check_compaction(shape, &sources);
            for targets in (0..1 << shape.nodes()).map(subset) {
                if targets.len() == sources.len() {
                    check_spread(shape, &sources, &targets, 0);
                }
            }
        }
    }
}

#[test]
fn ranks_may_start_anywhere() {
    for shape in shapes(9) {
        for first in [1, 2, 7, 1 << 25] {
            let count = shape.nodes().div_ceil(2);
            let sources = some_of(shape.nodes(), count, u64::from(first));
            check_spread(shape, &sources, &some_of(shape.nodes(), count, 9), first);
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn random_packets_reach_random_targets_on_random_shapes(
        rows in 1usize..=24, cols in 1usize..=24, seed in any::<u32>(),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let mut random = generator(seed.into());
        let count = below(&mut random, shape.nodes() + 1);
        let [sources, targets] = [1, 2].map(|i| some_of(shape.nodes(), count, (seed ^ i).into()));
        check_compaction(shape, &sources);
        check_spread(shape, &sources, &targets, seed % 1000);
    }
}
