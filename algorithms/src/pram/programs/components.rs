//! Finds the connected components of a graph.

use super::{Checked, PramGraph};
use crate::pram::{Phase, Program};
use meshcast_engine::register;

/// Connected components by hooking and pointer jumping (Y. Shiloach, U. Vishkin, "An O(log n) parallel connectivity algorithm", 1982), for
/// concurrent writes of which one succeeds.
///
/// Every vertex has a parent, itself at first. In a round of five steps an edge between two trees hangs the greater of both parents,
/// if it is a root, on the lesser; then every vertex takes its grandparent for its parent. The program ends after a
/// round in which nothing has changed. Deviation: trees that stagnate are not hung on greater roots, so that the number of rounds is
/// measured, not bounded.
#[derive(Clone, Debug)]
pub struct Components {
    graph: PramGraph,
}

/// What a processor keeps of its edge and its vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hooking {
    edge: Option<(u32, u32)>,
    parents: [u32; 2],
    changes: bool,
}

register!(Hooking { edge: Option<(u32, u32)>, parents: [u32; 2], changes: bool });

/// Steps of a round.
const ROUND: u64 = 5;

impl Components {
    /// Of a graph.
    pub fn new(graph: PramGraph) -> Self {
        Self { graph }
    }
}

impl Program for Components {
    type State = Hooking;

    fn cells(&self) -> u64 {
        self.graph.vertices().into()
    }

    fn initial(&self, vertex: u32) -> u64 {
        vertex.into()
    }

    fn state(&self, processor: u32) -> Hooking {
        Hooking { edge: self.graph.edge(processor), ..Hooking::default() }
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        Some(match step % ROUND {
            0 | 1 | 3 => Phase::READ,
            2 => Phase::BOTH,
            _ => Phase::BOTH.asking(),
        })
    }

    fn read(&self, step: u64, processor: u32, state: &Hooking) -> Option<u32> {
        let Hooking { edge, parents: [a, b], .. } = *state;
        match step % ROUND {
            0 => edge.map(|(from, _)| from),
            1 => edge.map(|(_, to)| to),
            // Is the greater parent a root?
            2 => (edge.is_some() && a != b).then_some(a.max(b)),
            3 => self.graph.has_vertex(processor).then_some(processor),
            _ => self.graph.has_vertex(processor).then_some(a),
        }
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        state: &mut Hooking,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let read = read.map(|read| read as u32);
        let [a, b] = state.parents;
        match step % ROUND {
            0 => {
                *state = Hooking { parents: [read.unwrap_or(0); 2], changes: false, ..*state };
                None
            }
            1 => {
                state.parents[1] = read.unwrap_or(a);
                None
            }
            2 => {
                state.changes = a != b;
                let root = read.filter(|&parent| parent == a.max(b))?;
                Some((root, a.min(b).into()))
            }
            3 => {
                state.parents[0] = read.unwrap_or(0);
                None
            }
            _ => {
                let grandparent = read.filter(|&grandparent| grandparent != a)?;
                state.changes = true;
                Some((processor, grandparent.into()))
            }
        }
    }

    fn goes_on(&self, state: &Hooking) -> bool {
        state.changes
    }
}

impl Checked for Components {
    /// Every vertex has the least vertex of its component for a parent.
    fn is_right(&self, cells: &[u64]) -> bool {
        let neighbours = self.graph.neighbours();
        let mut least = vec![None; cells.len()];
        for vertex in 0..cells.len() {
            let mut found = vec![vertex];
            while let Some(reached) = found.pop() {
                if least[reached].is_none() {
                    least[reached] = Some(vertex as u64);
                    found.extend(neighbours[reached].iter().map(|&to| to as usize));
                }
            }
        }
        least.iter().zip(cells).all(|(least, &cell)| *least == Some(cell))
    }
}
