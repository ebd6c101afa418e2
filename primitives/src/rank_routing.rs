//! Permutes packets at random, wherever nodes have none: a routing to the ranks of keys that nodes draw.

use crate::leap_effects::move_packets;
use crate::line::move_along;
use meshcast_engine::{Lines, Machine, Place, Port, Shape, Variable, Violation, register};
use std::ops::Range;

/// Packets that a buffer must hold for a [`rank_routing`].
pub const RANK_ROUTING_CAPACITY: usize = 3;

/// The steps of a [`rank_routing`] on `shape`.
pub fn rank_routing_steps(shape: Shape) -> u64 {
    let (rows, cols) = (shape.rows(), shape.cols());
    (rows.max(cols) - 1 + rows - 1 + cols - 1) as u64
}

/// Moves every packet along its column and then along a row, to places that follow from two keys of every node.
///
/// A packet goes to the row that is the rank of the first key of its node among those of the column, and from there to
/// the column that is the rank of the second key of that node among those of the row. If keys are drawn at random, the
/// packets of a column come to random rows of it, no two to one row, and those of a row then to random columns, whatever
/// nodes have packets: two [sorts](crate::Sort) of lines do the same, in fewer steps, where every node has one.
///
/// First each node learns the ranks of both of its keys: the keys of a line pass by as words, in both directions, each
/// node sends on what it received, and counts those that are less than its own, or equal and from above or from the left.
/// Rows and columns do this at the same time. Then the ranks are the targets of two routes along lines: the packets of a
/// line start at different nodes and have different targets, so none waits.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; the other lanes of [`RANK_ROUTING_CAPACITY`] empty. `keys` are those of
/// the nodes in row-major order. The keys of the packets are lost.
///
/// # Cost
/// | | steps, exact | buffer |
/// |---|---|---|
/// | ranks | max(rows, cols) − 1 | no packets; 8 words a node |
/// | columns | rows − 1 | 3 |
/// | rows | cols − 1 | 3 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`RANK_ROUTING_CAPACITY`] packets never is.
///
/// # Panics
/// If there are not as many pairs of keys as nodes.
///
/// # Source
/// Folklore.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::{RANK_ROUTING_CAPACITY, rank_routing, rank_routing_steps};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(0, vec![])])?);
/// let mut machine = Machine::new(shape, set, Some(RANK_ROUTING_CAPACITY), Options::default());
/// machine.inject(0, |_| 0);
/// // The first key of node 0 is the greater one of its column; the second one of node 2 the greater one of its row.
/// rank_routing(&mut machine, &[[7, 0], [0, 0], [3, 5], [0, 4]])?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, rank_routing_steps(shape));
/// assert_eq!(outcome.packet(0, 1, 1).map(|packet| packet.message()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank_routing(machine: &mut Machine, keys: &[[u32; 2]]) -> Result<(), Violation> {
    let shape = machine.shape();
    assert_eq!(keys.len(), shape.nodes(), "every node has two keys");
    let lanes = 0..RANK_ROUTING_CAPACITY;
    let leap = machine.leap(&machine.rehearsal(RankRouting), lanes.clone(), |machine| {
        machine.span("rank routing", |machine| route(machine, keys, lanes))
    })?;
    if let Some(mut effect) = leap {
        let down = ranks_in_lines(keys.iter().map(|key| key[0]), shape, Lines::Columns);
        let across = ranks_in_lines(keys.iter().map(|key| key[1]), shape, Lines::Rows);
        for node in 0..shape.nodes() {
            if let Some(packet) = effect.take(0, node) {
                effect.put(0, node, packet, node as u32);
            }
        }
        let target = |from: u32| {
            let row = down[from as usize] as usize;
            let col = across[shape.index(row, from as usize % shape.cols())] as usize;
            shape.index(row, col)
        };
        let journeys = move_packets(&mut effect, target);
        effect.count_hops(journeys.iter().map(|way| way.straight_hops(shape)).sum());
        for way in journeys {
            if let Some(packet) = effect.take(0, way.to) {
                effect.put(0, way.to, packet, (way.to % shape.cols()) as u32);
            }
        }
    }
    Ok(())
}

/// What the steps of a [`rank_routing`] follow from beside the shape: nothing.
#[derive(Debug, PartialEq)]
struct RankRouting;

/// The keys of a node, how many of its column and of its row are less, and what it sends on.
#[derive(Clone, Copy, Debug)]
struct Counted {
    keys: [u32; 2],
    ranks: [u32; 2],
    /// By stream.
    passing: [u32; 4],
}

register!(Counted { keys: [u32; 2], ranks: [u32; 2], passing: [u32; 4] });

/// The streams of words: those of columns first.
const STREAMS: [Port; 4] = [Port::South, Port::North, Port::East, Port::West];

