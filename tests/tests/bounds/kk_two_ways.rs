//! (k,k)-routing in two ways: the steps and the buffer that it states, and what it gains.

use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::sort::{Exchanges, Phase, Plan};
use meshcast_primitives::{KkRouting, Ways};
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

/// The order in which `lines` lines get packets: numbers with their digits to base 2 reversed, those that are no lines left out.
fn order_of_lines(lines: usize) -> Vec<usize> {
    let digits = (0..usize::BITS).find(|&digits| 1 << digits >= lines).expect("few");
    let reversed =
        |number: usize| (0..digits).fold(0, |all, digit| 2 * all + (number >> digit) % 2);
    (0..1 << digits).map(reversed).filter(|&line| line < lines).collect()
}

/// The most that the first y lines get of m packets dealt one after the other, beyond m·y/lines, or the last y, times the lines: all
/// runs of packets, one by one.
fn excess(lines: usize) -> usize {
    let order = order_of_lines(lines);
    let mut most = 0;
    for start in 0..lines {
        for y in 1..lines {
            let (mut first, mut last) = (0, 0);
            for m in 1..=lines {
                let line = order[(start + m - 1) % lines];
                first += usize::from(line < y);
                last += usize::from(line >= lines - y);
                most = most.max((first.max(last) * lines).saturating_sub(m * y));
            }
        }
    }
    most
}

/// One half: rows first, on a mesh of `rows` × `cols`, p packets of a node, sorted s a node, and q for a node.
struct Half {
    rows: usize,
    cols: usize,
    heights: Vec<usize>,
    widths: Vec<usize>,
    p: usize,
    s: usize,
    q: usize,
    /// What lines at an end get beyond their share of packets dealt in a row, times the rows.
    excess: usize,
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

    /// Of `m` packets dealt one after the other, the most for the `y` rows at an end: those of full rounds, and of the others no more than
    /// they are, one a row, and the share and the excess.
    fn window(&self, m: usize, y: usize) -> usize {
        let rest = m % self.rows;
        let share = (rest * y + self.excess) / self.rows;
        m / self.rows * y + [rest, y, share].into_iter().min().expect("three")
    }

    /// How much of each block lies in the first x nodes of a side, or in the last, with its own side.
    fn reached(blocks: &[usize], x: usize, from_end: bool) -> Vec<(usize, usize)> {
        let mut nodes: Vec<usize> = Vec::new();
        for (block, &side) in blocks.iter().enumerate() {
            nodes.extend(vec![block; side]);
        }
        if from_end {
            nodes.reverse();
        }
        (0..blocks.len())
            .map(|block| (nodes[..x].iter().filter(|&&of| of == block).count(), blocks[block]))
            .filter(|&(here, _)| here > 0)
            .collect()
    }

