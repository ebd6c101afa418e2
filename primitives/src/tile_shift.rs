//! Shifts the packets of every tile to the next tile of a ring of tiles.

use crate::grid::{Axis, Place, axes};
use crate::tile_ring::{Move, moves, passed};
use meshcast_engine::{
    Effect, Machine, Node, Packet, Port, Rehearsal, Shape, Tiling, Violation, Way,
};

/// The shift of all packets from tile to tile on one grid of tiles, ready to run.
///
/// All tiles are thought of as having the shape of the largest one, A × B *places*; in a tile one row or column short,
/// the last two rows or columns of places lie on one row or column of nodes. A packet keeps its place: the number of
/// its tile and place is its key. In a *leg*, it moves one tile side straight on, one place a step; over two places
/// that lie on one node it waits.
///
/// No link is ever wanted twice in a step. When a leg begins, the packets that will move in one direction stand on
/// different places. They all move one place a step, so they stay on different ones, and two of them never want the
/// same link between places. A link of the mesh lies under one link between places, or under two where two rows of
/// places lie on one row of nodes (columns for packets that go north or south): packets on the second of those rows
/// move once those on the first have arrived.
///
/// Where that is too slow, [`TileShift::of_cores`] moves only packets in the *cores* of the tiles: the first ⌊rows/down⌋
/// rows and ⌊cols/across⌋ columns of each. Cores are all alike: their places are nodes, and no packet waits.
///
/// # Shape
/// Any mesh cut by [`Tiling::grid`] into down × across tiles. The ring of the tiles is the Hamiltonian cycle of the
/// grid where it has one. On odd × odd grids and on lines some neighbours in the ring are two tile sides apart, and a
/// shift has two legs: on odd × odd grids the way between tiles (1, 1) and (0, 0) leads through tile (0, 1); the ring
/// of a line is 0, 2, 4, …, 5, 3, 1.
///
/// # Cost
/// With A = ⌈rows/down⌉, B = ⌈cols/across⌉, a = 2 where down does not divide rows and 1 elsewhere, b = 2 where across
/// does not divide cols and 1 elsewhere:
///
/// | grid | steps of a shift, exact | buffer |
/// |---|---|---|
/// | 1 × 1 | 0 | 1 |
/// | both sides ≥ 2, an even number of tiles | max(aB, bA) | 2ab |
/// | odd × odd, both ≥ 3 | 2 max(aB, bA) | 2ab |
/// | 1 × 2; 1 × across, across ≥ 3 | B; 2B | 2b |
/// | 2 × 1; down × 1, down ≥ 3 | A; 2A | 2a |
///
/// Of cores, a = b = 1, and A and B stand for the longest part of the rows, and of the columns, but the last: all
/// packets of a tile go as far as it is long.
///
/// Between shifts a node holds at most ab packets, one a place, in the lowest lanes and in the order of their places.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`TileShift::capacity`] packets never is.
///
/// # Source
/// The move of the groups "around the tiles in a Hamiltonian fashion" in the algorithms of Theorems 3 and 4 of K. T.
/// Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006; the ring is their Fact
/// 1. Deviations: tiles may differ by a row or a column, where the paper omits floors and ceilings.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape, Way};
/// use meshcast_primitives::TileShift;
/// use std::sync::Arc;
/// // The four quadrants of a mesh of 4 x 4 nodes.
/// let shape = Shape::new(4, 4)?;
/// let shift = TileShift::new(shape, 2, 2);
/// let set = Arc::new(Messages::one_each(16)?);
/// let mut machine = Machine::new(shape, set, Some(shift.capacity()), Options::default());
/// machine.inject(0, |_| 0);
/// shift.begin(&mut machine)?;
/// shift.run(&mut machine, Way::Forward)?;
/// let outcome = machine.finish();
/// assert_eq!((outcome.steps, outcome.peak), (2, 2));
/// let message = |row, col| outcome.packet(0, row, col).map(|packet| packet.message());
/// assert_eq!([message(0, 2), message(2, 2), message(2, 0), message(0, 0)], [Some(0), Some(2), Some(10), Some(8)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileShift {
    tiling: Tiling,
    rows: Axis,
    cols: Axis,
    /// Whether only packets in cores move.
    cores: bool,
    /// What the packets of each tile do, forward and backward.
    moves: [Vec<Move>; 2],
    /// Forward and backward.
    rehearsals: [Rehearsal; 2],
}

