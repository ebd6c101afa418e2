//! Applies what a t-migration brings about when it leaps, one master after the other.

use super::Migration;
use super::hops::{CopyHops, Master};
use super::lanes::MASTER;
use super::selection::{BESIDE, FRESH, OPEN, forget_marks};
use meshcast_engine::Effect;

/// The ranks that a run of a [`Migration`](super::Migration) gives to masters, for programs that leap: the masters that want any tile, in
/// row-major order, one after the other.
#[derive(Debug)]
pub struct MigrationRanks<'m> {
    migration: &'m Migration,
    /// Of every tile the masters that wanted it.
    wanting: Vec<u32>,
    /// Of every part.
    parts: Vec<Counts>,
    /// Of every tile the number of the last master that wanted it, and the rank that it got.
    last: Vec<(u32, Option<u32>)>,
    /// The tiles that the present master wants.
    tiles: Vec<usize>,
    /// The number of the present master.
    number: u32,
    hops: CopyHops,
}

/// What the masters of a part have had so far.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// The tiles that they wanted.
    wanted: u32,
    copies: u32,
    /// Those that wanted any tile; of an exact migration those with a copy.
    masters: u32,
}

impl<'m> MigrationRanks<'m> {
    /// The ranks of a run's masters, before the first.
    pub(super) fn new(migration: &'m Migration) -> Self {
        let tiles = migration.selection.tiles();
        Self {
            migration,
            wanting: vec![0; tiles],
            parts: vec![Counts::default(); migration.selection.parts().tiles().len()],
            last: vec![(0, None); tiles],
            tiles: Vec::new(),
            number: 0,
            hops: CopyHops::default(),
        }
    }

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
        let selection = &self.migration.selection;
        let part = selection.part_at(node);
        let is_exact = selection.is_exact;
        let before = self.parts[part];
        let wanted = before.wanted + self.tiles.len() as u32;
        let nodes = selection.parts().tiles()[part].shape.nodes();
        let has_room = is_exact || wanted as usize <= nodes;
        for &tile in &self.tiles {
            let rank = self.wanting[tile];
            self.wanting[tile] += 1;
            let fits = (rank as usize) < selection.tiling.tiles()[tile].shape.nodes();
            self.last[tile].1 = (has_room && fits).then_some(rank);
        }
        let copies = self.copies().count() as u32;
        let counts = if is_exact { copies > 0 } else { !self.tiles.is_empty() };
        self.parts[part] = Counts {
            wanted,
            copies: before.copies + copies,
            masters: before.masters + u32::from(counts),
        };
        let segment = if is_exact { before.copies } else { before.wanted };
        let master = Master { node, part, rank: before.masters, segment };
        let last = &self.last;
        let target = |&tile: &usize| Some(selection.node_of(tile, last[tile].1? as usize) as usize);
        self.hops.add(self.migration, master, self.tiles.iter().filter_map(target));
    }

    /// The hops of all copies so far, on their ways from their masters to where a run brings them.
    pub fn hops(&self) -> u64 {
        self.hops.sum(self.migration)
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
        self.parts[self.migration.selection.part_at(node)].masters
    }
}

impl Migration {
    /// Marks the masters of lane [`MASTER`], gives them their keys, and puts the copies where they go.
    pub(super) fn send_copies(&self, effect: &mut Effect<'_>) {
        let mut ranks = self.ranks();
        let (mut open, mut targets) = (Vec::new(), Vec::new());
        let selection = &self.selection;
        for node in 0..selection.shape().nodes() {
            let (row, col) = selection.shape().position(node);
            let takes_part = row < selection.core.rows() && col < selection.core.cols();
            open.clear();
            effect.annotate(MASTER, node, |place, words| {
                forget_marks(words);
                for (i, at) in place.destinations_here(MASTER) {
                    if words.get(i) == OPEN && takes_part {
                        open.push((i, selection.tile_at(at)));
                    }
                }
                ranks.rank(node, open.iter().map(|&(_, tile)| tile));
                targets.clear();
                for &(i, tile) in &open {
                    let Some(rank) = ranks.of(tile) else { continue };
                    let target = selection.node_of(tile, rank as usize);
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
        effect.count_hops(ranks.hops());
    }
}
