//! Lists the primitives whose steps are followed.

use crate::catalogue::{Envelope, Formula, Parameters};
use meshcast_engine::{Order, Shape};
use meshcast_primitives::{
    Circulation, Migration, PermutationRouting, Sort, compaction_steps, expansion_steps,
    rank_routing_steps, scan_steps, spread_steps,
};

/// The primitives, by the names of `meshcast primitive` where they have one there.
pub(crate) const PRIMITIVES: [(&str, Formula); 9] = [
    ("sort", of_side(|shape, _, _| Sort::steps_on(shape, Order::Snake))),
    ("scan", of_side(|shape, _, _| scan_steps(shape, Order::Snake, 1))),
    ("compaction", of_side(|shape, _, _| compaction_steps(shape))),
    ("expansion", of_side(|shape, _, _| expansion_steps(shape))),
    ("spread", of_side(|shape, _, _| spread_steps(shape))),
    ("rank-routing", of_side(|shape, _, _| rank_routing_steps(shape))),
    (
        "permutation",
        of_side(|shape, _, _| PermutationRouting::steps_on(shape, PermutationRouting::BLOCKS)),
    ),
    ("migration", MIGRATION),
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

const fn of_side(steps: fn(Shape, usize, Parameters) -> u64) -> Formula {
    Formula { envelope: Envelope::Root, supposes: "nothing", steps }
}
