//! (k,k)-routing in one way: at most 3.5·k sides + 2 steps, and a buffer of O(k) packets.

use meshcast_engine::{Options, Order, Outcome, Shape, Violation};
use meshcast_primitives::sort::Plan;
use meshcast_primitives::{KkRouting, Sort, Ways};
use meshcast_tests::corpus::machine_with_lists;
use meshcast_tests::instances::{Relation, gathering_of_many};

fn one_way(shape: Shape, k: usize, q: usize, blocks: usize) -> KkRouting {
    KkRouting::with_ways(shape, k, q, blocks, Ways::One).expect("always possible")
}

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

/// What the documentation says of a routing of at most `k` packets from and `q` for a node, with `g` blocks a side.
struct Stated {
    steps: usize,
    delivery_steps: usize,
    capacity: usize,
    /// The most packets that a node can hold.
    needed: usize,
    /// The bound Q on the packets of one row for one column.
    gathered: usize,
    /// The most that there are: below Q where an odd k leaves a slot of every node empty.
    reachable: usize,
}

impl Stated {
    fn of(shape: Shape, (k, q): (usize, usize), g: usize) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let (down, across) = (g.min(rows), g.min(cols));
        let slots = if k == 1 || (down, across) == (rows, cols) { k } else { k + k % 2 };
        // Sides of blocks are those of an even cut: rounded down or up.
        let sides = |side: usize, parts: usize| [side / parts, side.div_ceil(parts)];
        let (mut in_blocks, mut sorted, mut dealt) = (0, 0, 0);
        for height in sides(rows, down) {
            for width in sides(cols, across) {
                let block = Shape::new(height, width).expect("a part of a mesh");
                let (sort, held) = sort(block, k);
                in_blocks = in_blocks.max(sort + deal(height, k, slots));
                sorted = sorted.max(held);
                if height > 1 {
                    dealt = 2 * slots + 2;
                }
            }
        }
        let lowest = rows / down;
        let most = (q * rows + across * (lowest - 1)) / lowest;
        let (gathered, reachable) = (most.min(slots * cols), most.min(k * cols));
        let columns = line(rows, gathered, q);
        let steps = in_blocks + line(cols, slots, gathered) + columns;
        let lines = dealt.max(slots + gathered + 2).max(gathered + q + 2);
        Self {
            steps,
            delivery_steps: steps + q.saturating_sub(columns).max(q / 2 + 1),
            capacity: sorted.max(lines),
            // Packets under way are one more than at the start, or none.
            needed: sorted.max(lines - 1),
            gathered,
            reachable,
        }
    }
}

/// Steps and capacity of the sort of a block, taken as given.
fn sort(block: Shape, k: usize) -> (usize, usize) {
    let order = Order::ColumnMajor;
    match (block.nodes(), k) {
        (1, _) => (0, 0),
        (_, 1) => (Sort::new(block, order).steps() as usize, Sort::CAPACITY),
        _ => {
            let across = block.cols() == 1 || block.rows() > 1;
            let seen = if across { block.transposed() } else { block };
            let (plan, depth) = (Plan::wide(seen, Order::RowMajor), k.div_ceil(2));
            (depth * plan.steps(), 2 * (depth - 1) + plan.peak())
        }
    }
}

/// Steps to deal the packets of a block out to its `h` rows.
fn deal(h: usize, k: usize, slots: usize) -> usize {
    let mut most = 0;
    for x in 1..h {
        for y in 1..=h - x {
            let crossing = (slots * x).min(slots * y).min(slots.div_ceil(h) * x * y);
            most = most.max(crossing + h - x - y);
        }
    }
    if k == 1 { 0 } else { most }
}

/// A run of `routing` on a machine of `capacity`.
fn run(
    routing: &KkRouting,
    shape: Shape,
    lists: &[Vec<Option<u32>>],
    capacity: usize,
) -> Result<Outcome, Violation> {
    let k = lists[0].len();
    let mut machine = machine_with_lists(shape, lists, capacity, Options::default());
    machine.enqueue(0..k, KkRouting::QUEUE)?;
    routing.run(&mut machine)?;
    Ok(machine.finish())
}

/// All meshes of sides up to 12, and a few larger ones.
fn rectangles() -> impl Iterator<Item = Shape> {
    let all = (1..=12).flat_map(|rows| (1..=12).map(move |cols| (rows, cols)));
    let larger = [(16, 16), (13, 15), (16, 5), (3, 16), (14, 9), (15, 1), (1, 16)];
    all.chain(larger).map(|(rows, cols)| Shape::new(rows, cols).expect("small"))
}

const LOADS: [(usize, usize); 6] = [(1, 1), (2, 2), (3, 3), (4, 1), (1, 5), (7, 4)];

#[test]
fn steps_and_capacity_are_what_is_stated_on_every_rectangle() {
    for shape in rectangles() {
        for (k, q) in LOADS.into_iter().chain([(16, 16), (5, 33)]) {
            for g in [1, 2, 3, 4, 5, 16] {
                let (routing, stated) = (one_way(shape, k, q, g), Stated::of(shape, (k, q), g));
                let case = format!("{shape:?} k = {k} q = {q} g = {g}");
                assert_eq!(routing.steps(), stated.steps as u64, "{case}");
                assert_eq!(routing.delivery_steps(), stated.delivery_steps as u64, "{case}");
                assert_eq!(routing.capacity(), stated.capacity, "{case}");
            }
        }
    }
}

