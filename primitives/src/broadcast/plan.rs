//! Plans the streams of a broadcast: which copies a packet sends, and the ways that they go.

use super::stream::{FLYING, HOME, stream};
use meshcast_engine::{Machine, Node, Order, Port, Shape, Violation};
use std::cmp::Ordering;
use std::ops::Range;

/// The streams of a broadcast in snake or row-major order.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) shape: Shape,
    pub(super) order: Order,
    pub(super) longest: usize,
}

/// A segment as its rows: ranks, and the first and last row.
struct Segment {
    ranks: Range<usize>,
    first_row: usize,
    last_row: usize,
}

impl Plan {
    pub(super) fn run(
        self,
        machine: &mut Machine,
        segment: &(impl Fn(&Node<'_>, usize) -> Range<u32> + Sync),
    ) -> Result<(), Violation> {
        let of = |node: &Node<'_>, lane| self.segment(segment(node, lane));
        let [along, down, across] = self.steps();
        stream(
            machine,
            ("along", along, &[Port::East, Port::West, Port::South]),
            |node| self.distances_along(node, &of(node, HOME)),
            |node| self.onward(node),
        )?;
        stream(
            machine,
            ("down", down, &[Port::East, Port::West, Port::South]),
            |node| self.distances_down(node, &of(node, HOME)),
            |node| self.downward(node, &of(node, FLYING)),
        )?;
        stream(
            machine,
            ("across", across, &[Port::East, Port::West]),
            |node| self.distances_across(node, &of(node, HOME)),
            |node| self.across(node, &of(node, FLYING)),
        )
    }

    /// Steps of the streams along the snake, down and across; 0 for one that is not needed.
    pub(super) fn steps(self) -> [usize; 3] {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let hops = self.longest.saturating_sub(1);
        let down =
            if rows == 1 || hops == 0 { 0 } else { cols + (rows - 1).min(hops.div_ceil(cols)) };
        let across = if cols == 1 || hops == 0 { 0 } else { cols.min(self.longest) };
        if self.order == Order::Snake && self.longest <= down + across {
            [self.longest, 0, 0]
        } else {
            [0, down, across]
        }
    }

    /// The hops of all copies in a segment. Those to the nodes of a row, and along the snake, make one hop, two, and so on.
    pub(super) fn hops(self, ranks: Range<u32>) -> u64 {
        let Segment { ranks, first_row, last_row } = self.segment(ranks);
        let cols = self.shape.cols();
        let filling = |nodes: usize| (nodes * (nodes - 1) / 2) as u64;
        let [along, ..] = self.steps();
        if along > 0 || first_row == last_row {
            return filling(ranks.len());
        }
        let later = last_row - first_row;
        let (first, last) = ((first_row + 1) * cols - ranks.start, ranks.end - last_row * cols);
        let (_, col) = self.order.position(self.shape, ranks.start);
        let aside = col.abs_diff(self.first_col(last_row));
        let down = (later * aside) as u64 + filling(later + 1);
        down + filling(first) + (later - 1) as u64 * filling(cols) + filling(last)
    }

    fn segment(self, ranks: Range<u32>) -> Segment {
        let ranks = ranks.start as usize..ranks.end as usize;
        assert!(
            (1..=self.longest).contains(&ranks.len()),
            "a segment has 1 to {} nodes",
            self.longest
        );
        let row = |rank: usize| rank / self.shape.cols();
        Segment { first_row: row(ranks.start), last_row: row(ranks.end - 1), ranks }
    }

    /// Whether the order goes through a row from right to left.
    fn leftward(self, row: usize) -> bool {
        self.order == Order::Snake && row % 2 == 1
    }

    /// The column in which a row begins.
    fn first_col(self, row: usize) -> usize {
        if self.leftward(row) { self.shape.cols() - 1 } else { 0 }
    }

    /// The port towards the next node of a row.
    fn forward(self, row: usize) -> Port {
        if self.leftward(row) { Port::West } else { Port::East }
    }

    /// The port towards the next node of the snake.
    fn onward(self, node: &Node<'_>) -> Port {
        let at_end = node.col() == self.first_col(node.row() + 1);
        if at_end { Port::South } else { self.forward(node.row()) }
    }

    fn expect_at_first(self, node: &Node<'_>, segment: &Segment) {
        let rank = self.order.rank(self.shape, node.row(), node.col());
        assert_eq!(rank, segment.ranks.start, "a packet stands at the first node of its segment");
    }

    /// The distances to the other nodes of the segment along the snake.
    fn distances_along(self, node: &Node<'_>, segment: &Segment) -> Range<usize> {
        self.expect_at_first(node, segment);
        1..segment.ranks.len()
    }

    /// The distances to where copies for later rows are to arrive, on the way by [`Plan::downward`].
    fn distances_down(self, node: &Node<'_>, segment: &Segment) -> Range<usize> {
        self.expect_at_first(node, segment);
        let aside = node.col().abs_diff(self.first_col(segment.last_row));
        aside + 1..aside + 1 + segment.last_row - segment.first_row
    }

    /// The way of a copy for a later row.
    fn downward(self, node: &Node<'_>, segment: &Segment) -> Port {
        match node.col().cmp(&self.first_col(segment.last_row)) {
            Ordering::Less => Port::East,
            Ordering::Equal => Port::South,
            Ordering::Greater => Port::West,
        }
    }

    /// The distances to the other nodes of the segment in this row, for the packet that came to it first.
    fn distances_across(self, node: &Node<'_>, segment: &Segment) -> Range<usize> {
        if node.row() == segment.first_row {
            self.expect_at_first(node, segment);
        }
        let row = node.row() * self.shape.cols()..(node.row() + 1) * self.shape.cols();
        let part = segment.ranks.start.max(row.start)..segment.ranks.end.min(row.end);
        1..part.len()
    }

    /// The way of a copy for this row: along the order in the first one, away from where copies came down in the others.
    fn across(self, node: &Node<'_>, segment: &Segment) -> Port {
        let like = if node.row() == segment.first_row { node.row() } else { segment.last_row };
        self.forward(like)
    }
}
