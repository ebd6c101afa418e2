//! Bounds the steps of any algorithm for an instance from below.

mod arrivals;
mod bound;
mod chains;
mod exits;
#[cfg(test)]
mod optimum_tests;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod recount;
#[cfg(test)]
mod schedules;
#[cfg(test)]
mod several_tests;
mod single;
mod submeshes;
#[cfg(test)]
mod tests;

pub use bound::{Deliveries, LowerBound, Reason};

use arrivals::raise_by_arrivals;
use bound::entries_into;
use chains::Chains;
use exits::raise_by_exits;
use meshcast_engine::{Messages, Shape};
use single::Singles;
use submeshes::{Entries, Squares};

/// The greatest lower bound, on the steps to deliver `messages` on a mesh of `shape`, that distances, copies, busy nodes and
/// the links into submeshes give.
///
/// A packet crosses at most one link a step, so a message is at no node sooner than after as many steps as the node is
/// distant from its source. Let e be the steps of a delivery, 1 if charged and 0 if free; a charged delivery is an action
/// of its own, so it takes a later step than the packet's arrival. With T the steps of any run:
///
/// - **Distance.** A message whose destination is at distance D arrives after D steps at the soonest: T ≥ D + e. With charged
///   deliveries a source that is its own destination needs 1 step.
/// - **Copies** (only if charged). Let a message have destinations at the distances Dᵢ: T ≥ 1 + ⌈log₂ Σ 2^Dᵢ⌉. For two destinations
///   this is at least a step more than the farther distance gives. The proof follows below.
/// - **Deliveries at a node** (only if charged). Let m ≥ 1 messages be for one node and come from a distance of t ≥ 0 or more. They are
///   delivered in m different steps, none before step t + 1: T ≥ t + m. t = 0 gives more than t = 1 only where a node has several
///   messages for itself.
/// - **Entries into a submesh.** Let m messages have a source outside A and a destination inside, and let L directed links
///   lead into A. Each message crosses one of these links at least once before it is delivered inside. These first
///   crossings need m different pairs of a link and a step, so the last is in step ⌈m/L⌉ or later, and a delivery follows:
///   T ≥ ⌈m/L⌉ + e.
/// - **Entries with ways.** Let each of the m messages start at distance t ≥ 1 or more from A, and have a destination in A that
///   lies θ hops or more behind every node where links enter A. No first crossing is before step t, so the last is in step
///   (t − 1) + ⌈m/L⌉ or later. Any way of that message to that destination enters A then or later for the last time, and has θ
///   hops to go: T ≥ (t − 1) + ⌈m/L⌉ + (θ + e).
/// - **Exits from a submesh** (only if nodes have several messages). Let m messages have a source inside A and a destination outside, and
///   let L directed links lead out of A. As for entries, T ≥ ⌈m/L⌉ + e.
///
/// *Proof for copies.* Choose one delivery for each destination, and follow its packet back to the source, through the packets
/// it was copied from. On this lineage are hᵢ ≥ Dᵢ hops, one delivery at the end, and bᵢ other actions: copies, and chosen
/// deliveries that the same packet made on its way. A packet takes part in one action a step, and a copy acts from the step
/// after. So all of these take different steps, and sᵢ = T − 1 − hᵢ ≥ bᵢ. *Claim:* the sum of 2^−sᵢ over the deliveries that
/// descend from a packet which has b of the other actions behind it is at most 2^−b. With one delivery it is, since
/// sᵢ ≥ bᵢ ≥ b. A copy divides the deliveries among two packets with b + 1 actions behind them, so 2·2^−(b+1) is the most. If
/// the packet delivers i on its way, the others come to at most 2^−(b+1); each of them, j, is at another node, so hⱼ > hᵢ and
/// sᵢ > sⱼ ≥ b + 1, and i adds at most 2^−(b+2). At the start b = 0, and hence Σ 2^−(T−1−Dᵢ) ≤ Σ 2^−sᵢ ≤ 1.
///
/// The submeshes are of two families. One has the squares of side a of the aligned grids, for each power of two a from 1 to the
/// first that is no less than the longer side, with the grid as it is and moved by a/2 along either axis and along both; squares
/// at the border are cut, and only the links into what is left count. The other has squares of every size in the four corners,
/// cut likewise, and bands of every width along the four sides. Ways count for those of the other family whose size is a power
/// of two or three times one; θ is rounded down to a multiple of ⌈size/8⌉. Exits count for nodes and the squares of the grids. Where
/// nodes have one message each they are no separate argument: at most L nodes of a submesh are at any given distance from its outside, so
/// of m messages that leave it through L links one starts at distance ⌈m/L⌉ or more.
///
/// A further message or destination never lowers the bound.
///
/// # Shape
/// Any rectangle with the nodes of `messages`.
///
/// # Cost
/// No steps: it is a fact about the instance. Time O((deliveries + nodes)·log side) at worst: a pass over all deliveries for
/// each scale of the grids, and for each refinement of the deliveries at nodes, that must be counted, mostly none or one, and
/// two for the corners and bands. What is known of a submesh or a node bounds what it could give, and where that cannot raise
/// the bound nothing is counted. Memory at most 24 bytes a node, and 4 for each delivery that could count for its node.
///
/// | cost model | holds |
/// |---|---|
/// | all ports, exchange of one step, copies of one step | with [`Deliveries::Charged`] |
/// | copies of no step | with [`Deliveries::Free`]: steps with a crossing are charged all the same |
/// | one port, exchange of two steps | too: these only charge a step more, never less |
///
/// # Panics
/// If `shape` has not as many nodes as `messages`.
///
/// # Source
/// The entries into a square corner submesh are the argument of K. T. Herley, A. Pietracaprina, G. Pucci,
/// "Store-and-forward multicast routing on the mesh", Theorem 1. Beyond it: all scales and grids, the last delivery, ways and
/// copies. That m jobs which cannot start before t, on L machines, and with θ to go afterwards, take t + ⌈m/L⌉ + θ is the bound of
/// J. Carlier, "The one-machine sequencing problem", 1982. The sum for copies is the inequality of L. G. Kraft for codes, 1949.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Deliveries, Reason, lower_bound};
/// use meshcast_engine::{Messages, Shape};
/// let shape = Shape::new(3, 3)?;
/// // Four messages for the corner 0: two links lead there, but it can make one delivery a step, none in the first.
/// let set = Messages::new(9, [(1, vec![0]), (2, vec![0]), (3, vec![0]), (4, vec![0])]).unwrap();
/// let charged = lower_bound(shape, &set, Deliveries::Charged);
/// assert_eq!(charged.steps, 5);
/// assert_eq!(charged.reason, Reason::DeliveriesAtNode { node: 0, deliveries: 4, distance: 1 });
/// assert_eq!(lower_bound(shape, &set, Deliveries::Free).steps, 2);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
pub fn lower_bound(shape: Shape, messages: &Messages, deliveries: Deliveries) -> LowerBound {
    assert_eq!(shape.nodes(), messages.nodes(), "the mesh and the message set differ in nodes");
    let Singles { mut bound, going } = Singles::new(shape, messages, deliveries);
    let mut squares = Squares::new(shape, messages);
    for node in squares.nodes() {
        if deliveries == Deliveries::Charged {
            bound.raise(busy_node(shape, node));
        }
        bound.raise(entries_into(shape, node, deliveries));
    }
    raise_by_squares(&mut bound, &mut squares, shape, deliveries);
    drop(squares);
    let chains = Chains::new(shape, messages, deliveries);
    chains.raise(&mut bound);
    chains.raise_by_ways(&mut bound, &going);
    if deliveries == Deliveries::Charged {
        raise_by_arrivals(&mut bound, shape, messages);
    }
    raise_by_exits(&mut bound, shape, messages, deliveries);
    bound
}

