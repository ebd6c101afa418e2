//! Circulation delivers each packet once at each of its destinations on the machine it runs on, and nowhere else.

use meshcast_engine::{Machine, Options, Shape, Tiling};
use meshcast_primitives::Circulation;
use meshcast_tests::corpus::{multicast, shapes};
use std::sync::Arc;

#[test]
fn every_destination_is_served_once() {
    for shape in shapes(12) {
        for (percent, most, seed) in
            [(100, 3, 1), (50, shape.nodes(), 2), (100, 0, 3), (100, shape.nodes(), 4)]
        {
            let set = Arc::new(multicast(shape.nodes(), percent, most, seed));
            let circulation = Circulation::new(shape);
            let mut machine = Machine::new(
                shape,
                Arc::clone(&set),
                Some(circulation.capacity()),
                Options::default(),
            );
            machine.inject(0, |_| 0);
            circulation.run(&mut machine).expect("lawful");
            let outcome = machine.finish();
            let expected: Vec<(u32, u32)> = (0..set.count())
                .flat_map(|message| {
                    set.destinations(message).iter().map(move |&to| (message as u32, to))
                })
                .collect();
            assert_eq!(outcome.deliveries.sorted(), expected, "{shape:?}");
            assert_eq!(outcome.steps, circulation.steps(), "{shape:?}");
            assert_eq!(outcome.steps, Circulation::steps_on(shape), "{shape:?}");
            let left: u32 = (0..shape.nodes())
                .map(|node| shape.position(node))
                .map(|(row, col)| outcome.packets_left(row, col))
                .sum();
            assert_eq!(left, 0, "{shape:?} keeps packets");
        }
    }
}

#[test]
fn in_a_tile_only_the_destinations_of_the_tile_are_served() {
    let shape = Shape::new(9, 10).expect("small");
    let tiling = Tiling::grid(shape, 2, 3);
    let set = Arc::new(multicast(shape.nodes(), 100, 20, 5));
    let mut machine = Machine::new(shape, Arc::clone(&set), Some(4), Options::default());
    machine.inject(0, |_| 0);
    machine
        .in_parallel(&tiling, |tile, _| Circulation::new(tile.shape()).run(tile))
        .expect("lawful");
    let outcome = machine.finish();
    let tile_of = |node: u32| {
        let (row, col) = shape.position(node as usize);
        tiling.tiles().iter().position(|tile| {
            (tile.first_row..tile.first_row + tile.shape.rows()).contains(&row)
                && (tile.first_col..tile.first_col + tile.shape.cols()).contains(&col)
        })
    };
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .filter(|&(message, to)| tile_of(set.source(message as usize)) == tile_of(to))
        .collect();
    assert_eq!(outcome.deliveries.sorted(), expected);
    let longest = tiling.tiles().iter().map(|tile| Circulation::new(tile.shape).steps()).max();
    assert_eq!(Some(outcome.steps), longest);
}
