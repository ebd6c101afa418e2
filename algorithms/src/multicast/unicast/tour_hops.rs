//! Counts the hops of packets on the tours of a round.

use super::tour::{Chosen, Tour};
use meshcast_engine::{Effect, Way};
use meshcast_primitives::Journey;

/// A packet of a group, once it has been dealt.
#[derive(Clone, Copy)]
struct Member {
    /// The tile of its group, and its place in the core there.
    tile: usize,
    rank: usize,
    /// Its destination, and the tile of that.
    destination: usize,
    there: usize,
}

impl Tour {
    /// The hops of the packets of lane 0 in a run, but for those that wait.
    pub(super) fn hops(&self, effect: &Effect<'_>, chosen: &impl Chosen) -> u64 {
        let journey = |from| {
            let packet = effect.node(from).packet(0)?;
            let destinations = effect.destinations(packet);
            let to = destinations[chosen(effect.source(packet), destinations)] as usize;
            Some(Journey { from, to })
        };
        let on_tour = 0..self.shape.nodes().min(self.first_of_rest());
        let journeys: Vec<Journey> = on_tour.filter_map(journey).collect();
        if self.tiles().len() == 1 {
            return journeys.iter().map(|way| way.straight_hops(self.shape)).sum();
        }
        let at_once = self.tiles().len() * self.core.nodes();
        let passes = journeys.chunk_by(|a, b| a.from / at_once == b.from / at_once);
        passes.map(|journeys| self.pass_hops(journeys, at_once)).sum()
    }

    /// The hops of the packets of one pass.
    fn pass_hops(&self, journeys: &[Journey], at_once: usize) -> u64 {
        let tiles = self.tiles().len();
        let member = |&Journey { from, to }: &Journey| {
            let (tile, rank) = (from % at_once % tiles, from % at_once / tiles);
            Member { tile, rank, destination: to, there: self.tile_of(to as u32) }
        };
        let mut members: Vec<Member> = journeys.iter().map(member).collect();
        let deal = |(way, member): (&Journey, &Member)| {
            let to = self.place_in_core(member.tile, member.rank);
            Journey { from: way.from, to }
        };
        let dealt: Vec<Journey> = journeys.iter().zip(&members).map(deal).collect();
        // Packets for one tile stand in the order of their destinations there already.
        members.sort_by_key(|member| ((member.tile as u64) << 32) | member.there as u64);
        let groups = members.chunk_by(|a, b| a.tile == b.tile);
        let ring = Ring::new(self);
        self.deal.hops(&dealt) + groups.map(|group| self.group_hops(group, &ring)).sum::<u64>()
    }

    /// The hops of a group: while it is put in order, as which its members come, and on its tour.
    fn group_hops(&self, members: &[Member], ring: &Ring) -> u64 {
        let tile = self.tiles()[members[0].tile].shape;
        let dealt = members.iter().map(|member| self.core.position(member.rank));
        let tour = |(rank, member): (usize, &Member)| {
            let (row, col) = self.core.position(rank);
            let expansion = tile.distance(rank, tile.index(row, col));
            let from = self.place_in_core(member.there, rank);
            let visit = self.shape.distance(from, member.destination);
            (expansion + visit) as u64 + ring.hops(member.tile, member.there)
        };
        self.sorts.of(tile).hops(dealt) + members.iter().enumerate().map(tour).sum::<u64>()
    }

    fn place_in_core(&self, tile: usize, rank: usize) -> usize {
        let (row, col) = self.core.position(rank);
        let tile = &self.tiles()[tile];
        self.shape.index(tile.first_row + row, tile.first_col + col)
    }
}

/// The way of the groups round the tiles.
struct Ring {
    /// Of every tile the hops from the first one on.
    from_first: Vec<u64>,
    all: u64,
}

impl Ring {
    fn new(tour: &Tour) -> Self {
        let mut from_first = vec![0; tour.tiles().len()];
        let (mut tile, mut all) = (0, 0);
        for _ in 0..from_first.len() {
            from_first[tile] = all;
            all += tour.shift.core_hops(tile, Way::Forward);
            tile = tour.shift.next(tile, Way::Forward);
        }
        Self { from_first, all }
    }

    /// The hops from one tile on to another one.
    fn hops(&self, from: usize, to: usize) -> u64 {
        let [from, to] = [from, to].map(|tile| self.from_first[tile]);
        if to >= from { to - from } else { to + self.all - from }
    }
}
