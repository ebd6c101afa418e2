//! Spreads the packets of a tile over its nodes by their numbers of destinations: steps 2(a) to 2(c).

use super::queues::{HOME, MOVING};
use super::tessellation::Tessellation;
use meshcast_engine::{Effect, Machine, Node, Order, Packet, Room, Shape, Variable, Violation};
use meshcast_primitives::{
    Lines, QueuedLine, all_reduce, all_reduce_steps, full_line_steps, scan, scan_steps,
};

/// How the packets of a tile are spread: what the steps follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    /// The most packets of a node.
    pub(super) packets: usize,
    /// Classes by the number of destinations in the tile: class j has 2^j to 2^(j+1) − 1.
    pub(super) classes: usize,
    /// Most packets for a node: no tile has more than the congestion for each of its nodes.
    pub(super) sent: usize,
}

impl Spread {
    /// Packets that a buffer must hold.
    pub(super) fn capacity(&self) -> usize {
        2 * self.packets + self.classes + 2
    }

    /// Steps in a tile.
    pub(super) fn steps(&self, tile: Shape) -> u64 {
        if tile.nodes() == 1 {
            return 0;
        }
        let ranks =
            scan_steps(tile, Order::RowMajor, self.classes) + all_reduce_steps(tile, self.classes);
        let [rows, columns] = self.line_steps(tile);
        ranks + rows + columns
    }

    /// Most packets of a row for one column.
    fn gathered(&self) -> usize {
        self.packets + self.classes
    }

    /// Steps along rows, then along columns.
    fn line_steps(&self, tile: Shape) -> [u64; 2] {
        [
            full_line_steps(tile.cols(), self.packets, self.gathered()),
            full_line_steps(tile.rows(), self.gathered(), self.sent),
        ]
    }
}

/// The packets of tiles to be spread.
pub(super) struct Balance<'a> {
    pub(super) tessellation: &'a Tessellation,
    pub(super) spread: Spread,
}

impl Balance<'_> {
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
        let room = Room::with_queues(0..self.spread.capacity());
        let leap =
            tile.leap(&tile.rehearsal(self.spread), room, |tile| self.run_lines(tile, &ranks))?;
        if let Some(mut effect) = leap {
            ranks.spread_all(&mut effect);
        }
        Ok(())
    }

    fn run_lines(&self, tile: &mut Machine, ranks: &Ranks) -> Result<(), Violation> {
        let shape = tile.shape();
        let rows = shape.rows();
        tile.span("spread", |tile| {
            tile.requeue(HOME, |node, queued| {
                let (row, col) = ranks.target(shape, node, queued.packet, queued.place);
                (MOVING, (col * rows + row) as u32)
            })?;
            let [along_rows, along_columns] = self.spread.line_steps(shape);
            let phase = |lines, keys| QueuedLine { lines, keys, moving: MOVING, arrived: HOME };
            phase(Lines::Rows, rows as u32).run(tile, along_rows)?;
            tile.requeue(HOME, |_, queued| (MOVING, queued.packet.key() % rows as u32))?;
            phase(Lines::Columns, 1).run(tile, along_columns)
        })
    }

    /// Puts the packets of every node in the order of their classes, their keys, and ranks them.
    fn rank(&self, tile: &mut Machine) -> Result<Ranks, Violation> {
        tile.requeue(HOME, |node, queued| {
            let regions = self.tessellation.region(node.id());
            let here = self.tessellation.within(queued.destinations(), regions..regions + 1);
            debug_assert!(!here.is_empty(), "a packet is only where it has destinations");
            (HOME, here.len().ilog2())
        })?;
        let count = |node: &Node<'_>, class: usize| {
            let of_class = |&key: &u32| key as usize == class;
            node.queue(HOME).packets().map(Packet::key).filter(of_class).count() as u32
        };
        let mut starts = tile.variable(self.spread.classes, count)?;
        scan(tile, &mut starts, Order::RowMajor, |a, b| a + b)?;
        let mut totals = tile.variable(self.spread.classes, count)?;
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
