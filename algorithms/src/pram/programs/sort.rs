//! Sorts the cells by comparisons of a network.

use super::{Checked, doublings, number};
use crate::pram::{Phase, Program};

/// Batcher's merge exchange (D. E. Knuth, "The Art of Computer Programming" 3, 1998, Algorithm 5.2.2M), by exclusive
/// reads and writes: in every stage the two processors of a comparator read each other's cell, and keep the lesser or the greater
/// value. Any number of processors; 1 + t(t + 1)/2 steps for t = ⌈log₂ n⌉.
#[derive(Clone, Debug)]
pub struct MergeExchange {
    processors: u32,
    seed: u64,
    stages: Vec<Stage>,
}

/// Compares cell i with cell i + d, for all i with i & p = r.
#[derive(Clone, Copy, Debug)]
struct Stage {
    p: u32,
    r: u32,
    d: u32,
}

impl MergeExchange {
    /// Of keys that follow from a seed, one a processor.
    pub fn new(processors: usize, seed: u64) -> Self {
        let rounds = doublings(processors as u64);
        let mut stages = Vec::new();
        for round in (0..rounds).rev() {
            let p = 1 << round;
            let (mut q, mut r, mut d) = (1_u32 << (rounds - 1), 0, p);
            loop {
                stages.push(Stage { p, r, d });
                if q == p {
                    break;
                }
                (d, r) = (q - p, p);
                q /= 2;
            }
        }
        Self { processors: processors as u32, seed, stages }
    }

    /// The partner of a processor in the stage of a step, and whether it keeps the lesser value.
    fn partner(&self, step: u64, processor: u32) -> Option<(u32, bool)> {
        let Stage { p, r, d } = self.stages[step as usize - 1];
        let leads = |i: u32| i & p == r && i + d < self.processors;
        if leads(processor) {
            return Some((processor + d, true));
        }
        processor.checked_sub(d).filter(|&i| leads(i)).map(|i| (i, false))
    }
}

impl Program for MergeExchange {
    /// The key.
    type State = u64;

    fn cells(&self) -> u64 {
        self.processors.into()
    }

    fn initial(&self, cell: u32) -> u64 {
        number(self.seed, cell)
    }

    fn state(&self, _: u32) -> u64 {
        0
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        let is_on = step <= self.stages.len() as u64;
        is_on.then_some(if step == 0 { Phase::READ } else { Phase::BOTH })
    }

    fn read(&self, step: u64, processor: u32, _: &u64) -> Option<u32> {
        match step {
            0 => Some(processor),
            _ => self.partner(step, processor).map(|(partner, _)| partner),
        }
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        key: &mut u64,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let read = read?;
        if step == 0 {
            *key = read;
            return None;
        }
        let (_, keeps_lesser) = self.partner(step, processor)?;
        let kept = if keeps_lesser { read.min(*key) } else { read.max(*key) };
        let changes = kept != *key;
        *key = kept;
        changes.then_some((processor, kept))
    }
}

impl Checked for MergeExchange {
    fn is_right(&self, cells: &[u64]) -> bool {
        let mut keys: Vec<u64> = (0..self.processors).map(|cell| self.initial(cell)).collect();
        keys.sort_unstable();
        keys == cells
    }
}
