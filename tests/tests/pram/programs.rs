//! The shipped programs, on all kinds of shapes.

use super::{MODES, check, shape};
use meshcast_algorithms::programs::{
    AccessOnce, AccessPattern, Bfs, Checked, Components, IndependentSet, ListRanking,
    MatrixProduct, MergeExchange, PramGraph, PrefixSums, SparseProduct,
};
use meshcast_algorithms::{Layout, Pram, PramMode, Workload, generate};
use meshcast_engine::{Options, Shape};

/// Odd, prime, oblong, lines and a square of many tiles.
const SHAPES: [(usize, usize); 8] =
    [(1, 1), (1, 2), (1, 13), (2, 2), (3, 3), (5, 8), (7, 7), (16, 16)];

/// Runs a program in every mode that it is lawful in, the first of `modes` among them with both layouts.
fn lawful<P: Checked>(program: &P, shape: Shape, modes: &[PramMode])
where
    P::State: PartialEq + std::fmt::Debug,
{
    for &mode in modes {
        assert_eq!(check(program, shape, mode, Layout::Hashed), None, "{mode:?}");
    }
    assert_eq!(check(program, shape, modes[0], Layout::Identity), None);
    let pram = Pram::new(program, shape, modes[0], Layout::Hashed, 1);
    let left = super::run(&pram, shape, Options::default()).expect("lawful");
    assert!(program.is_right(&left.cells));
    // The check of the host sees a wrong cell.
    let last = left.cells.len() - 1;
    let mut wrong = left.cells;
    wrong[last] = wrong[last].wrapping_add(1 << 40 | 1);
    assert!(!program.is_right(&wrong));
}

#[test]
fn prefix_sums_are_exclusive() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        lawful(&PrefixSums::new(shape.nodes(), 3), shape, &MODES);
    }
}

#[test]
fn lists_are_ranked_by_concurrent_reads() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        lawful(&ListRanking::new(shape.nodes(), 3), shape, &MODES[1..4]);
    }
}

#[test]
fn merge_exchange_is_exclusive() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        lawful(&MergeExchange::new(shape.nodes(), 3), shape, &MODES[..2]);
    }
}

#[test]
fn matrices_are_multiplied_by_concurrent_reads() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        lawful(&MatrixProduct::new(shape.nodes(), 3), shape, &MODES[1..2]);
    }
}

#[test]
fn sparse_matrices_are_multiplied_by_concurrent_reads() {
    for (side, degree) in [(3, 2), (8, 3), (13, 2)] {
        let messages = generate(Workload::Sparse, side, Some(degree), Some(4), 9).expect("small");
        let program = SparseProduct::of_messages(&messages, 2);
        assert_eq!(program.entries(), messages.deliveries());
        lawful(&program, shape(side, side), &MODES[1..2]);
    }
}

/// Random graphs with fewer edges than nodes, two of them on a mesh that is not square.
fn graphs() -> impl Iterator<Item = (PramGraph, Shape)> {
    let of = |(rows, cols, vertices, seed): (usize, usize, usize, u32)| {
        let draw = |edge: u32, end: u32| {
            let mixed = (edge * 2 + end + seed).wrapping_mul(0x9e37_79b9) >> 7;
            mixed % vertices as u32
        };
        let edges = (0..(rows * cols) as u32).map(move |edge| (draw(edge, 0), draw(edge, 1)));
        (PramGraph::new(vertices, edges.collect::<Vec<_>>()), shape(rows, cols))
    };
    [(1, 1, 1, 0), (2, 2, 4, 1), (1, 13, 9, 2), (5, 8, 40, 3), (7, 7, 49, 4), (12, 9, 70, 5)]
        .into_iter()
        .map(of)
}

#[test]
fn components_are_found_by_concurrent_writes() {
    for (graph, shape) in graphs() {
        lawful(&Components::new(graph), shape, &[PramMode::Arbitrary, PramMode::Priority]);
    }
}

#[test]
fn distances_are_found_by_writes_of_one_value() {
    for (graph, shape) in graphs() {
        lawful(&Bfs::new(graph), shape, &[PramMode::Common, PramMode::Arbitrary]);
    }
}

#[test]
fn independent_sets_are_found_by_writes_of_one_value() {
    for (graph, shape) in graphs() {
        lawful(&IndependentSet::new(graph, 8), shape, &[PramMode::Common, PramMode::Priority]);
    }
}

#[test]
fn one_access_costs_the_same_in_every_pattern() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        let steps = [
            AccessPattern::OneCell,
            AccessPattern::Random,
            AccessPattern::Permutation,
            AccessPattern::Identity,
        ]
        .map(|pattern| {
            let mode = PramMode::Arbitrary;
            let cells = shape.nodes() as u64;
            let program = AccessOnce::new(pattern, (shape.nodes(), cells), mode, 4);
            lawful(&program, shape, &[mode]);
            let pram = Pram::new(&program, shape, mode, Layout::Hashed, 1);
            let (read, write) = pram.access_steps();
            let left = super::run(&pram, shape, Options::default()).expect("lawful");
            assert_eq!((left.outcome.steps, left.rehashes), (read + write, 0), "{pattern:?}");
            left.outcome.steps
        });
        assert!(steps.iter().all(|&other| other == steps[0]));
    }
}
