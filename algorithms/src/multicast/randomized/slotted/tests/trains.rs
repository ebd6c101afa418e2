//! Follows every packet and every train by itself, and compares what they deliver with what the machine does.

use super::machine;
use crate::draws::Draws;
use crate::multicast::randomized::slotted::Trains;
use meshcast_engine::{Machine, Messages, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// Rows and columns of a mesh, or a row and a column of it, as it is seen.
type Pair = (usize, usize);

/// A packet: where it stands, and which destinations it has still to reach.
struct Walker {
    row: usize,
    col: usize,
    eastbound: bool,
    open: BTreeSet<Pair>,
}

impl Walker {
    /// Goes on by two positions of the belt; to turn at an end of the row is to go on by one.
    fn go_on(&mut self, cols: usize) {
        for _ in 0..2 {
            match (self.eastbound, self.col) {
                (true, col) if col + 1 == cols => self.eastbound = false,
                (false, 0) => self.eastbound = true,
                (true, _) => self.col += 1,
                (false, _) => self.col -= 1,
            }
        }
    }

    /// Goes to the next band: on the ring 0, 2, 4, …, 5, 3, 1 forward if it is eastbound, backward otherwise.
    fn shift(&mut self, bands: usize, height: usize) {
        let ring: Vec<usize> = (0..bands).step_by(2).chain((1..bands).step_by(2).rev()).collect();
        let band = self.row / height;
        let at = ring.iter().position(|&other| other == band).expect("on the ring");
        let next = if self.eastbound { at + 1 } else { at + bands - 1 };
        self.row = ring[next % bands] * height + self.row % height;
    }
}

/// Lets all packets pass all segments of bands of `height` rows, train by train. A train has two seats, and takes what it meets first.
fn pass(walkers: &mut [Walker], (rows, cols): Pair, height: usize) {
    let bands = rows / height;
    // By segment and train the seats that are taken.
    let mut taken: BTreeMap<(Pair, usize), usize> = BTreeMap::new();
    for cycle in 0..bands * cols {
        for walker in &mut *walkers {
            if cycle > 0 && cycle % cols == 0 {
                walker.shift(bands, height);
            }
            let (band, place) = (walker.row / height, walker.row % height);
            let is_here = |&(row, col): &Pair| (row / height, col) == (band, walker.col);
            if walker.open.iter().any(is_here) {
                // A train goes up a row a cycle, so the sum stays the same.
                let train = ((band, walker.col), cycle + place);
                let seats = taken.entry(train).or_insert(0);
                if *seats < 2 {
                    *seats += 1;
                    walker.open.retain(|at| !is_here(at));
                }
            }
            walker.go_on(cols);
        }
    }
}

/// Packets of most nodes: half of their destinations are in one column, so that its trains are full, the others anywhere.
fn walkers((rows, cols): Pair, draws: &mut Draws) -> Vec<Walker> {
    let below = |draws: &mut Draws, bound: usize| draws.below(bound as u32) as usize;
    let mut walkers = Vec::new();
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        if draws.below(4) > 0 {
            let destinations = (0..=below(draws, 6)).map(|number| {
                let anywhere = below(draws, cols);
                (below(draws, rows), if number % 2 == 0 { cols / 3 } else { anywhere })
            });
            let open = destinations.collect();
            walkers.push(Walker { row, col, eastbound: col.is_multiple_of(2), open });
        }
    }
    walkers
}

/// A mesh as it is seen, turned or not, and packets that stand where their messages begin.
struct Seen {
    sides: Pair,
    turned: bool,
}

impl Seen {
    fn shape(&self) -> Shape {
        let (rows, cols) = self.sides;
        let shape = if self.turned { Shape::new(cols, rows) } else { Shape::new(rows, cols) };
        shape.expect("small")
    }

    fn node(&self, (row, col): Pair) -> u32 {
        let (rows, cols) = self.sides;
        (if self.turned { col * rows + row } else { row * cols + col }) as u32
    }

    /// Deliveries to make at these places, as nodes.
    fn nodes(&self, places: &BTreeSet<Pair>) -> BTreeSet<u32> {
        places.iter().map(|&place| self.node(place)).collect()
    }

