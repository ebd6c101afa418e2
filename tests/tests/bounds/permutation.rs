//! Partial permutation routing: the steps a side and the buffer that the documentation promises.

use meshcast_engine::{Options, Order, Outcome, Shape, Tiling};
use meshcast_primitives::{PermutationRouting, Sort};
use meshcast_tests::corpus::{machine_with_keys, shuffled};
use meshcast_tests::instances::gathering;

fn run(shape: Shape, routing: &PermutationRouting, sources: &[u32], targets: &[u32]) -> Outcome {
    let capacity = routing.capacity();
    let mut machine = machine_with_keys(shape, sources, targets, capacity, Options::default());
    routing.run(&mut machine).expect("lawful");
    machine.finish()
}

/// The most packets of one row for one column after the sort, as documented.
fn gathered(rows: usize, cols: usize, blocks: usize) -> usize {
    let height = rows / blocks.min(rows);
    let sources = blocks.min(cols).min(rows);
    (rows - sources) / height + sources
}

#[test]
fn steps_and_buffers_are_as_documented_on_every_small_rectangle() {
    for rows in 1..=17 {
        for cols in 1..=17 {
            let shape = Shape::new(rows, cols).expect("small");
            let everyone: Vec<u32> = (0..shape.nodes() as u32).collect();
            let targets = shuffled(shape.nodes(), 1);
            for blocks in [1, 2, 3, 4, 7] {
                let routing = PermutationRouting::new(shape, blocks);
                let tiling = Tiling::grid(shape, blocks.min(rows), blocks.min(cols));
                let sort =
                    tiling.tiles().iter().map(|tile| Sort::new(tile.shape, Order::ColumnMajor));
                let slowest = sort.map(|sort| sort.steps()).max().unwrap_or(0);
                let outcome = run(shape, &routing, &everyone, &targets);
                let expected = slowest as usize + rows - 1 + cols - 1;
                assert_eq!(outcome.steps, expected as u64, "{rows}x{cols} g={blocks}");
                let capacity = (gathered(rows, cols, blocks) + 2).max(5);
                assert_eq!(routing.capacity(), capacity, "{rows}x{cols} g={blocks}");
            }
        }
    }
}

#[test]
fn on_squares_the_buffer_is_twice_the_blocks_and_one() {
    for (side, blocks) in [(16, 2), (16, 4), (64, 2), (64, 4), (64, 8), (100, 4), (9, 3)] {
        let shape = Shape::new(side, side).expect("small");
        assert_eq!(PermutationRouting::new(shape, blocks).capacity(), 2 * blocks + 1);
    }
}

#[test]
fn packets_can_gather_as_the_buffer_bound_says() {
    for (rows, cols) in [(8, 8), (16, 16), (17, 13), (30, 30), (64, 64), (33, 60), (60, 33)] {
        let shape = Shape::new(rows, cols).expect("small");
        for blocks in [1, 2, 3, 4] {
            let routing = PermutationRouting::new(shape, blocks);
            let (sources, targets) = gathering(shape, blocks, cols / 2);
            let outcome = run(shape, &routing, &sources, &targets);
            let gathered = gathered(rows, cols, blocks) as u32;
            assert!(outcome.peak >= gathered, "{rows}x{cols} g={blocks}: {}", outcome.peak);
        }
    }
}

/// Found by a search: 8 packets for column 3, and three that pass where five of them have met.
#[test]
fn one_packet_more_may_pass_while_they_gather() {
    let shape = Shape::new(8, 8).expect("small");
    let sources = [1, 3, 4, 5, 9, 11, 12, 14, 19, 31, 34];
    let targets = [42, 35, 19, 43, 27, 51, 59, 57, 3, 11, 8];
    let outcome = run(shape, &PermutationRouting::new(shape, 3), &sources, &targets);
    let after_the_sort = outcome.ledger.iter().filter(|line| !line.path.contains("sort"));
    let peak = after_the_sort.map(|line| line.peak).max();
    assert_eq!(peak, Some(gathered(8, 8, 3) as u32 + 1));
}

/// Sources and targets of packets that fill a buffer. All are for the last column. Those of the uppermost blocks are for
/// rows below `row`, and as many of them as can meet in that row. Two from the blocks below go north: one to that
/// row, one past it. Meanwhile the row sends one packet south a step and gets one.
fn filling(side: usize, blocks: usize) -> (usize, Vec<u32>, Vec<u32>) {
    let (height, last) = (side / blocks, side - 1);
    let full_columns = gathered(side, side, blocks) - blocks;
    let row = side - blocks - full_columns * height - 1;
    let mut south = (row + 1..side).map(|row| row * side + last);
    // Targets in lesser columns shift where in a block the packets for the last one begin.
    let mut elsewhere = (0..side).flat_map(|row| (0..last).map(move |col| row * side + col));
    let mut packets = Vec::new();
    let mut fill = |(down, across): (usize, usize), shift: usize, targets: Vec<usize>| {
        let (top, left) = (down * side / blocks, across * side / blocks);
        let width = (across + 1) * side / blocks - left;
        let targets = elsewhere.by_ref().take(shift).chain(targets);
        packets.extend(targets.enumerate().map(|(i, target)| {
            let source = (top + i / width) * side + left + i % width;
            (source as u32, target as u32)
        }));
    };
    for across in 0..blocks {
        let here = 1 + if across == 0 { full_columns * height } else { 0 };
        fill((0, across), row, south.by_ref().take(here).collect());
    }
    fill((1, 0), 0, vec![row * side + last]);
    fill((1, 1), 1, vec![last]);
    packets.sort_unstable();
    let (sources, targets) = packets.into_iter().unzip();
    (row, sources, targets)
}

#[test]
fn some_packets_fill_the_whole_buffer() {
    for (side, blocks) in [(14, 3), (64, 4), (65, 4), (128, 4)] {
        let shape = Shape::new(side, side).expect("small");
        let routing = PermutationRouting::new(shape, blocks);
        let (row, sources, targets) = filling(side, blocks);
        let outcome = run(shape, &routing, &sources, &targets);
        let line = outcome.ledger.iter().find(|line| line.path == "permutation/columns");
        let peak = line.map_or(0, |line| line.peak as usize);
        assert_eq!(peak, routing.capacity(), "side {side}, g = {blocks}, row {row}");
        assert_eq!(peak, gathered(side, side, blocks) + 2, "side {side}, g = {blocks}");
    }
}

#[test]
fn the_table_of_steps_on_squares_is_right() {
    for (side, four, two) in
        [(16, 44, 62), (32, 94, 134), (64, 198, 275), (128, 403, 536), (256, 792, 1049)]
    {
        let shape = Shape::new(side, side).expect("within the limit");
        let steps = |blocks| PermutationRouting::new(shape, blocks).steps();
        assert_eq!((steps(4), steps(2)), (four, two), "side {side}");
    }
}

#[test]
fn four_blocks_a_side_take_at_most_33_tenths_of_a_side_and_two_take_44() {
    for side in [64, 96, 128, 256] {
        let shape = Shape::new(side, side).expect("within the limit");
        let steps = |blocks| PermutationRouting::new(shape, blocks).steps() * 10;
        assert!(steps(4) <= 33 * side as u64, "side {side}: {}", steps(4));
        assert!(steps(2) <= 44 * side as u64, "side {side}: {}", steps(2));
    }
}