/// The most messages that have to cross one link into a square of the aligned grids of [`lower_bound`]: ⌈m/L⌉ of m messages with a
/// source outside and a destination inside, for L directed links that lead into it.
///
/// # Panics
/// If `shape` has not as many nodes as `messages`.
///
/// # Example
/// ```
/// use meshcast_algorithms::most_entries;
/// use meshcast_engine::{Messages, Shape};
/// // Three messages for the corner 0, to which two links lead.
/// let set = Messages::new(9, [(1, vec![0]), (2, vec![0]), (8, vec![0, 7])]).unwrap();
/// assert_eq!(most_entries(Shape::new(3, 3)?, &set), 2);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
pub fn most_entries(shape: Shape, messages: &Messages) -> u64 {
    assert_eq!(shape.nodes(), messages.nodes(), "the mesh and the message set differ in nodes");
    let mut bound = LowerBound { steps: 0, reason: Reason::NothingToDeliver };
    let mut squares = Squares::new(shape, messages);
    for node in squares.nodes() {
        bound.raise(entries_into(shape, node, Deliveries::Free));
    }
    raise_by_squares(&mut bound, &mut squares, shape, Deliveries::Free);
    bound.steps
}

/// Raises `bound` by what must enter the squares of all scales. Scales are counted only while what is known of a square
/// would raise the bound, and the most promising first: what it gives rules out most of the others.
fn raise_by_squares(
    bound: &mut LowerBound,
    squares: &mut Squares,
    shape: Shape,
    deliveries: Deliveries,
) {
    let steps = |entries| entries_into(shape, entries, deliveries).steps;
    let most = |squares: &Squares, scale| squares.at_most(scale).map(steps).max().unwrap_or(0);
    let mut open: Vec<(u64, usize)> =
        squares.scales().map(|scale| (most(squares, scale), scale)).collect();
    while let Some(&(best, scale)) = open.iter().max().filter(|(best, _)| *best > bound.steps) {
        let known = bound.steps;
        for candidate in squares.count(scale, |candidate| steps(candidate) > known) {
            bound.raise(entries_into(shape, candidate, deliveries));
        }
        open.retain(|&other| other != (best, scale));
        for (most_there, larger) in open.iter_mut().filter(|(_, other)| *other > scale) {
            *most_there = most(squares, *larger);
        }
    }
}

/// The bound by the deliveries of one node, if they are charged.
fn busy_node(shape: Shape, Entries { submesh, entries }: Entries) -> LowerBound {
    let node = shape.index(submesh.first_row, submesh.first_col) as u32;
    let reason = Reason::DeliveriesAtNode { node, deliveries: entries, distance: 1 };
    LowerBound { steps: u64::from(entries) + 1, reason }
}
