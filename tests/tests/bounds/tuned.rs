//! `randomized --variant tuned`: at most 20 √(cn) steps on uniform sets, and those that its phases are said to take.

use meshcast_algorithms::{Tuned, TunedPhase, TunedRun, Workload, generate};
use meshcast_engine::{Messages, Options, Order, Shape};
use meshcast_primitives::Sort;
use meshcast_tests::corpus::{multicast, run_tuned};

#[test]
fn uniform_sets_take_at_most_twenty_roots() {
    for (side, c) in [(32, 16), (64, 16), (64, 64)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let (outcome, run) = run_tuned(shape, &set, 1, Options::default()).expect("lawful");
        let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
        assert!(over_root <= 20.0, "side {side}, c = {c}: {over_root} √(cn) steps");
        assert_eq!((run.phases[0].down, run.phases[0].across), (c.isqrt(), c.isqrt()));
    }
}

/// A bit for each block, and a word for each destination: what a node keeps does not grow with the mesh as blocks do.
#[test]
fn a_node_has_at_most_three_hundred_bytes_of_registers() {
    for (rows, cols, most) in
        [(32, 32, 16), (64, 64, 16), (23, 90, 16), (101, 61, 5), (128, 128, 2)]
    {
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), 100, most, 1);
        let (outcome, run) = run_tuned(shape, &set, 1, Options::default()).expect("lawful");
        let last = run.phases.last().expect("a phase");
        let bytes = 8 * outcome.register_words;
        assert!(bytes <= 300, "{shape:?}, at most {most}: {bytes} bytes, {last:?}");
    }
}

/// The steps of a phase on a square of side s with g × g tiles of side a, both powers of 2, a from 8 on, blocks of 2^k
/// nodes.
fn phase(s: usize, g: usize, k: usize, full: bool, part: (usize, usize)) -> usize {
    let a = s / g;
    let sort = Sort::new(Shape::new(s, s).expect("small"), Order::RowMajor).steps() as usize;
    let deal = match (g, full) {
        (1, _) => 0,
        (_, true) => 2 * s,
        (_, false) => sort + 2 * (s - 1),
    };
    let (blocks, high, wide) = ((a * a) >> k, part.0.min(a), part.1.min(a));
    let scans = 2 * a - 1 + blocks + 2 * (a / wide) - 1;
    let down = wide + (high - 1).min((blocks - 1).div_ceil(wide));
    let copies = 1 + 2 * (wide - 1) + (high - 1) + blocks.min(down + wide.min(blocks));
    // The slowest of the sorts of a third.
    let thirds = [a / 3, a.div_ceil(3)];
    let sorts = thirds.iter().flat_map(|&high| thirds.map(|wide| (high, wide)));
    let sorts = sorts.map(|(high, wide)| {
        Sort::new(Shape::new(high, wide).expect("small"), Order::ColumnMajor).steps() as usize
    });
    let routing = sorts.max().expect("four") + 2 * (a - 1);
    let visit = scans + copies + routing + (1 << k) + 1;
    deal + g * g * visit + (g * g - 1) * a + 1 + 2 * s
}

#[test]
fn a_phase_takes_the_documented_steps_whatever_the_messages() {
    for (s, c, phases) in [(32, 16, [(4, 4), (1, 6)]), (64, 16, [(4, 5), (1, 7)])] {
        let shape = Shape::new(s, s).expect("small");
        // The second set has one node with c messages, and others without a message.
        let uniform = generate(Workload::Uniform, s, None, Some(c), 1).expect("in range");
        let few = multicast(shape.nodes(), 50, 4, 1);
        let lists = few.iter().zip(0..).map(|((source, to), number)| {
            let others = to.iter().copied().filter(|&to| to != 0);
            (source, others.chain((number < c).then_some(0)).collect())
        });
        let few = Messages::new(shape.nodes(), lists).expect("small");
        for (set, full) in [(uniform, true), (few, false)] {
            assert_eq!(set.congestion(), c);
            let tuned = Tuned::new(shape, &set, 1);
            let first = phase(s, phases[0].0, phases[0].1, full, (16, 8));
            let last = phase(s, phases[1].0, phases[1].1, false, (32, 16));
            for count in 1..=3 {
                let expected = 1 + first + (count - 1) * last;
                let run = run_of(&[c.isqrt(), 1, 1][..count]);
                assert_eq!(tuned.steps(&run), expected as u64, "side {s}, {count} phases");
            }
        }
    }
}

/// A run with grids of tiles of these sides, as far as steps depend on it.
fn run_of(grids: &[usize]) -> TunedRun {
    let phase = |&side| TunedPhase {
        load: 1,
        down: side,
        across: side,
        block_rows: 1,
        block_cols: 1,
        left: 0,
    };
    TunedRun { phases: grids.iter().map(phase).collect(), broadcast: 0, guesses: Vec::new() }
}
