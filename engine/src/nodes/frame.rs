//! Finds the nodes of a machine in the whole mesh, of which it may be a tile.

use crate::geometry::Shape;
use std::ops::Range;

/// Marks what belongs to one run: its machines, registers and outcome.
#[derive(Debug, Default)]
pub(crate) struct RunMark;

/// Where a machine's nodes lie in the whole mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The whole mesh's row and column of the machine's node (0, 0).
    pub(crate) first_row: usize,
    pub(crate) first_col: usize,
    /// Whether the machine's rows are columns of the whole mesh.
    pub(crate) transposed: bool,
    /// Columns of the whole mesh.
    pub(crate) mesh_cols: usize,
    /// The machine's own shape.
    pub(crate) shape: Shape,
}

impl Frame {
    /// The whole-mesh index of a node.
    pub(crate) fn id(&self, row: usize, col: usize) -> u32 {
        let (down, across) = if self.transposed { (col, row) } else { (row, col) };
        ((self.first_row + down) * self.mesh_cols + self.first_col + across) as u32
    }

    /// The whole-mesh index of local node `node`.
    pub(crate) fn id_of(&self, node: usize) -> u32 {
        let (row, col) = self.shape.position(node);
        self.id(row, col)
    }

    /// The local index of a node of the whole mesh, if it is one of this machine's.
    pub(super) fn locate(&self, id: u32) -> Option<usize> {
        let mesh_cols = self.mesh_cols as u32;
        let (down, across) = ((id / mesh_cols) as usize, (id % mesh_cols) as usize);
        let (down, across) =
            (down.checked_sub(self.first_row)?, across.checked_sub(self.first_col)?);
        let (row, col) = if self.transposed { (across, down) } else { (down, across) };
        (row < self.shape.rows() && col < self.shape.cols()).then(|| self.shape.index(row, col))
    }

    /// The nodes of the whole mesh in the rows in which this machine's lie.
    pub(super) fn mesh_rows(&self) -> Range<u32> {
        let rows = if self.transposed { self.shape.cols() } else { self.shape.rows() };
        let start = self.first_row * self.mesh_cols;
        start as u32..(start + rows * self.mesh_cols) as u32
    }
}

/// Farther from every node than a row is long.
const NO_ROW: u32 = 1 << 31;

/// A row of the whole mesh, one in which nodes of a machine lie: where their indices in the machine come from. Only nodes in
/// another row than the node before them take a division.
#[derive(Clone, Copy)]
pub(super) struct RowOfMesh<'a> {
    frame: &'a Frame,
    /// Its nodes begin here; [`NO_ROW`] before the first node is located.
    start: u32,
    /// Rows of the mesh from the machine's first one to this.
    down: usize,
}

impl<'a> RowOfMesh<'a> {
    pub(super) fn before_all(frame: &'a Frame) -> Self {
        Self { frame, start: NO_ROW, down: 0 }
    }

    /// [`Frame::locate`] of a node in one of the [`Frame::mesh_rows`].
    #[inline]
    pub(super) fn locate(&mut self, id: u32) -> Option<usize> {
        let frame = self.frame;
        let mesh_cols = frame.mesh_cols as u32;
        if id.wrapping_sub(self.start) >= mesh_cols {
            let row = id / mesh_cols;
            (self.start, self.down) = (row * mesh_cols, row as usize - frame.first_row);
        }
        let across = ((id - self.start) as usize).checked_sub(frame.first_col)?;
        let (row, col) = if frame.transposed { (across, self.down) } else { (self.down, across) };
        (row < frame.shape.rows() && col < frame.shape.cols()).then(|| frame.shape.index(row, col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).expect("small")
    }

    #[test]
    fn nodes_of_the_mesh_are_located_row_by_row_as_one_by_one() {
        for (mesh_rows, mesh_cols) in [(1, 1), (1, 9), (9, 1), (5, 2), (6, 7)] {
            for (first_row, first_col, rows, cols, transposed) in
                [(0, 0, 9, 9, false), (0, 0, 9, 9, true), (2, 1, 3, 4, false), (1, 3, 2, 3, true)]
            {
                if first_row >= mesh_rows || first_col >= mesh_cols {
                    continue;
                }
                let tile = shape(rows.min(mesh_rows - first_row), cols.min(mesh_cols - first_col));
                let shape = if transposed { tile.transposed() } else { tile };
                let frame = Frame { first_row, first_col, transposed, mesh_cols, shape };
                let nodes = mesh_rows as u32 * mesh_cols as u32;
                let in_rows = |id: &u32| frame.mesh_rows().contains(id);
                // Increasing, and in an order that goes to and fro between rows.
                for step in [1, 5] {
                    let mut row = RowOfMesh::before_all(&frame);
                    for id in (0..nodes).map(|i| i * step % nodes).filter(in_rows) {
                        assert_eq!(row.locate(id), frame.locate(id), "{frame:?}, node {id}");
                    }
                }
            }
        }
    }
}
