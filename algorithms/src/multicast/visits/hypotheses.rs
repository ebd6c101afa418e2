//! What the counting lemma supposes of a round, claimed of the machine while it makes one.
//!
//! Of X packets that want a block before some rounds, and the set Y of those that still want it afterwards, every one was
//! passed over in all rounds, and each time as many others of X were served as the block has nodes: by its own
//! group, so that no two visits count the same. That is so if (1) a packet is in one group a round, (2) each group visits
//! each tile once, (3) for each block a visit selects as many packets as want it, or as it has nodes, with all that they
//! have for it, and (4) marks them at once. Nothing here knows how packets are selected.

use super::{MASTER, MOVING};
use meshcast_engine::{Falsehood, Node, Overview, Shape, Tile, Tiling};

/// What the claims on the groups of a round say.
pub(super) const ONE_GROUP: &str = "a packet is in one group a round, with one place";
pub(super) const ONE_VISIT: &str =
    "a group visits every tile once a round, and all its packets come along";
pub(super) const STAYS_SERVED: &str = "a destination that was served is open no more";
/// What the claim on a visit says.
pub(super) const ALL_IT_CAN: &str =
    "a visit selects for every block as many packets as want it, or as it has nodes";

/// The word of an open destination.
const OPEN: u32 = 0;

/// The groups of a round, as far as claims have seen them.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Of every message whose packet is in the network, by number: its group if it has one, and its open destinations.
    packets: Vec<Option<(Option<usize>, usize)>>,
    /// Packets of every group.
    sizes: Vec<usize>,
    /// Of every group the tiles that it has visited.
    visited: Vec<Vec<bool>>,
}

impl Groups {
    /// The groups that begin in the cores of the tiles.
    pub(super) fn form(
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
            group.into_iter().for_each(|group| self.sizes[group] += 1);
        }
        Ok(())
    }

    /// Every group is in a tile where it has not been.
    pub(super) fn visit(
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
    pub(super) fn stay_served(&mut self, all: &Overview<'_>) -> Result<(), Falsehood> {
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
    pub(super) fn part(
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

/// The nodes of the core of a tile.
fn places(mesh: Shape, tile: Tile, core: Shape) -> impl Iterator<Item = usize> {
    (0..core.nodes()).map(move |place| {
        let (row, col) = core.position(place);
        mesh.index(tile.first_row + row, tile.first_col + col)
    })
}

/// Open destinations of the packet of a node, anywhere.
fn open(node: &Node<'_>) -> usize {
    node.words(MASTER).iter().filter(|&word| word == OPEN).count()
}

/// What the packets of a tile want of its blocks before a visit.
#[derive(Debug, Default)]
pub(super) struct Demand {
    /// Of every node: where its destinations begin in the list below, and its open destinations anywhere.
    masters: Vec<(usize, usize)>,
    /// The open destinations in the tile: their numbers and blocks.
    open: Vec<(usize, usize)>,
    /// Packets that want every block.
    wanting: Vec<usize>,
}

/// The blocks of a tile, and whose packets take part there.
#[derive(Clone, Debug)]
pub(super) struct Division {
    core: Shape,
    /// Of every node its block.
    block_of: Vec<usize>,
    /// Of every block its first node and its nodes.
    blocks: Vec<(usize, usize)>,
}

impl Division {
    pub(super) fn new(blocks: &Tiling, core: Shape) -> Self {
        let tile = blocks.shape();
        let mut block_of = vec![0; tile.nodes()];
        for (number, &block) in blocks.tiles().iter().enumerate() {
            places(tile, block, block.shape).for_each(|node| block_of[node] = number);
        }
        let blocks = blocks
            .tiles()
            .iter()
            .map(|block| (tile.index(block.first_row, block.first_col), block.shape.nodes()));
        Self { core, block_of, blocks: blocks.collect() }
    }

    /// Notes what is wanted.
    pub(super) fn ask(&self, all: &Overview<'_>, demand: &mut Demand) {
        demand.wanting = vec![0; self.blocks.len()];
        for node in all.nodes() {
            demand.masters.push((demand.open.len(), open(&node)));
            if node.row() >= self.core.rows() || node.col() >= self.core.cols() {
                continue;
            }
            let (first, words) = (demand.open.len(), node.words(MASTER));
            let here = node.destinations_here(MASTER);
            let here = here.filter(|&(number, _)| words.get(number) == OPEN);
            demand.open.extend(here.map(|(number, at)| (number, self.block_of[at])));
            demand.open[first..].sort_unstable_by_key(|&(_, block)| block);
            for of_block in demand.open[first..].chunk_by(|a, b| a.1 == b.1) {
                demand.wanting[of_block[0].1] += 1;
            }
        }
        demand.masters.push((demand.open.len(), 0));
    }

    /// Every block has copies of as many packets as wanted it, or as it has nodes; these packets have marked all that they
    /// had for it, and nothing else is marked.
    pub(super) fn compare(&self, all: &Overview<'_>, demand: &Demand) -> Result<(), Falsehood> {
        let mut selected = vec![Vec::new(); self.blocks.len()];
        for (node, window) in all.nodes().zip(demand.masters.windows(2)) {
            let ((first, before), (end, _)) = (window[0], window[1]);
            let words = node.words(MASTER);
            let mut marked = 0;
            for of_block in demand.open[first..end].chunk_by(|a, b| a.1 == b.1) {
                let still = of_block.iter().filter(|&&(number, _)| words.get(number) == OPEN);
                let still = still.count();
                if still == of_block.len() {
                    continue;
                }
                if still > 0 {
                    let (actual, claimed) = (still as u64, 0);
                    return Err(Falsehood { node: node.index(), actual, claimed });
                }
                marked += of_block.len();
                selected[of_block[0].1].extend(node.packet(MASTER).map(|packet| packet.message()));
            }
            let now = open(&node);
            if now + marked != before {
                let (actual, claimed) = (now as u64, (before - marked) as u64);
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
        }
        let mut copied = vec![Vec::new(); self.blocks.len()];
        for node in all.nodes() {
            let copy = node.packet(MOVING).map(|packet| packet.message());
            copied[self.block_of[node.index()]].extend(copy);
        }
        let blocks = self.blocks.iter().zip(&demand.wanting);
        for ((&(node, nodes), &wanting), lists) in blocks.zip(selected.iter_mut().zip(&mut copied))
        {
            let (selected, copied) = lists;
            selected.sort_unstable();
            copied.sort_unstable();
            if selected.len() != wanting.min(nodes) {
                let (actual, claimed) = (selected.len() as u64, wanting.min(nodes) as u64);
                return Err(Falsehood { node, actual, claimed });
            }
            if selected != copied {
                let (actual, claimed) = (copied.len() as u64, selected.len() as u64);
                return Err(Falsehood { node, actual, claimed });
            }
        }
        Ok(())
    }
}
