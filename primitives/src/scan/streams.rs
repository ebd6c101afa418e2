//! Says which words the steps of a scan send, when, and what their receivers make of them.

use meshcast_engine::{Place, Port, Shape, Word, register};

/// What a node keeps of one wave.
#[derive(Clone, Copy)]
pub(crate) struct Registers<T> {
    /// Its value, then the combination up to it.
    pub(crate) value: T,
    /// On the far half of a row, and at its centre: the combination of this node's value, or the next node's, and all
    /// that come after it in the row. On the near half: what lies before the row.
    pub(crate) aside: T,
    /// At the centre: what lies before the row.
    pub(crate) before_row: T,
}

register!(Registers<T: Word> { value: T, aside: T, before_row: T });

/// The streams of one step; the names say where in a row, and which way.
pub(crate) const STREAMS: [Port; 5] = [Port::East, Port::West, Port::South, Port::West, Port::East];
pub(crate) const INWARD_EAST: usize = 0;
pub(crate) const INWARD_WEST: usize = 1;
pub(crate) const DOWN: usize = 2;
pub(crate) const OUTWARD_WEST: usize = 3;

/// When each node sends: wave `i` runs `i` steps behind wave 0.
pub(crate) struct Schedule {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) centre: usize,
    pub(crate) waves: usize,
    pub(crate) snake: bool,
    /// Whether every row begins a step later than the one above it, both halves so that they reach the centre together.
    pub(crate) staggered: bool,
}

impl Schedule {
    /// That of so many waves on a mesh, along its rows.
    pub(crate) fn new(shape: Shape, waves: usize) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        Self { rows, cols, centre: cols / 2, waves, snake: false, staggered: false }
    }

    /// The step in which the node at `row`, `col` sends wave 0 on `stream`.
    pub(crate) fn first_step(&self, stream: usize, row: usize, col: usize) -> usize {
        match stream {
            INWARD_EAST => self.first_inward(row).0 + col,
            INWARD_WEST => self.first_inward(row).1 - col,
            DOWN => self.centre + row + 1,
            OUTWARD_WEST => self.centre + row + 1 + (self.centre - col),
            _ => self.centre + row + 1 + (col - self.centre),
        }
    }

    /// What the steps in which the nodes of a row send wave 0 inward follow from: that of column c is the first plus c in the west, and
    /// the second less c in the east.
    fn first_inward(&self, row: usize) -> (usize, usize) {
        if self.staggered { (row + 1, row + 2 * self.centre + 1) } else { (1, self.cols) }
    }

    /// The columns of `row` that send on `stream` in `step`.
    pub(crate) fn senders(&self, stream: usize, row: usize, step: usize) -> std::ops::Range<usize> {
        // Senders are the columns c with step − waves < first_step(c) ≤ step.
        let (centre, waves) = (self.centre, self.waves);
        let rising = |zero: usize| {
            // first_step(c) = zero + c
            (step + 1).saturating_sub(zero + waves)..(step + 1).saturating_sub(zero)
        };
        let falling = |at_zero: usize| {
            // first_step(c) = at_zero − c
            at_zero.saturating_sub(step)..(at_zero + waves).saturating_sub(step)
        };
        let (wanted, allowed) = match stream {
            INWARD_EAST => (rising(self.first_inward(row).0), 0..centre),
            INWARD_WEST => (falling(self.first_inward(row).1), centre + 1..self.cols),
            DOWN => {
                let first = centre + row + 1;
                let sends = row + 1 < self.rows && first <= step && step < first + waves;
                (0..self.cols, centre..centre + usize::from(sends))
            }
            // Nothing lies before the first row.
            OUTWARD_WEST if row == 0 => (0..0, 0..0),
            OUTWARD_WEST => (falling(2 * centre + row + 1), 1..centre + 1),
            _ => (rising(row + 1), centre..self.cols - 1),
        };
        wanted.start.max(allowed.start)..wanted.end.min(allowed.end)
    }

    /// Whether the order passes a row from right to left.
    fn leftward(&self, row: usize) -> bool {
        self.snake && row % 2 == 1
    }

    /// Whether the node lies before the centre in the order of its row.
    fn is_near(&self, place: Place) -> bool {
        if self.leftward(place.row) { place.col > self.centre } else { place.col < self.centre }
    }

    /// Whether anything comes after the centre in the order of a row.
    pub(crate) fn has_far(&self, row: usize) -> bool {
        if self.leftward(row) { self.centre > 0 } else { self.centre + 1 < self.cols }
    }
}

/// The neighbour that a word on `stream` came from.
pub(crate) fn sender(stream: usize, place: Place) -> (usize, usize) {
    match STREAMS[stream] {
        Port::East => (place.row, place.col - 1),
        Port::West => (place.row, place.col + 1),
        Port::South => (place.row - 1, place.col),
        Port::North => (place.row + 1, place.col),
    }
}

pub(crate) fn send<T: Word>(
    schedule: &Schedule,
    stream: usize,
    place: Place,
    node: Registers<T>,
    combine: &impl Fn(T, T) -> T,
) -> T {
    let near = schedule.is_near(place);
    match stream {
        INWARD_EAST | INWARD_WEST => {
            if near {
                node.value
            } else {
                node.aside
            }
        }
        DOWN if schedule.has_far(place.row) => combine(node.value, node.aside),
        DOWN => node.value,
        // Outward: towards the near half goes what lies before the row, towards the far half the running combination.
        _ if near => node.aside,
        _ if place.col == schedule.centre
            && (stream == OUTWARD_WEST) != schedule.leftward(place.row) =>
        {
            node.before_row
        }
        _ => node.value,
    }
}

pub(crate) fn receive<T: Word>(
    schedule: &Schedule,
    stream: usize,
    place: Place,
    node: &mut Registers<T>,
    word: T,
    combine: &impl Fn(T, T) -> T,
) {
    let (near, centre) = (schedule.is_near(place), place.col == schedule.centre);
    match stream {
        INWARD_EAST | INWARD_WEST => {
            let from_near = (stream == INWARD_EAST) != schedule.leftward(place.row);
            if near || (centre && from_near) {
                node.value = combine(word, node.value);
            } else if centre {
                node.aside = word;
            } else {
                node.aside = combine(node.value, word);
            }
        }
        DOWN => {
            node.before_row = word;
            node.value = combine(word, node.value);
        }
        _ => {
            node.aside = word;
            node.value = combine(word, node.value);
        }
    }
}
