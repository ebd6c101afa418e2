//! (k,k)-routing in two ways: the steps and the buffer that it states, and what it gains.

use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::{KkRouting, KkSort, Sort, Ways};
use meshcast_tests::corpus::machine_with_lists;
use meshcast_tests::instances::Relation;

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("small")
}

fn two_ways(shape: Shape, k: usize, q: usize, g: usize) -> KkRouting {
    KkRouting::with_ways(shape, k, q, g, Ways::Two).expect("small")
}

/// The most that a link of a line of `m` nodes makes necessary, restated.
fn line(m: usize, crossing: impl Fn(usize, usize) -> usize) -> usize {
    let mut most = 0;
    for x in 1..m {
        for y in 1..=m - x {
            let packets = crossing(x, y);
            if packets > 0 {
                most = most.max(packets + m - x - y);
            }
        }
    }
    most
}

/// The sides of blocks on a side of the mesh.
fn parts(side: usize, g: usize) -> Vec<usize> {
    let parts = g.min(side);
    (0..parts).map(|i| (i + 1) * side / parts - i * side / parts).collect()
}

/// One half: rows first, on a mesh of `rows` × `cols`, s sorted packets a node and q for a node.
struct Half {
    rows: usize,
    cols: usize,
    heights: Vec<usize>,
    widths: Vec<usize>,
    s: usize,
    q: usize,
}

impl Half {
    fn even(&self) -> bool {
        self.rows.is_multiple_of(self.heights.len())
    }

    /// The most dealt to a node.
    fn dealt(&self) -> usize {
        let shares = self.heights.iter().map(|h| (h * self.s).div_ceil(self.rows));
        if self.even() { self.s } else { shares.sum() }
    }

    /// Of `m` packets dealt to consecutive rows, the most for `y` rows: counted one by one.
    fn window(&self, m: usize, y: usize) -> usize {
        let full = m / self.rows * y;
        full + (0..m % self.rows).filter(|&i| i < y).count()
    }

    /// How much of each block lies in the first x nodes of a side, or in the last.
    fn reached(blocks: &[usize], x: usize, from_end: bool) -> Vec<usize> {
        let mut nodes: Vec<usize> = Vec::new();
        for (block, &side) in blocks.iter().enumerate() {
            nodes.extend(vec![block; side]);
        }
        if from_end {
            nodes.reverse();
        }
        (0..blocks.len())
            .map(|block| nodes[..x].iter().filter(|&&of| of == block).count())
            .filter(|&here| here > 0)
            .collect()
    }

    fn deal(&self) -> usize {
        line(self.rows, |x, y| {
            if self.even() {
                return self.window(x * self.s, y);
            }
            let ends = [false, true].map(|from_end| {
                let reached = Self::reached(&self.heights, x, from_end);
                reached.iter().map(|h| self.window(h * self.s, y)).sum::<usize>()
            });
            ends[0].max(ends[1])
        })
    }

    /// The most packets of x nodes at an end of a row, and the blocks that they are of.
    fn sources(&self, x: usize) -> (usize, usize) {
        let (mut packets, mut blocks) = (0, 0);
        for from_end in [false, true] {
            let reached = Self::reached(&self.widths, x, from_end);
            let mut here = 0;
            for width in &reached {
                for height in &self.heights {
                    here += (width * height * self.s).div_ceil(self.rows);
                }
            }
            packets = packets.max(here);
            blocks = blocks.max(reached.len() * self.heights.len());
        }
        (packets.min(x * self.dealt()), blocks)
    }

    /// The most of `packets` packets, consecutive in each of `blocks` blocks, that meet in one row: all blocks that there can
    /// be have one packet more than is even.
    fn shared(&self, packets: usize, blocks: usize) -> usize {
        (packets + blocks.min(packets) * (self.rows - 1)) / self.rows
    }

    fn gathered(&self) -> usize {
        let blocks = self.heights.len() * self.widths.len();
        self.shared(self.q * self.rows, blocks).min(self.sources(self.cols).0)
    }

    fn along_rows(&self) -> usize {
        let sources: Vec<_> = (0..=self.cols).map(|x| self.sources(x)).collect();
        line(self.cols, |x, y| {
            let (packets, blocks) = sources[x];
            packets.min(self.shared(self.q * self.rows * y, blocks))
        })
    }

