//! Groups packets sorted by destination, and takes the groups around the tiles: steps 3 and 4.

use super::grid::Grid;
use meshcast_engine::{
    Effect, Machine, Node, Order, Rehearsal, Room, Service, Shape, Tile, Tiling, Violation, Way,
};
use meshcast_primitives::{
    ByShape, KBroadcast, Lines, PermutationRouting, QueuedLine, Sort, TileShift, expansion,
    expansion_steps,
};

/// The slots of packets for other tiles during a visit, and of those for a later pass.
const RESTING: usize = 1;
pub(super) const LATER: usize = 5;

/// The queues of the packets on their way during a visit, and of those that have arrived.
const MOVING: usize = 0;
const ARRIVED: usize = 1;

/// The number of the destination to which a packet goes, from its header: from the source of its message and the destinations.
pub(super) trait Chosen: Fn(u32, &[u32]) -> usize + Sync {}
impl<F: Fn(u32, &[u32]) -> usize + Sync> Chosen for F {}

/// The tours of one round.
pub(super) struct Tour {
    pub(super) shape: Shape,
    grid: Grid,
    /// The largest part of a tile that all tiles have.
    pub(super) core: Shape,
    pub(super) shift: TileShift,
    pub(super) deal: PermutationRouting,
    pub(super) sorts: ByShape<Sort>,
    /// The slots of packets that are on their way or wait for a later pass.
    room: usize,
    rehearsal: Rehearsal,
}

/// Blocks a side of the routing that deals packets: as many as the packets in a node allow.
fn deal_blocks(shape: Shape, room: usize) -> usize {
    let fits = |&blocks: &usize| PermutationRouting::capacity_on(shape, blocks) <= room;
    [3, 2].into_iter().find(fits).expect("two blocks a side need no more than five packets")
}

impl Tour {
    /// The tours on `grid`, of packets that have slots 0 to `room` − 1 to themselves.
    pub(super) fn new(shape: Shape, grid: Grid, room: usize) -> Self {
        let Grid { down, across, .. } = grid;
        let shift = TileShift::of_cores(shape, down, across);
        let sorts = ByShape::new(shift.tiling(), |tile| Sort::new(tile, Order::RowMajor));
        let deal = PermutationRouting::new(shape, deal_blocks(shape, room));
        let core = shape.part(shape.rows() / down, shape.cols() / across);
        let room = room.max(if grid.is_too_small() { LATER + 1 } else { 0 });
        Self { shape, grid, core, shift, deal, sorts, room, rehearsal: Rehearsal::default() }
    }

    /// The steps of all tours.
    pub(super) fn steps_on(shape: Shape, grid: Grid, room: usize) -> u64 {
        let Grid { down, across, passes, .. } = grid;
        let (tiles, core) =
            ((down * across) as u64, shape.part(shape.rows() / down, shape.cols() / across));
        let most = |steps: &dyn Fn(Shape) -> u64| {
            Tiling::shapes_in_grid(shape, down, across).map(steps).max().unwrap_or(0)
        };
        let visits = tiles * most(&|tile| (tile.rows() + tile.cols() - 1) as u64);
        let order = |tile| {
            let spread = if tile == core { 0 } else { expansion_steps(tile) };
            Sort::steps_on(tile, Order::RowMajor) + spread
        };
        let start = match tiles {
            1 => 0,
            _ => PermutationRouting::steps_on(shape, deal_blocks(shape, room)) + most(&order),
        };
        passes as u64
            * (start + visits + (tiles - 1) * TileShift::core_steps_on(shape, down, across))
    }

    pub(super) fn tiles(&self) -> &[Tile] {
        self.shift.tiling().tiles()
    }

    /// Delivers the packets of lane 0, which stand in the order of their destinations, row-major; at most T are for
    /// the same one. Those that are to go past every node wait in lane [`LATER`].
    pub(super) fn run(&self, machine: &mut Machine, chosen: &impl Chosen) -> Result<(), Violation> {
        let room = Room::with_queues(0..self.room);
        let leap = machine.leap(&self.rehearsal, room, |machine| self.deliver(machine, chosen))?;
        if let Some(mut effect) = leap {
            let hops = self.hops(&effect, chosen);
            effect.count_hops(hops);
            deliver_all(&mut effect, self.first_of_rest(), chosen);
        }
        Ok(())
    }

    /// Takes the packets of lane 0 that have waited past every node: their places say their ranks.
    pub(super) fn broadcast_rest(
        &self,
        machine: &mut Machine,
        chosen: &impl Chosen,
    ) -> Result<(), Violation> {
        let first = self.first_of_rest();
        let ranks = machine.variable(1, |node, _| node.index().saturating_sub(first) as u32)?;
        let broadcast = KBroadcast::new(self.shape, self.grid.rest);
        broadcast.run_where(machine, &ranks, |node, lane, number| {
            let source = node.source(lane).expect("there is a packet");
            chosen(source, node.destinations(lane)) == number
        })
    }

    /// The node of the first packet that is on no pass.
    pub(super) fn first_of_rest(&self) -> usize {
        self.grid.passes * self.tiles().len() * self.core.nodes()
    }

