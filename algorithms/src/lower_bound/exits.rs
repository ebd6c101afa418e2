//! Bounds the steps by the messages that must leave each square of the aligned grids.

use super::bound::{Deliveries, LowerBound, Reason, links_into};
use super::submeshes::Layout;
use meshcast_engine::{Messages, Shape, Tile};
use std::ops::RangeInclusive;

/// Raises `bound` by what must leave nodes and the squares of all scales, of a set of which nodes have several messages: with one message
/// a node, distances give as much.
pub(super) fn raise_by_exits(
    bound: &mut LowerBound,
    shape: Shape,
    messages: &Messages,
    deliveries: Deliveries,
) {
    if messages.per_node() <= 1 {
        return;
    }
    let reach = |(source, list)| Some((source, Reach::of(shape, list)?));
    let reaches: Vec<(u32, Reach)> = messages.iter().filter_map(reach).collect();
    let one = Shape::new(1, 1).expect("one node is a mesh");
    let alone = |node: usize| {
        let (first_row, first_col) = shape.position(node);
        Tile { first_row, first_col, shape: one }
    };
    let mut leaving = vec![0; shape.nodes()];
    for (source, reach) in &reaches {
        let source = *source as usize;
        leaving[source] += u32::from(!reach.is_inside(alone(source)));
    }
    raise_by_all(bound, shape, &leaving, alone, deliveries);
    for scale in Layout::scales(shape) {
        let layout = Layout::new(shape, scale);
        let mut leaving = vec![0; layout.squares()];
        for (source, reach) in &reaches {
            for square in layout.around(*source) {
                leaving[square] += u32::from(!reach.is_inside(layout.submesh(square)));
            }
        }
        raise_by_all(bound, shape, &leaving, |square| layout.submesh(square), deliveries);
    }
}

/// Raises `bound` by the submeshes, given by their numbers, that so many messages must leave.
fn raise_by_all(
    bound: &mut LowerBound,
    shape: Shape,
    leaving: &[u32],
    submesh: impl Fn(usize) -> Tile,
    deliveries: Deliveries,
) {
    for (number, &exits) in leaving.iter().enumerate().filter(|&(_, &exits)| exits > 0) {
        let submesh = submesh(number);
        let links = links_into(shape, submesh);
        bound.raise(LowerBound {
            steps: u64::from(exits.div_ceil(links)) + deliveries.steps(),
            reason: Reason::ExitsFromSubmesh { submesh, exits, links },
        });
    }
}

/// The rows and columns between which the destinations of a message lie.
struct Reach {
    rows: RangeInclusive<usize>,
    cols: RangeInclusive<usize>,
}

impl Reach {
    /// That of some destinations; none of none.
    fn of(shape: Shape, destinations: &[u32]) -> Option<Self> {
        let places = || destinations.iter().map(|&node| shape.position(node as usize));
        let rows = || places().map(|(row, _)| row);
        let cols = || places().map(|(_, col)| col);
        let (rows, cols) = (rows().min()?..=rows().max()?, cols().min()?..=cols().max()?);
        Some(Self { rows, cols })
    }

    /// Whether all destinations are in a submesh.
    fn is_inside(&self, Tile { first_row, first_col, shape }: Tile) -> bool {
        first_row <= *self.rows.start()
            && *self.rows.end() < first_row + shape.rows()
            && first_col <= *self.cols.start()
            && *self.cols.end() < first_col + shape.cols()
    }
}
