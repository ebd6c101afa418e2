//! Finds the distances of all vertices from one.

use super::{Checked, PramGraph};
use crate::pram::{Phase, Program};
use meshcast_engine::register;
use std::collections::VecDeque;

/// Breadth-first search from vertex 0 by levels, for concurrent writes of one value: in the two steps of round d every edge
/// with one end in level d and the other in none writes d + 1 to that other end. A round a level.
#[derive(Clone, Debug)]
pub struct Bfs {
    graph: PramGraph,
}

/// What the cell of a vertex holds that has not been reached.
const UNREACHED: u64 = u64::MAX;

/// What a processor keeps of its edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    edge: Option<(u32, u32)>,
    level: u64,
    reaches: bool,
}

register!(Frontier { edge: Option<(u32, u32)>, level: u64, reaches: bool });

impl Bfs {
    /// Of a graph.
    pub fn new(graph: PramGraph) -> Self {
        Self { graph }
    }
}

impl Program for Bfs {
    type State = Frontier;

    fn cells(&self) -> u64 {
        self.graph.vertices().into()
    }

    fn initial(&self, vertex: u32) -> u64 {
        if vertex == 0 { 0 } else { UNREACHED }
    }

    fn state(&self, processor: u32) -> Frontier {
        Frontier { edge: self.graph.edge(processor), ..Frontier::default() }
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        Some(if step.is_multiple_of(2) { Phase::READ } else { Phase::BOTH.asking() })
    }

    fn read(&self, step: u64, _: u32, state: &Frontier) -> Option<u32> {
        state.edge.map(|(from, to)| if step.is_multiple_of(2) { from } else { to })
    }

    fn compute(
        &self,
        step: u64,
        _: u32,
        state: &mut Frontier,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let ((from, to), read) = state.edge.zip(read)?;
        if step.is_multiple_of(2) {
            state.level = read;
            return None;
        }
        let depth = step / 2;
        let reached = match (state.level, read) {
            (level, UNREACHED) if level == depth => Some(to),
            (UNREACHED, level) if level == depth => Some(from),
            _ => None,
        };
        state.reaches = reached.is_some();
        reached.map(|vertex| (vertex, depth + 1))
    }

    fn goes_on(&self, state: &Frontier) -> bool {
        state.reaches
    }
}

impl Checked for Bfs {
    fn is_right(&self, cells: &[u64]) -> bool {
        let neighbours = self.graph.neighbours();
        let mut levels = vec![UNREACHED; cells.len()];
        levels[0] = 0;
        let mut waiting = VecDeque::from([0]);
        while let Some(vertex) = waiting.pop_front() {
            for &to in &neighbours[vertex] {
                if levels[to as usize] == UNREACHED {
                    levels[to as usize] = levels[vertex] + 1;
                    waiting.push_back(to as usize);
                }
            }
        }
        levels == cells
    }
}
