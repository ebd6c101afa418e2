//! Applies what a t-migration brings about when it leaps, one master after the other.

use super::lanes::MASTER;
use super::selection::{BESIDE, FRESH, OPEN, Selection, forget_marks};
use meshcast_engine::Effect;

/// The ranks that a run of a [`Migration`](super::Migration) gives to masters, for programs that leap: the masters that want any tile, in
/// row-major order, one after the other.
#[derive(Debug)]
pub struct MigrationRanks<'m> {
    selection: &'m Selection,
    /// Of every tile the masters that wanted it.
    wanting: Vec<u32>,
    /// Of every part the numbers of tiles that its masters wanted, and these masters; of an exact one those with a copy.
    parts: Vec<(u32, u32)>,
    /// Of every tile the number of the last master that wanted it, and the rank that it got.
    last: Vec<(u32, Option<u32>)>,
    /// The tiles that the present master wants.
    tiles: Vec<usize>,
    /// The number of the present master.
    number: u32,
}

impl MigrationRanks<'_> {
    /// Goes on to the master of node `node`, which wants `tiles`, each once or more often.
    pub fn rank(&mut self, node: usize, tiles: impl Iterator<Item = usize>) {
        self.number += 1;
        self.tiles.clear();
        for tile in tiles {
            if self.last[tile].0 != self.number {
                self.last[tile] = (self.number, None);
                self.tiles.push(tile);
            }
        }
        let part = self.selection.part_at(node);
        let is_exact = self.selection.is_exact;
        self.parts[part].0 += self.tiles.len() as u32;
        let nodes = self.selection.parts().tiles()[part].shape.nodes();
        let has_room = is_exact || self.parts[part].0 as usize <= nodes;
        for &tile in &self.tiles {
            let rank = self.wanting[tile];
            self.wanting[tile] += 1;
            let fits = (rank as usize) < self.selection.tiling.tiles()[tile].shape.nodes();
            self.last[tile].1 = (has_room && fits).then_some(rank);
        }
        let counts = if is_exact { self.copies().next().is_some() } else { !self.tiles.is_empty() };
        self.parts[part].1 += u32::from(counts);
    }

    /// The rank of the present master in a tile that it wants, if a copy is made for it.
    pub fn of(&self, tile: usize) -> Option<u32> {
        self.last[tile].1
    }

    /// The tiles that the present master wants and a copy is made for.
    pub fn copies(&self) -> impl Iterator<Item = usize> {
        self.tiles.iter().copied().filter(|&tile| self.of(tile).is_some())
    }

    /// The masters of the part of a node so far.
    fn masters(&self, node: usize) -> u32 {
        self.parts[self.selection.part_at(node)].1
    }
}

impl Selection {
    /// The ranks of a run's masters, before the first.
    pub(super) fn ranks(&self) -> MigrationRanks<'_> {
        MigrationRanks {
            selection: self,
            wanting: vec![0; self.tiles()],
            parts: vec![(0, 0); self.parts().tiles().len()],
            last: vec![(0, None); self.tiles()],
            tiles: Vec::new(),
            number: 0,
        }
    }

    /// Marks the masters of lane [`MASTER`], gives them their keys, and puts the copies where they go.
    pub(super) fn send_copies(&self, effect: &mut Effect<'_>) {
        let mut ranks = self.ranks();
        let (mut open, mut targets) = (Vec::new(), Vec::new());
        for node in 0..self.shape().nodes() {
            let (row, col) = self.shape().position(node);
            let takes_part = row < self.core.rows() && col < self.core.cols();
            open.clear();
            effect.annotate(MASTER, node, |place, words| {
                forget_marks(words);
                for (i, at) in place.destinations_here(MASTER) {
                    if words.get(i) == OPEN && takes_part {
                        open.push((i, self.tile_at(at)));
                    }
                }
                ranks.rank(node, open.iter().map(|&(_, tile)| tile));
                targets.clear();
                for &(i, tile) in &open {
                    let Some(rank) = ranks.of(tile) else { continue };
                    let target = self.node_of(tile, rank as usize);
                    let is_first = !targets.contains(&target);
                    words.set(i, if is_first { FRESH + rank } else { BESIDE });
                    if is_first {
                        targets.push(target);
                    }
                }
            });
            let Some(master) = effect.take(MASTER, node) else { continue };
            let before = ranks.masters(node).saturating_sub(1);
            effect.put(MASTER, node, master, before);
            effect.count_copies(targets.len() as u64);
            for &target in &targets {
                effect.put(0, target as usize, master, target);
            }
        }
    }
}