    fn messages(&self, walkers: &[Walker]) -> Messages {
        let lists = walkers.iter().map(|walker| {
            (self.node((walker.row, walker.col)), Vec::from_iter(self.nodes(&walker.open)))
        });
        let lists: BTreeMap<u32, Vec<u32>> = lists.collect();
        Messages::new(self.shape().nodes(), lists).expect("in range")
    }
}

/// Copies that want some of the pieces of a segment after others have been served.
fn parts(walkers: &[Walker], first: &[BTreeSet<Pair>], height: usize) -> usize {
    let segments = |places: &BTreeSet<Pair>| {
        let mut of = BTreeMap::new();
        for &(row, col) in places {
            *of.entry((row / height, col)).or_insert(0) += 1;
        }
        of
    };
    let of_packet = |(walker, first): (&Walker, &BTreeSet<Pair>)| {
        let all: BTreeMap<Pair, usize> = segments(first);
        segments(&walker.open).iter().filter(|&(segment, &open)| open < all[segment]).count()
    };
    walkers.iter().zip(first).map(of_packet).sum()
}

/// Runs phases with bands of these heights; how many deliveries are left, and how many copies were for a part of a segment.
fn check(seen: &Seen, heights: &[usize], draws: &mut Draws) -> (usize, usize) {
    let mut walkers = walkers(seen.sides, draws);
    let first: Vec<BTreeSet<Pair>> = walkers.iter().map(|walker| walker.open.clone()).collect();
    let source = |walker: &Walker| seen.node((walker.row, walker.col));
    let sources: Vec<u32> = walkers.iter().map(source).collect();
    let set = seen.messages(&walkers);
    let mut machine = machine(seen.shape(), &set);
    let mut in_parts = 0;
    for &height in heights {
        in_parts += parts(&walkers, &first, height);
        pass(&mut walkers, seen.sides, height);
        let piece = heights[0];
        let run =
            |machine: &mut Machine| Trains { seen: machine.shape(), height, piece }.run(machine);
        let ran = if seen.turned { machine.transposed(run) } else { run(&mut machine) };
        ran.unwrap_or_else(|violation| panic!("{:?} {heights:?}: {violation}", seen.sides));
    }
    let mut expected = Vec::new();
    for (number, walker) in walkers.iter().enumerate() {
        let open = seen.nodes(&walker.open);
        let served = seen.nodes(&first[number]).into_iter().filter(|node| !open.contains(node));
        // Messages are numbered by their sources.
        let message = sources.iter().filter(|&&other| other < sources[number]).count() as u32;
        expected.extend(served.map(|node| (message, node)));
    }
    expected.sort_unstable();
    let found = machine.finish().deliveries.sorted();
    assert_eq!(found, expected, "{:?}, turned: {}, {heights:?}", seen.sides, seen.turned);
    (set.deliveries() - found.len(), in_parts)
}

#[test]
fn phases_deliver_what_trains_take_one_by_one() {
    let cases: [(Pair, &[usize]); 15] = [
        ((1, 1), &[1]),
        ((1, 6), &[1]),
        ((9, 9), &[9]),
        ((8, 6), &[8, 8]),
        ((5, 7), &[5]),
        ((12, 5), &[4, 12]),
        ((15, 7), &[3, 15]),
        ((16, 16), &[4, 8, 16]),
        ((9, 12), &[3, 9]),
        ((20, 11), &[4, 20]),
        ((18, 9), &[3, 6, 18]),
        ((25, 8), &[5, 5, 25]),
        ((24, 10), &[4, 8, 24]),
        ((27, 9), &[3, 9, 27]),
        ((30, 13), &[5, 15]),
    ];
    let mut draws = Draws::new(27);
    let (mut left, mut in_parts) = (0, 0);
    for (sides, heights) in cases {
        for turned in [false, true] {
            let found = check(&Seen { sides, turned }, heights, &mut draws);
            (left, in_parts) = (left + found.0, in_parts + found.1);
        }
    }
    assert!(left > 100, "trains are full: {left} deliveries are left");
    assert!(in_parts > 100, "later copies are for parts of segments: {in_parts}");
}
