//! What a t-migration brings about, one master after the other.

use super::Migration;
use super::selection::{BESIDE, FRESH, OPEN, SERVED, Selection};
use meshcast_engine::{Effect, Node};

/// What the masters so far have come to, in row-major order.
struct Counts {
    /// Of every tile the masters that want it.
    wanting: Vec<u32>,
    /// Of every column of parts, in the row of parts that is under way: the numbers of tiles that its masters want, and
    /// the masters that want any.
    parts: Vec<(u32, u32)>,
    /// Of every tile the last master that wanted it, from 1, and the rank that it has there.
    ranks: Vec<(u32, u32)>,
}

impl Selection {
    /// Marks the masters of lane [`Migration::MASTER`], gives them their keys, and puts the copies where they go.
    pub(super) fn send_copies(&self, effect: &mut Effect<'_>) {
        let shape = self.shape();
        let mut counts = Counts {
            wanting: vec![0; self.tiles()],
            parts: Vec::new(),
            ranks: vec![(0, 0); self.tiles()],
        };
        let mut targets = Vec::new();
        for node in 0..shape.nodes() {
            let (row, col) = shape.position(node);
            if col == 0 && self.part_rows.place_at(row).offset == 0 {
                counts.parts = vec![(0, 0); self.part_cols.parts()];
            }
            let part_col = self.part_cols.place_at(col).part;
            let takes_part = row < self.core.rows() && col < self.core.cols();
            if takes_part {
                self.count_wanted(&effect.node(node), part_col, &mut counts);
            }
            let (copies, masters) = counts.parts[part_col];
            let part = self.part_rows.place_at(row).part * self.part_cols.parts() + part_col;
            let has_room = copies as usize <= self.parts().tiles()[part].shape.nodes();
            let eligible = takes_part && has_room;
            targets.clear();
            effect.annotate(Migration::MASTER, node, |place, words| {
                for (i, &destination) in place.destinations(Migration::MASTER).iter().enumerate() {
                    if words.get(i) != OPEN {
                        words.set(i, SERVED);
                        continue;
                    }
                    let Some(at) = place.locate(destination).filter(|_| eligible) else { continue };
                    let tile = self.tile_at(at);
                    let (first, rank) = &mut counts.ranks[tile];
                    if *rank as usize >= self.tiling.tiles()[tile].shape.nodes() {
                        continue;
                    }
                    words.set(i, if *first > 0 { FRESH + *rank } else { BESIDE });
                    if std::mem::take(first) > 0 {
                        targets.push(self.node_of(tile, *rank as usize));
                    }
                }
            });
            let Some(master) = effect.take(Migration::MASTER, node) else { continue };
            effect.put(Migration::MASTER, node, master, masters.saturating_sub(1));
            effect.count_copies(targets.len() as u64);
            for &target in &targets {
                effect.put(0, target as usize, master, target);
            }
        }
    }

    /// Counts what the master of a node wants.
    fn count_wanted(&self, node: &Node<'_>, part_col: usize, counts: &mut Counts) {
        let master = node.index() as u32 + 1;
        let mut wants = 0;
        let words = node.words(Migration::MASTER).iter();
        for (&destination, word) in node.destinations(Migration::MASTER).iter().zip(words) {
            let Some(at) = node.locate(destination).filter(|_| word == OPEN) else { continue };
            let tile = self.tile_at(at);
            if counts.ranks[tile].0 != master {
                counts.ranks[tile] = (master, counts.wanting[tile]);
                counts.wanting[tile] += 1;
                wants += 1;
            }
        }
        let part = &mut counts.parts[part_col];
        *part = (part.0 + wants, part.1 + wants.min(1));
    }
}
