//! Finds a set of vertices without edges between them to which none can be added.

use super::{Checked, PramGraph, number};
use crate::pram::{Phase, Program};
use meshcast_engine::register;

/// A maximal independent set (M. Luby, "A simple parallel algorithm for the maximal independent set problem", 1986), for concurrent
/// writes of one value.
///
/// In a round of five steps every vertex has a random priority that follows from seed, vertex and round. An edge between two
/// undecided vertices marks the one with less; an undecided vertex without a mark joins the set, and its neighbours leave. O(log n)
/// rounds with high probability.
#[derive(Clone, Debug)]
pub struct IndependentSet {
    graph: PramGraph,
    seed: u64,
}

/// What the cell of a vertex holds: nothing decided, that it is in the set, that it is not, or from here on that it is undecided and was
/// marked in a round.
const UNDECIDED: u64 = 0;
const IN: u64 = 1;
const OUT: u64 = 2;
const MARKED: u64 = 3;

/// Steps of a round.
const ROUND: u64 = 5;

/// What a processor keeps of its edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    edge: Option<(u32, u32)>,
    first: u64,
    is_open: bool,
}

register!(Contest { edge: Option<(u32, u32)>, first: u64, is_open: bool });

fn is_undecided(cell: u64) -> bool {
    cell == UNDECIDED || cell >= MARKED
}

impl IndependentSet {
    /// Of a graph.
    pub fn new(graph: PramGraph, seed: u64) -> Self {
        Self { graph, seed }
    }

    /// The vertex of an edge with the lower priority in a round.
    fn loser(&self, (a, b): (u32, u32), round: u64) -> u32 {
        let priority = |vertex| (number(self.seed.wrapping_add(round), vertex), vertex);
        if priority(a) < priority(b) { a } else { b }
    }
}

impl Program for IndependentSet {
    type State = Contest;

    fn cells(&self) -> u64 {
        self.graph.vertices().into()
    }

    fn initial(&self, _: u32) -> u64 {
        UNDECIDED
    }

    fn state(&self, processor: u32) -> Contest {
        Contest { edge: self.graph.edge(processor), ..Contest::default() }
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        Some(match step % ROUND {
            0 | 3 => Phase::READ,
            1 | 2 => Phase::BOTH,
            _ => Phase::BOTH.asking(),
        })
    }

    fn read(&self, step: u64, processor: u32, state: &Contest) -> Option<u32> {
        match step % ROUND {
            0 | 3 => state.edge.map(|(from, _)| from),
            2 => self.graph.has_vertex(processor).then_some(processor),
            _ => state.edge.map(|(_, to)| to),
        }
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        state: &mut Contest,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let (read, mark) = (read?, MARKED + step / ROUND);
        match step % ROUND {
            2 => (is_undecided(read) && read != mark).then_some((processor, IN)),
            0 | 3 => {
                state.first = read;
                None
            }
            1 => {
                let is_contest = is_undecided(state.first) && is_undecided(read);
                is_contest.then(|| (self.loser(state.edge.unwrap_or_default(), step / ROUND), mark))
            }
            _ => {
                let (from, to) = state.edge?;
                state.is_open = is_undecided(state.first) && is_undecided(read);
                match (state.first, read) {
                    (IN, other) if is_undecided(other) => Some((to, OUT)),
                    (other, IN) if is_undecided(other) => Some((from, OUT)),
                    _ => None,
                }
            }
        }
    }

    fn goes_on(&self, state: &Contest) -> bool {
        state.is_open
    }
}

impl Checked for IndependentSet {
    /// No edge has both ends in the set, and whoever is not in it has a neighbour that is.
    fn is_right(&self, cells: &[u64]) -> bool {
        let is_in = |vertex: usize| cells[vertex] == IN;
        let is_independent =
            self.graph.edges().iter().all(|&(a, b)| !is_in(a as usize) || !is_in(b as usize));
        let neighbours = self.graph.neighbours();
        let is_covered = |vertex: usize| neighbours[vertex].iter().any(|&to| is_in(to as usize));
        is_independent
            && (0..cells.len())
                .all(|vertex| is_in(vertex) != (cells[vertex] == OUT && is_covered(vertex)))
    }
}
