//! PRAM programs, conflicts and overloads among them.

use super::check;
use meshcast_algorithms::programs::{
    AccessOnce, AccessPattern, Bfs, Components, IndependentSet, ListRanking, MatrixProduct,
    MergeExchange, PramGraph, PrefixSums, SparseProduct,
};
use meshcast_algorithms::{Layout, Pram, PramMode, Program, Workload, generate};
use meshcast_engine::{Machine, Options, Shape};
use meshcast_primitives::{Operator, SharedMemory};

fn traced<P: Program>(name: &str, pram: &Pram<'_, P>, shape: Shape) {
    let messages = pram.messages().expect("small");
    check(name, shape, &messages, |options| {
        let payload_words = SharedMemory::PAYLOAD_WORDS;
        let options = Options { payload_words, ..options };
        let mut machine =
            Machine::new(shape, pram.messages().expect("small"), Some(pram.capacity()), options);
        // A conflict ends the program, not the machine.
        drop(pram.run(&mut machine)?);
        Ok(machine.finish())
    });
}

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("small")
}

const SHAPES: [(usize, usize); 6] = [(1, 1), (1, 5), (3, 3), (4, 4), (5, 3), (8, 8)];

#[test]
fn traces_of_programs_on_any_mesh_replay() {
    for (rows, cols) in SHAPES {
        let shape = shape(rows, cols);
        let nodes = shape.nodes();
        let hashed = |mode| (mode, Layout::Hashed, 3);
        let (mode, layout, seed) = hashed(PramMode::Erew);
        let sums = PrefixSums::new(nodes, 1);
        traced("prefix sums", &Pram::new(&sums, shape, mode, layout, seed), shape);
        let sort = MergeExchange::new(nodes, 1);
        traced("sort", &Pram::new(&sort, shape, mode, layout, seed), shape);
        let list = ListRanking::new(nodes, 1);
        // In the stricter mode it ends with a conflict.
        for mode in [PramMode::Crew, PramMode::Erew] {
            traced("list ranking", &Pram::new(&list, shape, mode, layout, seed), shape);
        }
        let product = MatrixProduct::new(nodes.min(16), 1);
        traced("matrix product", &Pram::new(&product, shape, PramMode::Crew, layout, seed), shape);
    }
}

#[test]
fn traces_of_programs_on_graphs_replay() {
    let shape = shape(6, 7);
    let edges = (0..30_u32).map(|edge| (edge % 23, edge * 7 % 29));
    let graph = PramGraph::new(42, edges);
    let components = Components::new(graph.clone());
    let mode = PramMode::Arbitrary;
    traced("components", &Pram::new(&components, shape, mode, Layout::Hashed, 3), shape);
    let bfs = Bfs::new(graph.clone());
    traced("bfs", &Pram::new(&bfs, shape, PramMode::Common, Layout::Hashed, 3), shape);
    let set = IndependentSet::new(graph, 5);
    traced("mis", &Pram::new(&set, shape, PramMode::Common, Layout::Hashed, 3), shape);
    let square = self::shape(6, 6);
    let messages = generate(Workload::Sparse, 6, Some(2), Some(3), 9).expect("small");
    let spmv = SparseProduct::of_messages(&messages, 2);
    traced("spmv", &Pram::new(&spmv, square, PramMode::Crew, Layout::Hashed, 3), square);
}

#[test]
fn traces_of_rehashes_and_rounds_replay() {
    let shape = shape(5, 6);
    let cells = 6 * shape.nodes() as u64;
    for mode in [PramMode::Arbitrary, PramMode::Common, PramMode::Combining(Operator::Min)] {
        let pattern = AccessPattern::Identity;
        let program = AccessOnce::new(pattern, (shape.nodes(), cells), mode, 1);
        for layout in [Layout::Hashed, Layout::Identity] {
            for (side, per_node) in [(1, 1), (2, 1), (3, 3)] {
                let pram = Pram::new(&program, shape, mode, layout, 2).with_tiles(side, per_node);
                traced("access", &pram, shape);
            }
        }
    }
}
