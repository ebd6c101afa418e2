//! Adds up all values before each.

use super::{Checked, doublings, number};
use crate::pram::{Phase, Program};

/// Prefix sums by doubling: in round j every processor adds what stands 2ʲ cells before its own. Exclusive reads and writes, 1 +
/// ⌈log₂ n⌉ steps.
#[derive(Clone, Copy, Debug)]
pub struct PrefixSums {
    processors: u32,
    seed: u64,
}

impl PrefixSums {
    /// Of values that follow from a seed, one a processor.
    pub fn new(processors: usize, seed: u64) -> Self {
        Self { processors: processors as u32, seed }
    }
}

impl Program for PrefixSums {
    /// The sum so far.
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
        let rounds = doublings(self.processors.into());
        (step <= rounds).then_some(if step == 0 { Phase::READ } else { Phase::BOTH })
    }

    fn read(&self, step: u64, processor: u32, _: &u64) -> Option<u32> {
        match step {
            0 => Some(processor),
            _ => processor.checked_sub(1 << (step - 1)),
        }
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        sum: &mut u64,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        *sum += read?;
        (step > 0).then_some((processor, *sum))
    }
}

impl Checked for PrefixSums {
    fn is_right(&self, cells: &[u64]) -> bool {
        let mut sum = 0;
        (0..self.processors).zip(cells).all(|(cell, &found)| {
            sum += self.initial(cell);
            found == sum
        })
    }
}