fn route(machine: &mut Machine, keys: &[[u32; 2]], lanes: Range<usize>) -> Result<(), Violation> {
    let ranks = count_ranks(machine, keys)?;
    machine.rekey(0, |node| Some(node.own(&ranks)[0].ranks[0]))?;
    let target = |packet: meshcast_engine::Packet| packet.key() as usize;
    move_along(machine, Lines::Columns, lanes.clone(), target)?;
    machine.rekey(0, |node| Some(node.own(&ranks)[0].ranks[1]))?;
    move_along(machine, Lines::Rows, lanes, target)
}

fn count_ranks(machine: &mut Machine, keys: &[[u32; 2]]) -> Result<Variable<Counted>, Violation> {
    let shape = machine.shape();
    let mut ranks = machine.variable(1, |node, _| {
        let keys = keys[node.index()];
        let [down, across] = keys;
        Counted { keys, ranks: [0, 0], passing: [down, down, across, across] }
    })?;
    machine.span("ranks", |machine| {
        (0..shape.rows().max(shape.cols()) - 1).try_for_each(|now| {
            machine.step(|step| {
                step.words(
                    &mut ranks,
                    &STREAMS,
                    |stream, row| senders(shape, STREAMS[stream], now, row),
                    |stream, _: Place, own: &[Counted]| own[0].passing[stream],
                    |stream, _, own, key| {
                        let line = stream / 2;
                        let is_less = match STREAMS[stream] {
                            Port::South | Port::East => key <= own[0].keys[line],
                            Port::North | Port::West => key < own[0].keys[line],
                        };
                        own[0].ranks[line] += u32::from(is_less);
                        own[0].passing[stream] = key;
                    },
                )
            })
        })
    })?;
    Ok(ranks)
}

/// The columns of a row whose nodes send a word over `port` in step `now`: the nodes that have received one from a node
/// `now` places behind them, and have a neighbour ahead.
fn senders(shape: Shape, port: Port, now: usize, row: usize) -> Range<usize> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let all_if = |sends: bool| if sends { 0..cols } else { 0..0 };
    match port {
        Port::South => all_if(row >= now && row + 1 < rows),
        Port::North => all_if(row > 0 && row + now < rows),
        Port::East => now.min(cols - 1)..cols - 1,
        Port::West => 1..(cols - now.min(cols - 1)),
    }
}

/// The rank of every node's key in its line; of equal keys, the first node's comes first.
fn ranks_in_lines(keys: impl Iterator<Item = u32>, shape: Shape, lines: Lines) -> Vec<u32> {
    let line = |node: usize| match lines {
        Lines::Columns => node % shape.cols(),
        Lines::Rows => node / shape.cols(),
    };
    let mut order: Vec<(usize, u32, usize)> =
        keys.enumerate().map(|(node, key)| (line(node), key, node)).collect();
    order.sort_unstable();
    let mut ranks = vec![0; order.len()];
    let length = lines.length(shape);
    for (place, (_, _, node)) in order.into_iter().enumerate() {
        ranks[node] = (place % length) as u32;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{LeftPacket, Messages, Mode, Options};
    use std::sync::Arc;

    /// The least of a line first, one after the other, instead of a sort.
    fn rank(keys: &[u32], of: usize) -> usize {
        let before = |&other: &usize| (keys[other], other) < (keys[of], of);
        (0..keys.len()).filter(before).count()
    }

    #[test]
    fn packets_come_to_the_ranks_of_the_keys_of_their_nodes() {
        for (rows, cols) in [(1, 1), (1, 7), (7, 1), (4, 4), (5, 9), (9, 5), (13, 13), (2, 31)] {
            let shape = Shape::new(rows, cols).expect("small");
            let nodes = shape.nodes();
            for (nth, most) in [(1, 1000), (2, 3), (3, 1000), (nodes, 1000)] {
                let keys: Vec<[u32; 2]> = (0..nodes as u32)
                    .map(|i| {
                        [1, 7]
                            .map(|salt| (i + salt).wrapping_mul(2_654_435_761) >> 9)
                            .map(|k| k % most)
                    })
                    .collect();
                let lists = (0..nodes as u32).step_by(nth).map(|node| (node, vec![]));
                let set = Arc::new(Messages::new(nodes, lists).expect("small"));
                for mode in [Mode::Step, Mode::Leap] {
                    let options = Options { mode, ..Options::default() };
                    let mut machine =
                        Machine::new(shape, Arc::clone(&set), Some(RANK_ROUTING_CAPACITY), options);
                    machine.inject(0, |_| 0);
                    rank_routing(&mut machine, &keys).expect("lawful");
                    let outcome = machine.finish();
                    assert_eq!(outcome.steps, rank_routing_steps(shape));
                    for message in 0..set.count() {
                        let (row, col) = shape.position(set.source(message) as usize);
                        let column: Vec<u32> =
                            (0..rows).map(|row| keys[shape.index(row, col)][0]).collect();
                        let row = rank(&column, row);
                        let line: Vec<u32> =
                            (0..cols).map(|col| keys[shape.index(row, col)][1]).collect();
                        let found = outcome.packet(0, row, rank(&line, col));
                        let found = found.map(LeftPacket::message);
                        assert_eq!(found, Some(message as u32), "{shape:?} {mode:?}");
                    }
                }
            }
        }
    }
}
