//! A k-broadcast delivers each packet once at each of its destinations that are wanted, in steps that follow from how many there are.

use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Tiling, Violation};
use meshcast_primitives::KBroadcast;
use meshcast_tests::corpus::{below, generator, multicast, shapes};
use std::sync::Arc;

/// A run for so many packets, or as many as there are, of which the destinations with the numbers `wanted` are wanted.
fn run(
    shape: Shape,
    set: &Arc<Messages>,
    packets: usize,
    wanted: impl Fn(usize) -> bool + Sync,
) -> Result<Outcome, Violation> {
    let (broadcast, capacity) = (KBroadcast::new(shape, packets), Some(KBroadcast::CAPACITY));
    let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
    machine.inject(0, |_| 0);
    let sources: Vec<u32> = set.iter().map(|(source, _)| source).collect();
    let before = |node: u32| sources.iter().filter(|&&source| source < node).count() as u32;
    let ranks = machine.variable(1, |node, _| before(node.id()))?;
    broadcast.run_where(&mut machine, &ranks, |_, _, number| wanted(number))?;
    Ok(machine.finish())
}

/// The deliveries of the destinations with the numbers `wanted`.
fn expected(set: &Messages, wanted: impl Fn(usize) -> bool) -> Vec<(u32, u32)> {
    let wanted = &wanted;
    let of_message = |(message, (_, to)): (usize, (u32, &[u32]))| -> Vec<(u32, u32)> {
        let numbered = to.iter().enumerate().filter(|&(number, _)| wanted(number));
        numbered.map(|(_, &to)| (message as u32, to)).collect()
    };
    set.iter().enumerate().flat_map(of_message).collect()
}

fn check(shape: Shape, set: &Arc<Messages>, packets: usize, what: &str) {
    let some = |number: usize| number % 3 != 1;
    let outcome = run(shape, set, packets, some).expect("lawful");
    assert_eq!(outcome.deliveries.sorted(), expected(set, some), "{what}");
    assert_eq!(outcome.steps, KBroadcast::steps_on(shape, packets), "{what}");
    assert_eq!(outcome.steps, KBroadcast::new(shape, packets).steps(), "{what}");
    let places = (0..shape.nodes()).map(|node| shape.position(node));
    let left: u32 = places.map(|(row, col)| outcome.packets_left(row, col)).sum();
    assert_eq!(left, 0, "{what}: packets stay");
}

#[test]
fn every_wanted_destination_is_served_once_on_all_small_shapes() {
    for shape in shapes(9) {
        for (percent, most, seed) in [(100, 3, 1), (40, shape.nodes(), 2), (10, 9, 3)] {
            let set = Arc::new(multicast(shape.nodes(), percent, most, seed));
            for packets in [set.count().max(1), shape.nodes()] {
                check(shape, &set, packets, &format!("{shape:?}, {packets} of {percent} %"));
            }
        }
    }
}

/// Packets side by side, so that rows and columns are full, and scattered ones; the machine enforces the buffers.
#[test]
fn random_shapes_numbers_and_places() {
    let mut random = generator(77);
    for case in 0..120 {
        let (rows, cols) = (1 + below(&mut random, 40), 1 + below(&mut random, 40));
        let shape = Shape::new(rows, cols).expect("small");
        let nodes = shape.nodes();
        let packets = 1 + below(&mut random, nodes);
        let (first, stride) = match case % 3 {
            0 => (below(&mut random, nodes - packets + 1), 1),
            _ => (0, (nodes / packets).max(1)),
        };
        let lists = (0..packets).map(|packet| {
            let to = (0..below(&mut random, 4)).map(|_| below(&mut random, nodes) as u32);
            ((first + packet * stride) as u32, to.collect::<Vec<u32>>())
        });
        let lists: Vec<(u32, Vec<u32>)> = lists
            .map(|(source, mut to)| {
                to.sort_unstable();
                to.dedup();
                (source, to)
            })
            .collect();
        let set = Arc::new(Messages::new(nodes, lists).expect("sources are nodes"));
        check(shape, &set, packets, &format!("case {case}: {packets} packets on {shape:?}"));
    }
}

/// Beside the packets themselves, about five sides.
#[test]
fn steps_are_about_the_packets_and_a_few_sides() {
    for side in [16, 31, 64, 101, 256] {
        let shape = Shape::new(side, side).expect("small");
        for packets in [1, side / 2, side, 3 * side, 10 * side, side * side / 3, side * side / 2] {
            let steps = KBroadcast::steps_on(shape, packets) as f64;
            let least = packets as f64;
            let most = 1.25 * packets as f64 + 6.0 * side as f64;
            assert!((least..=most).contains(&steps), "{packets} on side {side}: {steps}");
        }
    }
}

#[test]
fn tiles_serve_their_own_destinations() {
    let shape = Shape::new(9, 10).expect("small");
    let tiling = Tiling::grid(shape, 2, 2);
    let set = Arc::new(multicast(shape.nodes(), 100, 12, 5));
    let capacity = Some(KBroadcast::CAPACITY);
    let mut machine = Machine::new(shape, Arc::clone(&set), capacity, Options::default());
    machine.inject(0, |_| 0);
    let ranked = |tile: &mut Machine| {
        let ranks = tile.variable(1, |node, _| node.index() as u32)?;
        KBroadcast::new(tile.shape(), tile.shape().nodes()).run_where(tile, &ranks, |_, _, _| true)
    };
    machine.in_parallel(&tiling, |tile, _| ranked(tile)).expect("lawful");
    let outcome = machine.finish();
    let tile_of = |node: u32| {
        let (row, col) = shape.position(node as usize);
        (2 * (row + 1) > 9, 2 * (col + 1) > 10)
    };
    let all = expected(&set, |_| true).into_iter();
    let own = all.filter(|&(message, to)| tile_of(set.source(message as usize)) == tile_of(to));
    assert_eq!(outcome.deliveries.sorted(), own.collect::<Vec<_>>());
}
