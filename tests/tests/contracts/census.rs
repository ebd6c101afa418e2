//! A census numbers the packets that stay, sums up what nodes count, and takes one step more than a reduction.

use meshcast_engine::{Machine, Messages, Options};
use meshcast_primitives::{CENSUS_IN_TRANSIT, all_reduce_steps, census, census_steps};
use meshcast_tests::corpus::{Keys, shapes};
use std::sync::Arc;

#[test]
fn ranks_and_sums_are_those_of_a_naive_count() {
    for shape in shapes(16) {
        for waves in [1, 2, 3, 10] {
            let nodes = shape.nodes();
            let numbers = Keys::Random.make(nodes * (1 + waves), 5);
            let (kinds, counted) = numbers.split_at(nodes);
            // A third of the nodes has no packet, and the packets of another third leave.
            let has_packet = |node: usize| kinds[node] % 3 > 0;
            let stays = |node: usize| kinds[node] % 3 > 1;
            let sources = (0..nodes as u32).filter(|&node| has_packet(node as usize));
            let set = Messages::new(nodes, sources.map(|node| (node, vec![]))).expect("small");
            let mut machine = Machine::new(shape, Arc::new(set), Some(1), Options::default());
            machine.inject(0, |_| 0);
            let count = |node: usize, wave: usize| {
                let number = counted[node * waves + wave];
                (number % 1000, number / 1000 % 1000)
            };
            let counts = machine.variable(CENSUS_IN_TRANSIT + waves, |node, register| {
                let wave = register.checked_sub(CENSUS_IN_TRANSIT);
                wave.map_or((7, 7), |wave| count(node.index(), wave))
            });
            let mut counts = counts.expect("lawful");
            let ranks = census(&mut machine, 0, |node| stays(node.index()), &mut counts);
            let ranks = ranks.expect("lawful");
            let outcome = machine.finish();
            let what = format!("{shape:?}, {waves} counts");
            assert_eq!(outcome.steps, census_steps(shape, waves), "{what}");
            let reduction = all_reduce_steps(shape, waves);
            assert_eq!(outcome.steps, 1 + reduction, "{what}");
            let sums: Vec<(u32, u32)> = (0..waves)
                .map(|wave| {
                    let of_node = |node| count(node, wave);
                    (0..nodes).map(of_node).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
                })
                .collect();
            let (ranks, counts) = (ranks.reveal(&outcome), counts.reveal(&outcome));
            let mut before = 0;
            for (node, own) in counts.chunks(CENSUS_IN_TRANSIT + waves).enumerate() {
                assert_eq!(ranks[node], before, "{what}, node {node}");
                assert_eq!(own[CENSUS_IN_TRANSIT..], sums, "{what}, node {node}");
                let (row, col) = shape.position(node);
                let left = outcome.packets_left(row, col);
                assert_eq!(left, u32::from(stays(node)), "{what}, node {node}");
                before += left;
            }
        }
    }
}
