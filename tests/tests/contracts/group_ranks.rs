//! Ranks within groups equal a count of the equal keys before.

use super::nodes_in_order;
use meshcast_engine::{Machine, Messages, Options, Order};
use meshcast_primitives::{group_ranks, scan_steps};
use meshcast_tests::corpus::{Keys, shapes};
use std::sync::Arc;

#[test]
fn packets_are_numbered_among_those_with_their_key() {
    for shape in shapes(14) {
        for order in [Order::Snake, Order::RowMajor] {
            for keys in [Keys::Random, Keys::Repeated] {
                let along = nodes_in_order(shape, order);
                // A third of the nodes, the last ones, have no packet.
                let packets = shape.nodes() - shape.nodes() / 3;
                let mut keys = keys.make(packets, 23);
                keys.sort_unstable();
                let mut packets: Vec<(usize, u32)> =
                    along.iter().copied().zip(keys.iter().copied()).collect();
                packets.sort_unstable();
                let lists = packets.iter().map(|&(node, _)| (node as u32, vec![]));
                let set = Messages::new(shape.nodes(), lists).expect("small");
                let mut machine = Machine::new(shape, Arc::new(set), Some(1), Options::default());
                let key =
                    |at: usize| packets.iter().find(|&&(node, _)| node == at).map(|&(_, key)| key);
                machine.inject(0, |node| key(node.index()).expect("a packet has a key"));
                let ranks = group_ranks(&mut machine, order).expect("lawful");
                let outcome = machine.finish();
                assert_eq!(outcome.steps, scan_steps(shape, order, 1), "{shape:?} {order:?}");
                let ranks = ranks.reveal(&outcome);
                for (place, key) in keys.iter().enumerate() {
                    let before = keys[..place].iter().filter(|&other| other == key).count();
                    let found = ranks[along[place]];
                    assert_eq!(found, before as u32, "{shape:?} {order:?} place {place}");
                }
            }
        }
    }
}
