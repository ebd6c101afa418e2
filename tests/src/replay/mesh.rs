//! The mesh's links, from row-major node indices alone.

/// The most nodes of a mesh that a trace may speak of: state is kept for each.
const MAX_NODES: usize = 1 << 26;

/// A mesh of `rows` × `cols` nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mesh {
    rows: usize,
    cols: usize,
}

impl Mesh {
    /// The mesh of these sides, if it has between 1 and 2^26 nodes.
    pub(super) fn new(rows: usize, cols: usize) -> Option<Self> {
        let nodes = rows.checked_mul(cols)?;
        (1..=MAX_NODES).contains(&nodes).then_some(Self { rows, cols })
    }

    pub(super) fn rows(self) -> usize {
        self.rows
    }

    pub(super) fn cols(self) -> usize {
        self.cols
    }

    pub(super) fn nodes(self) -> usize {
        self.rows * self.cols
    }

    /// Which of a node's four outgoing links leads to `to`: 0 up, 1 down, 2 left, 3 right.
    pub(super) fn link(self, from: usize, to: usize) -> Option<usize> {
        if from >= self.nodes() || to >= self.nodes() {
            return None;
        }
        let (row, col) = (from / self.cols, from % self.cols);
        match (to / self.cols, to % self.cols) {
            (r, c) if c == col && r + 1 == row => Some(0),
            (r, c) if c == col && r == row + 1 => Some(1),
            (r, c) if r == row && c + 1 == col => Some(2),
            (r, c) if r == row && c == col + 1 => Some(3),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_joins_the_nodes_at_distance_one_and_no_others() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 5)] {
            let mesh = Mesh::new(rows, cols).unwrap();
            for from in 0..rows * cols {
                let mut links = Vec::new();
                for to in 0..rows * cols + 2 {
                    let distance =
                        (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols);
                    let link = mesh.link(from, to);
                    assert_eq!(link.is_some(), distance == 1 && to < rows * cols, "{from} {to}");
                    links.extend(link);
                }
                let count = links.len();
                links.sort_unstable();
                links.dedup();
                assert_eq!(links.len(), count, "two neighbours of {from} share a link");
            }
            assert_eq!(mesh.link(rows * cols, rows * cols - 1), None);
        }
    }

    #[test]
    fn a_mesh_without_nodes_or_with_too_many_is_refused() {
        assert!(Mesh::new(0, 5).is_none());
        assert!(Mesh::new(1 << 13, (1 << 13) + 1).is_none());
        assert!(Mesh::new(usize::MAX, 2).is_none());
        assert!(Mesh::new(1 << 13, 1 << 13).is_some());
    }
}
