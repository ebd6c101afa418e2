//! Tells every node the combination of all values: reductions.

use meshcast_engine::{Machine, Place, Port, Shape, Variable, Violation, Word};
use std::ops::Range;

/// The steps of a reduction on `shape`; see [`reduce`].
pub fn reduce_steps(shape: Shape) -> u64 {
    all_reduce_steps(shape, 1)
}

/// The steps of `waves` pipelined reductions on `shape`; see [`all_reduce`].
pub fn all_reduce_steps(shape: Shape, waves: usize) -> u64 {
    match (shape.nodes(), waves) {
        (1, _) | (_, 0) => 0,
        _ => (2 * (shape.rows() / 2 + shape.cols() / 2) + waves - 1) as u64,
    }
}

/// Replaces every value by the combination of all of them in row-major order, and returns it: what the nodes now all
/// know, the program may act upon (rule M7). It is [`all_reduce`] of one register, and the agreement.
///
/// # Shape
/// Any rows × cols; one register a node; `combine` must be associative.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊rows/2⌋ + 2⌊cols/2⌋ | no packets; 1 word a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Panics
/// If the variable has more than one register a node.
///
/// # Source
/// Folklore; the termination tests of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on
/// the mesh", 2006, need it without naming it.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::reduce;
/// use std::sync::Arc;
/// let shape = Shape::new(3, 3)?;
/// let set = Arc::new(Messages::one_each(9)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| node.id())?;
/// assert_eq!(reduce(&mut machine, &mut values, u32::max)?, 8);
/// assert_eq!(machine.steps(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<T, Violation> {
    assert_eq!(values.per_node(), 1, "a reduction combines one register a node");
    all_reduce(machine, values, combine)?;
    machine.agree(values)
}

/// Replaces every value by the combination of all of them in row-major order.
///
/// Rows combine inward to the centre column, that column inward to its centre; the result goes out the same way. Every
/// directed link carries one of these streams only, so the t registers of a node are reduced as t waves, one step apart.
///
/// # Shape
/// Any rows × cols. Each of the t = [`Variable::per_node`] registers is a reduction of its own; `combine` must be
/// associative, not commutative.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊rows/2⌋ + 2⌊cols/2⌋ + (t − 1); 0 on one node | no packets; t words a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// Folklore, as [`reduce`].
pub fn all_reduce<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<(), Violation> {
    reduce_rows_then_columns(machine, values, &combine, &combine)
}

/// Replaces every value by the combination, by `down`, of the combinations of every row by `along`, and returns it: the
/// greatest sum of a row, for example.
///
/// # Shape
/// Any rows × cols; one register a node; `along` and `down` must be associative.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊rows/2⌋ + 2⌊cols/2⌋, as [`reduce`] | no packets; 1 word a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Panics
/// If the variable has more than one register a node.
///
/// # Source
/// Folklore, as [`reduce`].
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::reduce_lines;
/// use std::sync::Arc;
/// // The rows hold 0 + 1 and 2 + 3.
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// let mut values = machine.variable(1, |node, _| node.id())?;
/// assert_eq!(reduce_lines(&mut machine, &mut values, |a, b| a + b, u32::max)?, 5);
/// assert_eq!(machine.steps(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce_lines<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    along: impl Fn(T, T) -> T + Sync,
    down: impl Fn(T, T) -> T + Sync,
) -> Result<T, Violation> {
    assert_eq!(values.per_node(), 1, "a reduction combines one register a node");
    reduce_rows_then_columns(machine, values, along, down)?;
    machine.agree(values)
}

/// What the steps of a reduction follow from.
#[derive(Debug, PartialEq)]
struct ReductionOf {
    waves: usize,
}

fn reduce_rows_then_columns<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    along: impl Fn(T, T) -> T + Sync,
    down: impl Fn(T, T) -> T + Sync,
) -> Result<(), Violation> {
    let part = ReductionOf { waves: values.per_node() };
    let leap = machine
        .leap(&machine.rehearsal(part), 0..0, |machine| pass_on(machine, values, &along, &down))?;
    if let Some(effect) = leap {
        let (waves, cols) = (values.per_node(), effect.shape().cols());
        let values = effect.values(values);
        let mut all: Option<Vec<T>> = None;
        for row in values.chunks((cols * waves).max(1)) {
            let mut of_row = row[..waves].to_vec();
            row.chunks(waves).skip(1).for_each(|node| combine(&mut of_row, node, &along));
            match &mut all {
                Some(above) => combine(above, &of_row, &down),
                None => all = Some(of_row),
            }
        }
        if let Some(all) = all {
            values.chunks_mut(waves).for_each(|node| node.copy_from_slice(&all));
        }
    }
    Ok(())
}

/// Combines all waves of a node, as they stand in memory, with others.
fn combine<T: Word>(combined: &mut [T], others: &[T], with: impl Fn(T, T) -> T) {
    for (combined, &other) in combined.iter_mut().zip(others) {
        *combined = with(*combined, other);
    }
}

