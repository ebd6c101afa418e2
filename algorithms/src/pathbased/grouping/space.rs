//! Measures distances between nodes by their coordinates, around a torus where that is shorter.

use super::super::network::{Network, Topology};

/// The sides of a mesh, hypercube or torus, and whether lines are closed to rings.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Space<'a> {
    sides: &'a [usize],
    is_closed: bool,
}

impl<'a> Space<'a> {
    /// Where the nodes of `network` are. Those of a graph are on a line, by their numbers.
    pub(in super::super) fn of(network: &'a Network) -> Self {
        let is_closed = matches!(network.topology(), Topology::Torus(_));
        Self { sides: network.sides(), is_closed }
    }

    /// Of how many nodes the lines of a dimension are rings; none if they are open.
    pub(super) fn ring(self, dimension: usize) -> Option<usize> {
        self.is_closed.then(|| self.sides[dimension])
    }

    /// |x₁ − y₁| + |x₂ − y₂| + …; on a torus K − |x − y| for each of them that is larger.
    pub(in super::super) fn manhattan(self, one: &[usize], other: &[usize]) -> usize {
        self.apart(one, other).sum()
    }

    /// (x₁ − y₁)² + (x₂ − y₂)² + …, likewise.
    pub(super) fn squared(self, one: &[usize], other: &[usize]) -> u64 {
        self.apart(one, other).map(|apart| (apart as u64).pow(2)).sum()
    }

    fn apart(self, one: &[usize], other: &[usize]) -> impl Iterator<Item = usize> {
        one.iter().zip(other).zip(self.sides).map(move |((x, y), side)| {
            let apart = x.abs_diff(*y);
            if self.is_closed { apart.min(side - apart) } else { apart }
        })
    }
}
