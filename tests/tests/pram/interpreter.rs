//! Runs PRAM programs on the host, by the definition of a PRAM: no network, no machine.

use meshcast_algorithms::{PramMode, Program};
use meshcast_primitives::Operator;

/// A PRAM after some steps.
pub(super) struct Interpreter<'p, P: Program> {
    program: &'p P,
    mode: PramMode,
    pub(super) cells: Vec<u64>,
    pub(super) states: Vec<P::State>,
    pub(super) steps: u64,
    is_over: bool,
}

/// The first conflict of a step: reads or not, the least cell, and the first two processors at odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) pram_step: u64,
    pub(super) cell: u32,
    pub(super) processors: [u32; 2],
    pub(super) is_read: bool,
}

impl<'p, P: Program> Interpreter<'p, P> {
    pub(super) fn new(program: &'p P, processors: usize, mode: PramMode) -> Self {
        let cells = (0..program.cells()).map(|cell| program.initial(cell as u32)).collect();
        let states = (0..processors as u32).map(|processor| program.state(processor)).collect();
        Self { program, mode, cells, states, steps: 0, is_over: false }
    }

    /// Makes a step, if there is one left.
    pub(super) fn step(&mut self) -> Result<bool, Found> {
        let Some(phase) = self.program.phase(self.steps).filter(|_| !self.is_over) else {
            return Ok(false);
        };
        let step = self.steps;
        let mut read = vec![None; self.states.len()];
        if phase.reads {
            let mut readers: Vec<(u32, u32)> = Vec::new();
            for (processor, state) in (0..).zip(&self.states) {
                if let Some(cell) = self.program.read(step, processor, state) {
                    read[processor as usize] = Some(self.cells[cell as usize]);
                    readers.push((cell, processor));
                }
            }
            if self.mode == PramMode::Erew {
                self.check(readers.iter().map(|&(cell, reader)| (cell, reader, 0)), true)?;
            }
        }
        let mut writes = Vec::new();
        for (processor, state) in (0..).zip(&mut self.states) {
            let read = read[processor as usize];
            if let Some((cell, value)) = self.program.compute(step, processor, state, read) {
                writes.push((cell, processor, value));
            }
        }
        if phase.writes {
            self.write(&writes)?;
        }
        self.steps += 1;
        self.is_over = phase.asks && !self.states.iter().any(|state| self.program.goes_on(state));
        Ok(true)
    }

    fn write(&mut self, writes: &[(u32, u32, u64)]) -> Result<(), Found> {
        match self.mode {
            PramMode::Erew | PramMode::Crew => {
                self.check(writes.iter().copied(), false)?;
            }
            PramMode::Common => {
                self.check_values(writes)?;
            }
            _ => {}
        }
        if let PramMode::Combining(operator) = self.mode {
            let mut fresh = vec![true; self.cells.len()];
            for &(cell, _, value) in writes {
                let held = &mut self.cells[cell as usize];
                let is_first = std::mem::take(&mut fresh[cell as usize]);
                *held = if is_first { value } else { combined(operator, *held, value) };
            }
        } else {
            for &(cell, _, value) in writes.iter().rev() {
                self.cells[cell as usize] = value;
            }
        }
        Ok(())
    }

    /// Fails at the least cell that two processors access.
    fn check(
        &self,
        accesses: impl Iterator<Item = (u32, u32, u64)>,
        is_read: bool,
    ) -> Result<(), Found> {
        let mut sorted: Vec<(u32, u32)> = accesses.map(|(cell, who, _)| (cell, who)).collect();
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            if pair[0].0 == pair[1].0 {
                let processors = [pair[0].1, pair[1].1];
                let pram_step = self.steps + 1;
                return Err(Found { pram_step, cell: pair[0].0, processors, is_read });
            }
        }
        Ok(())
    }

    /// Fails at the least cell to which two processors write different values.
    fn check_values(&self, writes: &[(u32, u32, u64)]) -> Result<(), Found> {
        let mut sorted = writes.to_vec();
        sorted.sort_unstable_by_key(|&(cell, processor, _)| (cell, processor));
        for pair in sorted.windows(2) {
            if pair[0].0 == pair[1].0 && pair[0].2 != pair[1].2 {
                let (cell, processors) = (pair[0].0, [pair[0].1, pair[1].1]);
                return Err(Found { pram_step: self.steps + 1, cell, processors, is_read: false });
            }
        }
        Ok(())
    }
}

fn combined(operator: Operator, a: u64, b: u64) -> u64 {
    match operator {
        Operator::Sum => (u128::from(a) + u128::from(b)) as u64,
        Operator::Min => std::cmp::min(a, b),
        Operator::Max => std::cmp::max(a, b),
        Operator::Or => a | b,
        Operator::And => a & b,
        Operator::Xor => a ^ b,
    }
}