/// The steps.
fn pass_on<T: Word>(
    machine: &mut Machine,
    values: &mut Variable<T>,
    along: &(impl Fn(T, T) -> T + Sync),
    down: &(impl Fn(T, T) -> T + Sync),
) -> Result<(), Violation> {
    machine.span("reduce", |machine| {
        let waves = Waves { shape: machine.shape(), count: values.per_node() };
        for now in 0..all_reduce_steps(waves.shape, waves.count) as usize {
            let streams = waves.under_way(now);
            let ports: Vec<Port> = streams.iter().map(|stream| stream.port).collect();
            machine.step(|step| {
                step.words(
                    values,
                    &ports,
                    |stream, row| waves.senders(streams[stream], now, row),
                    |stream, place, own: &[T]| own[waves.sent(streams[stream], now, place)],
                    |stream, place, own, word| {
                        let stream = streams[stream];
                        let value = &mut own[waves.received(stream, now, place)];
                        *value = stream.take_in(*value, word, along, down);
                    },
                )
            })?;
        }
        Ok(())
    })
}

#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

/// What goes towards the centre over one port, or away from it.
#[derive(Clone, Copy)]
pub(crate) struct Stream {
    pub(crate) port: Port,
    way: Way,
}

impl Stream {
    /// What becomes of a value when a word comes in.
    pub(crate) fn take_in<T: Word>(
        self,
        value: T,
        word: T,
        along: &impl Fn(T, T) -> T,
        down: &impl Fn(T, T) -> T,
    ) -> T {
        match (self.way, self.port) {
            (Way::In, Port::East) => along(word, value),
            (Way::In, Port::West) => along(value, word),
            (Way::In, Port::South) => down(word, value),
            (Way::In, Port::North) => down(value, word),
            (Way::Out, _) => word,
        }
    }
}

/// On the way in, what comes before a node's own value is combined with it first.
const STREAMS: [Stream; 8] = [
    Stream { port: Port::East, way: Way::In },
    Stream { port: Port::West, way: Way::In },
    Stream { port: Port::South, way: Way::In },
    Stream { port: Port::North, way: Way::In },
    Stream { port: Port::South, way: Way::Out },
    Stream { port: Port::North, way: Way::Out },
    Stream { port: Port::East, way: Way::Out },
    Stream { port: Port::West, way: Way::Out },
];

/// The schedule of pipelined reductions.
#[derive(Clone, Copy)]
pub(crate) struct Waves {
    pub(crate) shape: Shape,
    pub(crate) count: usize,
}

impl Waves {
    /// The step, from 0, in which the first wave leaves `place` as a part of `stream`.
    fn start(self, stream: Stream, place: Place) -> usize {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (row, col) = (rows / 2, cols / 2);
        match (stream.way, stream.port) {
            (Way::In, Port::East) => place.col,
            (Way::In, Port::West) => cols - 1 - place.col,
            (Way::In, Port::South) => col + place.row,
            (Way::In, Port::North) => col + rows - 1 - place.row,
            (Way::Out, Port::South | Port::North) => col + row + place.row.abs_diff(row),
            (Way::Out, Port::East | Port::West) => col + 2 * row + place.col.abs_diff(col),
        }
    }

    /// The wave that leaves `place` in step `now` as a part of `stream`.
    pub(crate) fn sent(self, stream: Stream, now: usize, place: Place) -> usize {
        now - self.start(stream, place)
    }

    /// The wave that comes to `place` in step `now` as a part of `stream`.
    pub(crate) fn received(self, stream: Stream, now: usize, place: Place) -> usize {
        self.sent(stream, now, behind(stream.port, place))
    }

    /// The columns of `row` from which a wave leaves in step `now` as a part of `stream`.
    pub(crate) fn senders(self, stream: Stream, now: usize, row: usize) -> Range<usize> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (centre_row, centre) = (rows / 2, cols / 2);
        let all = match (stream.way, stream.port) {
            (Way::In, Port::East) => 0..centre,
            (Way::In, Port::West) => centre + 1..cols,
            (Way::Out, Port::East) => centre..cols - 1,
            (Way::Out, Port::West) => 1..centre + 1,
            (way, port) => {
                let in_stream = match (way, port) {
                    (Way::In, Port::South) => row < centre_row,
                    (Way::In, _) => row > centre_row,
                    (Way::Out, Port::South) => row >= centre_row && row + 1 < rows,
                    (Way::Out, _) => row <= centre_row && row > 0,
                };
                let start = self.start(stream, Place { row, col: centre });
                let sends = in_stream && (start..start + self.count).contains(&now);
                return centre..centre + usize::from(sends);
            }
        };
        if all.is_empty() {
            return all;
        }
        // Along a row the waves start one step a column later: those that are under way lie side by side.
        let nearest = if stream.port == Port::East { all.start } else { all.end - 1 };
        let base = self.start(stream, Place { row, col: nearest });
        let newest = (now + 1).saturating_sub(base).min(all.len());
        let oldest = (now + 1).saturating_sub(base + self.count).min(newest);
        match stream.port {
            Port::East => all.start + oldest..all.start + newest,
            _ => all.end - newest..all.end - oldest,
        }
    }

    /// The streams of which some wave is under way in step `now`.
    pub(crate) fn under_way(self, now: usize) -> Vec<Stream> {
        let sends = |stream: &Stream| {
            // All rows do the same.
            let along_rows = matches!(stream.port, Port::East | Port::West);
            let rows = if along_rows { 1 } else { self.shape.rows() };
            (0..rows).any(|row| !self.senders(*stream, now, row).is_empty())
        };
        STREAMS.into_iter().filter(sends).collect()
    }
}

/// The sender of what arrived at `place` over `port`.
fn behind(port: Port, place: Place) -> Place {
    let Place { row, col } = place;
    match port {
        Port::East => Place { row, col: col - 1 },
        Port::West => Place { row, col: col + 1 },
        Port::South => Place { row: row - 1, col },
        Port::North => Place { row: row + 1, col },
    }
}
