//! Deals packets to nodes at random.

use crate::draws::Draws;
use crate::multicast::visits::Tessellation;
use meshcast_engine::{Machine, Node, Order, Shape, Tiling, Violation};
use meshcast_primitives::{Sort, expansion, expansion_steps, rank_routing, rank_routing_steps};

/// The lane of the packets; those from 1 to 4 are empty before and after.
pub(super) const LANE: usize = 0;

/// The steps of a [`shuffle`].
pub(super) fn shuffle_steps(shape: Shape) -> u64 {
    let order = Order::Snake;
    Sort::steps_on(shape.part(shape.rows(), 1), order)
        + Sort::steps_on(shape.part(1, shape.cols()), order)
}

/// Brings a packet of every node to a random node: sorts every column by random keys, then every row.
///
/// Of any set of packets, the share in a set of rows after the first sort is a sum over the columns, each the number
/// that a random choice of its places brings there; the share of a tile in those after the second is a sum over its
/// rows of the same kind. Such sums stray from their means no farther than if every packet had chosen its node alone (W.
/// Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58, 1963, §6), which is what groups
/// need; a sort of the whole mesh would take twice as long.
pub(super) fn shuffle(machine: &mut Machine, draws: &mut Draws) -> Result<(), Violation> {
    let shape = machine.shape();
    let lines = [
        (Tiling::grid(shape, 1, shape.cols()), column_sort(shape)),
        (Tiling::grid(shape, shape.rows(), 1), row_sort(shape)),
    ];
    for (tiling, sort) in lines {
        draw_keys(machine, draws)?;
        machine.in_parallel(&tiling, |line, _| sort.run(line))?;
    }
    Ok(())
}

fn column_sort(shape: Shape) -> Sort {
    Sort::new(shape.part(shape.rows(), 1), Order::Snake)
}

fn row_sort(shape: Shape) -> Sort {
    Sort::new(shape.part(1, shape.cols()), Order::Snake)
}

/// The steps of a [`sparse_shuffle`].
pub(super) fn sparse_shuffle_steps(shape: Shape) -> u64 {
    rank_routing_steps(shape)
}

/// Brings every packet to a random node, as a [`shuffle`] does, wherever nodes have none: each node draws a key for its
/// column and one for its row, and packets are routed to the ranks of the keys. Keys of 32 bits are seldom equal; of two
/// that are, the place decides.
pub(super) fn sparse_shuffle(machine: &mut Machine, draws: &mut Draws) -> Result<(), Violation> {
    let halves = |bits: u64| [bits as u32, (bits >> 32) as u32];
    let keys: Vec<[u32; 2]> = (0..machine.shape().nodes()).map(|_| halves(draws.bits())).collect();
    rank_routing(machine, &keys)
}

/// The steps of a [`spread`].
pub(super) fn spread_steps(shape: Shape) -> u64 {
    Sort::steps_on(shape, Order::RowMajor) + expansion_steps(shape)
}

/// Spreads packets, `count` of them, in random order evenly over the cores, or over all nodes if the cores have not room
/// for all: the i-th of k goes to a random one of the n nodes from ⌊i·n/k⌋ to before ⌊(i + 1)n/k⌋, row-major.
pub(super) fn spread(
    machine: &mut Machine,
    tessellation: Tessellation,
    count: usize,
    draws: &mut Draws,
) -> Result<(), Violation> {
    let shape = machine.shape();
    draw_keys(machine, draws)?;
    sort(shape).run(machine)?;
    let only_cores = count <= tessellation.places();
    let places = if only_cores { tessellation.places() } else { shape.nodes() };
    // Node i draws the target of the i-th packet, which it has now.
    let target = |rank: usize| {
        let (first, end) = (rank * places / count, (rank + 1) * places / count);
        let place = first + draws.below((end - first) as u32) as usize;
        if !only_cores {
            return place as u32;
        }
        let (row, col) = tessellation.place(place);
        shape.index(row, col) as u32
    };
    let targets: Vec<u32> = (0..count).map(target).collect();
    machine.rekey(LANE, |node| targets.get(node.index()).copied())?;
    expansion(machine, Order::RowMajor)
}

/// An expansion needs row-major order.
fn sort(shape: Shape) -> Sort {
    Sort::new(shape, Order::RowMajor)
}

/// Every node draws a key for its packet.
fn draw_keys(machine: &mut Machine, draws: &mut Draws) -> Result<(), Violation> {
    let keys: Vec<u32> = (0..machine.shape().nodes()).map(|_| draws.bits() as u32).collect();
    machine.rekey(LANE, |node: &Node<'_>| Some(keys[node.index()]))
}
