//! A program as data: what a random one may do.

use meshcast_engine::{Fold, Lines, Port, Shape, StreamLanes, Way};
use std::ops::Range;

/// One thing that a program does. Its numbers fit any shape: each machine reads them modulo its own sides.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Inside {
        fold: AnyFold,
        slice: usize,
        directions: u64,
    },
    Step(Vec<Form>),
    Swap {
        lanes: (usize, usize),
        choice: u64,
    },
    Rekey {
        lane: usize,
        choice: u64,
    },
    /// Only where messages may wait, and not on tiles.
    Inject {
        lane: usize,
        choice: u64,
    },
    Enqueue {
        lanes: Range<usize>,
        queue: usize,
    },
    Requeue {
        queue: usize,
        choice: u64,
    },
    Dequeue {
        queue: usize,
        lanes: Range<usize>,
    },
    /// Waits a step for every row, so that tiles of different shapes take different times.
    WaitRows,
    Span(&'static str, Vec<Op>),
    Transposed(Vec<Op>),
    Tiles {
        down: usize,
        across: usize,
        body: Vec<Op>,
    },
}

/// One form of a step. A `choice` decides at each node, from its place and packets, whether and how it takes part.
#[derive(Clone, Debug)]
pub(super) enum Form {
    ExchangeRows { fold: AnyFold, slice: usize, directions: u64 },
    ExchangeColumns { fold: AnyFold, height: usize, parity: [usize; 2] },
    ExchangeSnake { fold: AnyFold, slice: usize, height: usize },
    Shift { way: Way, lanes: StreamLanes },
    Transmit { lanes: Range<usize>, ports: Vec<Port>, choice: u64 },
    TransmitInto { lanes: Range<usize>, ports: Vec<Port>, choice: u64 },
    Carry { lanes: Range<usize>, ports: Vec<Port>, choice: u64 },
    CarryInto { lanes: Range<usize>, ports: Vec<Port>, choice: u64 },
    Approach { lines: Lines, lanes: Range<usize>, choice: u64 },
    Words { ports: Vec<Port>, choice: u64 },
    Copy { from: usize, to: usize, choice: u64 },
    Deliver { lane: usize, choice: u64 },
    Discard { lane: usize, choice: u64 },
    Stream { from: usize, into: Vec<usize>, ports: Vec<Port>, choice: u64 },
    CopyQueued { from: usize, into: Vec<usize>, choice: u64 },
    DeliverQueued { from: usize, choice: u64 },
}

/// A folded array on any shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyFold {
    pub(super) first_col: usize,
    pub(super) width: usize,
    pub(super) depth: usize,
    pub(super) item: usize,
    pub(super) lane: usize,
    pub(super) transposed: bool,
}

impl AnyFold {
    pub(super) fn on(self, shape: Shape) -> Fold {
        let seen = if self.transposed { shape.transposed() } else { shape };
        let first_col = self.first_col % seen.cols();
        Fold {
            first_col,
            width: 1 + self.width % (2 * (seen.cols() - first_col)),
            depth: self.depth,
            item: self.item % self.depth,
            lane: self.lane,
            transposed: self.transposed,
        }
    }

    /// The same with an even number of columns.
    pub(super) fn even_on(self, shape: Shape) -> Fold {
        let fold = self.on(shape);
        Fold { width: fold.width.next_multiple_of(2), ..fold }
    }
}

/// The columns of `row` that send on stream `stream` of `ports`: a part of those that have a neighbour there, and
/// another part for every stream over the same port.
pub(super) fn senders(
    shape: Shape,
    ports: &[Port],
    choice: u64,
    stream: usize,
    row: usize,
) -> Range<usize> {
    let port = ports[stream];
    let with_neighbour = match port {
        Port::East => 0..shape.cols() - 1,
        Port::West => 1..shape.cols(),
        Port::South if row + 1 < shape.rows() => 0..shape.cols(),
        Port::North if row > 0 => 0..shape.cols(),
        _ => 0..0,
    };
    let of_port: Vec<usize> = (0..ports.len()).filter(|&other| ports[other] == port).collect();
    let part = of_port.iter().position(|&other| other == stream).unwrap_or(0);
    let cut = |part: usize| with_neighbour.start + with_neighbour.len() * part / of_port.len();
    let mine = cut(part)..cut(part + 1);
    let skipped = mix([choice, stream as u64, row as u64]) as usize % (mine.len() + 1);
    mine.start + skipped / 2..mine.end - skipped.div_ceil(2) / 2
}

/// A number that depends on all of `parts` without a pattern.
pub(super) fn mix<const COUNT: usize>(parts: [u64; COUNT]) -> u64 {
    parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let state = (state ^ part).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (state ^ state >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ state >> 29
    })
}
