//! Random straight-line programs, lawful or not, in every mode.

use super::{MODES, check, shape};
use meshcast_algorithms::{Layout, Phase, Program};

/// In every step some processors read a cell, mix what they read into their two registers, and write what comes of it, or of the cell
/// alone, to another.
#[derive(Debug)]
struct Straight {
    cells: u64,
    steps: u64,
    seed: u64,
    /// Of a hundred processors, so many take part.
    busy: u64,
    /// Whether all that write a cell write one value.
    agrees: bool,
}

fn mix(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0x1234_5678_9abc_def1, |mixed, word| {
        let mixed = (mixed ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
        mixed ^ mixed >> 29
    })
}

impl Straight {
    fn draw(&self, what: u64, step: u64, processor: u32) -> u64 {
        mix([self.seed, what, step, processor.into()])
    }

    fn cell(&self, what: u64, step: u64, processor: u32, state: u64) -> Option<u32> {
        let is_busy = self.draw(what, step, processor) % 100 < self.busy;
        is_busy.then(|| (mix([self.seed, what + 1, step, state]) % self.cells) as u32)
    }
}

impl Program for Straight {
    type State = (u64, u64);

    fn cells(&self) -> u64 {
        self.cells
    }

    fn initial(&self, cell: u32) -> u64 {
        self.draw(1, 0, cell)
    }

    fn state(&self, processor: u32) -> (u64, u64) {
        (self.draw(2, 0, processor), processor.into())
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        let phases = [Phase::BOTH, Phase::READ, Phase::WRITE, Phase::default()];
        (step < self.steps).then(|| phases[(self.draw(3, step, 0) % 4) as usize])
    }

    fn read(&self, step: u64, processor: u32, &(a, b): &(u64, u64)) -> Option<u32> {
        self.cell(10, step, processor, a ^ b)
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        (a, b): &mut (u64, u64),
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        (*a, *b) = (b.wrapping_add(read.unwrap_or(7)), mix([*a, *b, step, 0]));
        let cell = self.cell(20, step, processor, *b)?;
        Some((cell, if self.agrees { self.draw(4, step, cell) } else { *a }))
    }
}

#[test]
fn random_programs_end_as_the_interpreter_says() {
    let shapes = [(1, 1), (1, 7), (2, 3), (4, 4), (5, 5), (11, 3), (9, 16), (16, 13)];
    let (mut conflicts, mut ends) = (0, 0);
    for (seed, (rows, cols)) in (0..48).zip(shapes.into_iter().cycle()) {
        let shape = shape(rows, cols);
        let nodes = shape.nodes() as u64;
        let cells = [1, nodes.div_ceil(2), nodes, 5 * nodes, 1000 * nodes][seed as usize % 5];
        let busy = [3, 30, 100][seed as usize % 3];
        let program = Straight { cells, steps: 4, seed, busy, agrees: seed % 2 == 0 };
        let layout = if seed % 4 == 3 { Layout::Identity } else { Layout::Hashed };
        for mode in MODES {
            match check(&program, shape, mode, layout) {
                Some(_) => conflicts += 1,
                None => ends += 1,
            }
        }
    }
    assert!(conflicts > 50 && ends > 150, "{conflicts} conflicts, {ends} ends");
}
