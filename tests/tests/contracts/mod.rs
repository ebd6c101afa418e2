//! Every implementation of a primitive or algorithm computes what its naive oracle computes, on one corpus.

mod auto;
mod broadcast;
mod buffered;
mod census;
mod certified;
mod circulation;
mod congestion;
mod delivered;
mod deterministic_paper;
mod expander;
mod explicit;
mod greedy;
mod group_ranks;
mod hamiltonian;
mod k_broadcast;
mod kk_routing;
mod kk_sort;
mod migration;
mod paper;
mod permutation;
mod products;
mod reduce;
mod rounds;
mod routes;
mod scan;
mod slotted;
mod sort;
mod sweep;
mod tile_shift;
mod tiles;
mod tuned;
mod unicast;

use meshcast_engine::{Order, Outcome, Shape};
use meshcast_tests::oracle;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The same cases in every run.
fn cases(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { rng_seed, failure_persistence: None, cases, ..ProptestConfig::default() }
}

fn nodes_in_order(shape: Shape, order: Order) -> Vec<usize> {
    match order {
        Order::Snake => oracle::snake_order(shape.rows(), shape.cols()),
        Order::RowMajor => oracle::row_major_order(shape.rows(), shape.cols()),
        Order::ColumnMajor => oracle::column_major_order(shape.rows(), shape.cols()),
    }
}

/// Every node holds the packet with this key and message, or none, and nothing else.
fn check_layout(shape: Shape, outcome: &Outcome, expected: &[Option<(u32, u32)>], what: &str) {
    for (node, expected) in expected.iter().enumerate() {
        let (row, col) = (node / shape.cols(), node % shape.cols());
        let found = outcome.packet(0, row, col).map(|packet| (packet.key(), packet.message()));
        assert_eq!(found, *expected, "{what} on {shape:?} at node {node}");
        let left = u32::from(expected.is_some());
        assert_eq!(outcome.packets_left(row, col), left, "{what} on {shape:?} at node {node}");
    }
}
