//! (k,k)-routing: at most 3.5·k sides + 2 steps, and a buffer of O(k) packets.

use meshcast_engine::Shape;
use meshcast_primitives::KkRouting;

/// The greatest min(k·X, q·Y) + (m − X − Y) over X + Y ≤ m, restated.
fn line(m: usize, k: usize, q: usize) -> usize {
    let mut most = 0;
    for x in 1..m {
        for y in 1..=m - x {
            most = most.max((k * x).min(q * y) + m - x - y);
        }
    }
    most
}

#[test]
fn a_routing_takes_at_most_three_and_a_half_sides_for_every_packet_of_a_node() {
    for side in (1..=40).chain([48, 64, 96, 100, 128, 256]) {
        for k in [1, 2, 3, 4, 5, 8, 16, 33, 64] {
            let shape = Shape::new(side, side).expect("small");
            let steps = KkRouting::new(shape, k, k, KkRouting::BLOCKS).steps();
            assert!(2 * steps <= (7 * k * side + 4) as u64, "side {side}, k = {k}: {steps} steps");
        }
    }
}

#[test]
fn the_buffer_grows_with_the_packets_of_a_node_and_not_with_the_side() {
    for side in [16, 64, 256] {
        for k in [1, 4, 16, 64] {
            let shape = Shape::new(side, side).expect("small");
            let routing = KkRouting::new(shape, k, k, 4);
            // Slots, those of one row for one column, and one on the way in either direction.
            let (slots, gathered) = (2 * k.div_ceil(2), 4 * k + 4 - 16usize.div_ceil(side));
            assert!(routing.capacity() <= slots + gathered + 2, "side {side}, k = {k}");
        }
    }
}

#[test]
fn lines_take_the_steps_that_their_loads_make_necessary() {
    // On blocks of one node there is no sort: the steps are those of rows and columns alone.
    for (rows, cols) in [(1, 9), (2, 2), (3, 4), (4, 4)] {
        for (k, q) in [(1, 1), (3, 2), (2, 5)] {
            let shape = Shape::new(rows, cols).expect("small");
            let routing = KkRouting::new(shape, k, q, 16);
            let gathered = (q * rows).min(k * cols);
            let expected = line(cols, k, gathered) + line(rows, gathered, q);
            assert_eq!(routing.steps(), expected as u64, "{shape:?} k = {k} q = {q}");
        }
    }
}
