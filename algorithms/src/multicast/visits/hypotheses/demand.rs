//! Compares what a visit selects with what its blocks want.

use super::super::lanes::{MASTER, MOVING};
use super::super::tessellation::nodes_of_core;
use super::open_destinations::{OPEN, open};
use meshcast_engine::{Falsehood, Overview, Shape, Tiling};

/// What the packets of a tile want of its blocks before a visit.
#[derive(Debug, Default)]
pub(in crate::multicast) struct Demand {
    /// Of every node: where its destinations begin in the list below, and its open destinations anywhere.
    masters: Vec<(usize, usize)>,
    /// The open destinations in the tile: their numbers and blocks.
    open: Vec<(usize, usize)>,
    /// Packets that want every block.
    wanting: Vec<usize>,
}

/// The blocks of a tile, and whose packets take part there.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct Division {
    core: Shape,
    /// Of every node its block.
    block_of: Vec<usize>,
    /// Of every block its first node and its nodes.
    blocks: Vec<(usize, usize)>,
}

impl Division {
    pub(in crate::multicast) fn new(blocks: &Tiling, core: Shape) -> Self {
        let tile = blocks.shape();
        let mut block_of = vec![0; tile.nodes()];
        for (number, &block) in blocks.tiles().iter().enumerate() {
            nodes_of_core(tile, block, block.shape).for_each(|node| block_of[node] = number);
        }
        let blocks = blocks
            .tiles()
            .iter()
            .map(|block| (tile.index(block.first_row, block.first_col), block.shape.nodes()));
        Self { core, block_of, blocks: blocks.collect() }
    }

    /// Notes what is wanted.
    pub(in crate::multicast) fn ask(&self, all: &Overview<'_>, demand: &mut Demand) {
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
    pub(in crate::multicast) fn compare(
        &self,
        all: &Overview<'_>,
        demand: &Demand,
    ) -> Result<(), Falsehood> {
        let header = |packet| all.header(packet);
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
                selected[of_block[0].1].extend(node.packet(MASTER).map(header));
            }
            let now = open(&node);
            if now + marked != before {
                let (actual, claimed) = (now as u64, (before - marked) as u64);
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
        }
        let mut copied = vec![Vec::new(); self.blocks.len()];
        for node in all.nodes() {
            let copy = node.packet(MOVING).map(header);
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