impl TileShift {
    /// The shift on `shape` cut into a grid of `down` × `across` tiles.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn new(shape: Shape, down: usize, across: usize) -> Self {
        Self::build(shape, (down, across), false)
    }

    /// The shift of the packets in the cores of the tiles; there are no others in its lanes.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn of_cores(shape: Shape, down: usize, across: usize) -> Self {
        Self::build(shape, (down, across), true)
    }

    fn build(shape: Shape, (down, across): (usize, usize), cores: bool) -> Self {
        let tiling = Tiling::grid(shape, down, across);
        let (rows, cols) = axes(&tiling);
        let (rows, cols) = if cores { (rows.of_cores(), cols.of_cores()) } else { (rows, cols) };
        let grid = Shape::new(down, across).expect("a mesh has no more tiles than nodes");
        let moves = [Way::Forward, Way::Backward].map(|way| moves(grid, way));
        Self { tiling, rows, cols, cores, moves, rehearsals: Default::default() }
    }

    /// The tiles.
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The tile whose packets a shift takes from tile `tile`.
    pub fn next(&self, tile: usize, way: Way) -> usize {
        self.moves(way)[tile].to
    }

    /// Steps of a shift.
    pub fn steps(&self) -> u64 {
        (self.legs() * self.leg()) as u64
    }

    /// Steps of a shift of cores on a grid of `down` × `across` tiles, also on meshes for formulas alone.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn core_steps_on(shape: Shape, down: usize, across: usize) -> u64 {
        // The longest part but the last: that is the one that is longer if one alone is.
        let straight = |side: usize, parts: usize| match (parts, side % parts) {
            (1, _) => 0,
            (_, 0 | 1) => side / parts,
            _ => side / parts + 1,
        };
        let leg = straight(shape.rows(), down).max(straight(shape.cols(), across));
        let is_long_line = down.min(across) == 1 && down.max(across) > 2;
        let legs = if is_long_line || (down * across) % 2 == 1 { 2 } else { 1 };
        (legs * leg) as u64
    }

    /// Hops of a packet in the core of tile `tile`.
    pub fn core_hops(&self, tile: usize, way: Way) -> u64 {
        let corner = |tile: usize| {
            let tile = self.tiling.tiles()[tile];
            self.tiling.shape().index(tile.first_row, tile.first_col)
        };
        self.tiling.shape().distance(corner(tile), corner(self.next(tile, way))) as u64
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        if self.tiling.tiles().len() == 1 { 1 } else { 2 * self.places_a_node() }
    }

    /// Packets that a node holds at most between shifts.
    pub fn places_a_node(&self) -> usize {
        self.rows.places_a_node() * self.cols.places_a_node()
    }

    /// Gives the packets of lane 0 the places where they are: free, before the first shift.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// If the machine has another shape, or a packet is outside the cores while only these move.
    pub fn begin(&self, machine: &mut Machine) -> Result<(), Violation> {
        self.check(machine);
        machine.rekey(0, |node| {
            node.packet(0)?;
            let (row, col) = (self.rows.place_at(node.row()), self.cols.place_at(node.col()));
            let has_place = row.offset < self.rows.places && col.offset < self.cols.places;
            assert!(has_place, "a packet is outside the cores");
            Some(self.key(row, col))
        })
    }

    /// Moves every packet to its place in the next tile. Lanes from [`TileShift::places_a_node`] on are empty before
    /// and after.
    ///
    /// # Errors
    /// None of its own; M6 where a buffer is too small; one for [`TileShift::capacity`] packets never is.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine, way: Way) -> Result<(), Violation> {
        self.check(machine);
        let (lanes, rehearsal) = (0..self.capacity(), &self.rehearsals[way as usize]);
        let leap = machine.leap(rehearsal, lanes, |machine| self.shift(machine, way))?;
        if let Some(mut effect) = leap {
            self.move_all(&mut effect, way);
        }
        Ok(())
    }

    /// What a shift brings about.
    fn move_all(&self, effect: &mut Effect<'_>, way: Way) {
        let (shape, lanes) = (self.tiling.shape(), 0..self.places_a_node());
        let held: Vec<(usize, Packet)> = (0..shape.nodes())
            .flat_map(|node| lanes.clone().map(move |lane| (lane, node)))
            .filter_map(|(lane, node)| Some((node, effect.take(lane, node)?)))
            .collect();
        // Where they come to be, the places there, and they.
        let after = |(from, packet): (usize, Packet)| {
            let (row, col) = self.place_after(packet.key(), way);
            let node = shape.index(self.rows.node_at(row), self.cols.node_at(col));
            // No leg leads back.
            effect.count_hops(shape.distance(from, node) as u64);
            (node, self.key(row, col), packet)
        };
        let mut moved: Vec<(usize, u32, Packet)> = held.into_iter().map(after).collect();
        if lanes.len() > 1 {
            moved.sort_unstable();
        }
        for here in moved.chunk_by(|a, b| a.0 == b.0) {
            for (lane, &(node, key, packet)) in here.iter().enumerate() {
                effect.put(lane, node, packet, key);
            }
        }
    }

    fn shift(&self, machine: &mut Machine, way: Way) -> Result<(), Violation> {
        machine.span("tile shift", |machine| {
            for leg in 0..self.legs() {
                if self.cores {
                    let straight = self.straight_on(way, leg);
                    let places = (self.rows.places * self.cols.places) as u32;
                    self.run_leg(machine, |key, t| {
                        let (port, steps) = straight[(key / places) as usize]?;
                        (t < steps).then_some(port)
                    })?;
                } else {
                    self.run_leg(machine, |key, t| self.port(key, way, leg, t))?;
                }
            }
            self.settle(machine, way)
        })
    }

    /// Moves every packet in each step of a leg over the port that `port` says for its key and the step.
    fn run_leg(
        &self,
        machine: &mut Machine,
        port: impl Fn(u32, usize) -> Option<Port> + Sync,
    ) -> Result<(), Violation> {
        let capacity = self.capacity();
        (0..self.leg()).try_for_each(|t| {
            machine.step(|step| {
                step.carry(0..capacity, &Port::ALL, |_, _, packet| port(packet.key(), t))
            })
        })
    }

    /// For the packets in the core of each tile the port over which they leave in a leg, and in how many of its steps.
    fn straight_on(&self, way: Way, leg: usize) -> Vec<Option<(Port, usize)>> {
        let of_tile = |(tile, moves): (usize, &Move)| {
            let port = moves.legs[leg]?;
            let (row, col) = (tile / self.cols.parts(), tile % self.cols.parts());
            let (row, col) = passed(&moves.legs[..leg], row, col);
            let length = match port {
                Port::East => self.cols.length(col),
                Port::West => self.cols.length(col - 1),
                Port::South => self.rows.length(row),
                Port::North => self.rows.length(row - 1),
            };
            Some((port, length))
        };
        self.moves(way).iter().enumerate().map(of_tile).collect()
    }

    /// Brings the packets of every node into its lowest lanes, in the order of their places, which is that of the places
    /// where they began: they come from one tile. Writes where they are into their headers.
    fn settle(&self, machine: &mut Machine, way: Way) -> Result<(), Violation> {
        for lane in 0..self.places_a_node() {
            let key = |node: &Node<'_>, lane| node.packet(lane).map(Packet::key);
            machine.swap_lanes(|node| {
                let held = (lane..self.capacity()).filter(|&lane| key(node, lane).is_some());
                let least = held.min_by_key(|&lane| key(node, lane))?;
                (least > lane).then_some((lane, least))
            })?;
            machine.rekey(lane, |node| {
                let (row, col) = self.place_after(node.packet(lane)?.key(), way);
                Some(self.key(row, col))
            })?;
        }
        Ok(())
    }

    /// The place of the packet that began this shift at the place `key` when it is over.
    fn place_after(&self, key: u32, way: Way) -> (Place, Place) {
        let (row, col) = self.place(key);
        let to = self.next(self.tile(row, col), way);
        let (down, across) = (to / self.cols.parts(), to % self.cols.parts());
        (Place { part: down, ..row }, Place { part: across, ..col })
    }

    /// The port over which the packet that began this shift at the place `key` leaves in step `t` of a leg, where not
    /// only cores move.
    fn port(&self, key: u32, way: Way, leg: usize, t: usize) -> Option<Port> {
        let (mut row, mut col) = self.place(key);
        let legs = self.moves(way)[self.tile(row, col)].legs;
        let port = legs[leg]?;
        (row.part, col.part) = passed(&legs[..leg], row.part, col.part);
        let ((axis, from), (beside_axis, beside)) = match port {
            Port::East | Port::West => ((&self.cols, col), (&self.rows, row)),
            Port::South | Port::North => ((&self.rows, row), (&self.cols, col)),
        };
        let wave = usize::from(beside_axis.shares_a_node(beside));
        let hop = t.checked_sub(wave * axis.places).filter(|&hop| hop < axis.places)?;
        let from = from.part * axis.places + from.offset;
        let farther_end = match port {
            Port::East | Port::South => from + hop + 1,
            Port::West | Port::North => from - hop,
        };
        let farther_end =
            Place { part: farther_end / axis.places, offset: farther_end % axis.places };
        (!axis.shares_a_node(farther_end)).then_some(port)
    }

    /// The key of a packet at a place.
    fn key(&self, row: Place, col: Place) -> u32 {
        let (rows, cols) = (self.rows.places, self.cols.places);
        ((self.tile(row, col) * rows + row.offset) * cols + col.offset) as u32
    }

    fn place(&self, key: u32) -> (Place, Place) {
        let (rows, cols, across) = (self.rows.places, self.cols.places, self.cols.parts());
        let (places, offset) = (key as usize / cols, key as usize % cols);
        let tile = places / rows;
        let row = Place { part: tile / across, offset: places % rows };
        (row, Place { part: tile % across, offset })
    }

    fn tile(&self, row: Place, col: Place) -> usize {
        row.part * self.cols.parts() + col.part
    }

    fn moves(&self, way: Way) -> &[Move] {
        match way {
            Way::Forward => &self.moves[0],
            Way::Backward => &self.moves[1],
        }
    }

    /// Legs of a shift.
    fn legs(&self) -> usize {
        let twice = |moves: &Vec<Move>| moves.iter().any(|to| to.legs[1].is_some());
        if self.moves.iter().any(twice) { 2 } else { 1 }
    }

    /// Steps of a leg.
    fn leg(&self) -> usize {
        let straight = |along: &Axis, beside: &Axis| match along.parts() {
            1 => 0,
            parts if self.cores => (0..parts - 1).map(|part| along.length(part)).max().unwrap_or(0),
            _ => along.places * beside.places_a_node(),
        };
        straight(&self.rows, &self.cols).max(straight(&self.cols, &self.rows))
    }

    fn check(&self, machine: &Machine) {
        assert_eq!(machine.shape(), self.tiling.shape(), "the shift is for another shape");
    }
}
