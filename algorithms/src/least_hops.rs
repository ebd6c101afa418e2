//! Bounds the hops of any algorithm for an instance from below.

use meshcast_engine::{Messages, Shape};

/// The hops that packets make together at least to deliver `messages` on a mesh of `shape`, whatever the algorithm: the least energy in
/// the spatial computer model.
///
/// The links that the packets of a message cross join its source with all of its destinations. So they are at least as many as there
/// are destinations beside the source, and as the sides of the least rectangle around all of them are long, less one each.
///
/// # Shape
/// Any rectangle with the nodes of `messages`.
///
/// # Cost
/// No steps: it is a fact about the instance. Time O(deliveries + messages).
///
/// | destinations beside the source | against the least number of hops |
/// |---|---|
/// | at most 2 | equal |
/// | more | at most that many |
///
/// # Panics
/// If `shape` has not as many nodes as `messages`.
///
/// # Source
/// Energy: L. Gianinazzi, T. Ben-Nun, M. Besta, S. Ashkboos, Y. Baumann, P. Luczynski, T. Hoefler, "The spatial computer: a model for
/// energy-efficient parallel computation", arXiv 2205.04934. The half perimeter is the classical bound on rectilinear Steiner trees.
///
/// # Example
/// ```
/// use meshcast_algorithms::least_hops;
/// use meshcast_engine::{Messages, Shape};
/// let shape = Shape::new(3, 3)?;
/// // From the corner to the two others that are next to it, and a message of the centre to itself.
/// let set = Messages::new(9, [(0, vec![2, 6]), (4, vec![4])]).unwrap();
/// assert_eq!(least_hops(shape, &set), 4);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
pub fn least_hops(shape: Shape, messages: &Messages) -> u64 {
    assert_eq!(shape.nodes(), messages.nodes(), "the mesh and the message set differ in nodes");
    messages.iter().map(|(source, destinations)| of_message(shape, source, destinations)).sum()
}

fn of_message(shape: Shape, source: u32, destinations: &[u32]) -> u64 {
    let (row, col) = shape.position(source as usize);
    let (mut rows, mut cols) = ((row, row), (col, col));
    for &destination in destinations {
        let (row, col) = shape.position(destination as usize);
        rows = (rows.0.min(row), rows.1.max(row));
        cols = (cols.0.min(col), cols.1.max(col));
    }
    let half_perimeter = rows.1 - rows.0 + cols.1 - cols.0;
    let others = destinations.len() - usize::from(destinations.contains(&source));
    half_perimeter.max(others) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest links that join all of `wanted`, a set of nodes as bits: one less than the nodes of the least connected set around it.
    fn fewest_links(shape: Shape, wanted: u32) -> u64 {
        let nodes = shape.nodes();
        let is_beside = |a: usize, b: usize| {
            let ((row, col), (to_row, to_col)) = (shape.position(a), shape.position(b));
            row.abs_diff(to_row) + col.abs_diff(to_col) == 1
        };
        let is_connected = |set: u32| {
            let mut seen = set & set.wrapping_neg();
            for _ in 0..nodes {
                for a in (0..nodes).filter(|&a| set >> a & 1 == 1) {
                    if (0..nodes).any(|b| seen >> b & 1 == 1 && is_beside(a, b)) {
                        seen |= 1 << a;
                    }
                }
            }
            seen == set
        };
        let around = (1..1 << nodes).filter(|set: &u32| set & wanted == wanted);
        around
            .filter(|&set| is_connected(set))
            .map(|set| u64::from(set.count_ones()) - 1)
            .min()
            .unwrap()
    }

    #[test]
    fn no_message_needs_fewer_links_and_one_for_two_nodes_no_more() {
        for (rows, cols) in [(1, 5), (2, 3), (3, 3), (4, 2)] {
            let shape = Shape::new(rows, cols).unwrap();
            let nodes = shape.nodes() as u32;
            for source in 0..nodes {
                for wanted in 0..1u32 << nodes {
                    let list: Vec<u32> =
                        (0..nodes).filter(|node| wanted >> node & 1 == 1).collect();
                    let set = Messages::new(shape.nodes(), [(source, list)]).unwrap();
                    let (least, found) =
                        (fewest_links(shape, wanted | 1 << source), least_hops(shape, &set));
                    assert!(found <= least, "{shape:?} {source} {wanted:b}");
                    let others = (wanted & !(1 << source)).count_ones();
                    assert!(others > 2 || found == least, "{shape:?} {source} {wanted:b}");
                }
            }
        }
    }
}
