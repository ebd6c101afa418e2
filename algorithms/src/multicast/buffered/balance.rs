//! Spreads the packets of a tile over its nodes by their numbers of destinations: steps 2(a) to 2(c).

use super::queues::{HOME, MOVING};
use super::tessellation::Tessellation;
use meshcast_engine::{Effect, Machine, Node, Order, Packet, Room, Shape, Variable, Violation};
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
        if tile.shape().nodes() == 1 {
            // No step is needed, and with none in between the passes below would be too many.
            return tile.requeue(HOME, |_, _| (HOME, 0));
        }
        let ranks = tile.span("rank", |tile| self.rank(tile))?;
        let part = SpreadOf {
            packets: self.packets,
            classes: self.classes,
            sent: self.packets.min(self.congestion),
        };
        let room = Room::with_queues(0..self.capacity());
        let leap = tile.leap(&tile.rehearsal(part), room, |tile| self.spread(tile, &ranks))?;
        if let Some(mut effect) = leap {
            ranks.spread_all(&mut effect);
        }
        Ok(())
    }

    fn spread(&self, tile: &mut Machine, ranks: &Ranks) -> Result<(), Violation> {
        let shape = tile.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        tile.span("spread", |tile| {
            tile.requeue(HOME, |node, queued| {
                let (row, col) = ranks.target(shape, node, queued.packet, queued.place);
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
        let mut starts = tile.variable(self.classes, count)?;
        scan(tile, &mut starts, Order::RowMajor, |a, b| a + b)?;
        let mut totals = tile.variable(self.classes, count)?;
        all_reduce(tile, &mut totals, |a, b| a + b)?;
        tile.compute(&mut starts, |node, starts| {
            // Packets of earlier classes, everywhere; packets of this node, up to the class.
            let (mut earlier, mut own) = (0, 0);
            for (class, start) in starts.iter_mut().enumerate() {
                own += count(node, class);
                *start = *start + earlier - own;
                earlier += node.own(&totals)[class];
            }
        })?;
        Ok(Ranks { starts })
    }
}

/// What the steps of a spread follow from.
#[derive(Debug, PartialEq)]
struct SpreadOf {
    packets: usize,
    classes: usize,
    /// Most packets for a node.
    sent: usize,
}

/// What a node knows of its packets: for every class, the rank of the first less its place among all packets of the node.
struct Ranks {
    starts: Variable<u32>,
}

impl Ranks {
    /// The row and column to which the packet goes that is at `place` in the queue of a node.
    fn target(
        &self,
        shape: Shape,
        node: &Node<'_>,
        packet: Packet,
        place: usize,
    ) -> (usize, usize) {
        let class = packet.key() as usize;
        let rank = node.own(&self.starts)[class] as usize + place;
        shape.position(rank % shape.nodes())
    }

    /// What a spread brings about: packets come with their rows as keys.
    fn spread_all(&self, effect: &mut Effect<'_>) {
        let shape = effect.shape();
        let mut sent = Vec::new();
        for at in 0..shape.nodes() {
            for (place, packet) in effect.take_queued(HOME, at).into_iter().enumerate() {
                let (row, col) = self.target(shape, &effect.node(at), packet, place);
                effect.count_hops(shape.distance(at, shape.index(row, col)) as u64);
                sent.push(((row, col), packet));
            }
        }
        for ((row, col), packet) in sent {
            effect.enqueue(HOME, shape.index(row, col), packet, row as u32);
        }
    }
}