#[test]
fn a_run_takes_the_stated_steps_and_comes_near_the_stated_buffer() {
    for (relation, nearest) in [(Relation::Random, 1), (Relation::Gathering, 2), (Relation::Hot, 1)]
    {
        let mut unused = usize::MAX;
        for shape in rectangles() {
            for ((k, q), g) in LOADS.into_iter().flat_map(|load| [1, 2, 4].map(|g| (load, g))) {
                let case = format!("{shape:?} k = {k} q = {q} g = {g} {relation:?}");
                let stated = Stated::of(shape, (k, q), g);
                let lists = relation.make(shape, k, q, 7);
                let routing = one_way(shape, k, q, g);
                let outcome = run(&routing, shape, &lists, stated.capacity)
                    .unwrap_or_else(|broken| panic!("{case}: {broken}"));
                // Making the packets takes a step each of a node.
                assert_eq!(outcome.steps as usize - k, stated.steps, "{case}");
                assert!(outcome.peak as usize <= stated.capacity, "{case}");
                unused = unused.min(stated.capacity - outcome.peak as usize);
            }
        }
        // No instance known fills the whole buffer.
        assert_eq!(unused, nearest, "slots that no run used, {relation:?}");
    }
}

#[test]
fn the_last_slot_for_packets_on_lines_is_never_used_and_the_one_before_it_is() {
    let mut filled = 0;
    for shape in rectangles() {
        for ((k, q), g) in LOADS.into_iter().flat_map(|load| [1, 2, 4].map(|g| (load, g))) {
            let stated = Stated::of(shape, (k, q), g);
            let routing = one_way(shape, k, q, g);
            for relation in Relation::ALL {
                let lists = relation.make(shape, k, q, 7);
                let case = format!("{shape:?} k = {k} q = {q} g = {g} {relation:?}");
                let outcome = run(&routing, shape, &lists, stated.needed);
                // With a slot less than stated, if lines and not a sort need the most.
                let peak = outcome.unwrap_or_else(|broken| panic!("{case}: {broken}")).peak;
                let spare = stated.needed < stated.capacity;
                filled += usize::from(spare && peak as usize == stated.needed);
            }
        }
    }
    assert!(filled > 0, "no run filled the slots that lines need");
}

#[test]
fn as_many_packets_of_a_row_for_a_column_as_are_possible_meet_in_one_node() {
    let mut reached = 0;
    for shape in rectangles().filter(|shape| shape.cols() > 1) {
        for (k, q) in LOADS {
            for g in [1, 2, 3, 4, 16] {
                let (routing, stated) = (one_way(shape, k, q, g), Stated::of(shape, (k, q), g));
                let lists = gathering_of_many(shape, (k, q), g, shape.cols() / 2);
                let outcome = run(&routing, shape, &lists, stated.capacity).expect("lawful");
                let rows = outcome.ledger.iter().find(|line| line.path == "kk-routing/rows");
                let peak = rows.map_or(0, |line| line.peak as usize);
                // Elsewhere on a row a node holds no more than it began with, its slots: all packets go to one column.
                if stated.reachable > k + k % 2 {
                    assert_eq!(peak, stated.reachable, "{shape:?} k = {k} q = {q} g = {g}");
                    reached += usize::from(stated.reachable == stated.gathered);
                }
                println!(
                    "P {shape:?} k={k} q={q} g={g} cap {} peak {} rows {peak} Q {} r {}",
                    stated.capacity, outcome.peak, stated.gathered, stated.reachable
                );
            }
        }
    }
    assert!(reached > 1000, "the bound only {reached} times");
}

#[test]
fn a_routing_takes_at_most_three_and_a_half_sides_for_every_packet_of_a_node() {
    for side in (1..=40).chain([48, 64, 96, 100, 128, 256]) {
        for k in [1, 2, 3, 4, 5, 8, 16, 33, 64] {
            let shape = Shape::new(side, side).expect("small");
            let steps = one_way(shape, k, k, KkRouting::BLOCKS).steps();
            assert!(2 * steps <= (7 * k * side + 4) as u64, "side {side}, k = {k}: {steps} steps");
        }
    }
}

#[test]
fn the_buffer_grows_with_the_packets_of_a_node_and_not_with_the_side() {
    for side in [16, 64, 256] {
        for k in [1, 4, 16, 64] {
            let shape = Shape::new(side, side).expect("small");
            let routing = one_way(shape, k, k, 4);
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
            let routing = one_way(shape, k, q, 16);
            let gathered = (q * rows).min(k * cols);
            let expected = line(cols, k, gathered) + line(rows, gathered, q);
            assert_eq!(routing.steps(), expected as u64, "{shape:?} k = {k} q = {q}");
        }
    }
}

#[test]
fn a_mesh_whose_blocks_have_too_many_rows_for_a_key_takes_more_blocks() {
    let least = |side| KkRouting::least_blocks(Shape::new(side, side).expect("within the limit"));
    assert_eq!([1, 256, 1625].map(least), [1, 1, 1]);
    for side in [1626, 2600, 4096, 8192_usize] {
        let keys = |blocks: usize| side.div_ceil(blocks) * side * side;
        assert!(keys(least(side)) <= 1 << 32, "side {side}");
        assert!(keys(least(side) - 1) > 1 << 32, "side {side}");
    }
}
