//! `deterministic --variant paper`: the steps of its phases, at most 130 √(cn)·log₂² n on a uniform set, and 8 packets a
//! node.

use meshcast_algorithms::{
    Congestion, DeterministicPaper, Marks, Multicast, Permutation, Replication, Workload, generate,
};
use meshcast_engine::{Messages, Options, Order, Shape};
use meshcast_primitives::{Circulation, KkSort, PermutationRouting, Sort};
use meshcast_tests::corpus::run_deterministic_paper_by;

fn square(side: usize) -> Shape {
    Shape::new(side, side).expect("small")
}

fn scan(side: usize, waves: u64) -> u64 {
    (2 * (side / 2) + side - 1) as u64 + waves - 1
}

fn routing(side: usize) -> u64 {
    let sort = Sort::new(square(side / 2), Order::ColumnMajor).steps();
    sort + 2 * (side as u64 - 1)
}

/// A migration, the circulation of its clones and the marks, in tiles of side a (a power of two) in `rows` × `cols`
/// blocks.
fn visit(a: usize, (rows, cols): (usize, usize), marks: Marks) -> u64 {
    let tiles = (rows * cols) as u64;
    let wide = a as u64;
    let broadcast = tiles.min(wide + (wide - 1).min((tiles - 1).div_ceil(wide)) + wide.min(tiles));
    let circulation = Circulation::new(Shape::new(a / rows, a / cols).expect("small")).steps();
    let sort = Sort::new(square(a), Order::Snake).steps();
    circulation
        + match marks {
            Marks::Lean => {
                scan(a, tiles) + scan(a, 1) + 1 + 3 * (wide - 1) + broadcast + routing(a)
            }
            Marks::Literal => {
                let migration = scan(a, tiles) + 2 * scan(a, 1) + 1 + 2 * routing(a);
                let kk = KkSort::new(square(a), 2, Order::Snake).steps();
                let marking = kk + scan(a, tiles) + 1 + 2 * routing(a);
                migration + broadcast + sort + 1 + marking
            }
        }
}

/// The first phase of a class restated for a side and c that are powers of two and 4.
fn phase(
    side: usize,
    c: usize,
    (r, migrations): (u64, u64),
    blocks: (usize, usize),
    marks: Marks,
) -> u64 {
    let a = side / c.isqrt();
    let all_blocks = (c * blocks.0 * blocks.1) as u64;
    let survey = 2 * side as u64 + all_blocks;
    let tour = c as u64 * (migrations * visit(a, blocks, marks) + a as u64);
    routing(side) + r + 2 * routing(side) + tour + 2 * (r - 1) + 1 + survey
}

#[test]
fn uniform_sets_take_one_phase_a_class_of_the_documented_steps() {
    for (side, c, blocks, migrations, marks) in [
        (16, 4, (2, 4), 8, Marks::Literal),
        (32, 16, (2, 4), 8, Marks::Lean),
        (32, 4, (4, 4), 16, Marks::Lean),
    ] {
        let (shape, n) = (square(side), side * side);
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let replication = Replication {
            alpha: Some(4),
            marks,
            is_drawn: false,
            effort: 1 << 18,
            instances: None,
        };
        let known = Congestion::Known;
        let (outcome, run) =
            run_deterministic_paper_by(known, shape, &set, &replication, Options::default())
                .expect("lawful");
        let what = format!("side {side}, c = {c}: {run:?}");
        // As many classes as the logarithm says, and the most replicas of each of their packets.
        let classes = n.ilog2() as usize;
        let r = n / n.div_ceil(classes);
        assert_eq!((run.instances, run.classes(), run.most_phases()), (r, classes, 1), "{what}");
        assert!(run.phases.iter().all(|phase| phase.migrations as u64 == migrations), "{what}");
        let of_class = phase(side, c, (r as u64, migrations), blocks, marks);
        let begin = 1 + scan(side, 1) + 2 * side as u64;
        assert_eq!(outcome.steps, begin + classes as u64 * of_class, "{what}");
        let (root, log) = (((c * n) as f64).sqrt(), classes as f64);
        assert!(outcome.steps as f64 <= 130.0 * root * log * log, "{what}: {}", outcome.steps);
        assert_eq!((outcome.capacity, outcome.peak), (Some(8), 6), "{what}");
    }
}

#[test]
fn a_permutation_has_an_entry_for_every_replica_and_no_more_than_there_are_nodes() {
    for (rows, cols) in [(4, 4), (16, 16), (23, 9), (1, 40), (37, 23)] {
        let shape = Shape::new(rows, cols).expect("small");
        let set = Messages::new(shape.nodes(), [(0, vec![1, 2])]).expect("small");
        for known in [Congestion::Known, Congestion::Doubled] {
            for r in [1, 2, 3, 7] {
                let entries = DeterministicPaper::entries(shape, &set, Some(r), known);
                assert!(entries.is_multiple_of(r) && entries <= shape.nodes(), "{shape:?}");
                assert!(2 * entries > shape.nodes(), "{shape:?}: {entries} for r = {r}");
                let paper = DeterministicPaper::new(
                    shape,
                    &set,
                    &Replication { instances: Some(r), ..Replication::default() },
                    &Permutation::random(entries, 1),
                    known,
                );
                assert_eq!(paper.capacity(), Some(8), "{shape:?}");
            }
        }
    }
}

#[test]
fn routings_restated_are_those_of_the_primitive() {
    for side in [4, 8, 16, 32] {
        assert_eq!(routing(side), PermutationRouting::new(square(side), 2).steps());
    }
}
