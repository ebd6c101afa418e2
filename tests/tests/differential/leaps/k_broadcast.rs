//! K-broadcasts that leap bring about what they do step by step.

use super::primitives::{check_packets, loaded};
use meshcast_primitives::KBroadcast;
use meshcast_tests::corpus::{multicast, shapes};

#[test]
fn k_broadcasts() {
    for shape in shapes(9) {
        for (percent, most) in [(100, 4), (50, shape.nodes()), (10, 5)] {
            let set = multicast(shape.nodes(), percent, most, 31);
            let broadcast = KBroadcast::new(shape, set.count().max(1));
            let sources: Vec<u32> = set.iter().map(|(source, _)| source).collect();
            let machine = loaded(&set, shape, 0, KBroadcast::CAPACITY);
            check_packets(&format!("{shape:?}"), machine, |machine| {
                let before = |node: u32| sources.partition_point(|&source| source < node) as u32;
                let ranks = machine.variable(1, |node, _| before(node.id()))?;
                broadcast.run_where(machine, &ranks, |_, _, number| number % 2 == 0)
            });
        }
    }
}