    fn deal(&self) -> usize {
        line(self.rows, |x, y| {
            if self.even() {
                return self.window(x * self.s, y);
            }
            let ends = [false, true].map(|from_end| {
                let reached = Self::reached(&self.heights, x, from_end);
                reached.iter().map(|(h, _)| self.window(h * self.s, y)).sum::<usize>()
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
            for (part, width) in &reached {
                for height in &self.heights {
                    // As many as there is room for, but no more than the block has.
                    let packets = (part * height * self.s).min(width * height * self.p);
                    here += packets.div_ceil(self.rows);
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
            // What is dealt by a block is shared out evenly but for the excess.
            let share = (packets * x + packets.min(blocks) * self.excess) / self.rows;
            if packets <= blocks * x {
                return packets.min(share);
            }
            let (rounds, rest) =
                ((packets - blocks * x) / self.rows, (packets - blocks * x) % self.rows);
            share.min(blocks * x + rounds * x + rest.saturating_sub(self.rows - x))
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
        let half = |p: usize, [(rows, heights), (cols, widths)]: [(usize, &Vec<usize>); 2]| {
            let s = if single || p == 1 { p } else { p + p % 2 };
            let (heights, widths, excess) = (heights.clone(), widths.clone(), excess(rows));
            Half { rows, cols, heights, widths, p, s, q, excess }
        };
        let (down, across) = ((rows, &heights), (cols, &widths));
        let packets = [k - k / 2, if k == 1 { 1 } else { k / 2 }];
        let halves = [half(packets[0], [down, across]), half(packets[1], [across, down])];
        let mut sort_steps = 0;
        for &height in &heights {
            for &width in &widths {
                sort_steps = sort_steps.max(both_sorts(shape(height, width), packets));
            }
        }
        let most = |steps: fn(&Half) -> usize| halves.iter().map(steps).max().expect("two");
        let both = |packets: fn(&Half) -> usize| halves.iter().map(packets).sum::<usize>();
        let last = most(Half::along_columns);
        let steps = sort_steps + most(Half::deal) + most(Half::along_rows) + last;
        let (s, dealt, gathered) = (both(|half| half.s), both(Half::dealt), both(Half::gathered));
        let lines =
            [s + dealt, dealt + gathered, gathered + q].into_iter().max().expect("three") + 2;
        // Two lists and three packets on their way for every half, in lanes of their own.
        let lanes: usize = packets.iter().map(|p| p + p % 2 + 3).sum();
        let drained = q.saturating_sub(last).max(q - q.div_ceil(4) + 1);
        let capacity = if single { lines } else { lines.max(lanes) };
        Self { steps, delivery_steps: steps + drained, capacity }
    }
}

/// For every step of a sort, whether it uses links along rows and along columns; the phases are taken as given.
fn links(block: Shape, packets: usize, order: Order) -> Vec<[bool; 2]> {
    if block.nodes() == 1 {
        return Vec::new();
    }
    let is_column = block.cols() == 1 && packets > 1;
    let is_row = block.rows() == 1 && packets > 1;
    let turned = is_column || (order == Order::ColumnMajor && !is_row);
    let seen = if turned { block.transposed() } else { block };
    let plan = match packets {
        1 => Plan::new(seen, Order::RowMajor),
        _ => Plan::wide(seen, Order::RowMajor),
    };
    let of_phase = |phase: &Phase| {
        let along = match phase {
            Phase::Route(_) | Phase::Exchanges(Exchanges::Rows { .. }) => [true, false],
            Phase::Exchanges(Exchanges::Columns { .. }) => [false, true],
            Phase::Exchanges(Exchanges::Snake { .. }) => [true, true],
        };
        let along = if turned { [along[1], along[0]] } else { along };
        vec![along; phase.steps() * packets.div_ceil(2)]
    };
    plan.phases().iter().flat_map(of_phase).collect()
}

/// The fewest steps in which both halves of a block are sorted, each step of both at most once and none of two that use links along the
/// same lines: a table of all pairs of steps.
fn both_sorts(block: Shape, packets: [usize; 2]) -> usize {
    let first = links(block, packets[0], Order::ColumnMajor);
    let second = links(block, packets[1], Order::RowMajor);
    // Lanes beyond are not told apart.
    if packets[0] + packets[0] % 2 + 3 > 63 {
        return first.len() + second.len();
    }
    let mut fewest: Vec<usize> = (0..=second.len()).rev().collect();
    for (i, one) in first.iter().enumerate().rev() {
        let below = fewest.clone();
        fewest[second.len()] = first.len() - i;
        for (j, other) in second.iter().enumerate().rev() {
            let alone = below[j].min(fewest[j + 1]);
            let clash = (one[0] && other[0]) || (one[1] && other[1]);
            fewest[j] = 1 + if clash { alone } else { below[j + 1].min(alone) };
        }
    }
    fewest[0]
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
        for (k, q) in LOADS.into_iter().chain([(5, 33), (40, 8), (130, 8)]) {
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
    // Those for packets on the way in either direction, and one more: dealt packets do not meet as they might.
    assert_eq!(nearest, 3, "slots that no run used");
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
fn a_routing_of_up_to_sixteen_packets_takes_at_most_one_and_a_half_sides_for_each_and_two() {
    for side in [8, 37, 64, 67, 131, 199, 281] {
        for k in 1..=16 {
            for mesh in [shape(side, side), shape(2 * side / 3 + 1, side)] {
                let steps = KkRouting::new(mesh, k, k, KkRouting::BLOCKS).steps();
                assert!(2 * steps <= ((3 * k + 4) * side) as u64, "{mesh:?}, k = {k}: {steps}");
            }
        }
    }
}

/// The sorts of a square block are transposed to each other.
#[test]
fn square_blocks_sort_both_halves_in_the_steps_of_one() {
    for side in (2..=20).chain([25, 32]) {
        for packets in [1, 2, 4, 7] {
            let block = shape(side, side);
            let one = links(block, packets, Order::RowMajor).len();
            assert_eq!(both_sorts(block, [packets; 2]), one, "side {side}, {packets} packets");
        }
    }
}
