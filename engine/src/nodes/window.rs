//! Moves packets between a machine and its tiles, by where the nodes of a tile are in the machine.

use super::Nodes;
use super::buffers::Buffers;
use super::frame::Frame;
use crate::geometry::{Shape, Tile};
use std::ops::Range;

/// A rectangle of a machine's nodes, perhaps with rows and columns exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) tile: Tile,
    pub(crate) transposed: bool,
}

/// Which way packets go between a tile and the machine that it belongs to.
#[derive(Clone, Copy)]
enum Copying {
    Out,
    Back,
}

impl Window {
    pub(crate) fn shape(&self) -> Shape {
        if self.transposed { self.tile.shape.transposed() } else { self.tile.shape }
    }

    pub(crate) fn frame(&self, outer: &Frame) -> Frame {
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
    pub(crate) fn outer(&self, outer: Shape, inner: usize) -> usize {
        let (row, col) = self.shape().position(inner);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        outer.index(self.tile.first_row + row, self.tile.first_col + col)
    }

    /// Its nodes in the outer machine, a run a row.
    pub(super) fn rows(&self, outer: Shape) -> impl Iterator<Item = Range<usize>> {
        let Tile { first_row, first_col, shape } = self.tile;
        (first_row..first_row + shape.rows()).map(move |row| {
            let first = outer.index(row, first_col);
            first..first + shape.cols()
        })
    }

    /// Copies a lane between the window's own buffers and those of the outer machine.
    fn copy(&self, from: &Buffers, to: &mut Buffers, lane: usize, outer: Shape, copying: Copying) {
        let ((from, identities), (to, copies)) = (from.lane(lane), to.lane_mut(lane));
        copy_window(self, outer, copying, from, to);
        if let (Some(from), Some(to)) = (identities, copies) {
            copy_window(self, outer, copying, from, to);
        }
    }
}

impl Nodes {
    /// Takes the packets of a window out of `whole`.
    pub(crate) fn take_out(&mut self, window: Window, whole: &mut Self) {
        let (outer, shape) = (whole.shape(), self.shape());
        self.headers_change();
        for lane in (0..whole.buffers.open_lanes()).filter(|&lane| whole.buffers.is_live(lane)) {
            self.buffers.enliven(lane);
            window.copy(&whole.buffers, &mut self.buffers, lane, outer, Copying::Out);
        }
        if whole.buffers.beside.queues.in_use() {
            for node in 0..shape.nodes() {
                let from = window.outer(outer, node);
                self.buffers.beside.queues.take_over(node, &mut whole.buffers.beside.queues, from);
            }
        }
        self.take_payloads(whole);
    }

    /// Takes what its packets carry out of `whole`.
    ///
    /// # Panics
    /// If packets are told apart by their headers, unless there are none.
    fn take_payloads(&mut self, whole: &mut Self) {
        if self.buffers.beside.payloads.words() == 0 {
            return;
        }
        if self.buffers.beside.payloads.are_by_header() {
            let leaves_them = self.buffers.are_empty();
            assert!(leaves_them, "in a machine that leaps packets carry no payloads into tiles");
        }
        for packet in self.buffers.all_identities() {
            self.buffers.beside.payloads.take_over(&mut whole.buffers.beside.payloads, packet);
        }
    }

    /// Puts the packets of a window back, which are in `part`; what they carry follows when they are
    /// [renamed](Nodes::rename).
    pub(crate) fn put_back(&mut self, window: Window, part: &mut Self) {
        let (outer, shape) = (self.shape(), part.shape());
        self.headers_change();
        self.buffers.add_lanes(part.buffers.lanes());
        self.buffers.forget_counts();
        for lane in 0..self.buffers.open_lanes().max(part.buffers.open_lanes()) {
            if self.buffers.is_live(lane) || part.buffers.is_live(lane) {
                part.buffers.open(lane);
                self.buffers.enliven(lane);
                window.copy(&part.buffers, &mut self.buffers, lane, outer, Copying::Back);
            }
        }
        if part.buffers.beside.queues.in_use() {
            for node in 0..shape.nodes() {
                let to = window.outer(outer, node);
                self.buffers.beside.queues.take_over(to, &mut part.buffers.beside.queues, node);
            }
        }
    }

    /// Calls `rename` for the identities of all packets in a window of a machine with identities.
    pub(crate) fn rename(&mut self, window: &Window, rename: impl Fn(&mut u32) + Copy) {
        let shape = self.shape();
        for node in 0..window.shape().nodes() {
            self.buffers.rename(window.outer(shape, node), rename);
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
