//! The nodes of a tile: where they are in the machine that the tile belongs to.

use crate::buffers::Buffers;
use crate::geometry::{Shape, Tile};
use crate::node::Frame;

/// A rectangle of a machine's nodes, perhaps with rows and columns exchanged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) tile: Tile,
    pub(super) transposed: bool,
}

/// Which way packets go between a tile and the machine that it belongs to.
#[derive(Clone, Copy)]
pub(super) enum Copying {
    Out,
    Back,
}

impl Window {
    pub(super) fn shape(&self) -> Shape {
        if self.transposed { self.tile.shape.transposed() } else { self.tile.shape }
    }

    pub(super) fn frame(&self, outer: &Frame) -> Frame {
        let first = outer.id(self.tile.first_row, self.tile.first_col) as usize;
        Frame {
            first_row: first / outer.mesh_cols,
            first_col: first % outer.mesh_cols,
            transposed: outer.transposed != self.transposed,
            mesh_cols: outer.mesh_cols,
            shape: self.shape(),
        }
    }

    /// The node of the outer machine that is node `inner` of the window.
    pub(super) fn outer(&self, outer: Shape, inner: usize) -> usize {
        let (row, col) = self.shape().position(inner);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        outer.index(self.tile.first_row + row, self.tile.first_col + col)
    }

    /// Copies a lane between the window's own buffers and those of the outer machine.
    pub(super) fn copy(
        &self,
        from: &Buffers,
        to: &mut Buffers,
        lane: usize,
        outer: Shape,
        copying: Copying,
    ) {
        copy_window(self, outer, copying, &from.planes[lane], &mut to.planes[lane]);
        if let (Some(from), Some(to)) = (&from.identities, &mut to.identities) {
            copy_window(self, outer, copying, &from[lane], &mut to[lane]);
        }
    }
}

fn copy_window<T: Copy>(window: &Window, outer: Shape, copying: Copying, from: &[T], to: &mut [T]) {
    let (inner, Tile { first_row, first_col, .. }) = (window.shape(), window.tile);
    for row in 0..inner.rows() {
        if window.transposed {
            for col in 0..inner.cols() {
                let i = inner.index(row, col);
                let o = outer.index(first_row + col, first_col + row);
                match copying {
                    Copying::Out => to[i] = from[o],
                    Copying::Back => to[o] = from[i],
                }
            }
        } else {
            let i = inner.index(row, 0)..inner.index(row, 0) + inner.cols();
            let o = outer.index(first_row + row, first_col);
            let o = o..o + inner.cols();
            match copying {
                Copying::Out => to[i].copy_from_slice(&from[o]),
                Copying::Back => to[o].copy_from_slice(&from[i]),
            }
        }
    }
}
