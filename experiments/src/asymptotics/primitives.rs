//! Lists the primitives whose steps are followed.

use crate::catalogue::{Envelope, Formula, Parameters};
use meshcast_algorithms::PramMode;
use meshcast_engine::{Order, Shape};
use meshcast_primitives::{
    Circulation, KkRouting, KkSort, Migration, PermutationRouting, SegmentedBroadcast, Sort,
    TileShift, compaction_steps, expansion_steps, rank_routing_steps, reduce_steps, scan_steps,
    spread_steps,
};

/// The primitives, by the names of `meshcast primitive` where they have one there.
pub(crate) const PRIMITIVES: [(&str, Formula); 17] = [
    ("sort", of_side(|shape, _, _| Sort::steps_on(shape, Order::Snake))),
    // Two packets a node.
    ("kk-sort", of_side(|shape, _, _| KkSort::steps_on(shape, 2, Order::Snake))),
    // Two packets from and for every node.
    ("kk", of_side(|shape, _, _| KkRouting::steps_on(shape, 2, 2, kk_blocks(shape)))),
    ("scan", of_side(|shape, _, _| scan_steps(shape, Order::Snake, 1))),
    ("segmented-scan", of_side(|shape, _, _| scan_steps(shape, Order::Snake, 1))),
    ("reduce", of_side(|shape, _, _| reduce_steps(shape))),
    // Of one segment, which takes the longest.
    (
        "segmented-broadcast",
        of_side(|shape, _, _| SegmentedBroadcast::steps_on(shape, Order::Snake, shape.nodes())),
    ),
    ("compaction", of_side(|shape, _, _| compaction_steps(shape))),
    ("expansion", of_side(|shape, _, _| expansion_steps(shape))),
    ("spread", of_side(|shape, _, _| spread_steps(shape))),
    ("rank-routing", of_side(|shape, _, _| rank_routing_steps(shape))),
    (
        "permutation",
        of_side(|shape, _, _| PermutationRouting::steps_on(shape, PermutationRouting::BLOCKS)),
    ),
    ("concurrent-read", of_side(|shape, _, _| PramMode::Erew.access_steps_on(shape).0)),
    ("concurrent-write", of_side(|shape, _, _| PramMode::Erew.access_steps_on(shape).1)),
    ("migration", MIGRATION),
    // Of the cores of four tiles, which are all of a tile where sides are even.
    ("tile-shift", of_side(|shape, _, _| TileShift::core_steps_on(shape, 2, 2))),
    (
        "circulation",
        Formula {
            envelope: Envelope::Nodes,
            supposes: "nothing",
            steps: |shape, _, _| Circulation::steps_on(shape),
        },
    ),
];

/// As many tiles as a square has rows, the most for which a migration is O(√n).
const MIGRATION: Formula = of_side(|shape, _, _| {
    let down = 1 << (shape.rows().ilog2() / 2);
    Migration::steps_on(shape, (down, shape.rows() / down), (1, 1))
});

/// Blocks a side of a (k,k)-routing.
fn kk_blocks(shape: Shape) -> usize {
    KkRouting::BLOCKS.max(KkRouting::least_blocks(shape))
}

const fn of_side(steps: fn(Shape, usize, Parameters) -> u64) -> Formula {
    Formula { envelope: Envelope::Root, supposes: "nothing", steps }
}