    fn deliver(&self, machine: &mut Machine, chosen: &impl Chosen) -> Result<(), Violation> {
        let tiles = self.tiles().len();
        let at_once = tiles * self.core.nodes();
        let pass_of = |node: &Node<'_>| node.index() / at_once;
        machine.swap_lanes(|node| (pass_of(node) > 0).then_some((0, LATER)))?;
        for pass in 0..self.grid.passes {
            if pass > 0 {
                machine.swap_lanes(|node| (pass_of(node) == pass).then_some((0, LATER)))?;
            }
            if tiles > 1 {
                self.deal(machine, pass * at_once)?;
                self.order(machine, chosen)?;
            }
            self.shift.begin(machine)?;
            for number in 0..tiles {
                if number > 0 {
                    self.shift.run(machine, Way::Forward)?;
                }
                machine.in_parallel(self.shift.tiling(), |tile, _| {
                    tile.span("visit", |tile| visit(tile, chosen))
                })?;
            }
        }
        Ok(())
    }

    /// Sends the packet of rank `first` + j into the core of tile j mod T.
    fn deal(&self, machine: &mut Machine, first: usize) -> Result<(), Violation> {
        let tiles = self.tiles();
        machine.span("deal", |machine| {
            machine.rekey(0, |node| {
                node.packet(0)?;
                let rank = node.index() - first;
                let (row, col) = self.core.position(rank / tiles.len());
                let tile = &tiles[rank % tiles.len()];
                Some(self.shape.index(tile.first_row + row, tile.first_col + col) as u32)
            })?;
            self.deal.run(machine)
        })
    }

    /// Sorts every group by the tiles of its packets' destinations and by their places there, row-major.
    fn order(&self, machine: &mut Machine, chosen: &impl Chosen) -> Result<(), Violation> {
        machine.span("order", |machine| {
            machine.rekey(0, |node| {
                let destinations = node.destinations(0);
                Some(self.place_of(destinations[chosen(node.source(0)?, destinations)]))
            })?;
            machine.in_parallel(self.shift.tiling(), |tile, _| {
                let shape = tile.shape();
                self.sorts.of(shape).run(tile)?;
                if shape == self.core {
                    return Ok(());
                }
                tile.rekey(0, |node| {
                    let (row, col) = self.core.position(node.index());
                    node.packet(0).map(|_| shape.index(row, col) as u32)
                })?;
                expansion(tile, Order::RowMajor)
            })
        })
    }

    /// The tile in which a node of the mesh lies.
    pub(super) fn tile_of(&self, id: u32) -> usize {
        let Grid { down, across, .. } = self.grid;
        let (row, col) = self.shape.position(id as usize);
        // The part of a side in which a place lies: part i begins at ⌊i·side/parts⌋.
        let part = |at: usize, side: usize, parts: usize| ((at + 1) * parts - 1) / side;
        part(row, self.shape.rows(), down) * across + part(col, self.shape.cols(), across)
    }

    /// The place of a node of the mesh in the order of the tiles and, inside each, row-major.
    pub(super) fn place_of(&self, id: u32) -> u32 {
        let Grid { down, across, .. } = self.grid;
        let (row, col) = self.shape.position(id as usize);
        let tile = self.tile_of(id);
        let Tile { first_row, first_col, shape } = self.tiles()[tile];
        let most = self.shape.rows().div_ceil(down) * self.shape.cols().div_ceil(across);
        (tile * most + shape.index(row - first_row, col - first_col)) as u32
    }
}

/// What all tours of a round bring about, but for the packets from node `rest` on, which wait.
fn deliver_all(effect: &mut Effect<'_>, rest: usize, chosen: &impl Chosen) {
    for at in 0..effect.shape().nodes() {
        if let Some(packet) = effect.take(0, at) {
            if at >= rest {
                effect.put(LATER, at, packet, packet.key());
                continue;
            }
            let number = chosen(effect.source(packet), effect.destinations(packet));
            effect.deliver(packet, number);
        }
    }
}

/// Delivers the packets for nodes of this tile: they stand side by side, row-major in the core, in the order of
/// their destinations.
///
/// Those of one column of the core are at least as many places apart as it has columns. So at most two are for one
/// row of the tile, and only if it is a node longer: for the two ends of that row.
fn visit(tile: &mut Machine, chosen: &impl Chosen) -> Result<(), Violation> {
    let (rows, cols) = (tile.shape().rows(), tile.shape().cols());
    let here = |node: &Node<'_>| {
        let destinations = node.destinations(0);
        node.locate(destinations[chosen(node.source(0)?, destinations)])
    };
    tile.swap_lanes(|node| here(node).is_none().then_some((0, RESTING)))?;
    tile.enqueue(0..1, MOVING)?;
    tile.requeue(MOVING, |node, queued| {
        let to = node.locate(queued.destinations()[chosen(queued.source(), queued.destinations())]);
        (MOVING, to.expect("packets for other tiles rest") as u32)
    })?;
    let phase = |lines, keys| QueuedLine { lines, keys, moving: MOVING, arrived: ARRIVED };
    phase(Lines::Columns, cols as u32).run(tile, rows as u64 - 1)?;
    tile.requeue(ARRIVED, |_, queued| (MOVING, queued.packet.key() % cols as u32))?;
    let along_rows = phase(Lines::Rows, 1);
    let arrived =
        |node: &Node<'_>| (!node.queue(ARRIVED).is_empty()).then_some(Service::DeliverLast);
    tile.span("rows", |tile| {
        along_rows.begin(tile)?;
        for _ in 1..cols {
            tile.step(|step| {
                step.serve((ARRIVED, &[]), arrived)?;
                along_rows.advance(step)
            })?;
        }
        along_rows.end(tile)?;
        tile.step(|step| step.serve((ARRIVED, &[]), arrived))
    })?;
    tile.swap_lanes(|_| Some((0, RESTING)))
}
