//! Places the nodes of a file on the mesh.

use super::hilbert;
use clap::ValueEnum;
use meshcast_engine::{Messages, MessagesError, Order, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

/// A way to number the nodes of a mesh: index i of a file stands on the i-th node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Placement {
    /// Row by row, every row from left to right.
    #[default]
    RowMajor,
    /// Row by row, odd rows from right to left.
    Snake,
    /// Along a Hilbert curve, generalised to any rectangle.
    Hilbert,
    /// In random order, by the seed.
    Random,
}

/// Why messages do not fit a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// The mesh has fewer nodes than the messages are for.
    #[error("expected a mesh of at least {needed} nodes for the messages, found {rows} x {cols} = {} nodes", rows * cols)]
    TooFewNodes {
        /// Nodes of the message set.
        needed: usize,
        /// Rows of the mesh.
        rows: usize,
        /// Columns of the mesh.
        cols: usize,
    },
    /// The placed messages are no message set.
    #[error("expected a message set: {0}")]
    Messages(#[source] MessagesError),
}

impl Placement {
    /// The nodes of `shape` in the order of this placement; the seed matters only to [`Placement::Random`].
    ///
    /// ```
    /// use meshcast::input::Placement;
    /// use meshcast_engine::Shape;
    /// let shape = Shape::new(2, 3)?;
    /// assert_eq!(Placement::RowMajor.nodes(shape, 1), [0, 1, 2, 3, 4, 5]);
    /// assert_eq!(Placement::Snake.nodes(shape, 1), [0, 1, 2, 5, 4, 3]);
    /// # Ok::<(), meshcast_engine::ShapeError>(())
    /// ```
    pub fn nodes(self, shape: Shape, seed: u64) -> Vec<u32> {
        let node = |(row, col)| shape.index(row, col) as u32;
        match self {
            Self::RowMajor => (0..shape.nodes() as u32).collect(),
            Self::Snake => {
                (0..shape.nodes()).map(|rank| node(Order::Snake.position(shape, rank))).collect()
            }
            Self::Hilbert => hilbert::curve(shape).into_iter().map(node).collect(),
            Self::Random => shuffled(shape, seed),
        }
    }
}

/// All nodes in random order: Fisher and Yates' shuffle, from the last place down.
fn shuffled(shape: Shape, seed: u64) -> Vec<u32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut nodes: Vec<u32> = (0..shape.nodes() as u32).collect();
    for last in (1..nodes.len()).rev() {
        // Drawn as u32, so that the stream does not depend on the width of usize.
        let chosen = random.random_range(0..=last as u32);
        nodes.swap(last, chosen as usize);
    }
    nodes
}

/// The messages on the nodes of `shape`: index i, as a source and as a destination, moves to the i-th node of
/// `placement`.
///
/// ```
/// use meshcast::input::{Placement, place};
/// use meshcast_engine::{Messages, Shape};
/// let file = Messages::new(4, [(0, vec![2, 3])])?;
/// let placed = place(&file, Shape::new(2, 2)?, Placement::Snake, 1)?;
/// assert_eq!(placed, Messages::new(4, [(0, vec![2, 3])])?);
/// let wide = place(&file, Shape::new(2, 3)?, Placement::Snake, 1)?;
/// assert_eq!(wide, Messages::new(6, [(0, vec![2, 5])])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A mesh with fewer nodes than the messages are for.
pub fn place(
    messages: &Messages,
    shape: Shape,
    placement: Placement,
    seed: u64,
) -> Result<Messages, PlacementError> {
    if messages.nodes() > shape.nodes() {
        let (rows, cols) = (shape.rows(), shape.cols());
        return Err(PlacementError::TooFewNodes { needed: messages.nodes(), rows, cols });
    }
    let nodes = placement.nodes(shape, seed);
    let place = |&index: &u32| nodes[index as usize];
    let placed = messages
        .iter()
        .map(|(source, destinations)| (place(&source), destinations.iter().map(place).collect()));
    Messages::new(shape.nodes(), placed).map_err(PlacementError::Messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_a_bijection() {
        for (rows, cols) in (1..=9).flat_map(|rows| (1..=9).map(move |cols| (rows, cols))) {
            let shape = Shape::new(rows, cols).unwrap();
            for &placement in Placement::value_variants() {
                let mut nodes = placement.nodes(shape, 7);
                nodes.sort_unstable();
                assert!(
                    nodes.into_iter().eq(0..(rows * cols) as u32),
                    "{placement:?} {rows} x {cols}"
                );
            }
        }
    }

    #[test]
    fn the_random_placement_repeats_with_its_seed_and_only_then() {
        let shape = Shape::new(3, 4).unwrap();
        let golden = [10, 7, 3, 0, 2, 5, 4, 11, 6, 1, 8, 9];
        assert_eq!(Placement::Random.nodes(shape, 1), golden);
        assert_ne!(Placement::Random.nodes(shape, 2), golden);
    }

    #[test]
    fn the_random_placement_reaches_every_order() {
        let shape = Shape::new(1, 3).unwrap();
        let mut orders: Vec<_> =
            (0..100).map(|seed| Placement::Random.nodes(shape, seed)).collect();
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 6);
    }

    #[test]
    fn placed_messages_keep_their_degree_and_congestion() {
        let file = Messages::new(7, [(0, vec![1, 2, 6]), (3, vec![]), (6, vec![6, 1])]).unwrap();
        let shape = Shape::new(3, 5).unwrap();
        for &placement in Placement::value_variants() {
            let placed = place(&file, shape, placement, 3).unwrap();
            let measures = (placed.nodes(), placed.count(), placed.degree(), placed.congestion());
            assert_eq!(measures, (15, 3, 3, 2), "{placement:?}");
            let nodes = placement.nodes(shape, 3);
            let third = placed.at(nodes[3]).unwrap();
            assert!(placed.destinations(third).is_empty(), "{placement:?}");
        }
    }

    #[test]
    fn a_mesh_that_is_too_small_is_refused_with_both_numbers() {
        let file = Messages::new(34, []).unwrap();
        let error = place(&file, Shape::new(5, 5).unwrap(), Placement::RowMajor, 1).unwrap_err();
        let expected =
            "expected a mesh of at least 34 nodes for the messages, found 5 x 5 = 25 nodes";
        assert_eq!(error.to_string(), expected);
        assert!(place(&file, Shape::new(2, 17).unwrap(), Placement::RowMajor, 1).is_ok());
    }
}
