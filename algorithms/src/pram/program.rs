//! Defines what a PRAM program is.

use meshcast_engine::Register;

/// A program for as many processors as a mesh has nodes.
///
/// In every step of a PRAM each processor may read a cell, compute, and write a cell. All processors know the number of the step, their
/// own number and the program. Inputs are in cells, and in the states that processors begin with.
pub trait Program: Sync {
    /// The registers of a processor: a few words.
    type State: Register + Send + Sync;

    /// Cells of the shared memory, from 1 to 2³².
    fn cells(&self) -> u64;

    /// What a cell holds at the start.
    fn initial(&self, cell: u32) -> u64;

    /// What a processor begins with.
    fn state(&self, processor: u32) -> Self::State;

    /// What processors do in a step, counted from 0, which all of them know; none once the program is over.
    fn phase(&self, step: u64) -> Option<Phase>;

    /// The cell that a processor reads in a step.
    fn read(&self, step: u64, processor: u32, state: &Self::State) -> Option<u32>;

    /// What a processor computes in a step with what it has read, and the cell that it writes, with the value. It depends on the arguments
    /// alone.
    fn compute(
        &self,
        step: u64,
        processor: u32,
        state: &mut Self::State,
        read: Option<u64>,
    ) -> Option<(u32, u64)>;

    /// Whether a processor wants to go on after a step that [asks](Phase::asks).
    fn goes_on(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}

/// What processors do in a step: what nobody does is not charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// Whether some read.
    pub reads: bool,
    /// Whether some write.
    pub writes: bool,
    /// Whether the program ends after this step unless a processor wants to go on: a charged reduction finds out.
    pub asks: bool,
}

impl Phase {
    /// A step that reads.
    pub const READ: Self = Self { reads: true, writes: false, asks: false };
    /// A step that writes.
    pub const WRITE: Self = Self { reads: false, writes: true, asks: false };
    /// A step that reads and writes.
    pub const BOTH: Self = Self { reads: true, writes: true, asks: false };

    /// The same, after which processors say whether they go on.
    #[must_use]
    pub const fn asking(self) -> Self {
        Self { asks: true, ..self }
    }
}
