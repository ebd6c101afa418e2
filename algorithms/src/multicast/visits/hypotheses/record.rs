//! Remembers for claims which destinations have been served, who is in which group, and where the groups have been.

use super::super::lanes::MASTER;
use super::super::tessellation::nodes_of_core;
use super::open_destinations::OPEN;
use crate::bit_set::BitSet;
use meshcast_engine::{Falsehood, Node, Overview, Shape, Tiling};

/// The packets of a run and the groups of its present round, as far as claims have seen them.
#[derive(Debug, Default)]
pub(in crate::multicast) struct Record {
    /// Of every message, by number, what was seen of its packet.
    packets: Vec<Seen>,
    /// Of the destinations of all packets, those of one in a row, whether they have been served.
    served: Vec<bool>,
    /// How often all packets have been looked at.
    looks: usize,
    /// Packets of every group.
    sizes: Vec<usize>,
    /// Of every group the tiles that it has visited.
    visited: Vec<BitSet>,
}

/// What was seen of a packet.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// When it was looked at last, from 1; 0 if it has never been.
    look: usize,
    /// Where it was then.
    node: usize,
    /// Its open destinations then.
    open: usize,
    /// Where its destinations begin in the list of all.
    first: usize,
    /// Its group of this round, if it has one.
    group: Option<usize>,
}

impl Record {
    /// No destination is open that has been served, by message and destination, and no packet is gone that had open ones.
    pub(in crate::multicast::visits) fn look(
        &mut self,
        all: &Overview<'_>,
    ) -> Result<(), Falsehood> {
        self.looks += 1;
        for node in all.nodes() {
            self.look_at(all, &node)?;
        }
        let is_gone = |seen: &&Seen| seen.look < self.looks && seen.open > 0;
        self.packets.iter().find(is_gone).map_or(Ok(()), |gone| {
            Err(Falsehood { node: gone.node, actual: 0, claimed: gone.open as u64 })
        })
    }

    fn look_at(&mut self, all: &Overview<'_>, node: &Node<'_>) -> Result<(), Falsehood> {
        let Some(packet) = node.packet(MASTER) else { return Ok(()) };
        let (message, words) = (all.header(packet), node.words(MASTER));
        if self.packets.len() <= message {
            self.packets.resize(message + 1, Seen::default());
        }
        let seen = &mut self.packets[message];
        if seen.look == self.looks {
            return Err(Falsehood { node: node.index(), actual: 2, claimed: 1 });
        }
        if seen.look == 0 {
            seen.first = self.served.len();
            self.served.resize(seen.first + words.len(), false);
        }
        let served = &mut self.served[seen.first..seen.first + words.len()];
        let (mut open, mut again) = (0, 0);
        for (served, word) in served.iter_mut().zip(words.iter()) {
            let is_open = word == OPEN;
            open += usize::from(is_open);
            again += u64::from(is_open && *served);
            *served |= !is_open;
        }
        (seen.look, seen.node, seen.open) = (self.looks, node.index(), open);
        if again > 0 {
            return Err(Falsehood { node: node.index(), actual: again, claimed: 0 });
        }
        Ok(())
    }

    /// The groups of a round begin in the cores of the tiles; all packets have been looked at.
    pub(in crate::multicast::visits) fn form(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        let tiles = tiling.tiles().len();
        (self.sizes, self.visited) = (vec![0; tiles], vec![BitSet::new(tiles); tiles]);
        self.packets.iter_mut().for_each(|seen| seen.group = None);
        for (group, &tile) in tiling.tiles().iter().enumerate() {
            for node in nodes_of_core(all.shape(), tile, core) {
                let Some(packet) = all.node(node).packet(MASTER) else { continue };
                let seen = &mut self.packets[all.header(packet)];
                if seen.group.replace(group).is_some() {
                    return Err(Falsehood { node, actual: 2, claimed: 1 });
                }
                self.sizes[group] += 1;
            }
        }
        Ok(())
    }

    /// What was seen of the packet at a node, if there is one.
    fn seen_at(&self, all: &Overview<'_>, node: usize) -> Option<Seen> {
        let packet = all.node(node).packet(MASTER)?;
        Some(self.packets[all.header(packet)])
    }

    /// Every group is in a tile where it has not been.
    pub(in crate::multicast::visits) fn visit(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        for (number, &tile) in tiling.tiles().iter().enumerate() {
            let mut present = None;
            let mut count = 0;
            for node in nodes_of_core(all.shape(), tile, core) {
                let Some(Seen { group, .. }) = self.seen_at(all, node) else { continue };
                if group.is_none() || present.is_some_and(|present| Some(present) != group) {
                    return Err(Falsehood { node, actual: 2, claimed: 1 });
                }
                (present, count) = (group, count + 1);
            }
            let Some(group) = present else { continue };
            let visits = 1 + u64::from(!self.visited[group].insert(number));
            let node = all.shape().index(tile.first_row, tile.first_col);
            if visits > 1 {
                return Err(Falsehood { node, actual: visits, claimed: 1 });
            }
            if count != self.sizes[group] {
                let (actual, claimed) = (count as u64, self.sizes[group] as u64);
                return Err(Falsehood { node, actual, claimed });
            }
        }
        Ok(())
    }

    /// All groups with packets have been everywhere, and are where they began.
    pub(in crate::multicast::visits) fn part(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        for (number, &tile) in tiling.tiles().iter().enumerate() {
            let node = all.shape().index(tile.first_row, tile.first_col);
            let visits = self.visited[number].count();
            if self.sizes[number] > 0 && visits < tiling.tiles().len() {
                let (actual, claimed) = (visits as u64, tiling.tiles().len() as u64);
                return Err(Falsehood { node, actual, claimed });
            }
            for node in nodes_of_core(all.shape(), tile, core) {
                if self.seen_at(all, node).is_some_and(|seen| seen.group != Some(number)) {
                    return Err(Falsehood { node, actual: 0, claimed: 1 });
                }
            }
        }
        Ok(())
    }
}
