//! Finds the links of a mesh or a torus from node numbers alone.

/// The most nodes of a mesh that a trace may have: the replay keeps state for each.
const MAX_NODES: usize = 1 << 26;
/// The same for a torus; it has at most 22 dimensions then.
const MAX_TORUS_NODES: usize = 1 << 22;

/// What joins the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    /// `rows` × `cols` nodes, numbered row by row.
    Mesh { rows: usize, cols: usize },
    /// K^n nodes, numbered by their coordinates modulo K, the last dimension running fastest.
    Torus { radix: usize, nodes: usize },
}

impl Network {
    /// The mesh of these sides, if it has between 1 and 2^26 nodes.
    pub(crate) fn mesh(rows: usize, cols: usize) -> Option<Self> {
        let nodes = rows.checked_mul(cols)?;
        (1..=MAX_NODES).contains(&nodes).then_some(Self::Mesh { rows, cols })
    }

    /// The torus of `dims` dimensions of `radix` nodes each, if both are possible and it has at most 2^22 nodes.
    pub(crate) fn torus(radix: usize, dims: usize) -> Option<Self> {
        let nodes = radix.checked_pow(u32::try_from(dims).ok()?)?;
        let is_torus = radix >= 2 && dims >= 1 && nodes <= MAX_TORUS_NODES;
        is_torus.then_some(Self::Torus { radix, nodes })
    }

    pub(crate) fn nodes(self) -> usize {
        match self {
            Self::Mesh { rows, cols } => rows * cols,
            Self::Torus { nodes, .. } => nodes,
        }
    }

    /// Rows and columns of a mesh.
    pub(crate) fn sides(self) -> Option<(usize, usize)> {
        match self {
            Self::Mesh { rows, cols } => Some((rows, cols)),
            Self::Torus { .. } => None,
        }
    }

    /// Nodes a dimension and dimensions of a torus.
    pub(crate) fn radix_and_dims(self) -> Option<(usize, usize)> {
        match self {
            Self::Mesh { .. } => None,
            Self::Torus { radix, nodes } => Some((radix, nodes.ilog(radix) as usize)),
        }
    }

    pub(crate) fn is_torus(self) -> bool {
        matches!(self, Self::Torus { .. })
    }

    /// The number of the outgoing link of `from` that leads to `to`: below 4 on a mesh, below 44 on a torus.
    pub(crate) fn link(self, from: usize, to: usize) -> Option<u32> {
        if from >= self.nodes() || to >= self.nodes() {
            return None;
        }
        match self {
            Self::Mesh { cols, .. } => link_of_mesh(cols, from, to),
            Self::Torus { radix, .. } => link_of_torus(radix, from, to),
        }
    }
}

/// 0 up, 1 down, 2 left, 3 right.
fn link_of_mesh(cols: usize, from: usize, to: usize) -> Option<u32> {
    let (row, col) = (from / cols, from % cols);
    match (to / cols, to % cols) {
        (r, c) if c == col && r + 1 == row => Some(0),
        (r, c) if c == col && r == row + 1 => Some(1),
        (r, c) if r == row && c + 1 == col => Some(2),
        (r, c) if r == row && c == col + 1 => Some(3),
        _ => None,
    }
}

/// Twice the dimension, counted from the last, and one more where the coordinate shrinks. With two nodes in a dimension
/// both ways are one link.
fn link_of_torus(radix: usize, mut from: usize, mut to: usize) -> Option<u32> {
    let (mut found, mut dimension) = (None, 0);
    while (from, to) != (0, 0) {
        let (here, there) = (from % radix, to % radix);
        if here != there {
            let link = if (here + 1) % radix == there {
                2 * dimension
            } else if (there + 1) % radix == here {
                2 * dimension + 1
            } else {
                return None;
            };
            // A second coordinate that differs.
            if found.replace(link).is_some() {
                return None;
            }
        }
        (from, to, dimension) = (from / radix, to / radix, dimension + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each node has links to the nodes at distance one and no others, all with different numbers.
    fn check(network: Network, distance: impl Fn(usize, usize) -> usize) {
        let nodes = network.nodes();
        for from in 0..nodes {
            let mut links = Vec::new();
            for to in 0..nodes + 2 {
                let link = network.link(from, to);
                let is_neighbour = to < nodes && distance(from, to) == 1;
                assert_eq!(link.is_some(), is_neighbour, "{network:?} {from} {to}");
                links.extend(link);
            }
            let count = links.len();
            links.sort_unstable();
            links.dedup();
            assert_eq!(links.len(), count, "two neighbours of {from} share a link");
            assert!(links.iter().all(|&link| link < 44));
        }
        assert_eq!(network.link(nodes, nodes - 1), None);
    }

    #[test]
    fn a_link_joins_the_nodes_at_distance_one_and_no_others() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 5)] {
            check(Network::mesh(rows, cols).unwrap(), |from, to| {
                (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols)
            });
        }
        for (radix, dims) in [(2, 1), (2, 3), (3, 1), (3, 2), (4, 2), (5, 2), (4, 3)] {
            check(Network::torus(radix, dims).unwrap(), |from, to| {
                (0..dims as u32).fold(0, |sum, dimension| {
                    let place = radix.pow(dimension);
                    let gap = (from / place % radix).abs_diff(to / place % radix);
                    sum + gap.min(radix - gap)
                })
            });
        }
    }

    #[test]
    fn a_network_without_nodes_or_with_too_many_is_refused() {
        assert!(Network::mesh(0, 5).is_none());
        assert!(Network::mesh(1 << 13, (1 << 13) + 1).is_none());
        assert!(Network::mesh(usize::MAX, 2).is_none());
        assert!(Network::mesh(1 << 13, 1 << 13).is_some());
        assert!(Network::torus(1, 5).is_none());
        assert!(Network::torus(5, 0).is_none());
        assert!(Network::torus(2, 23).is_none());
        assert!(Network::torus(2, usize::MAX).is_none());
        assert!(Network::torus(2, 22).is_some());
    }
}