    fn along_columns(&self) -> usize {
        let blocks = self.heights.len() * self.widths.len();
        line(self.rows, |x, y| {
            let packets = self.q * y;
            if packets <= blocks * x {
                return packets;
            }
            let (rounds, rest) =
                ((packets - blocks * x) / self.rows, (packets - blocks * x) % self.rows);
            blocks * x + rounds * x + rest.saturating_sub(self.rows - x)
        })
    }
}

/// What the documentation says.
struct Stated {
    steps: usize,
    delivery_steps: usize,
    capacity: usize,
}

impl Stated {
    fn of(mesh: Shape, (k, q): (usize, usize), g: usize) -> Self {
        let (rows, cols) = (mesh.rows(), mesh.cols());
        let (heights, widths) = (parts(rows, g), parts(cols, g));
        let single = heights.len() == rows && widths.len() == cols;
        let packets = k.div_ceil(2);
        let s = if single || packets == 1 { packets } else { packets + packets % 2 };
        let down = Half { rows, cols, heights: heights.clone(), widths: widths.clone(), s, q };
        let across =
            Half { rows: cols, cols: rows, heights: widths.clone(), widths: heights.clone(), s, q };
        let halves = [down, across];
        let (mut sort_steps, mut sorted) = (0, 0);
        for &height in &heights {
            for &width in &widths {
                let sorts = [Order::ColumnMajor, Order::RowMajor]
                    .map(|order| sort(shape(height, width), packets, order));
                sort_steps = sort_steps.max(sorts[0].0 + sorts[1].0);
                sorted = sorted.max(sorts[0].1).max(sorts[1].1);
            }
        }
        let most = |steps: fn(&Half) -> usize| halves.iter().map(steps).max().expect("two");
        let both = |packets: fn(&Half) -> usize| halves.iter().map(packets).sum::<usize>();
        let last = most(Half::along_columns);
        let steps = sort_steps + most(Half::deal) + most(Half::along_rows) + last;
        let (dealt, gathered) = (both(Half::dealt), both(Half::gathered));
        let lines =
            [2 * s + dealt, dealt + gathered, gathered + q].into_iter().max().expect("three");
        let drained = q.saturating_sub(last).max(q - q.div_ceil(4) + 1);
        Self { steps, delivery_steps: steps + drained, capacity: (sorted + s).max(lines + 2) }
    }
}

/// Steps and capacity of the sort of a block, taken as given.
fn sort(block: Shape, k: usize, order: Order) -> (usize, usize) {
    match (block.nodes(), k) {
        (1, _) => (0, 0),
        (_, 1) => (Sort::new(block, order).steps() as usize, Sort::CAPACITY),
        _ => {
            let sort = KkSort::new(block, k, order);
            (sort.steps() as usize, sort.capacity())
        }
    }
}

fn rectangles() -> impl Iterator<Item = Shape> {
    let all = (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols)));
    let larger = [(16, 16), (13, 15), (16, 5), (3, 16), (14, 9), (15, 1), (1, 16), (23, 19)];
    all.chain(larger).map(|(rows, cols)| shape(rows, cols))
}

const LOADS: [(usize, usize); 7] = [(1, 1), (2, 2), (3, 3), (4, 1), (1, 5), (7, 4), (16, 16)];

#[test]
fn steps_and_capacity_are_what_is_stated_on_every_rectangle() {
    for shape in rectangles() {
        for (k, q) in LOADS.into_iter().chain([(5, 33), (40, 8)]) {
            for g in [1, 2, 3, 4, 5, 16] {
                let (routing, stated) = (two_ways(shape, k, q, g), Stated::of(shape, (k, q), g));
                let case = format!("{shape:?} k = {k} q = {q} g = {g}");
                assert_eq!(routing.steps(), stated.steps as u64, "{case}");
                assert_eq!(routing.delivery_steps(), stated.delivery_steps as u64, "{case}");
                assert_eq!(routing.capacity(), stated.capacity, "{case}");
            }
        }
    }
}

