//! Programs that break their mode end with the step, the cell and the processors.

use super::{run, shape};
use meshcast_algorithms::{
    Access, Forbidden, Layout, Phase, Pram, PramConflict, PramMode, Program,
};
use meshcast_engine::Options;

/// In step 2 some processors read a cell, or write their values to it.
struct Collision {
    cell: u32,
    readers: &'static [u32],
    writers: &'static [(u32, u64)],
}

impl Program for Collision {
    type State = u32;

    fn cells(&self) -> u64 {
        40
    }

    fn initial(&self, _: u32) -> u64 {
        0
    }

    fn state(&self, processor: u32) -> u32 {
        processor
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        (step < 3).then_some(Phase::BOTH)
    }

    fn read(&self, step: u64, processor: u32, _: &u32) -> Option<u32> {
        let collides = step == 1 && self.readers.contains(&processor);
        Some(if collides { self.cell } else { processor })
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        _: &mut u32,
        _: Option<u64>,
    ) -> Option<(u32, u64)> {
        let writer = self.writers.iter().find(|&&(writer, _)| step == 1 && writer == processor);
        Some(writer.map_or((processor, 9), |&(_, value)| (self.cell, value)))
    }
}

fn conflict(program: &Collision, mode: PramMode) -> Option<PramConflict> {
    let pram = Pram::new(program, shape(5, 6), mode, Layout::Hashed, 3);
    run(&pram, shape(5, 6), Options::default()).err()
}

#[test]
fn two_readers_of_a_cell_break_erew_alone() {
    let program = Collision { cell: 33, readers: &[21, 4, 17], writers: &[] };
    let found = conflict(&program, PramMode::Erew).expect("a conflict");
    let (access, rule) = (Access::Read, Forbidden::Sharing);
    let expected = PramConflict { pram_step: 2, cell: 33, processors: [4, 17], access, rule };
    assert_eq!(found, expected);
    assert_eq!(
        found.to_string(),
        "PRAM step 2: processors 4 and 17 read cell 33 at once, which the mode forbids"
    );
    assert_eq!(conflict(&program, PramMode::Crew), None);
}

#[test]
fn two_writers_of_a_cell_break_the_modes_of_exclusive_writes() {
    let program = Collision { cell: 35, readers: &[], writers: &[(29, 1), (2, 1)] };
    let (access, rule) = (Access::Write, Forbidden::Sharing);
    let expected = PramConflict { pram_step: 2, cell: 35, processors: [2, 29], access, rule };
    for mode in [PramMode::Erew, PramMode::Crew] {
        assert_eq!(conflict(&program, mode), Some(expected));
    }
    for mode in [PramMode::Common, PramMode::Arbitrary, PramMode::Priority] {
        assert_eq!(conflict(&program, mode), None);
    }
}

#[test]
fn writers_of_two_values_break_common() {
    let program = Collision { cell: 35, readers: &[], writers: &[(3, 1), (8, 1), (12, 2)] };
    let (access, rule) = (Access::Write, Forbidden::Difference);
    let expected = PramConflict { pram_step: 2, cell: 35, processors: [8, 12], access, rule };
    assert_eq!(conflict(&program, PramMode::Common), Some(expected));
    assert_eq!(conflict(&program, PramMode::Arbitrary), None);
    // The other way round, the greater value comes first.
    let program = Collision { writers: &[(3, 2), (8, 2), (12, 1)], ..program };
    assert_eq!(conflict(&program, PramMode::Common), Some(expected));
}
