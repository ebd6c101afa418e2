//! Predicts what communications on a torus need.

use meshcast_algorithms::{QueueOrder, Routing, TorusAlgorithm};
use meshcast_engine::{Torus, TorusMessages};

/// Nodes of a torus up to which leaves of trees are counted.
const MOST_COUNTED: usize = 1 << 16;

/// What the routing of a torus and its measures need.
pub(crate) fn measuring(torus: Torus) -> u64 {
    // Hops, last hops, and the points in the order of their distances.
    const BYTES_A_NODE: u64 = 1 + 1 + 4;
    // By level and direction.
    let counts = (torus.diameter() + 1) as u64 * (2 * torus.dims() as u64 * 8 + 32);
    torus.nodes() as u64 * BYTES_A_NODE + counts
}

/// What a communication on a torus needs, when every message waits, or all copies of one: these are at different leaves of its tree.
pub(crate) fn communicating(
    messages: TorusMessages,
    algorithm: TorusAlgorithm,
    order: QueueOrder,
    traced: bool,
) -> u64 {
    // A tree: labels, places of lists of children, branches, depths, and what these are made of.
    const BYTES_A_NODE: u64 = 48;
    // The place and the length of its queue, and its load.
    const BYTES_A_CHANNEL: u64 = 12;
    // A header, a message, the next cell.
    const CELL: u64 = 12;
    // What cells take while the array that they have filled is copied to one of twice the size, on average.
    const GROWING_CELL: u64 = 22;
    // A class of a queue that is urgent in its own way, in a list that doubles as it grows.
    const CLASS: u64 = 14;
    // A list with room for some classes.
    const LIST: u64 = 24 + 48;
    let torus = messages.torus;
    let (nodes, deliveries) = (torus.nodes() as u64, messages.deliveries());
    let channels = nodes * torus.degree() as u64;
    let (waiting, cell) = if messages.personalized {
        (deliveries, GROWING_CELL)
    } else {
        (messages.senders().saturating_mul(leaves(torus, algorithm)).min(deliveries), CELL)
    };
    let class = if order == QueueOrder::Random { CLASS } else { 0 };
    // The message of a packet; copies are packets.
    let of_trace = if traced { 8 } else { 0 };
    measuring(torus)
        + nodes * BYTES_A_NODE
        + channels * BYTES_A_CHANNEL
        + channels.min(waiting) * LIST
        + waiting * (cell + class)
        + deliveries.div_ceil(8)
        + deliveries * of_trace
}

/// Leaves of the tree along which a message goes from a node to all others. Those of a large torus follow from a smaller one: with simple a
/// leaf ends a line, so that they grow as the nodes of one dimension less; with others they grow as all nodes at most.
fn leaves(torus: Torus, algorithm: TorusAlgorithm) -> u64 {
    let counted = smaller(torus);
    let (nodes, of_counted) = (torus.nodes() as u64, counted.nodes() as u64);
    // Nodes of a line, where leaves end lines.
    let (line, of_counted_line) = if algorithm == TorusAlgorithm::Simple {
        (torus.radix() as u64, counted.radix() as u64)
    } else {
        (1, 1)
    };
    (count_leaves(counted, algorithm) * nodes * of_counted_line).div_ceil(of_counted * line)
}

/// The torus itself, or one of as many dimensions or as many nodes in each that is small enough for its leaves to be counted.
fn smaller(torus: Torus) -> Torus {
    let (mut radix, mut dims) = (torus.radix(), torus.dims());
    let is_large = |radix: usize, dims: usize| radix.pow(dims as u32) > MOST_COUNTED;
    // Of the same parity, as long as there are opposite points.
    while radix > 4 && is_large(radix, dims) {
        radix -= 2;
    }
    while is_large(radix, dims) {
        dims -= 1;
    }
    Torus::new(radix, dims).unwrap_or(torus)
}

fn count_leaves(torus: Torus, algorithm: TorusAlgorithm) -> u64 {
    let routing = Routing::new(torus, algorithm);
    let mut has_children = vec![false; torus.nodes()];
    for point in 1..torus.nodes() as u32 {
        has_children[routing.parent(point) as usize] = true;
    }
    has_children.iter().filter(|&&has| !has).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column for every point of a row.
    #[test]
    fn the_leaves_of_a_tree_are_counted() {
        for algorithm in TorusAlgorithm::ALL {
            assert_eq!(leaves(Torus::new(5, 1).unwrap(), algorithm), 2, "{algorithm:?}");
        }
        assert_eq!(leaves(Torus::new(5, 2).unwrap(), TorusAlgorithm::Simple), 2 * 5);
        assert_eq!(leaves(Torus::new(2, 3).unwrap(), TorusAlgorithm::Simple), 4);
    }

    #[test]
    fn leaves_of_large_tori_are_no_fewer_than_they_have_and_of_simple_about_as_many() {
        for (radix, dims) in
            [(300, 2), (301, 2), (42, 3), (43, 3), (17, 4), (4, 9), (3, 11), (2, 17)]
        {
            let torus = Torus::new(radix, dims).unwrap();
            for algorithm in TorusAlgorithm::ALL {
                let (found, counted) = (leaves(torus, algorithm), count_leaves(torus, algorithm));
                assert!(5 * found >= 4 * counted, "{torus:?} {algorithm:?}: {found} of {counted}");
                if algorithm == TorusAlgorithm::Simple {
                    assert!(4 * found <= 5 * counted, "{torus:?}: {found} of {counted}");
                }
            }
        }
    }
}
