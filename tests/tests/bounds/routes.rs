//! Routes in the packets' order and segmented broadcasts: a few sides, two or three packets a node.

use meshcast_engine::{Machine, Node, Options, Order, Outcome, Packet, Rule, Shape, Violation};
use meshcast_primitives::{SegmentedBroadcast, compaction, expansion, ranked_compaction, spread};
use meshcast_tests::corpus::{machine_with_keys, some_of};

/// Runs `program` on packets of `sources` with these keys.
fn run(
    shape: Shape,
    sources: &[u32],
    keys: &[u32],
    capacity: usize,
    program: impl FnOnce(&mut Machine) -> Result<(), Violation>,
) -> Result<Outcome, Violation> {
    let mut machine = machine_with_keys(shape, sources, keys, capacity, Options::default());
    program(&mut machine)?;
    Ok(machine.finish())
}

/// A spread of packets, each of which has the rank of its place in the list.
fn run_spread(
    shape: Shape,
    (sources, targets): (&[u32], &[u32]),
    order: Order,
    capacity: usize,
) -> Result<Outcome, Violation> {
    run(shape, sources, targets, capacity, |machine| {
        let rank = |node: usize| sources.partition_point(|&source| (source as usize) < node) as u32;
        let ranks = machine.variable(1, |node, _| rank(node.index()))?;
        spread(machine, &ranks, order)
    })
}

#[test]
fn routes_take_the_steps_of_their_formulas_and_two_or_three_packets_a_node() {
    for rows in 1..=16 {
        for cols in 1..=16 {
            let shape = Shape::new(rows, cols).expect("small");
            let nodes = shape.nodes();
            let (across, down) = (cols as u64 - 1, rows as u64 - 1);
            for count in [nodes, nodes / 2] {
                let sources = some_of(nodes, count, 1);
                let targets = some_of(nodes, count, 2);
                let first = some_of(count, count, 0);
                let what = format!("{rows}x{cols}");

                let outcome = run(shape, &sources, &targets, 2, compaction).expect("lawful");
                let scan = if nodes == 1 { 0 } else { cols as u64 / 2 * 2 + down };
                assert_eq!(outcome.steps, scan + across + down, "{what}");

                let outcome = run(shape, &sources, &targets, 2, |machine| {
                    let ranks = machine.variable(1, |node, _| {
                        sources.partition_point(|&source| source < node.id()) as u32
                    })?;
                    ranked_compaction(machine, &ranks)
                });
                assert_eq!(outcome.expect("lawful").steps, across + down, "{what}");

                for (order, capacity) in [(Order::RowMajor, 2), (Order::Snake, 3)] {
                    let outcome =
                        run(shape, &first, &targets, capacity, |machine| expansion(machine, order));
                    assert_eq!(outcome.expect("lawful").steps, down + across, "{what}");
                    let outcome = run_spread(shape, (&sources, &targets), order, 3);
                    let outcome = outcome.expect("lawful");
                    assert_eq!(outcome.steps, 2 * across + down, "{what}");
                    assert!(outcome.peak as usize <= capacity, "{what}: {}", outcome.peak);
                }
            }
        }
    }
}

#[test]
fn one_slot_less_is_too_few_for_some_packets() {
    let shape = Shape::new(4, 4).expect("small");
    let full = |rule: Result<Outcome, Violation>| rule.expect_err("too few slots").rule;
    // Packets 0 to 2 push row 1 three columns on: its packets for columns 3 and 0 cross.
    let sources: Vec<u32> = [0, 1, 2].into_iter().chain(4..8).collect();
    let targets: Vec<u32> = (0..sources.len() as u32).collect();
    assert_eq!(full(run(shape, &sources, &targets, 1, compaction)), Rule::M6);
    // The reverse: four packets for row 1 stand at the end of one row and at the start of the next.
    let found = run(shape, &targets, &sources, 1, |machine| expansion(machine, Order::RowMajor));
    assert_eq!(full(found), Rule::M6);
    // Row 1 of the snake is filled in reverse order: its middle node has its own packet when two others pass it.
    let shape = Shape::new(4, 5).expect("small");
    let row: Vec<u32> = (0..10).collect();
    let found = run(shape, &row, &row, 2, |machine| expansion(machine, Order::Snake));
    assert_eq!(full(found), Rule::M6);
    assert_eq!(full(run_spread(shape, (&row, &row), Order::Snake, 2)), Rule::M6);
}

/// The steps of a broadcast in segments of at most `longest` nodes, as documented.
fn broadcast_steps(rows: usize, cols: usize, order: Order, longest: usize) -> usize {
    let longest = longest.min(rows * cols);
    if longest == 1 {
        return 0;
    }
    let down = if rows == 1 { 0 } else { cols + (rows - 1).min((longest + cols - 2) / cols) };
    let across = if cols == 1 { 0 } else { longest.min(cols) };
    match order {
        Order::ColumnMajor => broadcast_steps(cols, rows, Order::RowMajor, longest),
        Order::Snake => longest.min(down + across),
        Order::RowMajor => down + across,
    }
}

#[test]
fn broadcasts_take_the_steps_of_their_formula_and_two_packets_a_node() {
    for rows in 1..=14 {
        for cols in 1..=14 {
            let shape = Shape::new(rows, cols).expect("small");
            let nodes = shape.nodes();
            for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
                for longest in [1, 2, 3, cols, cols + 1, 3 * cols, nodes, nodes + 1] {
                    let broadcast = SegmentedBroadcast::new(shape, order, longest);
                    let end = longest.min(nodes) as u32;
                    let outcome = run(shape, &[0], &[end], 3, |machine| {
                        broadcast.run(machine, whole_segment)
                    });
                    let outcome = outcome.expect("lawful");
                    let expected = broadcast_steps(rows, cols, order, longest) as u64;
                    assert_eq!(outcome.steps, expected, "{rows}x{cols} {order:?} {longest}");
                    assert!(outcome.peak <= 2, "{rows}x{cols} {order:?} {longest}");
                    assert_eq!(outcome.copies, u64::from(end) - 1, "{rows}x{cols} {order:?}");
                }
            }
        }
    }
}

#[test]
fn a_broadcast_on_a_square_takes_less_than_three_sides() {
    for side in [2, 3, 16, 64, 101] {
        let shape = Shape::new(side, side).expect("small");
        for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
            let broadcast = SegmentedBroadcast::new(shape, order, shape.nodes());
            assert!(broadcast.steps() < 3 * side as u64, "side {side} {order:?}");
        }
    }
}

#[test]
fn a_broadcast_needs_its_three_slots() {
    let shape = Shape::new(1, 3).expect("small");
    let broadcast = SegmentedBroadcast::new(shape, Order::Snake, 3);
    let found = run(shape, &[0], &[3], 2, |machine| broadcast.run(machine, whole_segment));
    // A copy has no slot to wait in before it leaves.
    assert_eq!(found.expect_err("too few slots").rule, Rule::M5);
}

/// A segment of all nodes before the packet's key.
fn whole_segment(node: &Node<'_>, lane: usize) -> std::ops::Range<u32> {
    0..node.packet(lane).map_or(0, Packet::key)
}
