//! Reads and writes once, in a pattern: what a step of a PRAM costs.

use super::{Checked, number};
use crate::draws::Draws;
use crate::pram::{Phase, PramMode, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which cell each processor reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPattern {
    /// All of them cell 0.
    OneCell,
    /// Each a cell of its own, in random order.
    Permutation,
    /// Each any cell.
    Random,
    /// Processor i cell i: of many cells per processor all in few tiles, if addresses are places.
    Identity,
}

/// One step of a PRAM: processor i reads the cell of a pattern, and writes what it has read plus i there, in the modes that allow it.
#[derive(Clone, Debug)]
pub struct AccessOnce {
    cells: u64,
    targets: Arc<[u32]>,
    mode: PramMode,
    writes: bool,
    seed: u64,
}

impl AccessOnce {
    /// Of `processors` processors on `cells` cells; the mode is that for which the result is right.
    ///
    /// # Panics
    /// If there are no cells or more than 2³², or fewer than processors in a pattern that gives each its own.
    pub fn new(
        pattern: AccessPattern,
        (processors, cells): (usize, u64),
        mode: PramMode,
        seed: u64,
    ) -> Self {
        assert!((1..=1 << 32).contains(&cells), "cells have addresses of 32 bits");
        let own = matches!(pattern, AccessPattern::Permutation | AccessPattern::Identity);
        assert!(!own || processors as u64 <= cells, "each processor has a cell of its own");
        let mut draws = Draws::new(seed);
        let targets = match pattern {
            AccessPattern::OneCell => vec![0; processors],
            AccessPattern::Identity => (0..processors as u32).collect(),
            AccessPattern::Permutation => draws.permutation(processors),
            AccessPattern::Random => {
                // As many cells as there are addresses are too many for a bound of 32 bits.
                let bound = u32::try_from(cells).unwrap_or(u32::MAX);
                (0..processors).map(|_| draws.below(bound)).collect()
            }
        };
        Self { cells, targets: targets.into(), mode, writes: true, seed }
    }

    /// The same without writes.
    #[must_use]
    pub fn reading_only(self) -> Self {
        Self { writes: false, ..self }
    }
}

impl AccessOnce {
    /// Every processor with its cell.
    pub fn targets(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(self.targets.iter().copied())
    }
}

impl Program for AccessOnce {
    /// The cell.
    type State = u32;

    fn cells(&self) -> u64 {
        self.cells
    }

    fn initial(&self, cell: u32) -> u64 {
        number(self.seed, cell)
    }

    fn state(&self, processor: u32) -> u32 {
        self.targets[processor as usize]
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        (step == 0).then_some(if self.writes { Phase::BOTH } else { Phase::READ })
    }

    fn read(&self, _: u64, _: u32, cell: &u32) -> Option<u32> {
        Some(*cell)
    }

    fn compute(
        &self,
        _: u64,
        processor: u32,
        cell: &mut u32,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        Some((*cell, read?.wrapping_add(processor.into())))
    }
}

impl Checked for AccessOnce {
    fn is_right(&self, cells: &[u64]) -> bool {
        let mut written: BTreeMap<u32, u64> = BTreeMap::new();
        let writers = self.targets.iter().zip(0..).filter(|_| self.writes);
        for (&cell, processor) in writers {
            let value = self.initial(cell).wrapping_add(processor);
            let combined = match (self.mode, written.get(&cell)) {
                (PramMode::Combining(operator), Some(&before)) => operator.apply(before, value),
                // The processor with the lowest number has come first.
                (_, Some(&before)) => before,
                (_, None) => value,
            };
            written.insert(cell, combined);
        }
        (0..).zip(cells).all(|(cell, &value)| {
            value == written.get(&cell).copied().unwrap_or_else(|| self.initial(cell))
        })
    }
}
