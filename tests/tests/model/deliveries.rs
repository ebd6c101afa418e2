//! The output queues hide nothing: what was delivered elsewhere or again stands beside what was asked for.

use meshcast_algorithms::{DeliveryReport, check_deliveries};
use meshcast_engine::{Deliveries, Machine, Messages, Options, Shape, Tiling};
use std::sync::Arc;

/// A message from every node of 8 × 8 for itself and the next, but none for node 63; the packets at `twice` are delivered
/// twice where they are.
fn delivered_at_home(threads: usize, twice: &[u32]) -> (Arc<Messages>, Deliveries) {
    let shape = Shape::new(8, 8).expect("small");
    let to = |node: u32| (node, (node..node + 2).filter(|&to| to < 63).collect());
    let set = Arc::new(Messages::new(64, (0..64).map(to)).expect("nodes"));
    let options = Options { threads, ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&set), Some(1), options);
    machine.inject(0, |_| 0);
    for again in [false, true] {
        machine
            .in_parallel(&Tiling::grid(shape, 4, 4), |tile, _| {
                tile.step(|step| {
                    step.deliver(0, |node| (!again || twice.contains(&node.id())).then_some(0))
                })
            })
            .expect("lawful");
    }
    (set, machine.finish().deliveries)
}

#[test]
fn a_delivery_elsewhere_or_a_second_one_stands_beside_the_others() {
    let (set, deliveries) = delivered_at_home(1, &[62, 5, 40, 6]);
    // Tile by tile, as tiles are numbered; node 63 is no destination.
    assert_eq!(deliveries.beside(), [(63, 63), (5, 5), (6, 6), (40, 40), (62, 62)]);
    assert_eq!((deliveries.len(), deliveries.are_as_asked()), (68, false));
    let expected = DeliveryReport { delivered: 63, undelivered: 62, duplicates: 4, strays: 1 };
    assert_eq!(check_deliveries(&set, deliveries.iter()), expected);
}

#[test]
fn deliveries_do_not_depend_on_threads() {
    let (_, one) = delivered_at_home(1, &[1, 62, 17]);
    assert_eq!(one.len(), 67);
    for threads in [2, 3, 8] {
        let (_, several) = delivered_at_home(threads, &[1, 62, 17]);
        assert!(several.iter().eq(one.iter()), "{threads} threads");
    }
}