/// For every node k packets, so that all with an even place among those of their node, which go along rows first, are for
/// the last columns, or all with an odd place for the last rows: the worst for what the halves are split by.
fn lopsided(mesh: Shape, k: usize, rows_first: bool) -> Vec<Vec<Option<u32>>> {
    let (rows, cols) = (mesh.rows(), mesh.cols());
    let mut left = vec![k; mesh.nodes()];
    let mut lists = vec![vec![None; k]; mesh.nodes()];
    // Targets of the one kind in pairs with the next greater target: row by row from the last column on, or from the last row.
    let mut favoured: Vec<usize> = (0..mesh.nodes()).collect();
    favoured.sort_by_key(|&node| if rows_first { cols - node % cols } else { rows - node / cols });
    let mut next = favoured.into_iter().flat_map(|node| vec![node; k]).peekable();
    for list in &mut lists {
        for pair in list.chunks_mut(2) {
            while next.peek().is_some_and(|&node| left[node] == 0) {
                next.next();
            }
            let Some(&target) = next.peek() else { break };
            left[target] -= 1;
            pair[0] = Some(target as u32);
            // Its partner, which has the other place.
            let partner = if rows_first {
                (target..mesh.nodes()).find(|&node| left[node] > 0)
            } else {
                (0..=target).rev().find(|&node| left[node] > 0)
            };
            if let (Some(partner), Some(place)) = (partner, pair.get_mut(1)) {
                left[partner] -= 1;
                *place = Some(partner as u32);
            }
        }
    }
    lists
}

#[test]
fn a_run_takes_the_stated_steps_with_the_stated_buffer_whatever_the_relation() {
    let mut nearest = usize::MAX;
    for mesh in rectangles() {
        for ((k, q), g) in LOADS.into_iter().flat_map(|load| [1, 2, 4].map(|g| (load, g))) {
            let stated = Stated::of(mesh, (k, q), g);
            let routing = two_ways(mesh, k, q, g);
            let made = Relation::ALL.map(|relation| relation.make(mesh, k, q, 7));
            let worst = [true, false].map(|rows_first| lopsided(mesh, k, rows_first));
            for lists in made.into_iter().chain(worst.into_iter().filter(|_| q >= k)) {
                let case = format!("{mesh:?} k = {k} q = {q} g = {g}");
                let mut machine =
                    machine_with_lists(mesh, &lists, stated.capacity, Options::default());
                machine.enqueue(0..k, KkRouting::QUEUE).expect("one pass");
                routing.run(&mut machine).unwrap_or_else(|broken| panic!("{case}: {broken}"));
                let outcome = machine.finish();
                // Making the packets takes a step each of a node.
                assert_eq!(outcome.steps as usize - k, stated.steps, "{case}");
                assert!(outcome.peak as usize <= stated.capacity, "{case}");
                nearest = nearest.min(stated.capacity - outcome.peak as usize);
            }
        }
    }
    // Those for packets on the way in either direction.
    assert_eq!(nearest, 2, "slots that no run used");
}

#[test]
fn the_ways_of_a_routing_are_those_with_the_fewest_steps() {
    for side in (1..=40).chain([48, 53, 64, 100, 128]) {
        for k in [1, 2, 3, 4, 5, 8, 16, 33] {
            let mesh = shape(side, side);
            let with = |ways| KkRouting::with_ways(mesh, k, k, 4, ways).expect("small").steps();
            let least = with(Ways::One).min(with(Ways::Two));
            assert_eq!(KkRouting::new(mesh, k, k, 4).steps(), least, "side {side}, k = {k}");
        }
    }
}

#[test]
fn a_routing_of_up_to_sixteen_packets_takes_at_most_one_and_a_half_sides_for_each_and_ten() {
    for side in [8, 37, 64, 131, 199, 281] {
        for k in [1, 2, 3, 4, 5, 8, 13, 16] {
            for mesh in [shape(side, side), shape(2 * side / 3 + 1, side)] {
                let steps = KkRouting::new(mesh, k, k, KkRouting::BLOCKS).steps();
                assert!(2 * steps <= ((3 * k + 20) * side) as u64, "{mesh:?}, k = {k}: {steps}");
            }
        }
    }
}
