//! Steps 2(a) to 2(c): the packets of a tile are spread over its nodes by their numbers of destinations.

use super::tessellation::Tessellation;
use super::{HOME, MOVING};
use meshcast_engine::{Machine, Node, Order, Packet, Variable, Violation};
use meshcast_primitives::{Lines, QueuedLine, all_reduce, full_line_steps, scan};

/// How the packets of a tile are spread.
pub(super) struct Balance<'a> {
    pub(super) tessellation: &'a Tessellation,
    /// Classes by the number of destinations in the tile: class j has 2^j to 2^(j+1) − 1.
    pub(super) classes: usize,
    /// The most packets of a node.
    pub(super) packets: usize,
    /// The congestion: no tile has more packets than that for each of its nodes.
    pub(super) congestion: usize,
}

impl Balance<'_> {
    /// Packets that a buffer must hold.
    pub(super) fn capacity(&self) -> usize {
        2 * self.packets + self.classes + 2
    }

    /// Sends the packets of a tile, ranked by class, round the nodes of the tile in turn: the ranks of a class go on
    /// where those of the class before it end.
    ///
    /// Those of one class and row have consecutive ranks, so of k packets a node and t classes a row has at most k + t
    /// for one column. No node is sent more than k, nor more than c: every packet has a destination in the tile.
    pub(super) fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        let shape = tile.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let ranks = tile.span("rank", |tile| self.rank(tile))?;
        tile.span("spread", |tile| {
            tile.requeue(HOME, |node, queued| {
                let class = queued.packet.key() as usize;
                let earlier: u32 = node.own(&ranks.counts)[..class].iter().sum();
                let rank = node.own(&ranks.first)[class] as usize + queued.place - earlier as usize;
                let (row, col) = shape.position(rank % shape.nodes());
                (MOVING, (col * rows + row) as u32)
            })?;
            let gathered = self.packets + self.classes;
            let phase = |lines, keys| QueuedLine { lines, keys, moving: MOVING, arrived: HOME };
            phase(Lines::Rows, rows as u32)
                .run(tile, full_line_steps(cols, self.packets, gathered))?;
            tile.requeue(HOME, |_, queued| (MOVING, queued.packet.key() % rows as u32))?;
            let sent = self.packets.min(self.congestion);
            phase(Lines::Columns, 1).run(tile, full_line_steps(rows, gathered, sent))
        })
    }

    /// Puts the packets of every node in the order of their classes, their keys, and ranks them.
    fn rank(&self, tile: &mut Machine) -> Result<Ranks, Violation> {
        tile.requeue(HOME, |node, queued| {
            let regions = self.tessellation.region(node.id());
            let here = self.tessellation.within(queued.destinations, regions..regions + 1);
            debug_assert!(!here.is_empty(), "a packet is only where it has destinations");
            (HOME, here.len().ilog2())
        })?;
        let count = |node: &Node<'_>, class: usize| {
            let of_class = |&key: &u32| key as usize == class;
            node.queue(HOME).packets().map(Packet::key).filter(of_class).count() as u32
        };
        let counts = tile.variable(self.classes, count)?;
        let mut first = counts.clone();
        scan(tile, &mut first, Order::RowMajor, |a, b| a + b)?;
        let mut totals = counts.clone();
        all_reduce(tile, &mut totals, |a, b| a + b)?;
        tile.compute(&mut first, |node, first| {
            let mut earlier_classes = 0;
            for (class, first) in first.iter_mut().enumerate() {
                *first = *first + earlier_classes - node.own(&counts)[class];
                earlier_classes += node.own(&totals)[class];
            }
        })?;
        Ok(Ranks { counts, first })
    }
}

/// What a node knows of its packets: how many of every class there are, and the rank of the first.
struct Ranks {
    counts: Variable<u32>,
    first: Variable<u32>,
}
