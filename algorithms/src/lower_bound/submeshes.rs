//! Counts the messages that must enter each square of the aligned grids.

use meshcast_engine::{Messages, Shape, Tile};
use std::ops::Range;

/// What must enter a submesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entries {
    /// The submesh.
    pub(super) submesh: Tile,
    /// Messages with a source outside and a destination inside, at least one.
    pub(super) entries: u32,
}

/// The four grids of a scale, by what they are moved along rows and columns in half squares.
const GRIDS: [(usize, usize); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// What is known of the squares of all scales without looking at every message for each: scale k has the squares of side
/// 2^k, of an unmoved and of three moved grids.
///
/// A cell is a square of an unmoved grid. A square of twice its side, of an unmoved or a moved grid, is two by two
/// cells. A message that must enter a square must enter one of its cells, and no message whose source is inside must, so
/// the cells of one side bound the entries of the squares of twice that side, and those of their cells in turn.
pub(super) struct Squares<'a> {
    shape: Shape,
    messages: &'a Messages,
    /// The cells of side 1, 2, 4, … below the longer side of the mesh.
    levels: Vec<Level>,
}

/// The cells of one side.
struct Level {
    down: usize,
    across: usize,
    /// Row-major.
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// At least as many as there are messages that must enter it.
    most: u32,
    /// Messages that start in it.
    sources: u32,
}

/// The exact count for one square.
#[derive(Clone, Copy, Default)]
struct Count {
    /// The last message with a destination here, plus one: each counts once, however many it has.
    last_seen: u32,
    entries: u32,
}

impl<'a> Squares<'a> {
    pub(super) fn new(shape: Shape, messages: &'a Messages) -> Self {
        let mut nodes = vec![Cell::default(); shape.nodes()];
        for (source, destinations) in messages.iter() {
            nodes[source as usize].sources += 1;
            for &node in destinations {
                nodes[node as usize].most += u32::from(node != source);
            }
        }
        let nodes = Level { down: shape.rows(), across: shape.cols(), cells: nodes };
        let mut squares = Self { shape, messages, levels: vec![nodes] };
        let longer_side = shape.rows().max(shape.cols());
        for log_side in (1..).take_while(|&log_side| 1 << log_side < longer_side) {
            let side = 1 << log_side;
            let (down, across) = (shape.rows().div_ceil(side), shape.cols().div_ceil(side));
            let cells = vec![Cell { most: u32::MAX, sources: 0 }; down * across];
            squares.levels.push(Level { down, across, cells });
            squares.settle(log_side);
        }
        squares
    }

    /// Every node that messages from other nodes must enter, and exactly how many.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Entries> {
        let one = Shape::new(1, 1).expect("one node is a mesh");
        let nodes = self.levels[0].cells.iter().enumerate();
        nodes.filter(|(_, cell)| cell.most > 0).map(move |(node, cell)| {
            let (first_row, first_col) = self.shape.position(node);
            Entries { submesh: Tile { first_row, first_col, shape: one }, entries: cell.most }
        })
    }

    /// The scales: all with more than one square.
    pub(super) fn scales(&self) -> Range<usize> {
        Layout::scales(self.shape)
    }

    /// Every square of a scale that messages may have to enter, and at least as many as must.
    pub(super) fn at_most(&self, scale: usize) -> impl Iterator<Item = Entries> {
        let layout = Layout::new(self.shape, scale);
        self.bounded(scale, layout)
            .map(move |(square, entries)| Entries { submesh: layout.submesh(square), entries })
    }

    /// The same by the number of the square.
    fn bounded(&self, scale: usize, layout: Layout) -> impl Iterator<Item = (usize, u32)> {
        let cells = &self.levels[scale - 1];
        (0..layout.squares()).filter_map(move |square| {
            let most = self.most(cells, layout.cells(square, cells));
            (most > 0).then_some((square, most))
        })
    }

    /// At least as many messages as must enter the square that consists of these `places` of a level.
    fn most(&self, level: &Level, (rows, cols): (Range<usize>, Range<usize>)) -> u32 {
        let (mut most, mut sources) = (0, 0);
        for row in rows {
            for cell in &level.cells[row * level.across..][cols.clone()] {
                most += u64::from(cell.most);
                sources += cell.sources;
            }
        }
        most.min(u64::from(self.messages.count() as u32 - sources)) as u32
    }

    /// Counts exactly what must enter the squares of a scale that are `wanted` by what is known of them, and returns those
    /// that something must enter. What is known of larger squares gets better by that.
    pub(super) fn count(
        &mut self,
        scale: usize,
        wanted: impl Fn(Entries) -> bool,
    ) -> impl Iterator<Item = Entries> {
        let layout = Layout::new(self.shape, scale);
        let cells = &self.levels[scale - 1];
        let is_wanted = |&(square, entries): &(usize, u32)| {
            wanted(Entries { submesh: layout.submesh(square), entries })
        };
        let wanted: Vec<usize> =
            self.bounded(scale, layout).filter(is_wanted).map(|(square, _)| square).collect();
        // The grids whose square around a cell is wanted, a bit each.
        let mut grids = vec![0u8; cells.cells.len()];
        for &square in &wanted {
            let (rows, cols) = layout.cells(square, cells);
            for row in rows {
                for grids in &mut grids[row * cells.across..][cols.clone()] {
                    *grids |= 1 << layout.grid(square);
                }
            }
        }
        let mut counts = vec![Count::default(); layout.squares()];
        let cell_of = |node: u32| {
            let (row, col) = self.shape.position(node as usize);
            (row >> (scale - 1), col >> (scale - 1))
        };
        for (message, (source, destinations)) in self.messages.iter().enumerate() {
            let source = cell_of(source);
            for &node in destinations {
                let cell = cell_of(node);
                let mut left = grids[cell.0 * cells.across + cell.1];
                while left != 0 {
                    let grid = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let square = layout.square(grid, cell);
                    let count = &mut counts[square];
                    if count.last_seen != message as u32 + 1 {
                        count.last_seen = message as u32 + 1;
                        count.entries += u32::from(square != layout.square(grid, source));
                    }
                }
            }
        }
        if let Some(level) = self.levels.get_mut(scale) {
            for &square in wanted.iter().filter(|&&square| layout.grid(square) == 0) {
                let (row, col) = layout.place(square);
                level.cells[row * level.across + col].most = counts[square].entries;
            }
            for log_side in scale + 1..self.levels.len() {
                self.settle(log_side);
            }
        }
        let found = wanted.into_iter().map(move |square| Entries {
            submesh: layout.submesh(square),
            entries: counts[square].entries,
        });
        found.filter(|found| found.entries > 0)
    }

    /// Learns of the cells of side 2^`log_side` what those of half that side tell.
    fn settle(&mut self, log_side: usize) {
        let (down, across) = (self.levels[log_side].down, self.levels[log_side].across);
        for row in 0..down {
            for col in 0..across {
                let halves = &self.levels[log_side - 1];
                let rows = 2 * row..(2 * row + 2).min(halves.down);
                let cols = 2 * col..(2 * col + 2).min(halves.across);
                let inside =
                    rows.clone().flat_map(|row| &halves.cells[row * halves.across..][cols.clone()]);
                let sources = inside.map(|cell| cell.sources).sum();
                let most = self.most(halves, (rows, cols));
                let cell = &mut self.levels[log_side].cells[row * across + col];
                *cell = Cell { most: cell.most.min(most), sources };
            }
        }
    }
}

