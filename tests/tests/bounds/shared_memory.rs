//! Reads and writes of a shared memory: the sum of their parts, whatever is asked for.

use meshcast_engine::{Circuit, Machine, Messages, Options, Order, Shape, Tiling};
use meshcast_primitives::{
    KkRouting, Operator, PermutationRouting, Rounds, Served, SharedMemory, Sharing, Sort, Ways,
};
use std::sync::Arc;

/// Odd, prime and oblong meshes and lines: of one tile, of several, and of tiles of unequal sides.
const SHAPES: [(usize, usize); 13] = [
    (1, 1),
    (1, 7),
    (9, 1),
    (2, 2),
    (3, 5),
    (4, 6),
    (7, 7),
    (13, 10),
    (16, 8),
    (17, 23),
    (24, 16),
    (1, 130),
    (31, 3),
];

/// A tour of two requests a node: both at once round a cycle, past all nodes but the first; else one after the other, once round.
fn tour(tile: Shape) -> u64 {
    let (rows, cols) = (tile.rows(), tile.cols());
    let is_cycle = rows > 1 && cols > 1 && (rows * cols).is_multiple_of(2);
    match tile.nodes() {
        1 => 1,
        nodes if is_cycle => nodes as u64 - 1,
        _ => 2 * Circuit::length(tile) as u64,
    }
}

struct Parts {
    asked: u64,
    go: u64,
    tour: u64,
    back: u64,
    spread: u64,
    home: u64,
}

/// What an access takes whose scan has so many waves.
fn parts(shape: Shape, waves: usize) -> Parts {
    let (rows, cols) = (shape.rows(), shape.cols());
    let scan = |waves: usize| if rows * cols == 1 { 0 } else { cols / 2 * 2 + rows - 2 + waves };
    let total = if rows * cols == 1 { 0 } else { scan(waves) + 1 };
    let side = if rows == 1 || cols == 1 { 64 } else { 8 };
    let one_way = |k, q| KkRouting::with_ways(shape, k, q, 8, Ways::One).expect("small").steps();
    let nearest = |length: usize| ((2 * length + side) / (2 * side)).max(1);
    let (down, across) = (nearest(rows), nearest(cols));
    Parts {
        // A copy, a word to both neighbours, and a discard.
        asked: 3 + Sort::new(shape, Order::Snake).steps() + total as u64,
        go: one_way(1, 2),
        tour: Tiling::shapes_in_grid(shape, down, across).map(tour).max().unwrap_or(0),
        back: one_way(2, 1),
        spread: scan(2) as u64,
        home: PermutationRouting::new(shape, 8).steps(),
    }
}

fn machine(shared: &SharedMemory, shape: Shape) -> Machine {
    let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..Options::default() };
    let mut machine = Machine::new(shape, set, Some(shared.capacity()), options);
    machine.inject(shared.home_lane(), |_| 0);
    machine
}

#[test]
fn a_read_is_sorted_ranked_served_and_brought_home() {
    for (rows, cols) in SHAPES {
        let shape = Shape::new(rows, cols).expect("small");
        let shared = SharedMemory::new(shape, shape.nodes() as u64, 8, 2);
        let mut machine = machine(&shared, shape);
        let mut memory = shared.cells(&mut machine, u64::from).expect("lawful");
        // Every third node wants nothing, all others one of two places.
        let places = machine.variable(1, |node, _| {
            let id = node.id();
            (id % 3 > 0).then_some(if id % 2 == 0 { 0 } else { shape.nodes() as u32 - 1 })
        });
        let places = places.expect("lawful");
        let read = shared.read(&mut machine, &mut memory, &places, Sharing::First, Rounds::One);
        assert!(matches!(read, Ok(Served::Done(_, 1))), "{rows} x {cols}");
        let Parts { asked, go, tour, back, spread, home } = parts(shape, 1);
        let expected = asked + go + tour + back + spread + home;
        assert_eq!(machine.steps(), expected, "{rows} x {cols}");
        assert_eq!(shared.read_steps(), expected, "{rows} x {cols}");
        assert_eq!(SharedMemory::read_steps_on(shape, 8, 2), expected, "{rows} x {cols}");
    }
}

#[test]
fn a_write_is_sorted_combined_and_served() {
    let operators = [(None, 0), (Some(Operator::Sum), 2), (Some(Operator::Max), 3)];
    for (rows, cols) in SHAPES {
        for (operator, words) in operators {
            let shape = Shape::new(rows, cols).expect("small");
            let shared = SharedMemory::new(shape, shape.nodes() as u64, 8, 2);
            let mut machine = machine(&shared, shape);
            let mut memory = shared.cells(&mut machine, |_| 0).expect("lawful");
            let values = machine.variable(1, |node, _| Some((node.id() / 2, 5)));
            let values = values.expect("lawful");
            let sharing = operator.map_or(Sharing::First, Sharing::Combined);
            let written = shared.write(&mut machine, &mut memory, &values, sharing, Rounds::One);
            assert!(matches!(written, Ok(Served::Done((), 1))), "{rows} x {cols}");
            let Parts { asked, go, tour, .. } = parts(shape, 1 + words);
            let what = format!("{rows} x {cols}, {operator:?}");
            assert_eq!(machine.steps(), asked + go + tour, "{what}");
            assert_eq!(shared.write_steps(operator), asked + go + tour, "{what}");
            let formula = SharedMemory::write_steps_on(shape, (8, 2), operator);
            assert_eq!(formula, asked + go + tour, "{what}");
        }
    }
}

/// On the largest meshes that machines have, and beyond, blocks are smaller, since keys name their rows.
#[test]
fn formulas_go_on_to_meshes_of_all_sizes() {
    let sides = (10..31).map(|exponent| 1 << exponent);
    for side in sides.chain([3252, 5000]) {
        let shape = Shape::unbounded(side, side).expect("in range");
        let sides_each = SharedMemory::read_steps_on(shape, 8, 2) as f64 / side as f64;
        assert!((14.0..18.0).contains(&sides_each), "{side}: {sides_each} sides");
    }
}

/// Tiles and requests of all kinds: the formula without a plan is what plans take.
#[test]
fn formulas_are_what_plans_take_for_all_tiles() {
    for (rows, cols) in SHAPES {
        let shape = Shape::new(rows, cols).expect("small");
        for (side, per_node) in [(1, 1), (2, 3), (3, 1), (4, 4), (30, 2)] {
            let shared = SharedMemory::new(shape, 5 * shape.nodes() as u64, side, per_node);
            let what = format!("{rows} x {cols}, tiles of side {side}, {per_node} a node");
            let read = SharedMemory::read_steps_on(shape, side, per_node);
            assert_eq!(read, shared.read_steps(), "{what}");
            let write = SharedMemory::write_steps_on(shape, (side, per_node), None);
            assert_eq!(write, shared.write_steps(None), "{what}");
        }
    }
}
