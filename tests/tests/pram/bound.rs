//! No read takes fewer steps than the bound of its pattern, which distances and cuts make.

use super::{leaping, run, shape};
use meshcast_algorithms::programs::{AccessOnce, AccessPattern, PrefixSums};
use meshcast_algorithms::{Layout, Phase, Pram, PramMode, Program};

/// Every processor reads the cell of the node at the other end of its row.
struct Mirror {
    cols: u32,
    processors: u32,
}

impl Program for Mirror {
    type State = ();

    fn cells(&self) -> u64 {
        self.processors.into()
    }

    fn initial(&self, _: u32) -> u64 {
        0
    }

    fn state(&self, _: u32) {}

    fn phase(&self, step: u64) -> Option<Phase> {
        (step == 0).then_some(Phase::READ)
    }

    fn read(&self, _: u64, processor: u32, (): &()) -> Option<u32> {
        let col = processor % self.cols;
        Some(processor - col + self.cols - 1 - col)
    }

    fn compute(&self, _: u64, _: u32, (): &mut (), _: Option<u64>) -> Option<(u32, u64)> {
        None
    }
}

#[test]
fn values_have_to_cross_the_middle_of_a_mesh() {
    // On one tile places are row-major, so that cell i is at node i.
    let found = |rows: usize, cols: usize| {
        let program = Mirror { cols: cols as u32, processors: (rows * cols) as u32 };
        let on = shape(rows, cols);
        let pram = Pram::new(&program, on, PramMode::Crew, Layout::Identity, 1);
        pram.first_read_bound().expect("every processor reads once")
    };
    // The farthest cell is 7 hops away, and 9 hops.
    assert_eq!((found(8, 8), found(1, 10)), (14, 18));
    assert_eq!(found(1, 1), 0);
}

#[test]
fn reads_keep_to_the_bound_in_every_pattern() {
    use AccessPattern::{Identity, OneCell, Permutation, Random};
    for (rows, cols) in [(1, 1), (1, 9), (5, 5), (16, 16), (12, 20)] {
        let shape = shape(rows, cols);
        for pattern in [OneCell, Permutation, Random, Identity] {
            for layout in [Layout::Hashed, Layout::Identity] {
                let cells = (shape.nodes() as u64, 3 * shape.nodes() as u64);
                for cells in [cells.0, cells.1] {
                    let mode = PramMode::Arbitrary;
                    let program = AccessOnce::new(pattern, (shape.nodes(), cells), mode, 1);
                    let program = program.reading_only();
                    let pram = Pram::new(&program, shape, mode, layout, 1);
                    let bound = pram.first_read_bound().expect("every processor reads once");
                    let steps = run(&pram, shape, leaping()).expect("lawful").outcome.steps;
                    assert!(bound <= steps, "{rows} x {cols} {pattern:?} {layout:?}");
                    assert!(shape.nodes() < 64 || bound > 0, "{rows} x {cols} {pattern:?}");
                }
            }
        }
    }
}

/// What is read first, wherever it is; a program that begins by writing has no bound.
#[test]
fn only_the_first_reads_count() {
    struct Writes;
    impl Program for Writes {
        type State = ();
        fn cells(&self) -> u64 {
            1
        }
        fn initial(&self, _: u32) -> u64 {
            0
        }
        fn state(&self, _: u32) {}
        fn phase(&self, step: u64) -> Option<Phase> {
            [Phase::WRITE, Phase::READ].get(step as usize).copied()
        }
        fn read(&self, _: u64, _: u32, (): &()) -> Option<u32> {
            Some(0)
        }
        fn compute(&self, _: u64, _: u32, (): &mut (), _: Option<u64>) -> Option<(u32, u64)> {
            None
        }
    }
    let on = shape(8, 8);
    let writes = Pram::new(&Writes, on, PramMode::Arbitrary, Layout::Identity, 1);
    assert_eq!(writes.first_read_bound().expect("nothing is read"), 0);
    // Every processor begins with its own cell, which is at its own node.
    let sums = PrefixSums::new(64, 1);
    let sums = Pram::new(&sums, on, PramMode::Erew, Layout::Identity, 1);
    assert_eq!(sums.first_read_bound().expect("every processor reads once"), 0);
}
