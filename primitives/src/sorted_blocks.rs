//! Counts the hops of packets that are routed by sorting blocks of the mesh first.

use crate::grid::{Axis, axes};
use crate::leap_effects::Journey;
use crate::scatter::Scatter;
use meshcast_engine::{Shape, Tile, Tiling};

/// The blocks of a routing, where packets are sorted by their targets, column-major. The packet of rank r is then in column
/// ⌊r/(h·s)⌋ of its block of h rows, and goes to the row that it is dealt to if it is not there, along that row, and along the
/// column of its target.
#[derive(Clone, Debug)]
pub(crate) struct SortedBlocks {
    rows: Axis,
    cols: Axis,
    /// The number s of sorted packets a node.
    slots: usize,
    deal: Deal,
}

/// The rows to which the packets of a block are dealt.
#[derive(Clone, Debug)]
pub(crate) enum Deal {
    /// The packet of rank r goes to row r mod h of the block.
    InBlocks,
    /// It goes to the row of the mesh whose turn is r + s·f, f being the first row of the block.
    ToAllRows(Scatter),
}

/// Where a packet is in its block before it is sorted: its lane, row and column.
pub(crate) type Place = (usize, (usize, usize));

/// A packet on its way.
#[derive(Clone, Copy)]
struct Routed {
    block: usize,
    to_row: usize,
    to_col: usize,
}

impl SortedBlocks {
    pub(crate) fn new(tiling: &Tiling, slots: usize, deal: Deal) -> Self {
        let (rows, cols) = axes(tiling);
        Self { rows, cols, slots, deal }
    }

    /// The hops of packets, those of one node side by side in the order of their lanes. `in_sort` tells the hops of those of a
    /// block of some shape while they are sorted.
    pub(crate) fn hops(
        &self,
        tiling: &Tiling,
        journeys: &[Journey],
        in_sort: impl Fn(Shape, &[Place]) -> u64,
    ) -> u64 {
        let (shape, tiles) = (tiling.shape(), tiling.tiles());
        let mut places = vec![Vec::new(); tiles.len()];
        let mut packets = Vec::with_capacity(journeys.len());
        let mut last = None;
        for &Journey { from, to } in journeys {
            let lane = match last {
                Some((node, lane)) if node == from => lane + 1,
                _ => 0,
            };
            last = Some((from, lane));
            let (row, col) = shape.position(from);
            let (row, col) = (self.rows.place_at(row), self.cols.place_at(col));
            let block = row.part * self.cols.parts() + col.part;
            places[block].push((lane, (row.offset, col.offset)));
            let (to_row, to_col) = shape.position(to);
            packets.push(Routed { block, to_row, to_col });
        }
        let of_block = |(tile, places): (&Tile, &Vec<Place>)| match &places[..] {
            [] => 0,
            places => in_sort(tile.shape, places),
        };
        let sorting: u64 = tiles.iter().zip(&places).map(of_block).sum();
        let by_row = sorted(&packets, shape.rows(), |packet| packet.to_row);
        sorting
            + self.hops_once_sorted(tiling, &sorted(&by_row, shape.cols(), |packet| packet.to_col))
    }

    /// The hops of packets after they have been sorted, which come in the order of their targets, column-major.
    fn hops_once_sorted(&self, tiling: &Tiling, packets: &[Routed]) -> u64 {
        let tiles = tiling.tiles();
        let mut ranks = vec![0; tiles.len()];
        let hops = |packet: &Routed| {
            let (tile, rank) = (&tiles[packet.block], &mut ranks[packet.block]);
            let height = tile.shape.rows();
            let node = *rank / self.slots;
            let (row, col) = (tile.first_row + node % height, tile.first_col + node / height);
            let dealt = match &self.deal {
                Deal::InBlocks => tile.first_row + *rank % height,
                Deal::ToAllRows(rows) => rows.line(*rank + self.slots * tile.first_row),
            };
            let across = col.abs_diff(packet.to_col);
            let down = dealt.abs_diff(packet.to_row);
            *rank += 1;
            (row.abs_diff(dealt) + across + down) as u64
        };
        packets.iter().map(hops).sum()
    }
}

/// The packets in the order of numbers below `end`, those with the same one in the order that they had.
fn sorted(packets: &[Routed], end: usize, number: impl Fn(&Routed) -> usize) -> Vec<Routed> {
    let mut next = vec![0; end + 1];
    for packet in packets {
        next[number(packet) + 1] += 1;
    }
    for i in 1..end {
        next[i] += next[i - 1];
    }
    let mut sorted = packets.to_vec();
    for packet in packets {
        let place = &mut next[number(packet)];
        sorted[*place] = *packet;
        *place += 1;
    }
    sorted
}
