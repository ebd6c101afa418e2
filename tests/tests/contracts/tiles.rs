//! What moves packets works in tiles, and leaves alone what is parked in lanes above its own.

use super::nodes_in_order;
use meshcast_engine::{LeftPacket, Machine, Messages, Options, Order, Shape, Tiling, Violation};
use meshcast_primitives::{
    COMPACTION_CAPACITY, PermutationRouting, SPREAD_CAPACITY, SegmentedBroadcast,
    ranked_compaction, spread,
};
use meshcast_tests::corpus::shuffled;
use std::sync::Arc;

/// A program with the lanes it uses; it finds in every node of a tile a packet with the node's index in the tile as key.
/// Where the packet of the tile's node i must be in the end is `target(shape, i)`.
fn check(
    lanes: usize,
    program: impl Fn(&mut Machine) -> Result<(), Violation> + Sync,
    target: impl Fn(Shape, usize) -> usize,
) {
    for (rows, cols) in [(12, 10), (7, 9), (5, 5)] {
        let shape = Shape::new(rows, cols).expect("small");
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let tiling = Tiling::grid(shape, 2, 3);
        let mut machine = Machine::new(shape, set, Some(lanes + 1), Options::default());
        machine.inject(0, |_| 0);
        machine.step(|step| step.copy(0, lanes, |_| true)).expect("lawful");
        machine
            .in_parallel(&tiling, |tile, _| {
                tile.rekey(0, |node| Some(node.index() as u32))?;
                program(tile)
            })
            .expect("lawful");
        let outcome = machine.finish();
        for tile in tiling.tiles() {
            let outer = |node: usize| {
                let (row, col) = (node / tile.shape.cols(), node % tile.shape.cols());
                (tile.first_row + row, tile.first_col + col)
            };
            for node in 0..tile.shape.nodes() {
                let (row, col) = outer(node);
                let message = (row * cols + col) as u32;
                let parked = outcome.packet(lanes, row, col).map(LeftPacket::message);
                assert_eq!(parked, Some(message), "{rows}x{cols}");
                let (row, col) = outer(target(tile.shape, node));
                let moved = outcome.packet(0, row, col).map(LeftPacket::message);
                assert_eq!(moved, Some(message), "{rows}x{cols}");
                assert_eq!(outcome.packets_left(row, col), 2, "{rows}x{cols}");
            }
        }
    }
}

#[test]
fn permutations_are_routed_beside_parked_packets() {
    let target = |shape: Shape, node: usize| shuffled(shape.nodes(), 5)[node] as usize;
    let program = |tile: &mut Machine| {
        let targets = shuffled(tile.shape().nodes(), 5);
        tile.rekey(0, |node| Some(targets[node.index()]))?;
        let routing = PermutationRouting::new(tile.shape(), 2);
        assert!(routing.capacity() <= 6, "{:?}", tile.shape());
        routing.run(tile)
    };
    check(6, program, target);
}

#[test]
fn packets_keep_their_order_beside_parked_packets() {
    let compact = |tile: &mut Machine| {
        let ranks = tile.variable(1, |node, _| node.index() as u32)?;
        ranked_compaction(tile, &ranks)
    };
    check(COMPACTION_CAPACITY, compact, |_, node| node);
    let along_the_snake = |tile: &mut Machine| {
        let ranks = tile.variable(1, |node, _| node.index() as u32)?;
        spread(tile, &ranks, Order::Snake)
    };
    let on_the_snake = |shape, node: usize| nodes_in_order(shape, Order::Snake)[node];
    check(SPREAD_CAPACITY, along_the_snake, on_the_snake);
}

#[test]
fn a_packet_is_broadcast_beside_parked_packets() {
    let shape = Shape::new(6, 8).expect("small");
    let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let capacity = Some(SegmentedBroadcast::CAPACITY + 1);
    for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
        let mut machine = Machine::new(shape, Arc::clone(&set), capacity, Options::default());
        machine.inject(SegmentedBroadcast::CAPACITY, |_| 0);
        machine
            .in_parallel(&Tiling::grid(shape, 2, 2), |tile, _| {
                let nodes = tile.shape().nodes();
                tile.step(|step| {
                    step.copy(SegmentedBroadcast::CAPACITY, 0, |node| node.index() == 0)
                })?;
                SegmentedBroadcast::new(tile.shape(), order, nodes)
                    .run(tile, |_, _| 0..nodes as u32)
            })
            .expect("lawful");
        let outcome = machine.finish();
        for node in 0..shape.nodes() {
            let (row, col) = shape.position(node);
            let found = [0, SegmentedBroadcast::CAPACITY]
                .map(|lane| outcome.packet(lane, row, col).map(LeftPacket::message));
            let first = (row / 3 * 3 * 8 + col / 4 * 4) as u32;
            assert_eq!(found, [Some(first), Some(node as u32)], "{order:?}");
            assert_eq!(outcome.packets_left(row, col), 2, "{order:?}");
        }
    }
}
