//! Counts what is left of a class: open destinations, and the packets alive for one block.

use crate::multicast::randomized::DoubleTessellation;
use meshcast_engine::{Machine, Node, Violation};
use meshcast_primitives::{Migration, all_reduce};

/// A count of the open destinations of packets and, for every block, of the packets that have some there, by pipelined
/// reductions.
#[derive(Clone, Debug)]
pub(super) struct AliveCount {
    block_of: Vec<u32>,
    blocks: usize,
}

impl AliveCount {
    pub(super) fn new(tiles: &DoubleTessellation) -> Self {
        let block_of = tiles.block_numbers();
        let blocks = block_of.iter().max().map_or(0, |&last| last as usize + 1);
        Self { block_of, blocks }
    }

    /// Lets all nodes learn how many destinations of the packets in lane 0 are open, and how many packets are alive for a
    /// block, at most.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<(u32, u32), Violation> {
        machine.span("survey", |machine| {
            let mut counts = machine.variable(self.blocks + 1, |_, _| 0_u32)?;
            machine.compute(&mut counts, |node, counts| self.count(node, counts))?;
            all_reduce(machine, &mut counts, |a, b| a + b)?;
            let open = machine.variable(1, |node, _| node.own(&counts)[self.blocks])?;
            let most = machine.variable(1, |node, _| {
                node.own(&counts)[..self.blocks].iter().copied().max().unwrap_or(0)
            })?;
            Ok((machine.agree(&open)?, machine.agree(&most)?))
        })
    }

    /// The counts of a node: of the blocks, then of all open destinations.
    fn count(&self, node: &Node<'_>, counts: &mut [u32]) {
        let words = node.words(0).iter();
        let open = node.destinations(0).iter().zip(words);
        let open = open.filter(|&(_, word)| Migration::is_open_word(word));
        let mut blocks: Vec<u32> = open.map(|(&to, _)| self.block_of[to as usize]).collect();
        counts[self.blocks] = blocks.len() as u32;
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            counts[block as usize] = 1;
        }
    }
}
