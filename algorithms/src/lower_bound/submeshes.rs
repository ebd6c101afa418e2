//! How many messages must enter each square of the aligned grids.

use meshcast_engine::{Messages, Shape, Tile};

/// What must enter a submesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entries {
    /// The submesh.
    pub(super) submesh: Tile,
    /// Messages with a source outside and a destination inside, at least one.
    pub(super) entries: u32,
}

/// The count for one square.
#[derive(Clone, Copy, Default)]
struct Square {
    /// The last message with a destination here, plus one: each counts once, however many it has.
    last_seen: u32,
    entries: u32,
}

/// The four grids of a scale, by what they are moved along rows and columns in half squares.
const GRIDS: [(u32, u32); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// The destinations of all messages at one scale: for each message the cells with a destination.
///
/// A cell is a square of an unmoved grid. A square of twice its side, of an unmoved or a moved grid, is
/// two by two cells, so one pass over the cells counts the four grids of the next scale and gives its cells.
pub(super) struct Cells<'a> {
    shape: Shape,
    messages: &'a Messages,
    /// The side of a cell is two to this power.
    log_side: u32,
    /// Row and column of each cell in one word, message after message; the column has `col_bits` bits. Rows and columns
    /// of a mesh of at most 2^26 nodes need at most 27 bits together.
    packed: Vec<u32>,
    col_bits: u32,
    /// Where the cells of each message end.
    ends: Vec<usize>,
    squares: Vec<Square>,
}

impl<'a> Cells<'a> {
    /// The cells of side 2^`log_side` around the destinations; one may stand several times for a message.
    pub(super) fn new(shape: Shape, messages: &'a Messages, log_side: u32) -> Self {
        let cols = shape.cols() as u32;
        let col_bits = u32::BITS - (cols - 1).leading_zeros();
        let mut packed = Vec::with_capacity(messages.deliveries());
        let mut ends = Vec::with_capacity(messages.count());
        for (_, destinations) in messages.iter() {
            packed.extend(
                destinations
                    .iter()
                    .map(|&node| (node / cols) >> log_side << col_bits | (node % cols) >> log_side),
            );
            ends.push(packed.len());
        }
        Self { shape, messages, log_side, packed, col_bits, ends, squares: Vec::new() }
    }

    /// Whether a cell is still smaller than the mesh.
    pub(super) fn has_more_scales(&self) -> bool {
        1 << self.log_side < self.shape.rows().max(self.shape.cols())
    }

    /// Doubles the side of the cells; every square of that side, on the four grids, that a message must enter.
    pub(super) fn next_scale(&mut self) -> impl Iterator<Item = Entries> {
        let layout = Layout::new(self.shape, self.log_side);
        self.squares.clear();
        self.squares.resize(GRIDS.len() * layout.down * layout.across, Square::default());
        let mut kept = 0;
        let mut begin = 0;
        for message in 0..self.ends.len() {
            let end = self.ends[message];
            let source = self.cell_of(self.messages.source(message));
            for read in begin..end {
                let cell = self.unpack(self.packed[read]);
                if self.count(message, source, cell, &layout) {
                    self.packed[kept] = (cell.0 / 2) << self.col_bits | (cell.1 / 2);
                    kept += 1;
                }
            }
            self.ends[message] = kept;
            begin = end;
        }
        self.packed.truncate(kept);
        self.log_side += 1;
        let squares = self.squares.iter().enumerate();
        squares.filter(|(_, square)| square.entries > 0).map(move |(index, square)| Entries {
            submesh: layout.submesh(index),
            entries: square.entries,
        })
    }

    /// Counts `message` for the four squares around `cell` that have not seen it; true if the one of the unmoved grid has not.
    fn count(
        &mut self,
        message: usize,
        source: (u32, u32),
        cell: (u32, u32),
        layout: &Layout,
    ) -> bool {
        let mut is_new = false;
        for (grid, moved) in GRIDS.into_iter().enumerate() {
            let square_of = |(row, col): (u32, u32)| ((row + moved.0) >> 1, (col + moved.1) >> 1);
            let square = &mut self.squares[layout.index(grid, square_of(cell))];
            if square.last_seen != message as u32 + 1 {
                square.last_seen = message as u32 + 1;
                square.entries += u32::from(square_of(cell) != square_of(source));
                is_new |= grid == 0;
            }
        }
        is_new
    }

    fn cell_of(&self, node: u32) -> (u32, u32) {
        let cols = self.shape.cols() as u32;
        ((node / cols) >> self.log_side, (node % cols) >> self.log_side)
    }

    fn unpack(&self, cell: u32) -> (u32, u32) {
        (cell >> self.col_bits, cell & ((1 << self.col_bits) - 1))
    }
}

/// The squares of the four grids of one scale, numbered grid by grid, row-major.
struct Layout {
    shape: Shape,
    /// Half the side of a square.
    half: usize,
    /// Rows of squares in a grid, enough for a moved one.
    down: usize,
    /// Columns of squares in a grid, likewise.
    across: usize,
}

impl Layout {
    /// The squares of two by two cells of side 2^`log_side`.
    fn new(shape: Shape, log_side: u32) -> Self {
        let half = 1 << log_side;
        let squares = |nodes: usize| nodes.div_ceil(half) / 2 + 1;
        Self { shape, half, down: squares(shape.rows()), across: squares(shape.cols()) }
    }

    fn index(&self, grid: usize, (row, col): (u32, u32)) -> usize {
        (grid * self.down + row as usize) * self.across + col as usize
    }

    /// Square `index`, which has a node in the mesh, cut to it.
    fn submesh(&self, index: usize) -> Tile {
        let moved = GRIDS[index / self.across / self.down];
        let part = |square: usize, moved: u32, nodes: usize| {
            let first = (2 * square).saturating_sub(moved as usize) * self.half;
            let end = (2 * square + 2 - moved as usize) * self.half;
            (first, end.min(nodes) - first)
        };
        let (first_row, rows) = part(index / self.across % self.down, moved.0, self.shape.rows());
        let (first_col, cols) = part(index % self.across, moved.1, self.shape.cols());
        let shape = Shape::new(rows, cols).expect("part of a mesh with a node in it is a mesh");
        Tile { first_row, first_col, shape }
    }
}

/// Every node that messages from other nodes must enter.
pub(super) fn entries_into_nodes(
    shape: Shape,
    messages: &Messages,
) -> impl Iterator<Item = Entries> {
    let mut entries = vec![0u32; shape.nodes()];
    for (source, destinations) in messages.iter() {
        for &node in destinations {
            entries[node as usize] += u32::from(node != source);
        }
    }
    let one = Shape::new(1, 1).expect("one node is a mesh");
    entries.into_iter().enumerate().filter(|&(_, entries)| entries > 0).map(
        move |(node, entries)| {
            let (first_row, first_col) = shape.position(node);
            Entries { submesh: Tile { first_row, first_col, shape: one }, entries }
        },
    )
}
