//! Tells every element of a linked list how far it is from the end.

use super::{Checked, doublings};
use crate::draws::Draws;
use crate::pram::{Phase, Program};
use std::sync::Arc;

/// List ranking by pointer jumping (J. C. Wyllie, 1979): in every round an element adds the distance that its successor knows,
/// and takes that one's successor for its own. Successor and distance share a cell. Concurrent reads, more and more of them of the
/// last element; 1 + ⌈log₂ n⌉ steps.
#[derive(Clone, Debug)]
pub struct ListRanking {
    /// The successor of every element, itself at the end.
    next: Arc<[u32]>,
}

impl ListRanking {
    /// Of a random list with an element a processor.
    pub fn new(processors: usize, seed: u64) -> Self {
        let order = Draws::new(seed).permutation(processors);
        let mut next: Vec<u32> = (0..processors as u32).collect();
        for pair in order.windows(2) {
            next[pair[0] as usize] = pair[1];
        }
        Self { next: next.into() }
    }
}

/// A cell: the successor above the distance to it.
fn cell(next: u32, distance: u32) -> u64 {
    u64::from(next) << 32 | u64::from(distance)
}

impl Program for ListRanking {
    /// Successor and distance, as in a cell.
    type State = u64;

    fn cells(&self) -> u64 {
        self.next.len() as u64
    }

    fn initial(&self, element: u32) -> u64 {
        let next = self.next[element as usize];
        cell(next, u32::from(next != element))
    }

    fn state(&self, _: u32) -> u64 {
        0
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        let rounds = doublings(self.cells());
        (step <= rounds).then_some(if step == 0 { Phase::READ } else { Phase::BOTH })
    }

    fn read(&self, step: u64, processor: u32, state: &u64) -> Option<u32> {
        Some(if step == 0 { processor } else { (state >> 32) as u32 })
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        state: &mut u64,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let read = read?;
        if step == 0 {
            *state = read;
            return None;
        }
        *state = cell((read >> 32) as u32, *state as u32 + read as u32);
        Some((processor, *state))
    }
}

impl Checked for ListRanking {
    /// Walks from the end of the list to its head.
    fn is_right(&self, cells: &[u64]) -> bool {
        let count = self.next.len();
        let mut before = vec![None; count];
        let mut end = 0;
        for (element, &next) in self.next.iter().enumerate() {
            if next as usize == element {
                end = element;
            } else {
                before[next as usize] = Some(element);
            }
        }
        let from_end = std::iter::successors(Some(end), |&element| before[element]);
        from_end.zip(0..).filter(|&(element, rank)| cells[element] as u32 == rank).count() == count
    }
}