/// The squares of the four grids of one scale, numbered grid by grid, row-major.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    shape: Shape,
    /// Half the side of a square.
    half: usize,
    /// Rows of squares in a grid, enough for a moved one.
    down: usize,
    /// Columns of squares in a grid, likewise.
    across: usize,
}

impl Layout {
    /// The scales with more than one square.
    pub(super) fn scales(shape: Shape) -> Range<usize> {
        let longer_side = shape.rows().max(shape.cols());
        1..longer_side.next_power_of_two().ilog2() as usize + 1
    }

    pub(super) fn new(shape: Shape, scale: usize) -> Self {
        let half = 1 << (scale - 1);
        let squares = |nodes: usize| nodes.div_ceil(half) / 2 + 1;
        Self { shape, half, down: squares(shape.rows()), across: squares(shape.cols()) }
    }

    pub(super) fn squares(&self) -> usize {
        GRIDS.len() * self.down * self.across
    }

    /// The square of `grid` around a cell.
    fn square(&self, grid: usize, (row, col): (usize, usize)) -> usize {
        let (down, right) = GRIDS[grid];
        (grid * self.down + ((row + down) >> 1)) * self.across + ((col + right) >> 1)
    }

    /// The squares around a node, one of each grid.
    pub(super) fn around(self, node: u32) -> impl Iterator<Item = usize> {
        let (row, col) = self.shape.position(node as usize);
        let cell = (row / self.half, col / self.half);
        (0..GRIDS.len()).map(move |grid| self.square(grid, cell))
    }

    fn grid(&self, square: usize) -> usize {
        square / self.across / self.down
    }

    /// Row and column of a square in its grid.
    fn place(&self, square: usize) -> (usize, usize) {
        (square / self.across % self.down, square % self.across)
    }

    /// The rows and columns of the cells of a square; none if it lies outside the mesh.
    fn cells(&self, square: usize, level: &Level) -> (Range<usize>, Range<usize>) {
        let (row, col) = self.place(square);
        let (down, right) = GRIDS[self.grid(square)];
        let cells = |place: usize, moved: usize, cells: usize| {
            let end = (2 * place + 2 - moved).min(cells);
            (2 * place).saturating_sub(moved).min(end)..end
        };
        (cells(row, down, level.down), cells(col, right, level.across))
    }

    /// Square `square`, which has a node in the mesh, cut to it.
    pub(super) fn submesh(&self, square: usize) -> Tile {
        let (row, col) = self.place(square);
        let (down, right) = GRIDS[self.grid(square)];
        let part = |place: usize, moved: usize, nodes: usize| {
            let first = (2 * place).saturating_sub(moved) * self.half;
            let end = (2 * place + 2 - moved) * self.half;
            (first, end.min(nodes) - first)
        };
        let (first_row, rows) = part(row, down, self.shape.rows());
        let (first_col, cols) = part(col, right, self.shape.cols());
        let shape = Shape::new(rows, cols).expect("part of a mesh with a node in it is a mesh");
        Tile { first_row, first_col, shape }
    }
}
