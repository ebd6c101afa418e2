//! Who is in which group, and where the groups have been.

use super::{MASTER, open, places};
use meshcast_engine::{Falsehood, Overview, Shape, Tiling};

/// The groups of a round, as far as claims have seen them.
#[derive(Debug, Default)]
pub(in crate::multicast::visits) struct Groups {
    /// Of every message whose packet is in the network, by number: its group if it has one, and its open destinations.
    packets: Vec<Option<(Option<usize>, usize)>>,
    /// Packets of every group.
    sizes: Vec<usize>,
    /// Of every group the tiles that it has visited.
    visited: Vec<Vec<bool>>,
}

impl Groups {
    /// The groups that begin in the cores of the tiles.
    pub(in crate::multicast::visits) fn form(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        let tiles = tiling.tiles().len();
        let mut group_of = vec![None; all.shape().nodes()];
        for (group, &tile) in tiling.tiles().iter().enumerate() {
            places(all.shape(), tile, core).for_each(|node| group_of[node] = Some(group));
        }
        (self.sizes, self.visited) = (vec![0; tiles], vec![vec![false; tiles]; tiles]);
        for (node, group) in all.nodes().zip(group_of) {
            let Some(packet) = node.packet(MASTER) else { continue };
            let message = packet.message() as usize;
            self.packets.resize(self.packets.len().max(message + 1), None);
            if self.packets[message].replace((group, open(&node))).is_some() {
                return Err(Falsehood { node: node.index(), actual: 2, claimed: 1 });
            }
            if let Some(group) = group {
                self.sizes[group] += 1;
            }
        }
        Ok(())
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
            for node in places(all.shape(), tile, core) {
                let Some(packet) = all.node(node).packet(MASTER) else { continue };
                let group = self.packets[packet.message() as usize].and_then(|packet| packet.0);
                if group.is_none() || present.is_some_and(|present| Some(present) != group) {
                    return Err(Falsehood { node, actual: 2, claimed: 1 });
                }
                (present, count) = (group, count + 1);
            }
            let Some(group) = present else { continue };
            let visits = 1 + u64::from(std::mem::replace(&mut self.visited[group][number], true));
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

    /// No packet has more open destinations than when it was last looked at.
    pub(in crate::multicast::visits) fn stay_served(
        &mut self,
        all: &Overview<'_>,
    ) -> Result<(), Falsehood> {
        for node in all.nodes() {
            let Some(packet) = node.packet(MASTER) else { continue };
            let Some((_, before)) = &mut self.packets[packet.message() as usize] else { continue };
            let now = open(&node);
            if now > *before {
                let (actual, claimed) = (now as u64, *before as u64);
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
            *before = now;
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
            let visits = self.visited[number].iter().filter(|&&visited| visited).count();
            if self.sizes[number] > 0 && visits < tiling.tiles().len() {
                let (actual, claimed) = (visits as u64, tiling.tiles().len() as u64);
                return Err(Falsehood { node, actual, claimed });
            }
            for node in places(all.shape(), tile, core) {
                let Some(packet) = all.node(node).packet(MASTER) else { continue };
                let group = self.packets[packet.message() as usize].and_then(|packet| packet.0);
                if group != Some(number) {
                    return Err(Falsehood { node, actual: 0, claimed: 1 });
                }
            }
        }
        Ok(())
    }
}
